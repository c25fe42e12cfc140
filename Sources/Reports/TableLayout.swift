public import CellGrid
import Widgets

/// A report as a table that fits: a quiet header, columns that line up, two spaces between.
///
/// A table that is too wide first clips long texts to what their columns allow, then leaves columns
/// out in their collapse order, and says which; where that is not enough, texts are clipped
/// further. It never wraps, except in columns of prose, and no figure is ever cut.
public struct TableLayout: Sendable {
  /// A column as it is shown.
  private struct Place {
    let index: Int
    var width: Int
  }

  /// The least width of prose next to other columns; with less it moves below its row.
  private static let proseWidth = 24
  /// Cells that are left of a text in the end.
  private static let leastText = 4

  private let report: Report
  private let style: ReportStyle
  private let naturalWidths: [Int]
  private var shown: [Place]
  /// The column of prose that stands below each row, by index.
  private var below: Int?

  /// Lays a report out for its reader.
  public init(_ report: Report, _ style: ReportStyle) {
    self.report = report
    self.style = style
    var widths = report.columns.map { columnWidth(of: $0.title ?? "") }
    func widen(for row: [FormattedValue]) {
      for index in widths.indices where report.columns[index].title != nil {
        let width = columnWidth(of: row[index].text(isPrivate: style.isPrivate))
        widths[index] = max(widths[index], width)
      }
    }
    for row in report.rows { widen(for: row) }
    report.total.map(widen)
    naturalWidths = widths
    shown = report.columns.indices.filter { report.columns[$0].title != nil }
      .map { Place(index: $0, width: widths[$0]) }
    if let width = style.width { fit(to: width) }
  }

  /// How many lines the table has.
  public var lineCount: Int {
    let isProse = report.columns.contains { $0.isProse }
    let rows = isProse ? report.rows.reduce(0) { $0 + lines($1).count } : report.rows.count
    return 1 + rows + (report.total == nil ? 0 : 1) + footer.count
  }

  /// Calls `write` with the table line by line, so that a long one needs no more memory than its
  /// texts.
  public func write(_ write: (Grid) -> Void) {
    write(line(report.columns.map { FormattedValue.text($0.title, role: .secondary) }))
    for row in report.rows { for line in lines(row) { write(line) } }
    if let total = report.total { write(line(total)) }
    for note in footer { write(grid(note, column: 0, Style(.secondary))) }
  }

  private var footer: [String] {
    let hidden = report.columns.indices.filter { index in
      index != below && !shown.contains { $0.index == index }
    }.compactMap { report.columns[$0].title }
    let notes = hidden.isEmpty ? [] : ["Not shown at this width: \(hidden.joined(separator: ", "))"]
    return (report.notes + notes).flatMap { note in
      style.width.map { wrapped(cleaned(note), to: $0) } ?? [cleaned(note)]
    }
  }

  private var total: Int { shown.reduce(0) { $0 + $1.width } + 2 * max(0, shown.count - 1) }

  private mutating func fit(to width: Int) {
    clipTexts(to: width)
    collapse(to: width, before: Report.Column.lastResort)
    if total > width { below = shown.first { report.columns[$0.index].isProse }?.index }
    shown.removeAll { $0.index == below }
    clipTexts(to: width, least: Self.leastText)
    collapse(to: width, least: Self.leastText)
  }

  /// Leaves columns out until the table fits.
  private mutating func collapse(to width: Int, before end: Int = .max, least: Int? = nil) {
    while total > width, shown.count > 1, let next = nextToCollapse(before: end) {
      shown.removeAll { $0.index == next }
      // Room that a column leaves goes to the texts that were clipped.
      for index in shown.indices { shown[index].width = naturalWidths[shown[index].index] }
      clipTexts(to: width)
      if let least { clipTexts(to: width, least: least) }
    }
  }

  /// Clips texts from the right until the table fits.
  ///
  /// - Parameters:
  ///   - width: The room.
  ///   - least: The cells to leave of each text; `nil` for what the columns say.
  private mutating func clipTexts(to width: Int, least: Int? = nil) {
    for index in shown.indices.reversed() where total > width {
      let column = report.columns[shown[index].index]
      let wanted = column.isProse ? Self.proseWidth : column.minimumWidth
      guard let minimum = least.map({ wanted == nil ? nil : $0 }) ?? wanted else { continue }
      let natural = shown[index].width
      shown[index].width = max(min(minimum, natural), natural - (total - width))
    }
  }

  private func nextToCollapse(before end: Int) -> Int? {
    shown.compactMap { index in
      report.columns[index.index].collapseOrder.map { (order: $0, index: index.index) }
    }.filter { $0.order < end }.min { $0.order < $1.order }?.index
  }

  /// The lines of a row: one, and what its prose needs beyond it.
  private func lines(_ row: [FormattedValue]) -> [Grid] {
    if let below, let width = style.width {
      let text = row[below].text(isPrivate: style.isPrivate)
      return [line(row)]
        + wrapped(text, to: width - 2).map { grid($0, column: 2, Style(row[below].role)) }
    }
    guard let prose = shown.first(where: { report.columns[$0.index].isProse }) else {
      return [line(row)]
    }
    let value = row[prose.index]
    let texts = wrapped(value.text(isPrivate: style.isPrivate), to: prose.width)
    guard texts.count > 1 else { return [line(row)] }
    return texts.enumerated().map { number, text in
      var part = number == 0 ? row : row.map { _ in FormattedValue.text(nil) }
      part[prose.index] = .text(text, role: value.role)
      return line(part)
    }
  }

  private func line(_ row: [FormattedValue]) -> Grid {
    var parts: [(text: String, column: Int, role: Role)] = []
    var start = 0
    for index in shown {
      let value = row[index.index]
      let text = clipped(value.text(isPrivate: style.isPrivate), to: index.width)
      let slack = index.width - columnWidth(of: text)
      let column = start + (report.columns[index.index].isNumber ? slack : 0)
      parts.append((text, column, value.role))
      start += index.width + 2
    }
    // Only as wide as what the row holds: a long note in another row costs this one nothing.
    let end = parts.reduce(1) {
      $1.text.isEmpty ? $0 : max($0, $1.column + columnWidth(of: $1.text))
    }
    var grid = Grid(columns: end, rows: 1)
    for part in parts {
      grid.write(part.text, column: part.column, row: 0, style: Style(part.role))
    }
    return grid
  }

  private func grid(_ text: String, column: Int, _ style: Style) -> Grid {
    var grid = Grid(columns: max(1, column + columnWidth(of: text)), rows: 1)
    grid.write(text, column: column, row: 0, style: style)
    return grid
  }
}
