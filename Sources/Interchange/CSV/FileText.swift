/// Why the bytes of a file are not readable rows.
public enum FileTextError: Error, Equatable, Sendable {
  /// The file holds nothing but white space.
  case empty
  /// The bytes are neither UTF-8 nor UTF-16; `line` counts from 1.
  case notText(line: Int)
  /// A quoted cell opens on that line and is never closed.
  case unbalancedQuote(line: Int)
  /// A closing quote is followed by more text in the same cell, and the end of the record cannot be
  /// told.
  case textAfterQuote(line: Int)
}

/// Turns a file's bytes into UTF-8 without a byte order mark.
///
/// - Throws: ``FileTextError/notText(line:)``; nothing is repaired or guessed.
func utf8Text(of bytes: [UInt8]) throws(FileTextError) -> [UInt8] {
  let text: [UInt8]
  switch (bytes.first, bytes.dropFirst().first) {
  case (0xFF, 0xFE): text = try utf8FromUTF16(bytes.dropFirst(2), low: 0)
  case (0xFE, 0xFF): text = try utf8FromUTF16(bytes.dropFirst(2), low: 1)
  case (_, 0?) where isUTF16(bytes, low: 0): text = try utf8FromUTF16(bytes[...], low: 0)
  case (0?, _) where isUTF16(bytes, low: 1): text = try utf8FromUTF16(bytes[...], low: 1)
  default:
    text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }
  // A zero byte means UTF-16 without its mark, or no text at all.
  guard !text.contains(0), String(validating: text, as: UTF8.self) != nil else {
    throw .notText(line: firstUnreadableLine(of: text))
  }
  return text
}

/// Whether bytes without a mark are UTF-16: their first line has a zero beside each letter.
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
