/// Why a file's bytes cannot be read as rows.
public enum FileTextError: Error, Equatable, Sendable {
  /// The file contains only white space.
  case empty
  /// The bytes are neither UTF-8 nor UTF-16; `line` counts from 1.
  case notText(line: Int)
  /// A quoted cell opens on that line and is never closed.
  case unbalancedQuote(line: Int)
  /// A closing quote is followed by more text in the same cell, so the end of the record is
  /// unknown.
  case textAfterQuote(line: Int)
}

/// Converts a file's bytes to UTF-8 without a byte order mark.
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
  // Any other zero byte means UTF-16 without a mark, or binary data.
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

/// The text without the zero bytes that pad fixed-length words at the end of cells, such as tickers
/// in Bithomp's files; `nil` if zeros occur elsewhere or in the header.
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

/// Whether bytes without a mark are UTF-16: in the first line every letter has a zero byte.
private func isUTF16(_ bytes: [UInt8], low: Int) -> Bool {
  let first = bytes.prefix(64)
  return first.count > 7
    && first.indices.allSatisfy { (first[$0] == 0) == ($0 % 2 != low) }
}

/// - Parameter low: The index of the less significant byte in each pair.
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

/// Converts Windows-1252, in which older spreadsheets save CSV, to UTF-8.
///
/// - Returns: `nil` if a byte is unassigned or never occurs in text.
package func windows1252Text(of bytes: [UInt8]) -> [UInt8]? {
  var text = String()
  text.reserveCapacity(bytes.count)
  for byte in bytes {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0xFF:
      text.unicodeScalars.append(Unicode.Scalar(byte))
    case 0x80...0x9F:
      guard let scalar = windowsLetters[Int(byte) - 0x80] else { return nil }
      text.unicodeScalars.append(scalar)
    default: return nil
    }
  }
  return Array(text.utf8)
}

/// The characters of 0x80 to 0x9F; five of them are unassigned.
private let windowsLetters: [Unicode.Scalar?] = [
  "\u{20AC}", nil, "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
  "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", nil, "\u{017D}", nil,
  nil, "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
  "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", nil, "\u{017E}", "\u{0178}",
]

/// Unwraps a text in which every line is a single quoted cell, as spreadsheets save files that they
/// did not split into columns.
///
/// - Returns: `nil` if no line is such a cell, or if quotes are unbalanced.
package func unwrappedLines(of text: [UInt8]) -> [UInt8]? {
  let quote = UInt8(ascii: "\"")
  for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";")] where text.contains(quote) {
    var reader = CSVReader(text, delimiter: delimiter)
    var lines: [UInt8] = []
    var isWrapped = false
    do throws(FileTextError) {
      while let row = try reader.next() {
        let cell = row.cells.first ?? ""
        let isCell =
          row.brokenLine == nil && row.text.utf8.first == quote
          && cell.contains(where: { ",;\t".contains($0) })
          && row.cells.dropFirst().allSatisfy { $0.trimmed.isEmpty }
        lines += (isCell ? cell : row.text).utf8
        lines.append(UInt8(ascii: "\n"))
        isWrapped = isWrapped || isCell
      }
    } catch {
      continue
    }
    if isWrapped { return lines }
  }
  return nil
}

/// Removes the blanks before quotes if the header has them, as in `"date", "type"`.
///
/// - Returns: `nil` if the header has none, or if quotes are unbalanced.
package func quotesWithoutBlanks(in text: [UInt8]) -> [UInt8]? {
  let (quote, blank, newline) = (UInt8(ascii: "\""), UInt8(ascii: " "), UInt8(ascii: "\n"))
  for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";")] {
    let header = text.prefix { $0 != newline }
    guard header.firstRange(of: [quote, delimiter, blank, quote]) != nil else { continue }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var (isQuoted, isFirst) = (false, true)
    for byte in text {
      if byte == quote {
        // Blanks before the quoted text belong to the start of the cell.
        if !isQuoted, isFirst { while result.last == blank { result.removeLast() } }
        isQuoted.toggle()
      }
      result.append(byte)
      isFirst = !isQuoted && (byte == delimiter || byte == newline || isFirst && byte == blank)
    }
    return isQuoted ? nil : result
  }
  return nil
}
