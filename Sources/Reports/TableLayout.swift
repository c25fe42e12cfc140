public import CellGrid
import Exact
import Threads
import Widgets

/// A report laid out as a table that fits the terminal.
///
/// A table that is too wide first clips long texts to their columns' minimum, then leaves columns
/// out in collapse order and names them, and finally clips texts further. Only prose columns wrap,
/// and figures are never cut.
public struct TableLayout: Sendable {
  /// A column as displayed.
  private struct ShownColumn {
    let index: Int
    var width: Int
  }

  /// The minimum width of prose next to other columns; narrower prose moves below its row.
  private static let proseWidth = 24
  /// The minimum number of cells that clipping leaves of a text.
  private static let minText = 4

  private let report: Report
  private let style: ReportStyle
  /// The displayed cells of each row, formatted once: widths are known only after all rows are
  /// seen.
  private let rows: [PackedCells]
  private let naturalWidths: [Int]
  private var shown: [ShownColumn]
  /// The index of the prose column displayed below each row.
  private var below: Int?

  /// Lays a report out for its reader.
  public init(_ report: Report, _ style: ReportStyle) {
    self.report = report
    self.style = style
    let titled = report.columns.indices.filter { report.columns[$0].title != nil }
    var widths = report.columns.map { columnWidth(of: $0.title ?? "") }
    func widen(for cells: PackedCells) {
      for index in titled { widths[index] = max(widths[index], cells.widths[index]) }
    }
    @Sendable func packed(_ rows: Slice<Report.Rows>) -> PackedCells {
      var cells = PackedCells(columns: titled, of: report.columns.count)
      for row in rows { cells.append(row, isPrivate: style.isPrivate) }
      cells.fit()
      return cells
    }
    var rows: [PackedCells] = []
    forEachPiece(of: report.rows.count) {
      packed(report.rows[$0])
    } _: {
      rows.append($0)
      widen(for: $0)
    }
    if let total = report.total {
      var cells = PackedCells(columns: titled, of: report.columns.count)
      cells.append(total, isPrivate: style.isPrivate)
      widen(for: cells)
    }
    self.rows = rows
    naturalWidths = widths
    shown = titled.map { ShownColumn(index: $0, width: widths[$0]) }
    if let width = style.width { fit(to: width) }
  }

  /// The number of lines.
  public var lineCount: Int {
    let isProse = report.columns.contains { $0.isProse }
    let count = rows.reduce(0) { count, rows in
      count + (isProse ? rows.reduce(0) { $0 + lines($1).count } : rows.count)
    }
    return 1 + count + (report.total == nil ? 0 : 1) + footer.count
  }

  /// Writes the table piece by piece, so that a long table never exists as one text.
  ///
  /// - Parameters:
  ///   - text: Converts a line to text.
  ///   - write: Receives the text of a few lines.
  public func write(
    as text: @escaping @Sendable (Grid) -> String, _ write: (String) -> Void
  ) {
    write(text(line(report.columns.map { Cell(text: $0.title ?? "", role: .secondary) })))
    forEachPiece(of: rows.count, size: 1) { [self] pieces in
      rows[pieces].joined().reduce(into: "") { all, row in
        for line in lines(row) { all += text(line) }
      }
    } _: {
      write($0)
    }
    if let total = report.total {
      write(text(line(total.map { Cell($0, isPrivate: style.isPrivate) })))
    }
    for note in footer { write(text(grid(note, column: 0, Style(.secondary)))) }
  }

  private var footer: [String] {
    let hidden = report.columns.indices.filter { index in
      index != below && !shown.contains { $0.index == index }
    }.compactMap { report.columns[$0].title }
    let notes = hidden.isEmpty ? [] : ["Not shown at this width: \(Self.list(hidden))"]
    return (report.notes + notes).flatMap { note in
      style.width.map { wrapped(cleaned(note), to: $0) } ?? [cleaned(note)]
    }
  }

  /// The titles of columns in one text; consecutive years are a range, such as `2013-2021`.
  private static func list(_ titles: [String]) -> String {
    var ranges: [(first: String, last: String)] = []
    for title in titles {
      if let year = Int(title), let last = ranges.last.flatMap({ Int($0.last) }), year == last + 1 {
        ranges[ranges.count - 1].last = title
      } else {
        ranges.append((title, title))
      }
    }
    return ranges.map { $0.first == $0.last ? $0.first : "\($0.first)-\($0.last)" }
      .joined(separator: ", ")
  }

  private var total: Int { shown.reduce(0) { $0 + $1.width } + 2 * max(0, shown.count - 1) }

  private mutating func fit(to width: Int) {
    clipTexts(to: width)
    collapse(to: width, before: Report.Column.lastResort)
    if total > width { below = shown.first { report.columns[$0.index].isProse }?.index }
    shown.removeAll { $0.index == below }
    clipTexts(to: width, least: Self.minText)
    collapse(to: width, least: Self.minText)
  }

  /// Leaves columns out until the table fits.
  private mutating func collapse(to width: Int, before end: Int = .max, least: Int? = nil) {
    while total > width, shown.count > 1, let next = nextToCollapse(before: end) {
      shown.removeAll { $0.index == next }
      // Give the freed width to clipped texts.
      for index in shown.indices { shown[index].width = naturalWidths[shown[index].index] }
      clipTexts(to: width)
      if let least { clipTexts(to: width, least: least) }
    }
  }

  /// Clips texts from the right until the table fits.
  ///
  /// - Parameters:
  ///   - width: The available width.
  ///   - least: The number of cells to leave of each text; `nil` for the columns' minimum widths.
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

  /// The lines of a row: one, plus wrapped prose.
  private func lines(_ row: [Cell]) -> [Grid] {
    if let below, let width = style.width {
      return [line(row)]
        + wrapped(row[below].text, to: width - 2).map {
          grid($0, column: 2, Style(row[below].role))
        }
    }
    guard let prose = shown.first(where: { report.columns[$0.index].isProse }) else {
      return [line(row)]
    }
    let cell = row[prose.index]
    let texts = wrapped(cell.text, to: prose.width)
    guard texts.count > 1 else { return [line(row)] }
    return texts.enumerated().map { number, text in
      var part = number == 0 ? row : row.map { _ in Cell() }
      part[prose.index] = Cell(text: text, role: cell.role)
      return line(part)
    }
  }

  private func line(_ row: [Cell]) -> Grid {
    var parts: [(text: String, column: Int, role: Role)] = []
    parts.reserveCapacity(shown.count)
    // Use the row's own width, so that a long note in another row doesn't make this one taller.
    var (start, end) = (0, 1)
    for field in shown {
      let cell = row[field.index]
      let text = clipped(cell.text, to: field.width)
      let width = columnWidth(of: text)
      let column = start + (report.columns[field.index].isNumber ? field.width - width : 0)
      if !text.isEmpty {
        parts.append((text, column, cell.role))
        end = max(end, column + width)
      }
      start += field.width + 2
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

/// The displayed form of a value.
private struct Cell {
  var text = ""
  var role: Role = .plain
}

extension Cell {
  init(_ value: FormattedValue, isPrivate: Bool) {
    self.init(text: value.text(isPrivate: isPrivate), role: value.role)
  }
}

/// Table cells stored compactly; separate strings would need many times the memory.
private struct PackedCells: RandomAccessCollection, Sendable {
  private let columns: [Int]
  /// The widest text of each column.
  private(set) var widths: [Int]
  private var bytes: [UInt8] = []
  private var starts: [UInt32] = []
  /// The roles in use; cells store an index into them.
  private var roles: [Role] = []

  /// Makes an empty list of rows that keep only these columns.
  init(columns: [Int], of columnCount: Int) {
    self.columns = columns
    widths = Array(repeating: 0, count: columnCount)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { starts.count }

  mutating func append(_ row: [FormattedValue], isPrivate: Bool) {
    starts.append(UInt32(bytes.count))
    for index in columns {
      let cell = Cell(row[index], isPrivate: isPrivate)
      widths[index] = Swift.max(widths[index], columnWidth(of: cell.text))
      bytes.append(number(of: cell.role))
      bytes.append(count: UInt(cell.text.utf8.count))
      bytes.append(contentsOf: cell.text.utf8)
    }
  }

  /// Releases unused capacity.
  mutating func fit() { (bytes, starts) = (Array(bytes[...]), Array(starts[...])) }

  private mutating func number(of role: Role) -> UInt8 {
    if let known = roles.firstIndex(of: role) { return UInt8(known) }
    roles.append(role)
    return UInt8(roles.count - 1)
  }

  subscript(position: Int) -> [Cell] {
    var row = [Cell](repeating: Cell(), count: widths.count)
    var at = Int(starts[position])
    for index in columns {
      row[index].role = roles[Int(bytes[at])]
      at += 1
      let end = Int(bytes.count(at: &at) ?? 0) + at
      row[index].text = String(decoding: bytes[at..<end], as: UTF8.self)
      at = end
    }
    return row
  }
}
