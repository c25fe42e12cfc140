import CellGrid
import Charts
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension PortfolioPage {
  /// The coin whose detail is shown: the selected one, held or sold.
  func detailedCoin(in state: DashboardState) -> String? {
    state.holdingDetail == nil ? nil : selectedCoin
  }

  func seriesSubjects(in state: DashboardState) -> [SeriesSubject] {
    guard state.holdingDetail?.chart != nil else { return [] }
    return detailedCoin(in: state).map { [.coin($0)] } ?? []
  }

  func details(in state: DashboardState) -> [String] {
    detailedCoin(in: state).map { [$0] } ?? []
  }
}

extension Painter {
  /// Draws the selected coin: its chart with buys and sales, its figures, the result of a sale and
  /// its lots.
  mutating func draw(_ parts: DetailParts, _ state: DashboardState, now: Date) {
    guard let id = state.portfolio.selectedCoin else { return }
    let label = state.transactions.book[id]
    let detail = state.details[id]
    let (first, second) = parts.factColumns
    guard let chart = parts.chart else {
      left(label.title, .title, in: parts.facts, row: 0)
      return drawPosition(in: id, state, now: now, in: first.dropFirstRows(1), lots: second)
    }
    for frame in parts.frames { _ = box(frame) }
    var panel = SeriesPanel(.coin(id), title: label.title, state: state, now: now)
    panel.mark(detail?.rows ?? [], state, now)
    draw(panel, state: state, in: chart)
    drawPosition(in: id, state, now: now, in: first, lots: second)
  }

  /// Draws a holding, with its lots below or in their own area; for a sold coin, its newest
  /// transactions.
  mutating func drawPosition(
    in coinId: String, _ state: DashboardState, now: Date, in area: CellArea,
    lots lotArea: CellArea? = nil
  ) {
    let detail = state.details[coinId]
    guard let line = state.portfolio.lines.holdings.first(where: { $0.holding.id == coinId }) else {
      if let detail { drawNewest(detail, isPrivate: state.isPrivate, in: area) }
      return
    }
    let format = state.data?.format ?? .usDollar
    let isPrivate = state.isPrivate
    let estimates = state.data?.estimates ?? Estimates()
    let used = drawFacts(
      line, detail: detail, estimates, format: format, isPrivate: isPrivate, in: area)
    guard let detail else { return }
    if let lotArea, detail.lots.isEmpty {
      left("Newest", .secondary, in: lotArea, row: 0)
      return drawNewest(detail, isPrivate: isPrivate, in: lotArea.dropFirstRows(1))
    }
    drawLots(
      detail, price: line.holding.coin.currentPrice, format: format, isPrivate: isPrivate, now: now,
      in: lotArea ?? area.dropFirstRows(used + (area.rows > 12 ? 1 : 0)))
  }

  /// Draws a holding and the result of selling it now.
  ///
  /// - Returns: The number of rows used.
  private mutating func drawFacts(
    _ line: HoldingLine, detail: CoinDetail?, _ estimates: Estimates, format: NumberFormat,
    isPrivate: Bool, in area: CellArea
  ) -> Int {
    let holding = line.holding
    let isKnown = holding.isCostKnown
    let isEstimated = estimates.isHeldEstimated(holding.id)
    let open = estimates.figures(ofOpen: holding.id)
    let facts: [(String, FormattedFigure)] =
      [
        ("Held", .quantity(holding.totalAmount)),
        ("Cost", .usd(isKnown ? holding.totalCost : nil, in: format).estimated(isEstimated)),
      ]
      + (holding.costOf.map { [("Cost of", FormattedFigure.quantity($0))] } ?? []) + [
        ("Average", .paid(isKnown ? holding.avgCost : nil, in: format).estimated(isEstimated)),
        (
          "Realized",
          .change(holding.isRealizedKnown ? holding.realizedPnL : nil, in: format)
            .estimated(open.isGainEstimated)
        ),
      ]
    for (row, fact) in facts.enumerated() {
      left(fact.0, .secondary, in: area, row: row)
      right(fact.1.marked(isPrivate: isPrivate), fact.1.role, in: area, row: row)
    }
    var at = facts.count
    guard let detail else {
      left("Reading its lots…", .secondary, in: area, row: at + 1)
      return at
    }
    if !isKnown {
      let reason = "Cost: \(CoinFact.unknown(detail, format))"
      left(reason, .secondary, in: area, row: at)
      at += 1
    } else if let price = holding.coin.currentPrice, !detail.parts.isEmpty {
      at += area.rows > 11 ? 1 : 0
      drawSales(
        detail.parts, price: price, isEstimated: isEstimated, format: format,
        isPrivate: isPrivate, in: area, row: at)
      at += 2
    }
    return at
  }

  /// Draws the gain of selling a quarter, a half and all of the holding now.
  private mutating func drawSales(
    _ parts: [CoinDetail.Part], price: ExactDecimal, isEstimated: Bool, format: NumberFormat,
    isPrivate: Bool, in area: CellArea, row: Int
  ) {
    let width = area.columns / max(1, parts.count)
    // The first percentage is above the end of the labels' column.
    let title = ["If sold now", "If sold"].first { columnWidth(of: $0) + 4 <= width } ?? ""
    left(title, .secondary, in: area, row: row)
    let gains = parts.map { ($0.amount * Price(price)).number - $0.cost }
    let figures = gains.map { FormattedFigure.change($0, in: format).estimated(isEstimated) }
    let forms = [
      figures.map { $0.marked(isPrivate: isPrivate) },
      figures.map { $0.text(isPrivate: isPrivate) },
    ]
    let texts =
      forms.first { $0.allSatisfy { columnWidth(of: $0) < width } }
      ?? (isPrivate
        ? forms[1]
        : gains.map { gain in
          let mark = isEstimated ? "~" : ""
          return mark
            + format.money(gain, isSigned: true, fitting: width - 1 - mark.count, isWhole: true)
        })
    for (index, part) in parts.enumerated() {
      let end = area.columns - (parts.count - 1 - index) * width
      right("\(part.percent)%", .secondary, in: area, row: row, before: end)
      right(texts[index], figures[index].role, in: area, row: row + 1, before: end)
    }
  }

  private mutating func drawLots(
    _ detail: CoinDetail, price: ExactDecimal?, format: NumberFormat, isPrivate: Bool, now: Date,
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
    let ranges = table.columnRanges(in: rows.columns, isPrivate: isPrivate)
    drawHeading(of: table, at: ranges, in: area, row: 1)
    for (row, figures) in table.rows.enumerated() {
      draw(figures, of: table, at: ranges, isPrivate: isPrivate, in: rows, row: row)
    }
    let rest = detail.lotCount - lines.count
    if rest > 0 { left("+\(rest) more", .secondary, in: rows, row: lines.count) }
  }

  /// Draws the newest transactions of a coin.
  private mutating func drawNewest(_ detail: CoinDetail, isPrivate: Bool, in area: CellArea) {
    for (row, transaction) in detail.rows.reversed().prefix(area.rows).enumerated() {
      left(days.day(transaction.date), .secondary, in: area, row: row)
      left(transaction.kind.displayName, .plain, in: area, row: row, from: 11)
      let figures = detail.counted.figures(of: transaction)
      right(figures.amount.text(isPrivate: isPrivate), .plain, in: area, row: row, before: 30)
      right(figures.price.text(isPrivate: isPrivate), figures.price.role, in: area, row: row)
    }
  }

  /// Draws the holdings' shares side by side, each in its own color.
  mutating func drawAllocationBar(_ data: DashboardData, state: DashboardState, row: Int) {
    let pageArea = state.pageArea
    place(
      data.lines.allocation.grid(columns: pageArea.columns),
      in: CellArea(
        column: pageArea.column, row: pageArea.row + row, columns: pageArea.columns, rows: 1))
  }
}
