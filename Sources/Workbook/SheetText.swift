/// A sheet being converted to CSV.
///
/// Rows and cells are in sheet order. Missing rows become blank lines, and line breaks within cells
/// become spaces, so that each row is on the line with its number.
struct SheetText {
  /// The maximum number of columns in a spreadsheet.
  static let maxColumns = 16_384

  private var bytes: [UInt8] = []
  private let limit: Int
  /// The number of rows, including blank ones that are written only if others follow.
  private(set) var rowCount = 0
  private var blankRows = 0
  /// The current row, and its number of cells up to the last nonblank one.
  private var row: [UInt8] = []
  private var cells = 0
  /// The offsets of `:00` after times whose format shows no seconds, in the row and in all bytes.
  private var marksOfRow: [Mark] = []
  private var marks: [Mark] = []
  private var columnsWithSeconds: Set<Int> = []

  private struct Mark {
    let column: Int
    var offset: Int
  }

  /// - Parameter limit: The maximum length of the text in bytes.
  init(limit: Int) { self.limit = limit }

  /// Writes a cell.
  ///
  /// - Parameters:
  ///   - text: UTF-8; empty cells can be skipped.
  ///   - column: Its index from 0, which must ascend.
  ///   - hidesSeconds: Whether a time's format shows no seconds; `nil` for other cells.
  /// - Throws: ``WorkbookError``.
  mutating func add(
    _ text: some Collection<UInt8>, at column: Int, hidesSeconds: Bool? = nil
  ) throws(WorkbookError) {
    guard !text.isEmpty else { return }
    guard column < Self.maxColumns else { throw .damaged("a row has over 16,384 columns") }
    guard column >= cells else { throw .damaged("cells are not in their order") }
    let commas = cells == 0 ? column : column - cells + 1
    guard row.count + commas + 2 * text.count + bytes.count < limit else { throw .tooLarge }
    for _ in 0..<commas { row.append(UInt8(ascii: ",")) }
    cells = column + 1
    if text.contains(where: Self.mustBeQuoted) {
      row.append(Self.quote)
      for byte in text {
        if byte == Self.quote { row.append(Self.quote) }
        row.append(Self.isLineBreak(byte) ? UInt8(ascii: " ") : byte)
      }
      row.append(Self.quote)
    } else {
      row.append(contentsOf: text)
    }
    guard let hidesSeconds else { return }
    if hidesSeconds, row.suffix(3).elementsEqual(":00".utf8) {
      marksOfRow.append(Mark(column: column, offset: row.count - 3))
    } else {
      columnsWithSeconds.insert(column)
    }
  }

  private static let quote = UInt8(ascii: "\"")

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Any character that a reader may interpret as a delimiter.
  private static func mustBeQuoted(_ byte: UInt8) -> Bool {
    switch byte {
    case quote, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ";"): true
    default: false
    }
  }

  /// Skips rows.
  ///
  /// - Parameter row: The index of the next row from 0.
  mutating func skip(to row: Int) throws(WorkbookError) {
    guard row >= rowCount else { throw .damaged("rows are not in their order") }
    blankRows += row - rowCount
    rowCount = row
  }

  /// Ends the row, which repeats `times` times.
  mutating func endRow(times: Int = 1) throws(WorkbookError) {
    rowCount += times
    guard !row.isEmpty else {
      blankRows += times
      return
    }
    // A sheet may repeat a row a million times.
    guard bytes.count + blankRows + (row.count + 1) * times <= limit else { throw .tooLarge }
    for _ in 0..<blankRows { bytes.append(Self.newline) }
    for _ in 0..<times {
      for mark in marksOfRow {
        marks.append(Mark(column: mark.column, offset: bytes.count + mark.offset))
      }
      bytes += row
      bytes.append(Self.newline)
    }
    (blankRows, cells) = (0, 0)
    row.removeAll(keepingCapacity: true)
    marksOfRow.removeAll(keepingCapacity: true)
  }

  private static let newline = UInt8(ascii: "\n")

  /// The complete text.
  ///
  /// A format of hours and minutes hides a cell's seconds. If no cell of a column has or shows
  /// seconds, its times are written to the minute.
  func finished() -> [UInt8] {
    let spare = marks.filter { !columnsWithSeconds.contains($0.column) }
    guard !spare.isEmpty else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var at = 0
    for mark in spare {
      text += bytes[at..<mark.offset]
      at = mark.offset + 3
    }
    return text + bytes[at...]
  }
}
