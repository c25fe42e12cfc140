public import CellGrid
import Widgets

/// A report as a table that fits: a quiet header, columns that line up, two spaces between.
///
/// A table that is too wide first clips long texts, then leaves columns out in their collapse
/// order, and says which. It never wraps, and no figure is ever cut.
public struct TableLayout: Sendable {
  private let report: Report
  private let style: ReportStyle
  private let naturalWidths: [Int]
  /// The columns shown, by index, and their widths.
  private var shown: [(index: Int, width: Int)]

  /// Lays a report out for its reader.
  public init(_ report: Report, _ style: ReportStyle) {
    self.report = report
    self.style = style
    let widths = report.columns.indices.map { index in
      report.rows.reduce(columnWidth(of: report.columns[index].title ?? "")) {
        max($0, columnWidth(of: $1[index].text(isPrivate: style.isPrivate)))
      }
    }
    naturalWidths = widths
    shown = report.columns.indices.filter { report.columns[$0].title != nil }
      .map { ($0, widths[$0]) }
    if let width = style.width { fit(to: width) }
  }

  /// How many lines the table has.
  public var lineCount: Int { 1 + report.rows.count + footer.count }

  /// Calls `write` with the table line by line, so that a long one needs no more memory than its
  /// texts.
  public func write(_ write: (Grid) -> Void) {
    write(line(report.columns.map { FormattedValue.text($0.title, role: .secondary) }))
    for row in report.rows { write(line(row)) }
    for note in footer {
      var grid = Grid(columns: max(1, columnWidth(of: note)), rows: 1)
      grid.write(note, column: 0, row: 0, style: Style(.secondary))
      write(grid)
    }
  }

  private var footer: [String] {
    let hidden = report.columns.indices.filter { index in
      !shown.contains { $0.index == index }
    }.compactMap { report.columns[$0].title }
    let notes = hidden.isEmpty ? [] : ["Not shown at this width: \(hidden.joined(separator: ", "))"]
    return (report.notes + notes).map { note in
      style.width.map { clipped(cleaned(note), to: $0) } ?? cleaned(note)
    }
  }

  private var total: Int { shown.reduce(0) { $0 + $1.width } + 2 * max(0, shown.count - 1) }

  private mutating func fit(to width: Int) {
    clipTexts(to: width)
    while total > width, shown.count > 1, let next = nextToCollapse {
      shown.removeAll { $0.index == next }
      // Room that a column leaves goes to the texts that were clipped.
      for place in shown.indices { shown[place].width = naturalWidths[shown[place].index] }
      clipTexts(to: width)
    }
  }

  private mutating func clipTexts(to width: Int) {
    for place in shown.indices.reversed() {
      guard total > width, let least = report.columns[shown[place].index].minimumWidth else {
        continue
      }
      let natural = shown[place].width
      shown[place].width = max(min(least, natural), natural - (total - width))
    }
  }

  private var nextToCollapse: Int? {
    shown.map(\.index).filter { report.columns[$0].collapseOrder != nil }
      .min { (report.columns[$0].collapseOrder ?? 0) < (report.columns[$1].collapseOrder ?? 0) }
  }

  private func line(_ row: [FormattedValue]) -> Grid {
    var parts: [(text: String, column: Int, role: Role)] = []
    var start = 0
    for (index, width) in shown {
      let text = clipped(row[index].text(isPrivate: style.isPrivate), to: width)
      let slack = width - columnWidth(of: text)
      parts.append((text, start + (report.columns[index].isNumber ? slack : 0), row[index].role))
      start += width + 2
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
}
