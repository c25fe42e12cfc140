import CellGrid
import Charts
import Exact
import FoundationEssentials
import Portfolio
import Widgets

extension Painter {
  /// What each coin gained as bars, the selected line's lots, and what was realized over time.
  mutating func drawTiles(
    _ page: GainsPage, year: GainsYear, state: DashboardState, at layout: GainsLayout, now: Date
  ) {
    if let area = layout.bars { drawGainBars(page, year: year, state: state, in: box(area)) }
    if let area = layout.lots, let book = page.book, let line = page.selectedLine {
      drawSale(line, in: year, book, page, state: state, in: box(area))
    }
    if let area = layout.chart {
      drawRealized(year, format: page.format, state: state, in: box(area), now: now)
    }
  }

  /// The lots that a sale used, and how its gain follows from them.
  private mutating func drawSale(
    _ line: GainLine, in year: GainsYear, _ book: GainsBook, _ page: GainsPage,
    state: DashboardState, in inside: CellArea
  ) {
    let label = page.names[line.coinID]
    let day = line.sold.map { " sold \($0.text)" } ?? ""
    left("Lots of \(label.symbol)\(day)", .title, in: inside, row: 0)
    let table = FigureTable(
      columns: [
        .init(title: "Acquired", isText: true, canBeAbsent: true),
        .init(title: "Days", collapseOrder: 1, canBeAbsent: true),
        .init(title: "Amount", collapseOrder: 3), .init(title: "Cost", collapseOrder: 2),
        .init(title: "Gain"),
        .init(title: "Term", isText: true, collapseOrder: 4, canBeAbsent: true),
      ],
      rows: book.lots(of: line, in: year, limit: inside.rows).map { lot in
        [
          .text(lot.acquired.map(\.text) ?? Figures.unknown, .secondary),
          .text(lot.daysHeld.map(FormattedFigure.count) ?? Figures.unknown, .secondary),
          .quantity(lot.amount),
          FormattedFigure.usd(lot.cost, in: page.format).estimated(lot.estimated.contains(.cost)),
          FormattedFigure.change(lot.gain, in: page.format)
            .estimated(lot.estimated.isGainEstimated),
          .text(lot.term?.rawValue ?? Figures.unknown, .secondary),
        ]
      })
    let sums = sums(of: line, in: page)
    let hasSums = inside.rows >= 3 + min(line.sums.lotCount, 3) + 2 + sums.rows.count
    let room = inside.rows - 3 - (hasSums ? sums.rows.count + 2 : 0)
    draw(table, from: 2, rows: room, isPrivate: state.isPrivate, in: inside)
    if line.sums.lotCount > room {
      right("+\(line.sums.lotCount - room) more", .secondary, in: inside, row: 0)
    }
    guard hasSums else { return }
    draw(
      sums, from: 4 + min(line.sums.lotCount, room), rows: sums.rows.count,
      isPrivate: state.isPrivate, in: inside)
  }

  /// What was received and paid for each coin and for all, and what is left.
  private func sums(of line: GainLine, in page: GainsPage) -> FigureTable {
    let (sums, format) = (line.sums, page.format)
    func perCoin(_ total: Decimal?, _ figure: EstimatedFigures) -> FormattedFigure {
      guard let total, sums.amount > 0 else { return .unknown }
      return FormattedFigure.paid(total.divided(by: sums.amount), in: format)
        .estimated(sums.estimated.isSuperset(of: figure))
    }
    return FigureTable(
      columns: [
        .init(title: "In all", isText: true), .init(title: "Amount", collapseOrder: 1),
        .init(title: "Per coin", collapseOrder: 2), .init(title: "Total"),
      ],
      rows: [
        [
          .text("Proceeds", .secondary), .quantity(sums.amount), perCoin(sums.proceeds, .proceeds),
          sums.proceeds(in: format),
        ],
        [
          .text("Cost", .secondary), .quantity(sums.amount), perCoin(sums.cost, .cost),
          sums.cost(in: format),
        ],
        [
          .text("Gain", .secondary), .empty, sums.percentFigure, sums.gain(in: format),
        ],
      ])
  }

  /// Draws a table with its heading from a row on.
  private mutating func draw(
    _ table: FigureTable, from first: Int, rows: Int, isPrivate: Bool, in area: CellArea
  ) {
    let places = table.places(in: area.columns, isPrivate: isPrivate)
    drawHeading(of: table, at: places, in: area, row: first)
    for (row, figures) in table.rows.prefix(max(0, rows)).enumerated() {
      draw(
        figures, of: table, at: places, isPrivate: isPrivate, in: area, row: first + 1 + row)
    }
  }

  /// What sales had gained after each of them, as a line until now or the year's end.
  private mutating func drawRealized(
    _ year: GainsYear, format: NumberFormat, state: DashboardState, in area: CellArea, now: Date
  ) {
    var points = year.realized
    let lastDay = year.number.flatMap { UTCDay(year: $0, month: 12, day: 31) }
    let end = lastDay.map { min(now, state.days.calendar.instant(of: $0)) } ?? now
    if let last = points.last, last.date < end { points.append(ChartPoint(end, last.value)) }
    var chart = LineChart(series: [ChartSeries("Realized", points)])
    chart.area = .opening
    let isPrivate = state.isPrivate
    chart.format = { isPrivate ? format.masked() : format.signedMoney($0) }
    chart.formatTick = { isPrivate ? "•••" : format.tick($0) }
    left("Realized so far", .title, in: area, row: 0)
    let plot = area.dropFirstRows(1)
    place(chart.grid(columns: plot.columns, rows: plot.rows), in: plot)
  }

  /// What each coin gained or lost, as bars in the colors of gain and loss, with its sums below
  /// where there is room.
  private mutating func drawGainBars(
    _ page: GainsPage, year: GainsYear, state: DashboardState, in area: CellArea
  ) {
    left("Gain by coin", .title, in: area, row: 0)
    let lines = year.coins.filter { $0.sums.gain != nil }
    let rows = area.dropFirstRows(2)
    let hidden = lines.count - rows.rows
    if hidden > 0 { right("+\(hidden) more", .secondary, in: area, row: 0) }
    let largest = lines.compactMap { $0.sums.gain?.magnitude }.max() ?? 0
    guard largest > 0 else { return }
    let figures = lines.prefix(rows.rows).map { $0.sums.gain(in: page.format) }
    let width = figures.map { columnWidth(of: $0.marked(isPrivate: state.isPrivate)) }.max() ?? 0
    // The blank below the last is none.
    let step = max(1, min(12, (rows.rows + 1) / lines.count))
    let thickness = max(1, step / 3)
    let names = lines.prefix(rows.rows).map { columnWidth(of: page.names[$0.coinID].symbol) }
    let start = max(7, min(10, names.max() ?? 0)) + 1
    let bar = max(2, rows.columns - start - width - 1)
    for (index, (line, figure)) in zip(lines, figures).enumerated() {
      let gain = line.sums.gain ?? 0
      let first = index * step
      let row = first + (thickness - 1) / 2
      left(page.names[line.coinID].symbol, .plain, in: rows, row: row, columns: start - 1)
      let share = shareBar(gain.magnitude * 100 / largest, columns: bar)
      for row in first..<(first + thickness) {
        left(share, figure.role, in: rows, row: row, from: start)
      }
      left(figure.arrow, figure.role, in: rows, row: row, from: rows.columns - width)
      right(figure.text(isPrivate: state.isPrivate), figure.role, in: rows, row: row)
      if step > 2 {
        drawSums(
          line.sums, format: page.format, isPrivate: state.isPrivate, in: rows,
          row: first + thickness, from: start)
      }
    }
  }

  /// Proceeds, cost and percentage of a coin, in the most words that have room.
  private mutating func drawSums(
    _ sums: GainSums, format: NumberFormat, isPrivate: Bool, in area: CellArea, row: Int,
    from start: Int
  ) {
    let percent = sums.percentFigure
    let (got, paid) = (
      sums.proceeds(role: .secondary, in: format), sums.cost(role: .secondary, in: format)
    )
    let choices: [[FormattedFigure]] = [
      [.text("sold for", .secondary), got, .text("· cost", .secondary), paid],
      [got, .text("−", .secondary), paid], [],
    ]
    let room = area.columns - start - columnWidth(of: percent.text) - 2
    let shown = choices.first { $0.columns(isPrivate: isPrivate) <= room } ?? []
    write(shown, isPrivate: isPrivate, in: area, row: row, from: start)
    right(percent.text, percent.role, in: area, row: row)
  }
}
