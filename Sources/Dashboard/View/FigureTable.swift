import CellGrid
import Widgets

/// A small table: figures are right-aligned, text is left-aligned, and columns collapse as needed.
struct FigureTable {
  struct Column {
    let title: String
    /// Whether the column is left-aligned text.
    var isText = false
    /// Columns with greater numbers collapse first; 0 never collapses.
    var collapseOrder = 0
    /// Whether the column is omitted if it is empty in every row.
    var canBeAbsent = false
  }

  let columns: [Column]
  /// One figure per column.
  let rows: [[FormattedFigure]]
  /// Minimum column widths, if other rows count too.
  var least: [Int] = []

  /// The columns that fit, with their ranges.
  func columnRanges(
    in available: Int, hiding hidden: Set<Int> = [], isPrivate: Bool,
    showing marks: (Int) -> String = { _ in "" }
  ) -> [(column: Int, range: Range<Int>)] {
    let least = least.isEmpty ? columns.map { _ in 0 } : least
    let widths = columns.indices.map { column in
      let title = columnWidth(of: columns[column].title + marks(column))
      return rows.reduce(max(title, least[column])) {
        max($0, columnWidth(of: $1[column].marked(isPrivate: isPrivate)))
      }
    }
    var shown = columns.indices.filter { !hidden.contains($0) }.filter { column in
      !columns[column].canBeAbsent || least[column] > 0
        || rows.contains { ![Figures.unknown, ""].contains($0[column].text) }
    }
    func needed() -> Int { shown.reduce(-2) { $0 + widths[$1] + 2 } }
    while needed() > available, shown.count > 1,
      let next = shown.max(by: { columns[$0].collapseOrder < columns[$1].collapseOrder }),
      columns[next].collapseOrder > 0
    { shown.removeAll { $0 == next } }
    let spare = max(0, available - needed())
    let gap = shown.count > 1 ? 2 + min(6, spare / (shown.count - 1)) : 2
    var at = 0
    return shown.map { column in
      defer { at += widths[column] + gap }
      return (column, at..<min(available, at + widths[column]))
    }
  }
}

extension Painter {
  /// Draws one row of a table, with arrows at the left edge of their columns.
  mutating func draw(
    _ figures: [FormattedFigure], of table: FigureTable,
    at ranges: [(column: Int, range: Range<Int>)],
    isPrivate: Bool, in area: CellArea, row: Int
  ) {
    for (column, range) in ranges {
      let figure = figures[column]
      let text = figure.text(isPrivate: isPrivate)
      if table.columns[column].isText {
        left(text, figure.role, in: area, row: row, from: range.lowerBound, columns: range.count)
      } else {
        // Align arrows with each other, without a style change in between.
        let gap = range.count - columnWidth(of: figure.arrow) - columnWidth(of: text)
        let blanks = figure.arrow.isEmpty ? "" : String(repeating: " ", count: max(1, gap))
        right(
          figure.arrow + blanks + text, figure.role, in: area, row: row, before: range.upperBound)
      }
    }
  }

  /// Draws a week of prices in one row.
  mutating func draw(
    _ week: WeekLine, _ role: Role, columns: Int, in area: CellArea, row: Int, from column: Int
  ) {
    guard (0..<area.rows).contains(row) else { return }
    place(
      week.grid(columns: columns, role: role),
      in: CellArea(
        column: area.column + column, row: area.row + row, columns: columns, rows: 1))
  }

  /// Draws the column titles; the sort column has an arrow.
  mutating func drawHeading(
    of table: FigureTable, at ranges: [(column: Int, range: Range<Int>)], sorted: Int? = nil,
    isAscending: Bool = false, isSortable: Bool = false, in area: CellArea, row: Int
  ) {
    for (column, range) in ranges {
      let isSorted = column == sorted
      let title = table.columns[column].title + (isSorted ? (isAscending ? " ↑" : " ↓") : "")
      let role: Role = isSorted ? .accent : .secondary
      if table.columns[column].isText {
        left(title, role, in: area, row: row, from: range.lowerBound)
      } else {
        right(title, role, in: area, row: row, before: range.upperBound)
      }
      guard isSortable else { continue }
      hit(
        CellArea(
          column: area.column + range.lowerBound, row: area.row + row, columns: range.count,
          rows: 1), .sort(column))
    }
  }

  /// Draws a list's title with the selection's position, the filter, and for prices their age and
  /// the 24-hour change; the position gives way to the age.
  ///
  /// - Parameter hint: The hint after the name for switching to the alternative list.
  mutating func drawListTitle(
    _ title: String, list: RowList, count: Int, total: Int? = nil, filter: String = "",
    age: AgeNote? = nil, day: DayFigures? = nil, hint: FooterHint? = nil, isPrivate: Bool = false,
    in area: CellArea, row: Int
  ) {
    left(title, .title, in: area, row: row)
    var start = columnWidth(of: title) + 2
    var parts: [String] = []
    if count > 0 {
      parts.append(
        "\(FormattedFigure.count(list.selection + 1)) of \(FormattedFigure.count(count))")
    }
    if let total, total != count { parts.append("\(FormattedFigure.count(total)) in all") }
    let numbers = parts.joined(separator: ", ")
    let text = filter.isEmpty ? numbers : "\(numbers)  /\(filter)"
    let available = area.columns - columnWidth(of: title) - 2
    let index = columnWidth(of: text)
    let choices = [available - index - 3, available].map {
      age?.parts(fitting: $0, least: .sentence) ?? []
    }
    let isPlaced = index <= available && (age == nil || !choices[0].isEmpty)
    if isPlaced { right(text, .secondary, in: area, row: row) }
    let end = area.columns - (isPlaced ? index + 2 : 0)
    if let hint, start + hint.columns <= end {
      draw(hint, in: area, row: row, at: start)
      start += hint.columns + 3
    }
    draw(day, isPrivate: isPrivate, in: area, row: row, from: start, before: end)
    guard let age else { return }
    let shown = choices.first { !$0.isEmpty } ?? age.parts(fitting: available)
    draw(shown, in: area, row: row, before: isPlaced ? area.columns - index - 3 : nil)
  }

  /// Draws as much of the 24-hour change as fits between two columns.
  mutating func draw(
    _ day: DayFigures?, isPrivate: Bool, in area: CellArea, row: Int, from start: Int,
    before end: Int
  ) {
    let figures = day?.choices.first { start + $0.columns(isPrivate: isPrivate) <= end }
    write(figures ?? [], isPrivate: isPrivate, in: area, row: row, from: start)
  }

  /// Draws a scroll bar in the margin of a list longer than its area.
  mutating func drawScrollBar(list: RowList, count: Int, beside area: CellArea) {
    guard count > area.rows, area.rows > 2, area.endColumn < frame.grid.columns else { return }
    let size = max(1, area.rows * area.rows / count)
    let trackRows = area.rows - size
    let start = count > area.rows ? list.top * trackRows / (count - area.rows) : 0
    let margin = CellArea(column: area.endColumn, row: area.row, columns: 1, rows: area.rows)
    for row in start..<min(area.rows, start + size) { left("┃", .border, in: margin, row: row) }
  }

  /// Numbers the rows if enabled and returns the area to the right of the numbers.
  mutating func numbered(
    _ area: CellArea, list: RowList, count: Int, isShown: Bool
  ) -> CellArea {
    let width = FormattedFigure.count(count).count
    guard isShown, count > 0, area.columns > width + 20 else { return area }
    for row in 0..<max(0, min(area.rows, count - list.top)) {
      right(
        FormattedFigure.count(list.top + row + 1), .secondary, in: area, row: row, before: width)
    }
    return CellArea(
      column: area.column + width + 1, row: area.row, columns: area.columns - width - 1,
      rows: area.rows)
  }
}

extension FormattedFigure {
  /// A number of rows with thousands separators.
  static func count(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// A figure with fixed text.
  static func text(_ text: String, _ role: Role = .plain) -> FormattedFigure {
    FormattedFigure(text: text, masked: text, role: role)
  }
}
