/// A row whose cells are looked up by column name.
package struct CSVRecord: Sendable {
  package let shared: SharedHeader
  package let row: CSVRow
  package var header: CSVHeader { shared.header }

  package init(under shared: SharedHeader, row: CSVRow) { (self.shared, self.row) = (shared, row) }

  package init(header: CSVHeader, row: CSVRow) { self.init(under: SharedHeader(header), row: row) }

  /// Where the record is in its file.
  package var source: RowSource {
    // The reasons of version 1.0 are not part of the row's content.
    let reason = header.index(of: CSVHeader.reasons)
    let own =
      reason == nil
      ? row.cells : row.cells.enumerated().filter { $0.offset != reason }.map(\.element)
    var source = RowSource(line: row.line, text: row.text, cells: own)
    source.file = header.file
    return source
  }

  /// Where the record is, with only the beginning of its text.
  package var beginning: RowSource {
    var source = RowSource(line: row.line, text: String(row.text.prefix(100)))
    source.file = header.file
    return source
  }

  /// A cell without surrounding space; empty if the column is missing or the row is short.
  package subscript(_ column: String) -> String {
    guard let index = header.index(of: column), index < row.cells.count else { return "" }
    return row.cells[index].trimmed
  }

  /// A cell exactly as written.
  package func verbatim(_ column: String) -> String {
    guard let index = header.index(of: column), index < row.cells.count else { return "" }
    return row.cells[index]
  }

  /// Whether the row has more cells than the header has columns.
  package var isTooLong: Bool { row.cells.dropFirst(header.count).contains { !$0.trimmed.isEmpty } }
}

/// A CSV file: its header, possibly below a preamble, and its records.
///
/// Each pass parses the records again, so a long file is never held in memory as cells.
package struct CSVTable: Sendable {
  package private(set) var header: CSVHeader {
    didSet { shared = SharedHeader(header) }
  }
  /// The header shared by the records.
  package private(set) var shared: SharedHeader
  /// The header as written.
  package let line: HeaderLine
  /// The delimiter, and the position of the first record.
  package var firstRow: (delimiter: UInt8, offset: Int, line: Int) { start }
  private let text: [UInt8]
  private let start: (delimiter: UInt8, offset: Int, line: Int)

  /// A table whose records are read elsewhere.
  package init(header: CSVHeader, line: HeaderLine) {
    (self.header, self.line, text, start) = (header, line, [], (0, 0, 1))
    shared = SharedHeader(header)
  }

  private init(_ text: [UInt8], under found: DetectedHeader) {
    (header, line, self.text) = (found.header, found.line, text)
    shared = SharedHeader(header)
    start = (found.delimiter, found.end, found.nextLine)
  }

  /// A header must be within this many lines.
  private static let preambleLimit = 40
  private static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  /// Finds the header and reads everything below it.
  ///
  /// The header decides the delimiter: a line is a header if it is recognized when split at commas,
  /// semicolons or tabs.
  ///
  /// - Parameters:
  ///   - text: UTF-8 without a byte order mark.
  ///   - isHeader: Whether a line with these columns is the wanted header.
  /// - Returns: The table, or `nil` if no line is a header.
  package static func find(
    in text: [UInt8], isHeader: (CSVHeader) -> Bool
  ) -> CSVTable? {
    guard let found = findHeader(in: text, isHeader: isHeader) else { return nil }
    return CSVTable(text, under: found)
  }

  /// Passes every record that is not blank to `take`, until it returns false.
  ///
  /// - Parameters:
  ///   - body: Receives a record and its offset; returns whether to continue.
  /// - Throws: ``FileTextError`` if the text does not consist of rows.
  package func eachRecord(_ body: (CSVRecord, Int) -> Bool) throws(FileTextError) {
    var reader = CSVReader(
      text, delimiter: start.delimiter, from: start.offset, line: start.line)
    var offset = start.offset
    while let row = try reader.next() {
      let next = reader.position.offset
      defer { offset = next }
      guard !row.isBlank else { continue }
      guard body(CSVRecord(under: shared, row: row), offset) else { return }
    }
  }

  /// The record at an offset from ``eachRecord(_:)``; `nil` if it cannot be read.
  package func record(at offset: Int, line: Int) -> CSVRecord? {
    var reader = CSVReader(text, delimiter: start.delimiter, from: offset, line: line)
    do throws(FileTextError) {
      return try reader.next().map { CSVRecord(under: shared, row: $0) }
    } catch { return nil }
  }

  /// All records, or the first `count`.
  package func records(first count: Int = .max) throws(FileTextError) -> [CSVRecord] {
    var records: [CSVRecord] = []
    try eachRecord { record, _ in
      records.append(record)
      return records.count < count
    }
    return records
  }

  /// Finds the header; see ``find(in:isHeader:)``.
  package static func findHeader(in text: [UInt8], isHeader: (CSVHeader) -> Bool) -> DetectedHeader?
  {
    var offset = 0
    for line in 1...preambleLimit where offset < text.count {
      for delimiter in delimiters {
        var reader = CSVReader(text, delimiter: delimiter, from: offset, line: line)
        guard
          case .success(let row?) = Result(catching: { () throws(FileTextError) in try reader.next()
          })
        else { continue }
        var header = CSVHeader(row)
        if isHeader(header) {
          header.preamble = String(decoding: text[..<offset], as: UTF8.self)
          let line = HeaderLine(
            text: row.text, delimiter: Unicode.Scalar(delimiter),
            columns: header.columns.sorted { $0.value < $1.value }.map(\.key))
          return DetectedHeader(
            header: header, line: line, delimiter: delimiter, end: reader.position.offset,
            nextLine: reader.position.line)
        }
      }
      offset = endOfLine(text, from: offset)
    }
    return nil
  }

  /// Sets the file name, and the date order and zone if known.
  package mutating func name(file: String, dateOrder: DateOrder? = nil, zone: Zone? = nil) {
    header.file = file
    header.dateOrder = dateOrder
    header.zone = zone
  }

  /// The table with renamed columns.
  package func under(_ header: CSVHeader) -> CSVTable {
    var table = self
    table.header = header
    return table
  }

  /// Sets the currency of figures without one.
  package mutating func setCurrency(_ currency: Asset) { header.currency = currency }

  /// Adds the user's meanings of words that the format does not know.
  package mutating func setWords(_ words: KindTable, hasSigns: Bool) {
    (header.words, header.hasSigns) = (words, hasSigns)
  }

  /// Determines the order of day and month from a column's dates.
  package mutating func findDateOrder(in column: String) throws(FileTextError) {
    var shown = DateOrderDetector()
    try eachRecord { record, _ in
      shown.look(at: record[column])
      return shown.order == nil
    }
    header.dateOrder = shown.order
  }

  /// Determines the decimal separator from the first unambiguous numbers.
  ///
  /// - Parameter count: The maximum number of rows to read.
  package mutating func findDecimalMark(first count: Int = .max) throws(FileTextError) {
    var shown: DecimalMark?
    var seen = 0
    try eachRecord { record, _ in
      seen += 1
      shown = DecimalMark(shownBy: record.row) ?? shown
      // A single row that contradicts itself is not evidence about the others.
      return seen < count && (shown == nil || shown == .both && seen < 20)
    }
    header.decimalMark = shown
    header.columnMarks = try marksOfColumns()
    let plain = Set(try marksOfColumns(isPlain: true).compactMap(\.self))
    let isFiatUnit = plain.isEmpty && header.columnMarks.contains(.comma)
    header.sharedMark = plain.count > 1 || isFiatUnit ? .both : plain.first
  }

  /// The number of rows examined for each column's decimal separator.
  private static let rowsOfMarks = 100

  private func marksOfColumns(
    isPlain: Bool = false
  ) throws(FileTextError) -> [DecimalMark?] {
    var shown = [DecimalMark?](repeating: nil, count: header.count)
    var seen = 0
    try eachRecord { record, _ in
      for (column, cell) in record.row.cells.prefix(shown.count).enumerated() {
        guard let mark = DecimalMark(shownBy: cell, isPlain: isPlain) else { continue }
        shown[column] = shown[column] == nil || shown[column] == mark ? mark : .both
      }
      seen += 1
      return seen < Self.rowsOfMarks
    }
    return shown.map { $0 == .both ? nil : $0 }
  }

  private static func endOfLine(_ text: [UInt8], from offset: Int) -> Int {
    var at = offset
    while at < text.count, text[at] != UInt8(ascii: "\n"), text[at] != UInt8(ascii: "\r") {
      at += 1
    }
    if at + 1 < text.count, text[at] == UInt8(ascii: "\r"), text[at + 1] == UInt8(ascii: "\n") {
      at += 1
    }
    return at + 1
  }
}
