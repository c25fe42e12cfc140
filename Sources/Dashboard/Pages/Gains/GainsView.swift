import CellGrid
import Charts
import Exact
import FoundationEssentials
import Portfolio
import Widgets

extension Painter {
  mutating func draw(_ page: GainsPage, state: DashboardState, now: Date) {
    guard let book = page.book else {
      centered("Working out the gains…", .secondary, in: state.bodyArea, row: state.rows / 2 - 1)
      return
    }
    guard let year = page.shownYear else {
      return drawNotice(
        "Nothing was sold yet", "Each sale is listed here with its gain, lot by lot.",
        in: state.bodyArea)
    }
    let layout = state.gainsLayout
    if let area = layout.years {
      left("Gains", .title, in: state.pageArea, row: 0)
      draw(
        state.data?.day(at: now), isPrivate: state.isPrivate, in: state.pageArea, row: 0, from: 7,
        before: state.pageArea.columns)
      drawYears(book, page: page, state: state, in: area)
    } else {
      drawOneYear(year, page: page, state: state)
    }
    drawLines(page, year: year, state: state, in: layout.sales)
    drawTiles(page, year: year, state: state, at: layout, now: now)
  }

  private static let yearColumns: [FigureTable.Column] = [
    .init(title: "Year", isText: true), .init(title: "Sales", collapseOrder: 6),
    .init(title: "Proceeds", collapseOrder: 4), .init(title: "Cost", collapseOrder: 5),
    .init(title: "Short", collapseOrder: 2, canBeAbsent: true),
    .init(title: "Long", collapseOrder: 2, canBeAbsent: true),
    .init(title: "Income", collapseOrder: 3), .init(title: "Gain"),
    .init(title: "Gain %", collapseOrder: 1),
    .init(title: "Of lots", collapseOrder: 1, canBeAbsent: true),
  ]

  private static func figures(of year: GainsYear, in format: NumberFormat) -> [FormattedFigure] {
    let sums = year.sums
    return [
      .text(year.title, .title), .text(FormattedFigure.count(sums.saleCount), .secondary),
      sums.proceeds(in: format), sums.cost(in: format), sums.gain(of: .short, in: format),
      sums.gain(of: .long, in: format),
      year.income.figure(in: format), sums.gain(in: format), sums.percentFigure,
      sums.countFigure,
    ]
  }

  private mutating func drawYears(
    _ book: GainsBook, page: GainsPage, state: DashboardState, in area: CellArea
  ) {
    let table = FigureTable(
      columns: Self.yearColumns, rows: book.years.map { Self.figures(of: $0, in: page.format) })
    let inside = CellArea(
      column: area.column + 2, row: area.row, columns: area.columns - 2, rows: area.rows)
    let ranges = table.columnRanges(in: inside.columns, isPrivate: state.isPrivate)
    drawHeading(of: table, at: ranges, in: inside, row: 0)
    let availableRows = area.rows - 2
    let top = max(0, min(page.year - availableRows / 2, book.years.count - availableRows))
    for (row, figures) in table.rows.dropFirst(top).prefix(availableRows).enumerated() {
      draw(
        figures, of: table, at: ranges, isPrivate: state.isPrivate, in: inside, row: row + 1)
      let line = CellArea(
        column: area.column, row: area.row + row + 1, columns: area.columns, rows: 1)
      hit(line, .year(top + row))
      // The up and down arrows move in the list of sales, so the years have no cursor.
      if top + row == page.year { left("•", .accent, in: line, row: 0) }
    }
  }

  /// The year on one line, if there is no room for a table.
  private mutating func drawOneYear(
    _ year: GainsYear, page: GainsPage, state: DashboardState
  ) {
    var area = state.pageArea
    area.rows = 1
    let count = page.book?.years.count ?? 0
    let title = "\(page.year > 0 ? "‹" : " ") \(year.title) \(page.year + 1 < count ? "›" : " ")"
    left(title, .title, in: area, row: 0)
    let at = columnWidth(of: title) + 2
    let gain = year.sums.gain(in: page.format)
    let plain = [
      [.text("Gain", .secondary), gain, year.sums.percentFigure],
      [.text("Gain", .secondary), gain], [gain],
    ]
    let note = year.sums.countNote.map { FormattedFigure.text("· \($0) lots", .secondary) }
    let choices = (note.map { note in plain.map { $0 + [note] } } ?? []) + plain
    let figures = choices.first { at + $0.columns(isPrivate: state.isPrivate) <= area.columns }
    write(figures ?? [], isPrivate: state.isPrivate, in: area, row: 0, from: at)
  }

  /// Maximum number of rows measured for column widths; in longer lists, visible rows decide.
  private static let measuredRows = 500

  private mutating func drawLines(
    _ page: GainsPage, year: GainsYear, state: DashboardState, in area: CellArea
  ) {
    let isWide = state.pageArea.rows >= 6
    if isWide {
      var title = area
      title.row -= 2
      title.rows = 1
      let word = page.isByCoin ? "Coins" : "Sales"
      drawListTitle(
        year.number == nil ? word : "\(word) of \(year.title)", list: page.list,
        count: page.lines.count, total: page.isByCoin ? year.coins.count : year.sales.count,
        filter: page.filter?.text ?? "", in: title, row: 0)
    }
    if page.lines.isEmpty {
      left("No sale matches", .secondary, in: area, row: 0, from: 2)
      return
    }
    let rows = numbered(
      area, list: page.list, count: page.lines.count, isShown: state.showsNumbers)
    let inside = CellArea(
      column: rows.column + 2, row: rows.row, columns: rows.columns - 2, rows: rows.rows)
    let isLong = page.lines.count > Self.measuredRows
    let shown = page.lines.dropFirst(page.list.top).prefix(area.rows)
    let table = FigureTable(
      columns: GainColumn.allCases.map(\.column),
      rows: (isLong ? shown : page.lines[...]).map(page.figures))
    let ranges = table.columnRanges(
      in: inside.columns, hiding: page.hiddenColumns, isPrivate: state.isPrivate
    ) { _ in "  " }
    if state.pageArea.rows >= 4 {
      var heading = inside
      (heading.row, heading.rows) = (heading.row - 1, 1)
      drawHeading(
        of: table, at: ranges, sorted: page.sortColumn, isAscending: page.isAscending,
        isSortable: true, in: heading, row: 0)
    }
    let rowsShown = table.rows.dropFirst(isLong ? 0 : page.list.top).prefix(area.rows)
    for (row, figures) in rowsShown.enumerated() {
      draw(figures, of: table, at: ranges, isPrivate: state.isPrivate, in: inside, row: row)
      if page.list.top + row == page.list.selection { select(in: rows, row: row) }
      hit(
        CellArea(column: area.column, row: area.row + row, columns: area.columns, rows: 1),
        .row(page.list.top + row))
    }
    drawScrollBar(list: page.list, count: page.lines.count, beside: area)
  }
}

extension Painter {
  /// Draws gains per coin as bars, the selected line's lots, and realized gains over time.
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

  /// Draws the lots that a sale used and how its gain is computed.
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
    let availableRows = inside.rows - 3 - (hasSums ? sums.rows.count + 2 : 0)
    draw(table, from: 2, rows: availableRows, isPrivate: state.isPrivate, in: inside)
    if line.sums.lotCount > availableRows {
      right("+\(line.sums.lotCount - availableRows) more", .secondary, in: inside, row: 0)
    }
    guard hasSums else { return }
    draw(
      sums, from: 4 + min(line.sums.lotCount, availableRows), rows: sums.rows.count,
      isPrivate: state.isPrivate, in: inside)
  }

  /// Proceeds, cost and gain of each coin and of all coins.
  private func sums(of line: GainLine, in page: GainsPage) -> FigureTable {
    let (sums, format) = (line.sums, page.format)
    func perCoin(_ total: ExactDecimal?, _ figure: EstimatedFigures) -> FormattedFigure {
      guard let total, sums.counted > 0 else { return .unknown }
      return FormattedFigure.paid(total.quotient(by: sums.counted), in: format)
        .estimated(sums.estimated.isSuperset(of: figure))
    }
    return FigureTable(
      columns: [
        .init(title: sums.countNote.map { "\($0) lots" } ?? "In all", isText: true),
        .init(title: "Amount", collapseOrder: 1),
        .init(title: "Per coin", collapseOrder: 2), .init(title: "Total"),
      ],
      rows: [
        [
          .text("Proceeds", .secondary), .quantity(sums.counted), perCoin(sums.proceeds, .proceeds),
          sums.proceeds(in: format),
        ],
        [
          .text("Cost", .secondary), .quantity(sums.counted), perCoin(sums.cost, .cost),
          sums.cost(in: format),
        ],
        [
          .text("Gain", .secondary), .empty, sums.percentFigure, sums.gain(in: format),
        ],
      ])
  }

  /// Draws a table with its heading, starting at a row.
  private mutating func draw(
    _ table: FigureTable, from first: Int, rows: Int, isPrivate: Bool, in area: CellArea
  ) {
    let ranges = table.columnRanges(in: area.columns, isPrivate: isPrivate)
    drawHeading(of: table, at: ranges, in: area, row: first)
    for (row, figures) in table.rows.prefix(max(0, rows)).enumerated() {
      draw(
        figures, of: table, at: ranges, isPrivate: isPrivate, in: area, row: first + 1 + row)
    }
  }

  /// Draws the cumulative gain as a line until now or the end of the year.
  private mutating func drawRealized(
    _ year: GainsYear, format: NumberFormat, state: DashboardState, in area: CellArea, now: Date
  ) {
    var points = year.realized
    let newYear = year.number.flatMap { UTCDay(year: $0 + 1, month: 1, day: 1) }.map {
      state.days.calendar.instant(atClock: $0.start)
    }
    let end = newYear.map { min(now, $0.addingTimeInterval(-1)) } ?? now
    if let last = points.last, last.date < end { points.append(ChartPoint(end, last.value)) }
    var chart = LineChart(series: [ChartSeries("Realized", points)])
    chart.area = .opening
    let isPrivate = state.isPrivate
    let mark = year.sums.estimated.isGainEstimated ? "~" : ""
    chart.format = { mark + (isPrivate ? format.masked() : format.signedMoney($0)) }
    chart.formatTick = { isPrivate ? "•••" : format.tick($0) }
    left("Realized so far", .title, in: area, row: 0)
    let plot = area.dropFirstRows(1)
    place(chart.grid(columns: plot.columns, rows: plot.rows), in: plot)
  }

  /// Draws each coin's gain or loss as a bar, with its sums below if there is room.
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
    // The last bar needs no blank row below it.
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
      let share = shareBar((gain.magnitude * 100).quotient(by: largest), columns: bar)
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

  /// Draws a coin's proceeds, cost and percentage in the longest wording that fits.
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
    let available = area.columns - start - columnWidth(of: percent.text) - 2
    let shown = choices.first { $0.columns(isPrivate: isPrivate) <= available } ?? []
    write(shown, isPrivate: isPrivate, in: area, row: row, from: start)
    right(percent.text, percent.role, in: area, row: row)
  }
}
