/// Why the bytes of a file are not readable rows.
public enum FileTextError: Error, Equatable, Sendable {
  /// The file holds nothing but white space.
  case empty
  /// The bytes are neither UTF-8 nor UTF-16; `line` counts from 1.
  case notText(line: Int)
  /// A quoted cell opens on that line and is never closed.
  case unbalancedQuote(line: Int)
  /// A closing quote is followed by more text in the same cell, so the end of the record is
  /// unknown.
  case textAfterQuote(line: Int)
}

/// Turns a file's bytes into UTF-8 without a byte order mark.
///
/// - Throws: ``FileTextError/notText(line:)``; nothing is repaired or guessed.
package func utf8Text(of bytes: [UInt8]) throws(FileTextError) -> [UInt8] {
  let text: [UInt8]
  switch (bytes.first, bytes.dropFirst().first) {
  case (0xFF, 0xFE): text = try utf8FromUTF16(bytes.dropFirst(2), low: 0)
  case (0xFE, 0xFF): text = try utf8FromUTF16(bytes.dropFirst(2), low: 1)
  case (_, 0?) where isUTF16(bytes, low: 0): text = try utf8FromUTF16(bytes[...], low: 0)
  case (0?, _) where isUTF16(bytes, low: 1): text = try utf8FromUTF16(bytes[...], low: 1)
  default:
    text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }
  guard text.contains(0) else { return try valid(text) }
  // Any other zero byte means UTF-16 without its mark, or no text at all.
  guard let plain = withoutPadding(text) else {
    throw .notText(line: firstUnreadableLine(of: text))
  }
  return try valid(plain)
}

private func valid(_ text: [UInt8]) throws(FileTextError) -> [UInt8] {
  guard String(validating: text, as: UTF8.self) != nil else {
    throw .notText(line: firstUnreadableLine(of: text))
  }
  return text
}

/// The text without the zeros that fill up words of a fixed length to the end of their cells, as
/// Bithomp's tickers; `nil` where others are among them, or in the header.
private func withoutPadding(_ text: [UInt8]) -> [UInt8]? {
  var plain: [UInt8] = []
  plain.reserveCapacity(text.count)
  var isPadding = false
  guard text.prefix(while: { $0 != UInt8(ascii: "\n") }).allSatisfy({ $0 != 0 }) else { return nil }
  for byte in text {
    // Padding ends with its cell.
    if isPadding, byte != 0, !"\",;\t|\r\n ".utf8.contains(byte) { return nil }
    isPadding = byte == 0
    if !isPadding { plain.append(byte) }
  }
  return isPadding ? nil : plain
}

/// Whether bytes without a mark are UTF-16: their first line has a zero next to each letter.
private func isUTF16(_ bytes: [UInt8], low: Int) -> Bool {
  let first = bytes.prefix(64)
  return first.count > 7
    && first.indices.allSatisfy { (first[$0] == 0) == ($0 % 2 != low) }
}

/// - Parameter low: Where in each pair of bytes the less significant one stands.
private func utf8FromUTF16(
  _ bytes: ArraySlice<UInt8>, low: Int
) throws(FileTextError) -> [UInt8] {
  guard bytes.count.isMultiple(of: 2) else { throw .notText(line: 1) }
  let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { start in
    UInt16(bytes[start + low]) | UInt16(bytes[start + 1 - low]) << 8
  }
  guard let text = String(validating: units, as: UTF16.self) else { throw .notText(line: 1) }
  return Array(text.utf8)
}

private func firstUnreadableLine(of bytes: [UInt8]) -> Int {
  let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let index = lines.firstIndex { line in
    line.contains(0) || String(validating: line, as: UTF8.self) == nil
  }
  return (index ?? 0) + 1
}
