import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension DashboardState {
  /// The room of a page: all but the status line.
  var bodyArea: CellArea {
    CellArea(column: 0, row: 0, columns: columns, rows: rows - 1)
  }

  /// Where Home's panels stand, `nil` where none has room.
  var arrangement: HomeArrangement? { HomeArrangement(family: family, in: bodyArea) }

  /// Whether the screen is too small for anything but a line.
  var isTiny: Bool { columns < 20 || rows < 4 }
}

extension Painter {
  mutating func drawHome(_ state: DashboardState, now: Date) {
    let entry = state.data?.entry ?? .placeholder(at: now)
    guard let arrangement = state.arrangement else {
      drawLine(entry, state: state, in: state.rows > 1 ? state.bodyArea : area, now: now)
      return
    }
    let focus = arrangement.index(of: state.homeFocus)
    for (index, place) in arrangement.places.enumerated() {
      draw(place, entry: entry, state: state, now: now)
      if index == focus, arrangement.places.count > 1 { focusFrame(place.area) }
      hit(place.area, .tile(index))
    }
  }

  private mutating func draw(
    _ place: HomeArrangement.Place, entry: PortfolioEntry, state: DashboardState, now: Date
  ) {
    switch place.tile {
    case .widget(let family):
      let grid = panel(entry, family: family, isPrivate: state.isPrivate, now: now)
      self.place(grid, in: place.area)
    case .movers: drawMovers(state.portfolio.lines.byDayChange, in: place.area)
    case .allocation: drawAllocation(state.portfolio.lines.byShare, in: place.area)
    case .recent:
      drawRecent(state.transactions, isPrivate: state.isPrivate, in: place.area)
    }
  }

  private mutating func focusFrame(_ area: CellArea) {
    let edges = [
      CellArea(column: area.column, row: area.row, columns: area.columns, rows: 1),
      CellArea(column: area.column, row: area.endRow - 1, columns: area.columns, rows: 1),
      CellArea(column: area.column, row: area.row, columns: 1, rows: area.rows),
      CellArea(column: area.endColumn - 1, row: area.row, columns: 1, rows: area.rows),
    ]
    for edge in edges { restyle(edge) { $0.role = .borderFocused } }
  }

  /// The portfolio in one line, or where even that has no room, in one word.
  mutating func drawLine(
    _ entry: PortfolioEntry, state: DashboardState, in area: CellArea, now: Date
  ) {
    let row = max(0, (area.rows - 1) / 2)
    let line = line(entry, fitting: area.columns, isPrivate: state.isPrivate, now: now)
    if line.columns > 0 {
      place(
        line,
        in: CellArea(
          column: (area.columns - line.columns) / 2, row: area.row + row, columns: line.columns,
          rows: 1))
    } else {
      centred("bitpal", .title, in: area, row: row)
    }
  }
}

extension Painter {
  private mutating func tile(_ title: String, in area: CellArea) -> CellArea {
    let inside = box(area)
    left(title, .title, in: inside, row: 0)
    return inside
  }

  private mutating func drawMovers(_ lines: [HoldingLine], in area: CellArea) {
    let inside = tile("24 h", in: area)
    let rows = inside.dropFirstRows(2)
    guard !lines.isEmpty else {
      centred(Figures.unknown, .secondary, in: inside, row: 4)
      return
    }
    for (row, line) in Self.bothEnds(of: lines, count: rows.rows).enumerated() {
      let figure = line.figures[.day] ?? .unknown
      left(line.label.symbol, .plain, in: rows, row: row, columns: rows.columns - 12)
      right(figure.text, figure.role, in: rows, row: row)
      left(figure.arrow, figure.role, in: rows, row: row, from: rows.columns - 10)
    }
  }

  /// The first half and the last half of a list that is longer than its room.
  private static func bothEnds(of lines: [HoldingLine], count: Int) -> [HoldingLine] {
    guard lines.count > count else { return lines }
    return Array(lines.prefix((count + 1) / 2) + lines.suffix(count / 2))
  }

  private mutating func drawAllocation(_ lines: [HoldingLine], in area: CellArea) {
    let inside = tile("Allocation", in: area)
    let rows = inside.dropFirstRows(2)
    guard !lines.isEmpty else {
      centred(Figures.unknown, .secondary, in: inside, row: 4)
      return
    }
    let shown = lines.count > rows.rows ? rows.rows - 1 : lines.count
    for (row, line) in lines.prefix(shown).enumerated() {
      left(line.label.symbol, .plain, in: rows, row: row, columns: 6)
      let bar = rows.columns - 7 - 8
      left(shareBar(line.share ?? 0, columns: bar), .plain, in: rows, row: row, from: 7)
      right((line.figures[.allocation] ?? .unknown).text, .secondary, in: rows, row: row)
    }
    if shown < lines.count {
      left("+\(lines.count - shown) more", .secondary, in: rows, row: shown)
    }
  }

  private mutating func drawRecent(
    _ page: TransactionsPage, isPrivate: Bool, in area: CellArea
  ) {
    let inside = tile("Recent", in: area)
    let rows = inside.dropFirstRows(2)
    guard !page.newest.isEmpty else {
      centred("No transactions", .secondary, in: inside, row: 4)
      return
    }
    for (row, transaction) in page.newest.prefix(rows.rows).enumerated() {
      let isWide = rows.columns >= 40
      let day =
        isWide ? transaction.date.utcDayText : String(transaction.date.utcDayText.dropFirst(5))
      left(day, .secondary, in: rows, row: row)
      let start = day.count + 1
      left(transaction.type.displayName, .plain, in: rows, row: row, from: start)
      left(
        page.book[transaction.coinId].symbol, .plain, in: rows, row: row, from: start + 5,
        columns: 9)
      guard isWide else { continue }
      let total = TransactionFigures(transaction).total
      right(total.text(isPrivate: isPrivate), total.role, in: rows, row: row)
    }
  }
}

/// A share in percent as a bar, to an eighth of a cell; more than nothing is always to be seen.
func shareBar(_ share: Decimal, columns: Int) -> String {
  let eighths = (share * Decimal(columns * 8) / 100).rounded(toPlaces: 0)
  let limit = Decimal(columns * 8)
  var filled = 0
  if eighths >= limit {
    filled = columns * 8
  } else if eighths > 0 {
    filled = Int(eighths.canonicalText) ?? 0
  }
  if filled == 0, share > 0 { filled = 1 }
  let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  return String(repeating: "█", count: filled / 8) + parts[filled % 8]
}
