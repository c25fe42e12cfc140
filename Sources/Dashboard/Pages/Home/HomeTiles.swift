import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Widgets

extension Painter {
  private static let percentColumns = 12
  /// List width from which names are shown.
  private static let nameColumns = 40

  private mutating func tile(_ title: String, in area: CellArea) -> CellArea {
    let inside = box(area)
    left(title, .title, in: inside, row: 0)
    return inside
  }

  /// Draws the explanation of an empty panel, below its title.
  private mutating func drawAbsence(_ sentence: String, in inside: CellArea) {
    centered(sentence, .secondary, in: inside, row: max(1, min(4, inside.rows - 2)))
  }

  /// Draws the day's best and worst coins; if no change is known or all prices are old, the prices.
  mutating func drawMovers(_ state: DashboardState, in area: CellArea, now: Date) {
    let lines = state.portfolio.lines
    let known = lines.byDayChange.filter { $0.hasDayChange(at: now) }
    let inside = tile(!known.isEmpty || lines.byShare.isEmpty ? "24 h" : "Prices", in: area)
    guard !known.isEmpty else { return drawPrices(state, in: inside, now: now) }
    let rows = inside.dropFirstRows(inside.rows > known.count + 1 ? 2 : 1)
    let isWhole = known.count <= rows.rows
    let best = isWhole ? known.count : rows.rows / 2
    let worst = isWhole ? 0 : max(0, rows.rows - 1 - best)
    let shown = known.prefix(best) + known.suffix(worst)
    let hasNames = rows.columns >= Self.nameColumns
    let isTight = !hasNames && shown.contains { $0.label.isMarked }
    let widest = shown.map { columnWidth(of: $0.figure(in: .day, at: now).text) }.max() ?? 0
    let arrow = rows.columns - max(isTight ? 9 : 10, widest + 2)
    for (row, line) in shown.enumerated() {
      let row = row < best ? row : row + 1
      let figure = line.figure(in: .day, at: now)
      left(
        hasNames ? line.label.title : line.label.symbol, .plain, in: rows, row: row,
        columns: arrow - (isTight ? 1 : 2))
      right(figure.text, figure.role, in: rows, row: row)
      left(figure.arrow, figure.role, in: rows, row: row, from: arrow)
    }
    if !isWhole {
      left("+\(known.count - best - worst) more", .secondary, in: rows, row: best)
    }
  }

  private mutating func drawPrices(
    _ state: DashboardState, in inside: CellArea, now: Date
  ) {
    let lines = state.portfolio.lines.byShare
    let rows = inside.dropFirstRows(inside.rows > 4 ? 3 : 2)
    guard !lines.isEmpty else {
      return drawAbsence("No prices yet", in: inside)
    }
    if state.portfolio.lines.byDayChange.isEmpty {
      left("24 h not known yet", .secondary, in: inside, row: 1)
    } else {
      left("old prices", .badge, in: inside, row: 1)
    }
    let shown = lines.count > rows.rows ? max(0, rows.rows - 1) : lines.count
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

  /// Draws holdings with value, share and unrealized gain, greatest value first.
  mutating func drawHoldings(_ lines: [HoldingLine], isPrivate: Bool, in area: CellArea) {
    let inside = tile("Holdings", in: area)
    let rows = inside.dropFirstRows(inside.rows > lines.count + 1 ? 2 : 1)
    let shown = lines.count > rows.rows ? max(0, rows.rows - 1) : lines.count
    func width(_ column: HoldingColumn) -> Int {
      lines.prefix(shown).reduce(0) {
        max($0, columnWidth(of: ($1.figures[column] ?? .unknown).text(isPrivate: isPrivate)))
      }
    }
    let percent = rows.columns - Self.percentColumns
    let gain = percent - width(.profitLoss) - 2
    let share = gain - 2
    let hasGain = rows.columns >= 44
    let value = (hasGain ? share : rows.columns) - Self.shareColumns
    let symbols = lines.prefix(shown).reduce(7) { max($0, columnWidth(of: $1.label.symbol)) }
    let available = value - width(.value) - 2
    let name =
      rows.columns >= 100 ? 26 : max(8, min(symbols + 1, Self.symbolColumns + 1, available))
    let bar = available - name
    for (row, line) in lines.prefix(shown).enumerated() {
      func figure(_ column: HoldingColumn) -> FormattedFigure { line.figures[column] ?? .unknown }
      left(
        rows.columns >= 100 ? line.label.title : line.label.symbol, .plain, in: rows, row: row,
        columns: name - 1)
      if bar >= 6 {
        left(
          shareBar(line.share ?? 0, columns: bar), .series(line.rank), in: rows, row: row,
          from: name)
      }
      let worth = figure(.value)
      right(worth.text(isPrivate: isPrivate), worth.role, in: rows, row: row, before: value)
      right(
        figure(.allocation).text, .secondary, in: rows, row: row,
        before: value + Self.shareColumns)
      guard hasGain else { continue }
      let (result, ratio) = (figure(.profitLoss), figure(.profitLossPercentage))
      left(result.arrow, result.role, in: rows, row: row, from: gain)
      right(result.text(isPrivate: isPrivate), result.role, in: rows, row: row, before: percent)
      right(ratio.text, ratio.role, in: rows, row: row)
    }
    if shown < lines.count {
      left("+\(lines.count - shown) more", .secondary, in: rows, row: shown)
    }
  }

  /// Width that distinguishes coins sharing a symbol.
  private static let symbolColumns = 10
  /// Width of a share.
  private static let shareColumns = 8
  /// Maximum width of the list of newest transactions.
  private static let recentColumns = 120

  /// Draws open questions, open moves and fired alerts.
  mutating func drawWaiting(_ lines: [String], in area: CellArea) {
    let inside = tile("Waiting", in: area)
    let rows = inside.dropFirstRows(inside.rows > lines.count + 1 ? 2 : 1)
    for (row, line) in lines.enumerated() { left(line, .badge, in: rows, row: row) }
  }

  mutating func drawRecent(
    _ page: TransactionsPage, isPrivate: Bool, in area: CellArea
  ) {
    let inside = tile("Recent", in: area)
    // Limit the width so that a row's date and total are easy to match.
    var rows = inside.dropFirstRows(2)
    rows.columns = min(rows.columns, Self.recentColumns)
    guard !page.newest.isEmpty else {
      drawAbsence("No transactions", in: inside)
      return
    }
    let newest = page.newest.prefix(max(0, rows.rows))
    let kindColumns = newest.reduce(4) { max($0, $1.kind.displayName.count) }
    let symbolColumns = newest.reduce(4) {
      max($0, min(Self.symbolColumns, columnWidth(of: page.book[$1.coinId].symbol)))
    }
    let isWide = rows.columns >= 34
    let isMarked = newest.contains { page.book[$0.coinId].isMarked }
    for (row, transaction) in newest.enumerated() {
      let whole = days.day(transaction.date)
      let figures = page.newestCounted.figures(of: transaction)
      let total = figures.total.text(isPrivate: isPrivate)
      let amountColumns = isWide ? columnWidth(of: total) + 1 : 0
      let others = kindColumns + symbolColumns + 2
      let short = String(whole.dropFirst(5))
      // Prefer distinguishing coins that share a symbol.
      let day =
        [whole, short].first { $0.count + others + amountColumns <= rows.columns }
        ?? (isMarked && short.count + others > rows.columns ? "" : short)
      left(day, .secondary, in: rows, row: row)
      let start = day.isEmpty ? 0 : day.count + 1
      left(transaction.kind.displayName, .plain, in: rows, row: row, from: start)
      let symbol = start + kindColumns + 1
      left(
        page.book[transaction.coinId].symbol, .plain, in: rows, row: row, from: symbol,
        columns: symbolColumns)
      guard isWide else { continue }
      let freeColumns = rows.columns - symbol - symbolColumns - 1
      let isWhole = columnWidth(of: total) <= freeColumns || isPrivate
      let shown =
        isWhole ? total : page.newestCounted.shortTotal(of: transaction, fitting: freeColumns)
      right(shown, figures.total.role, in: rows, row: row)
      guard rows.columns >= 64 else { continue }
      let (price, end) = (rows.columns - 18, rows.columns - 36)
      right(figures.price.text(isPrivate: isPrivate), .secondary, in: rows, row: row, before: price)
      let available = end - symbol - symbolColumns - 1
      let amount =
        isPrivate ? figures.amount.masked : Figures.quantity(transaction.amount, fitting: available)
      right(amount, .plain, in: rows, row: row, before: end)
    }
  }
}

/// A percentage as a bar in eighths of a cell; any share above zero is visible.
func shareBar(_ share: ExactDecimal, columns: Int) -> String {
  let eighths = (share * ExactDecimal(columns * 8, exponent: -2)).rounded(places: 0)
  let limit = ExactDecimal(columns * 8)
  var filled = 0
  if eighths >= limit {
    filled = columns * 8
  } else if eighths > 0 {
    filled = Int(eighths.description) ?? 0
  }
  if filled == 0, share > 0 { filled = 1 }
  let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  return String(repeating: "█", count: filled / 8) + parts[filled % 8]
}
