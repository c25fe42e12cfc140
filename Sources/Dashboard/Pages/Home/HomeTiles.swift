import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Widgets

extension Painter {
  private static let percentColumns = 12

  private mutating func tile(_ title: String, in area: CellArea) -> CellArea {
    let inside = box(area)
    left(title, .title, in: inside, row: 0)
    return inside
  }

  /// What each coin's price did in 24 hours, with the price where there is room; where no change is
  /// known or all prices are old, the prices alone.
  mutating func drawMovers(_ state: DashboardState, in area: CellArea, now: Date) {
    let lines = state.portfolio.lines
    let isKnown = lines.byDayChange.contains { $0.hasDayChange(at: now) }
    let inside = tile(isKnown || lines.byShare.isEmpty ? "24 h" : "Prices", in: area)
    let rows = inside.dropFirstRows(2)
    guard isKnown else { return drawPrices(state, in: inside, now: now) }
    let shown = Self.bothEnds(of: lines.byDayChange, count: rows.rows)
    let step = Self.step(of: shown.count, in: rows.rows)
    let hasPrice = rows.columns >= Self.pricedColumns
    for (place, line) in shown.enumerated() {
      let row = place * step
      let figure = line.figure(in: .day, at: now)
      left(line.label.symbol, .plain, in: rows, row: row, columns: rows.columns - 12)
      right(figure.text, figure.role, in: rows, row: row)
      left(figure.arrow, figure.role, in: rows, row: row, from: rows.columns - 10)
      guard hasPrice, let price = line.figures[.price] else { continue }
      let end = rows.columns - 13
      right(price.text, .secondary, in: rows, row: row, before: end)
      markPrice(price, of: line.holding.id, state, now: now, in: rows, row: row, before: end)
    }
  }

  private mutating func drawPrices(
    _ state: DashboardState, in inside: CellArea, now: Date
  ) {
    let lines = state.portfolio.lines.byShare
    let rows = inside.dropFirstRows(3)
    guard !lines.isEmpty else {
      return centred("No prices yet", .secondary, in: inside, row: 4)
    }
    if state.portfolio.lines.byDayChange.isEmpty {
      left("24 h not known yet", .secondary, in: inside, row: 1)
    } else {
      left("old prices", .badge, in: inside, row: 1)
    }
    let shown = lines.count > rows.rows ? rows.rows - 1 : lines.count
    for (row, line) in lines.prefix(shown).enumerated() {
      let price = line.figures[.price] ?? .unknown
      right(price.text, price.role, in: rows, row: row)
      left(
        line.label.symbol, .plain, in: rows, row: row,
        columns: rows.columns - columnWidth(of: price.text) - 1)
      markPrice(
        price, of: line.holding.id, state, now: now, in: rows, row: row, before: rows.columns)
    }
    if shown < lines.count {
      left("+\(lines.count - shown) more", .secondary, in: rows, row: shown)
    }
  }

  /// Columns from which a price has room between a coin and its change.
  private static let pricedColumns = 36

  /// Every row of a list that fills its room, every other one of a list half as long.
  private static func step(of count: Int, in rows: Int) -> Int {
    count > 1 && rows >= count * 2 - 1 ? 2 : 1
  }

  /// The first half and the last half of a list that is longer than its room.
  private static func bothEnds(of lines: [HoldingLine], count: Int) -> [HoldingLine] {
    guard lines.count > count else { return lines }
    return Array(lines.prefix((count + 1) / 2) + lines.suffix(count / 2))
  }

  mutating func drawAllocation(_ lines: [HoldingLine], in area: CellArea) {
    let inside = tile("Allocation", in: area)
    let rows = inside.dropFirstRows(2)
    guard !lines.isEmpty else {
      centred(Figures.unknown, .secondary, in: inside, row: 4)
      return
    }
    let shown = lines.count > rows.rows ? rows.rows - 1 : lines.count
    let step = shown < lines.count ? 1 : Self.step(of: shown, in: rows.rows)
    for (place, line) in lines.prefix(shown).enumerated() {
      let row = place * step
      left(line.label.symbol, .plain, in: rows, row: row, columns: 6)
      let bar = rows.columns - 7 - 8
      left(shareBar(line.share ?? 0, columns: bar), .series(place), in: rows, row: row, from: 7)
      right((line.figures[.allocation] ?? .unknown).text, .secondary, in: rows, row: row)
    }
    if shown < lines.count {
      left("+\(lines.count - shown) more", .secondary, in: rows, row: shown)
    }
  }

  mutating func drawGains(_ lines: [HoldingLine], isPrivate: Bool, in area: CellArea) {
    let inside = tile("Unrealized", in: area)
    let rows = inside.dropFirstRows(2)
    guard !lines.isEmpty else {
      centred(Figures.unknown, .secondary, in: inside, row: 4)
      return
    }
    let amounts = lines.map { ($0.figures[.profitLoss] ?? .unknown) }
    let width = amounts.reduce(0) { max($0, columnWidth(of: $1.text(isPrivate: isPrivate))) }
    let shown = Self.bothEnds(of: lines, count: rows.rows)
    let step = Self.step(of: shown.count, in: rows.rows)
    for (place, line) in shown.enumerated() {
      let row = place * step
      let amount = line.figures[.profitLoss] ?? .unknown
      let percent = line.figures[.profitLossPercentage] ?? .unknown
      let end = rows.columns - Self.percentColumns
      left(line.label.symbol, .plain, in: rows, row: row, columns: end - width - 4)
      left(amount.arrow, amount.role, in: rows, row: row, from: end - width - 2)
      right(amount.text(isPrivate: isPrivate), amount.role, in: rows, row: row, before: end)
      right(percent.text, percent.role, in: rows, row: row)
    }
  }

  mutating func drawRecent(
    _ page: TransactionsPage, isPrivate: Bool, in area: CellArea
  ) {
    let inside = tile("Recent", in: area)
    let rows = inside.dropFirstRows(2)
    guard !page.newest.isEmpty else {
      centred("No transactions", .secondary, in: inside, row: 4)
      return
    }
    let newest = page.newest.prefix(rows.rows)
    let kindColumns = newest.reduce(4) { max($0, $1.kind.displayName.count) }
    for (row, transaction) in newest.enumerated() {
      let isWide = rows.columns >= 34
      let whole = days.day(transaction.date)
      let day = isWide ? whole : String(whole.dropFirst(5))
      left(day, .secondary, in: rows, row: row)
      let start = day.count + 1
      left(transaction.kind.displayName, .plain, in: rows, row: row, from: start)
      left(
        page.book[transaction.coinId].symbol, .plain, in: rows, row: row,
        from: start + kindColumns + 1,
        columns: 9)
      guard isWide else { continue }
      let figures = page.newestCounted.figures(of: transaction)
      right(figures.total.text(isPrivate: isPrivate), figures.total.role, in: rows, row: row)
      guard rows.columns >= 64 else { continue }
      let (price, amount) = (rows.columns - 18, rows.columns - 36)
      right(figures.price.text(isPrivate: isPrivate), .secondary, in: rows, row: row, before: price)
      right(figures.amount.text(isPrivate: isPrivate), .plain, in: rows, row: row, before: amount)
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
