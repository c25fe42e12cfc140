import ImportText

/// Recognizes a last row that an interrupted download cut off.
struct FileEnding {
  /// Whether there are rows and all have a cell for each column.
  private var areRowsWhole: Bool?

  /// Whether the file ends within a row: without a line ending, and with fewer cells than all rows
  /// before it.
  mutating func cuts(_ record: CSVRecord) -> Bool {
    let isWhole = record.row.cells.count >= record.header.count
    defer { areRowsWhole = isWhole && areRowsWhole ?? true }
    return record.row.isUnended && !isWhole && areRowsWhole ?? false
  }
}
