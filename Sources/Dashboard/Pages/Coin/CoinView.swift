import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension DashboardState {
  private static let minChart = (columns: 60, rows: 12)
  /// The widest row that is still readable as one line.
  private static let maxRowColumns = 110

  /// Whether the chart is next to the rows.
  private var isCoinWide: Bool {
    pageArea.columns >= Self.maxRowColumns + 2 + Self.minChart.columns
      && pageArea.rows >= Self.minChart.rows + 3
  }

  /// Area of the coin page's rows, below the heading; in a large window they leave part of it to
  /// the chart.
  var coinRowsArea: CellArea {
    var area = pageArea.dropFirstRows(pageArea.rows >= 8 ? 3 : 1)
    if isCoinWide {
      area.columns = Self.maxRowColumns
      return area
    }
    let rest = area.rows - Self.minChart.rows - 1
    if area.columns >= Self.minChart.columns, rest >= Self.minChart.rows {
      area.rows = min(rest, coin?.rows.count ?? 0)
    }
    return area
  }

  /// Area of the coin's chart, next to or below the rows; `nil` if there is too little room.
  var coinChartArea: CellArea? {
    guard let coin else { return nil }
    if isCoinWide {
      let rows = coinRowsArea
      return CellArea(
        column: rows.endColumn + 2, row: rows.row, columns: pageArea.endColumn - rows.endColumn - 2,
        rows: rows.rows)
    }
    let area = pageArea.dropFirstRows(
      coinRowsArea.row - pageArea.row + min(coinRowsArea.rows, coin.rows.count) + 1)
    return area.rows >= Self.minChart.rows && area.columns >= Self.minChart.columns
      ? area : nil
  }

  /// Plot width of the coin's chart; 0 without one.
  var coinPlotColumns: Int {
    guard let coin, let area = coinChartArea else { return 0 }
    let now = lastInstant ?? .distantPast
    return SeriesPanel(.coin(coin.coinID), title: "Price", state: self, now: now)
      .plotColumns(in: area.insetBy(columns: 2, rows: 1))
  }
}

extension Painter {
  mutating func draw(_ page: CoinPage, state: DashboardState, now: Date) {
    let format = state.data?.format ?? .usDollar
    var heading = state.pageArea
    heading.rows = 3
    let age = page.coin.flatMap { coin in
      state.data.map { AgeNote(of: [coin], $0.entry, at: now) }
    }
    heading = heading.dropFirstRows(state.coinRowsArea.row > 1 ? 1 : 0)
    let day = page.coin.flatMap { DayFigures($0, refreshed: state.data?.refreshed, at: now) }
    if let (price, end) = drawHead(page, age, day, format: format, in: heading) {
      markPrice(price, of: page.coinID, state, now: now, in: heading, row: 0, before: end)
    }
    if let area = state.coinChartArea { drawChart(of: page, state: state, now: now, in: area) }
    let area = state.coinRowsArea
    let layout = TransactionsLayout(
      page.widths, isPrivate: state.isPrivate, hiding: TransactionColumn.ofCoins,
      available: area.columns
    )
    let lots = state.details[page.coinID]?.table(of: page.lots, at: now)
    for (offset, row) in page.rows.dropFirst(page.list.top).prefix(area.rows).enumerated() {
      let index = page.list.top + offset
      draw(
        row, page: page, layout: layout, lots: lots, format: format, isPrivate: state.isPrivate,
        in: area, at: offset)
      guard row.isSelectable else { continue }
      if index == page.list.selection { select(in: area, row: offset) }
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .row(index))
    }
  }

  /// Draws the coin's price with its buys and sales.
  private mutating func drawChart(
    of page: CoinPage, state: DashboardState, now: Date, in area: CellArea
  ) {
    var panel = SeriesPanel(.coin(page.coinID), title: "Price", state: state, now: now)
    panel.mark(state.details[page.coinID]?.rows ?? [], state, now)
    draw(panel, state: state, in: box(area))
  }

  /// Draws the coin, its price, its 24-hour change and their age, which is below them, or next to
  /// them if there is only one row.
  ///
  /// - Returns: The price and its end column; `nil` if it does not fit.
  private mutating func drawHead(
    _ page: CoinPage, _ age: AgeNote?, _ day: DayFigures?, format: NumberFormat, in area: CellArea
  ) -> (price: FormattedFigure, end: Int)? {
    var shownPrice: (price: FormattedFigure, end: Int)?
    left(page.label.symbol, .prominent, in: area, row: 0, from: 2)
    let start = 2 + columnWidth(of: page.label.symbol) + 2
    var end = area.columns
    if let coin = page.coin {
      if area.rows == 2 {
        draw(age?.parts(fitting: area.columns) ?? [], in: area, row: 1)
      } else {
        let short = age?.fewest(leaving: start, of: end) ?? []
        end = draw(short, in: area, row: 0) - 2
      }
      let price = FormattedFigure.price(coin.currentPrice, in: format)
      let others = [page.label.secondName, price.text].reduce(0) { $0 + columnWidth(of: $1) + 2 }
      let change = day.map { $0.figure(fitting: end - start - others) } ?? .unknown
      for figure in [change, price].compactMap(\.self) {
        let text = figure.marked(isPrivate: false)
        guard columnWidth(of: text) <= end - start else { continue }
        right(text, figure.role, in: area, row: 0, before: end)
        shownPrice = figure.arrow.isEmpty ? (figure, end) : nil
        end -= columnWidth(of: text) + 2
      }
    }
    left(page.label.secondName, .secondary, in: area, row: 0, from: start, columns: end - start)
    return shownPrice
  }

  private mutating func draw(
    _ row: CoinPage.Row, page: CoinPage, layout: TransactionsLayout, lots: FigureTable?,
    format: NumberFormat, isPrivate: Bool, in area: CellArea, at offset: Int
  ) {
    switch row {
    case .fact(let index):
      left(page.facts[index].word, .secondary, in: area, row: offset, from: 2)
      writeCalculation(
        page.facts[index].parts, isPrivate: isPrivate, in: area, row: offset, from: 14)
    case .gap: break
    case .heading(let text): left(text, .secondary, in: area, row: offset, from: 2)
    case .lots: drawLots(lots, nil, isPrivate: isPrivate, in: area, row: offset)
    case .lot(let index): drawLots(lots, index, isPrivate: isPrivate, in: area, row: offset)
    case .more(let count, let command):
      left(
        "\(FormattedFigure.count(count)) more: bitpal \(command) \(page.coinID)", .secondary,
        in: area, row: offset, from: 2)
    case .cycle(let index):
      let cycle = page.cycles[index]
      left(days.day(cycle.closedDate), .secondary, in: area, row: offset, from: 2)
      guard cycle.isResultKnown else {
        writeCalculation(
          [
            .quantity(cycle.totalQuantity),
            .sign("sold; cost or proceeds unknown: see its transactions"),
          ],
          isPrivate: isPrivate, in: area, row: offset, from: 14)
        return
      }
      let estimated = page.estimates.figures(of: cycle)
      let (cost, proceeds) = (estimated.contains(.cost), estimated.contains(.proceeds))
      let parts: [FormattedFigure] = [
        .quantity(cycle.totalQuantity), .sign("bought at"),
        .paid(cycle.avgCostPrice, in: format).estimated(cost), .sign("sold at"),
        .paid(cycle.avgSellPrice, in: format).estimated(proceeds), .sign("="),
        .change(cycle.realizedPnL, in: format).estimated(cost || proceeds),
        .percent(cycle.realizedPnLPercentage).estimated(cost || proceeds),
      ]
      writeCalculation(parts, isPrivate: isPrivate, in: area, row: offset, from: 14)
    case .older(let count):
      left(
        "\(FormattedFigure.count(count)) older: filter the Transactions page by \(page.label.symbol)",
        .secondary, in: area, row: offset, from: 2)
    case .transactions:
      drawTransactionsHeading(layout, order: nil, in: area, row: offset)
    case .transaction(let index):
      draw(
        page.transactions[index], page.counted, label: page.label, widths: page.widths,
        layout: layout,
        isPrivate: isPrivate, in: area, row: offset)
    }
  }

  /// Draws lots, or the lot headings.
  private mutating func drawLots(
    _ table: FigureTable?, _ index: Int?, isPrivate: Bool, in area: CellArea, row: Int
  ) {
    guard let table else { return }
    let area = area.insetBy(columns: 2, rows: 0)
    let ranges = table.columnRanges(in: area.columns, isPrivate: isPrivate)
    if let index {
      draw(table.rows[index], of: table, at: ranges, isPrivate: isPrivate, in: area, row: row)
    } else {
      drawHeading(of: table, at: ranges, in: area, row: row)
    }
  }

  /// Writes figures one after another, stopping at the first that does not fit.
  private mutating func writeCalculation(
    _ figures: [FormattedFigure], isPrivate: Bool, in area: CellArea, row: Int, from column: Int
  ) {
    var at = column
    for figure in figures.fitting(area.columns - column, isPrivate: isPrivate) {
      let text = figure.marked(isPrivate: isPrivate)
      guard at + columnWidth(of: text) <= area.columns else {
        left("…", .secondary, in: area, row: row, from: min(at, area.columns - 1))
        return
      }
      left(text, figure.role, in: area, row: row, from: at)
      at += columnWidth(of: text) + 1
    }
  }
}
