import FoundationEssentials

/// A header line that continues with a row because the line break between them is missing.
package struct HeaderGluedToRow {
  package let line: Int
  /// A cell of the row.
  package let cell: String

  /// Such a line must be within this many lines.
  private static let lineLimit = 40

  /// Finds the first such line of a text.
  ///
  /// - Returns: `nil` if there is none.
  package init?(in text: [UInt8]) {
    for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] {
      var reader = CSVReader(text, delimiter: delimiter)
      var last: CSVRow?
      do throws(FileTextError) {
        while let row = try reader.next(), row.line <= Self.lineLimit {
          if let last, let cell = rowCell(amongNames: last.cells, countBelow: row.cells.count) {
            (line, self.cell) = (last.line, cell)
            return
          }
          if !row.isBlank { last = row }
        }
      } catch {
        // With another delimiter the text may still be rows.
      }
      if let last, let cell = rowCell(amongNames: last.cells, countBelow: nil) {
        (line, self.cell) = (last.line, cell)
        return
      }
    }
    return nil
  }
}

extension CSVTable {
  /// Whether the header line also contains a row, which would be lost.
  package var hasHeaderGluedToRow: Bool {
    let first: CSVRecord?
    do throws(FileTextError) { first = try records(first: 1).first } catch { return false }
    return rowCell(amongNames: line.columns, countBelow: first?.row.cells.count) != nil
  }
}

/// A cell of the row that follows the column names on the same line.
///
/// Rows below then have half as many cells, or one more because the last name and the first cell
/// are glued together.
///
/// - Parameter countBelow: The number of cells in the next row, or `nil` if there is none; then a
///   quote within the last name marks its end.
private func rowCell(amongNames cells: [String], countBelow: Int?) -> String? {
  let count = (cells.count + 1) / 2
  guard count > 2 else { return nil }
  let isGlued = !cells.count.isMultiple(of: 2)
  let isHalf =
    countBelow == count || countBelow == nil && isGlued && cells[count - 1].contains("\"")
  guard isHalf else { return nil }
  let names = cells.prefix(isGlued ? count - 1 : count).map(\.trimmed)
  guard names.allSatisfy({ !$0.isEmpty && !isDate($0) && !isFigure($0) }) else { return nil }
  let row = cells.suffix(cells.count - count).map(\.trimmed)
  // A date at the start belongs to the end of the last name.
  let isDated =
    row.contains(where: isDate) || isGlued && cells[count - 1].count(where: \.isNumber) > 5
  return isDated ? row.first { isDate($0) || isFigure($0) } : nil
}
