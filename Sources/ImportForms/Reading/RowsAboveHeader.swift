import FoundationEssentials
import ImportText

extension DetectedFormat {
  /// The rows above the header: those of another table, or what a spreadsheet sorted to the top.
  ///
  /// What exports write above their tables, such as the time they are of, is left to them: a
  /// row has a date and a figure, and as many cells as the table has or the line of names above it.
  static func rowsAbove(_ table: CSVTable) -> [RowResult] {
    var named: Set<Int> = [table.header.count]
    var rows: [RowResult] = []
    for row in linesAbove(table) {
      let cells = row.cells.map(\.trimmed)
      let (dates, figures) = (cells.filter(isDate), cells.filter(isFigure))
      let count = cells.count { !$0.isEmpty }
      if dates.isEmpty, figures.isEmpty, count > 2 { named.insert(cells.count) }
      let isRow = !dates.isEmpty && figures.contains { !dates.contains($0) } && count > 2
      guard isRow, named.contains(cells.count) else { continue }
      let source = CSVRecord(header: table.header, row: row).source
      rows.append(.refused(RefusedRow(source: source, reason: .aboveHeader)))
    }
    return rows
  }

  private static func linesAbove(_ table: CSVTable) -> [CSVRow] {
    var reader = CSVReader(Array(table.header.preamble.utf8), delimiter: table.firstRow.delimiter)
    var lines: [CSVRow] = []
    do throws(FileTextError) {
      while let row = try reader.next() { lines.append(row) }
    } catch {
      // What cannot be read as cells is prose.
    }
    return lines
  }
}
