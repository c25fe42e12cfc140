import CellGrid
import Charts
import FoundationEssentials
import Portfolio
import Widgets

extension PortfolioPage {
  /// The holding that is selected.
  var selectedHolding: HoldingLine? {
    if case .holding(let index) = selected { holdings[index] } else { nil }
  }

  /// The coin whose detail is shown: the selected one, held or sold.
  func detailedCoin(in state: DashboardState) -> String? {
    state.holdingDetailArea == nil ? nil : selectedCoin
  }

  func courses(in state: DashboardState) -> [CourseSubject] {
    guard let area = state.holdingDetailArea, DetailParts(in: area).chart != nil else { return [] }
    return detailedCoin(in: state).map { [.coin($0)] } ?? []
  }

  func details(in state: DashboardState) -> [String] {
    detailedCoin(in: state).map { [$0] } ?? []
  }
}

extension Painter {
  /// The selected coin: its chart with buys and sales, its figures, what a sale would bring and its
  /// lots.
  mutating func drawDetail(_ state: DashboardState, in area: CellArea, now: Date) {
    guard let id = state.portfolio.selectedCoin else { return }
    let label = state.transactions.book[id]
    let detail = state.details[id]
    let parts = DetailParts(in: area)
    guard let chart = parts.chart else {
      left(label.title, .title, in: area, row: 0)
      return drawFigures(detail, state: state, now: now, in: area.dropFirstRows(1))
    }
    if parts.hasFrame { _ = box(area) }
    var panel = CoursePanel(.coin(id), title: label.title, state: state, now: now)
    panel.mark(detail?.rows ?? [], state, now)
    draw(panel, state: state, in: chart)
    drawFigures(detail, state: state, now: now, in: parts.facts)
  }

  private mutating func drawFigures(
    _ detail: CoinDetail?, state: DashboardState, now: Date, in facts: CellArea
  ) {
    if let line = state.portfolio.selectedHolding {
      let format = state.data?.format ?? .usDollar
      drawFacts(
        line, detail: detail, format: format, isPrivate: state.isPrivate, now: now, in: facts)
    } else {
      if let detail { drawNewest(detail, isPrivate: state.isPrivate, in: facts) }
    }
  }

  private mutating func drawFacts(
    _ line: HoldingLine, detail: CoinDetail?, format: NumberFormat, isPrivate: Bool, now: Date,
    in area: CellArea
  ) {
    let holding = line.holding
    let isKnown = holding.isCostKnown
    let facts: [(String, FormattedFigure)] = [
      ("Held", .quantity(holding.totalAmount)),
      ("Cost", .usd(isKnown ? holding.totalCost : nil, in: format)),
      ("Average", .paid(isKnown ? holding.avgCost : nil, in: format)),
      ("Realized", .change(holding.isRealizedKnown ? holding.realizedPnL : nil, in: format)),
    ]
    for (row, fact) in facts.enumerated() {
      left(fact.0, .secondary, in: area, row: row)
      right(fact.1.marked(isPrivate: isPrivate), fact.1.role, in: area, row: row)
    }
    guard let detail else {
      left("Reading its lots…", .secondary, in: area, row: facts.count + 1)
      return
    }
    var at = facts.count
    if !isKnown {
      let reason = "Cost: \(CoinFact.unknown(detail, format))"
      left(reason, .secondary, in: area, row: at)
      at += 1
    } else if let price = holding.coin.currentPrice, !detail.parts.isEmpty {
      at += area.rows > 11 ? 1 : 0
      drawSales(detail.parts, price: price, format: format, isPrivate: isPrivate, in: area, row: at)
      at += 2
    }
    at += area.rows > 12 ? 1 : 0
    drawLots(
      detail, price: holding.coin.currentPrice, format: format, isPrivate: isPrivate, now: now,
      in: area.dropFirstRows(at))
  }

  /// What a sale of a quarter, a half and all of it would realize now.
  private mutating func drawSales(
    _ parts: [CoinDetail.Part], price: Decimal, format: NumberFormat, isPrivate: Bool,
    in area: CellArea, row: Int
  ) {
    left("If sold now", .secondary, in: area, row: row)
    let width = area.columns / max(1, parts.count)
    for (index, part) in parts.enumerated() {
      let end = area.columns - (parts.count - 1 - index) * width
      let figure = FormattedFigure.change(part.amount * price - part.cost, in: format)
      if index > 0 || columnWidth(of: "If sold now") + 4 <= width {
        right("\(part.percent)%", .secondary, in: area, row: row, before: end)
      }
      let text = figure.marked(isPrivate: isPrivate)
      right(
        columnWidth(of: text) < width ? text : figure.text(isPrivate: isPrivate), figure.role,
        in: area, row: row + 1, before: end)
    }
  }

  private mutating func drawLots(
    _ detail: CoinDetail, price: Decimal?, format: NumberFormat, isPrivate: Bool, now: Date,
    in area: CellArea
  ) {
    guard area.rows > 1 else { return }
    guard !detail.lots.isEmpty else {
      left("Lots", .secondary, in: area, row: 0)
      return right(CoinDetail.noLots, .secondary, in: area, row: 0)
    }
    left(detail.lotsTitle, .secondary, in: area, row: 0)
    let rows = area.dropFirstRows(2)
    let shown = detail.lotCount > rows.rows ? max(0, rows.rows - 1) : detail.lotCount
    guard shown > 0 else { return }
    let lines = detail.lots.prefix(shown).map { LotLine($0, price: price, format: format) }
    let table = detail.table(of: lines, at: now)
    let places = table.places(in: rows.columns, isPrivate: isPrivate)
    drawHeading(of: table, at: places, in: area, row: 1)
    for (row, figures) in table.rows.enumerated() {
      draw(figures, of: table, at: places, isPrivate: isPrivate, in: rows, row: row)
    }
    let rest = detail.lotCount - lines.count
    if rest > 0 { left("+\(rest) more", .secondary, in: rows, row: lines.count) }
  }

  /// The newest transactions of a coin that is held no more.
  private mutating func drawNewest(_ detail: CoinDetail, isPrivate: Bool, in area: CellArea) {
    for (row, transaction) in detail.rows.reversed().prefix(area.rows).enumerated() {
      left(days.day(transaction.date), .secondary, in: area, row: row)
      left(transaction.kind.displayName, .plain, in: area, row: row, from: 11)
      let figures = detail.counted.figures(of: transaction)
      right(figures.amount.text(isPrivate: isPrivate), .plain, in: area, row: row, before: 30)
      right(figures.price.text(isPrivate: isPrivate), figures.price.role, in: area, row: row)
    }
  }

  /// The holdings' shares side by side, each in a color of its own.
  mutating func drawAllocationBar(_ data: DashboardData, state: DashboardState, row: Int) {
    let room = state.pageArea
    place(
      data.lines.allocation.grid(columns: room.columns),
      in: CellArea(column: room.column, row: room.row + row, columns: room.columns, rows: 1))
  }
}
