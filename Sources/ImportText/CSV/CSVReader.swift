/// One record of a CSV file.
package struct CSVRow: Equatable, Sendable {
  /// The line number of the record's first line, counted from 1.
  package let line: Int
  /// The cells, unquoted, otherwise as written.
  package let cells: [String]
  /// The record as written, without its line ending.
  package let text: String
  /// The line on which text follows a closing quote: its cells cannot be determined and are empty.
  package var brokenLine: Int?
  /// Whether the text ends within the record, without a line ending.
  package var isUnended = false

  package init(line: Int, cells: [String], text: String, brokenLine: Int? = nil) {
    (self.line, self.cells, self.text, self.brokenLine) = (line, cells, text, brokenLine)
  }

  /// Whether the record contains only delimiters and spaces.
  package var isBlank: Bool {
    brokenLine == nil
      && cells.allSatisfy { cell in
        // Most rows begin with a letter or digit.
        if let first = cell.utf8.first, (0x21...0x7E).contains(first) { return false }
        return cell.allSatisfy(\.isWhitespace)
      }
  }
}

/// A reader of RFC 4180 records: quotes, doubled quotes, line breaks inside quotes, and all three
/// line endings.
///
/// It makes one pass with one byte of look-ahead, so time is linear in size.
package struct CSVReader {
  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var at: Int
  private var line: Int
  /// The number of cells in the last record, or the number expected.
  private var usualCount: Int
  /// The line where text follows a closing quote in the current record.
  private var brokenLine: Int?

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - text: UTF-8 without a byte order mark.
  ///   - offset: The offset of the first record.
  ///   - line: The line of `offset`, counted from 1.
  ///   - cells: The expected number of cells per record.
  package init(
    _ text: [UInt8], delimiter: UInt8, from offset: Int = 0, line: Int = 1, cells: Int = 0
  ) {
    bytes = text
    self.delimiter = delimiter
    at = offset
    self.line = line
    usualCount = cells
  }

  /// The offset and line number of the next record.
  package var position: (offset: Int, line: Int) { (at, line) }

  /// The next record, `nil` at the end.
  ///
  /// - Throws: ``FileTextError/unbalancedQuote(line:)``, or ``FileTextError/textAfterQuote(line:)``
  ///   if a quote in that record is unpaired: the record may then end on a later line.
  package mutating func next() throws(FileTextError) -> CSVRow? {
    guard at < bytes.count else { return nil }
    let start = at
    let startLine = line
    var cells: [String] = []
    cells.reserveCapacity(usualCount)
    repeat {
      cells.append(try cell())
    } while consumeDelimiter()
    usualCount = cells.count
    let record = bytes[start..<at]
    let text = String(decoding: record, as: UTF8.self)
    let broken = brokenLine
    brokenLine = nil
    if let broken, !record.count(where: { $0 == Self.quote }).isMultiple(of: 2) {
      throw .textAfterQuote(line: broken)
    }
    let isUnended = at == bytes.count
    consumeLineEnd()
    var row = CSVRow(
      line: startLine, cells: broken == nil ? cells : [], text: text, brokenLine: broken)
    row.isUnended = isUnended
    return row
  }

  private mutating func cell() throws(FileTextError) -> String {
    if at < bytes.count, bytes[at] == Self.quote { return try quotedCell() }
    let start = at
    while at < bytes.count, !endsCell(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func quotedCell() throws(FileTextError) -> String {
    let openedOn = line
    // The text before doubled quotes, with the first quote of each pair.
    var parts: [UInt8] = []
    at += 1
    var start = at
    while true {
      guard at < bytes.count else { throw .unbalancedQuote(line: openedOn) }
      let byte = bytes[at]
      at += 1
      if byte == Self.quote {
        guard at < bytes.count, bytes[at] == Self.quote else { break }
        parts += bytes[start..<at]
        at += 1
        start = at
      } else if byte == Self.newline
        || byte == Self.carriageReturn && !(at < bytes.count && bytes[at] == Self.newline)
      {
        line += 1
      }
    }
    let last = bytes[start..<(at - 1)]
    // Some programs pad cells with blanks; any other text would be lost.
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
    if at < bytes.count, !endsCell(bytes[at]) { brokenLine = brokenLine ?? line }
    while at < bytes.count, !endsCell(bytes[at]) { at += 1 }
    return parts.isEmpty
      ? String(decoding: last, as: UTF8.self) : String(decoding: parts + last, as: UTF8.self)
  }

  private func endsCell(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == Self.newline || byte == Self.carriageReturn
  }

  private mutating func consumeDelimiter() -> Bool {
    guard at < bytes.count, bytes[at] == delimiter else { return false }
    at += 1
    return true
  }

  private mutating func consumeLineEnd() {
    guard at < bytes.count else { return }
    let isPair =
      bytes[at] == Self.carriageReturn && at + 1 < bytes.count && bytes[at + 1] == Self.newline
    at += isPair ? 2 : 1
    line += 1
  }
}
