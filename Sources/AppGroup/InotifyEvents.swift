import Glibc

/// A kernel event (`inotify_event` in inotify(7)).
struct InotifyEvent {
  let watch: CInt
  let mask: UInt32
  let name: String

  func has(_ bits: CInt) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
}

/// The events in the result of one `read`.
struct InotifyEvents: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: Slice<UnsafeRawBufferPointer>) {
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes)
  }

  mutating func next() -> InotifyEvent? {
    let head = MemoryLayout<inotify_event>.size
    guard at + head <= bytes.count else { return nil }
    let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
    let name = bytes[(at + head)..<(at + head + Int(event.len))].prefix { $0 != 0 }
    at += head + Int(event.len)
    return InotifyEvent(
      watch: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self))
  }
}
