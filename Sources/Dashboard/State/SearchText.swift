/// Text in the form that filters compare: lowercase bytes.
///
/// Searched text is converted once, because a filter scans a hundred thousand rows on every key.
struct SearchText: Equatable, Sendable {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.lowercased().utf8) }

  /// The text as a string.
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
