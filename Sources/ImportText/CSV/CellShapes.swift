import FoundationEssentials

extension CSVHeader {
  /// Whether a column name is a date, so the line is a row, not a header.
  package var hasDates: Bool { columns.keys.contains(where: isDate) }
}

/// Whether a cell looks like a date.
package func isDate(_ cell: String) -> Bool {
  guard cell.utf8.count > 5, cell.contains(where: \.isNumber) else { return false }
  return DateOrder.isSlashed(cell) || DateOrder.isDotted(cell)
    || parsedDate(cell, [.yearFirst, .dayFirst, .monthName, .dayMonthName, .weekday, .timeFirst])
      != nil
}

/// Whether a cell is a number, with or without a unit.
package func isFigure(_ cell: String) -> Bool {
  guard let first = cell.firstIndex(where: \.isNumber), cell.utf8.count < 40 else { return false }
  let last = cell.lastIndex(where: \.isNumber) ?? first
  return cell[..<first].count <= 4 && cell[last...].count <= 7
    && cell[first...last].allSatisfy { $0.isNumber || ".,' ".contains($0) }
}
