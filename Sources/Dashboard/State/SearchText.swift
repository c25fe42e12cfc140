/// Text as filters compare it: in lower case, as bytes.
///
/// Made once for what is searched: a filter goes through a hundred thousand rows at every key.
struct SearchText: Equatable, Sendable {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.lowercased().utf8) }

  /// The text itself.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  var isEmpty: Bool { bytes.isEmpty }

  func contains(_ part: SearchText) -> Bool {
    bytes.withUnsafeBufferPointer { part.isFound(in: $0[...]) }
  }

  /// Whether some bytes contain this text.
  func isFound(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = self.bytes.first else { return true }
    let count = self.bytes.count
    guard bytes.count >= count else { return false }
    for start in bytes.startIndex...(bytes.endIndex - count) where bytes[start] == first {
      if bytes[start..<start + count].elementsEqual(self.bytes) { return true }
    }
    return false
  }
}
