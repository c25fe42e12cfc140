import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

extension Painter {
  mutating func draw(_ page: GainsPage, state: DashboardState, now: Date) {
    guard let book = page.book else {
      centred("Working out the gains…", .secondary, in: state.bodyArea, row: state.rows / 2 - 1)
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
  ]

  private static func figures(of year: GainsYear, in format: NumberFormat) -> [FormattedFigure] {
    let sums = year.sums
    return [
      .text(year.title, .title), .text(FormattedFigure.count(sums.saleCount), .secondary),
      sums.proceeds(in: format), sums.cost(in: format), sums.gain(of: .short, in: format),
      sums.gain(of: .long, in: format),
      FormattedFigure.usd(year.income, in: format).estimated(year.isIncomeEstimated),
      sums.gain(in: format), sums.percentFigure,
    ]
  }

  private mutating func drawYears(
    _ book: GainsBook, page: GainsPage, state: DashboardState, in area: CellArea
  ) {
    let table = FigureTable(
      columns: Self.yearColumns, rows: book.years.map { Self.figures(of: $0, in: page.format) })
    let inside = CellArea(
      column: area.column + 2, row: area.row, columns: area.columns - 2, rows: area.rows)
    let places = table.places(in: inside.columns, isPrivate: state.isPrivate)
    drawHeading(of: table, at: places, in: inside, row: 0)
    let room = area.rows - 2
    let top = max(0, min(page.year - room / 2, book.years.count - room))
    for (row, figures) in table.rows.dropFirst(top).prefix(room).enumerated() {
      draw(
        figures, of: table, at: places, isPrivate: state.isPrivate, in: inside, row: row + 1)
      let line = CellArea(
        column: area.column, row: area.row + row + 1, columns: area.columns, rows: 1)
      hit(line, .year(top + row))
      // The arrows up and down move in the list of sales, which alone has the cursor.
      if top + row == page.year { left("•", .accent, in: line, row: 0) }
    }
  }

  /// The year in one line, where there is no room for a table.
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
    let choices = [
      [.text("Gain", .secondary), gain, year.sums.percentFigure],
      [.text("Gain", .secondary), gain], [gain],
    ]
    let figures = choices.first { at + $0.columns(isPrivate: state.isPrivate) <= area.columns }
    write(figures ?? [], isPrivate: state.isPrivate, in: area, row: 0, from: at)
  }

  /// The most rows that columns are measured by; of a longer list those that are shown decide.
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
    let places = table.places(
      in: inside.columns, hiding: page.hiddenColumns, isPrivate: state.isPrivate
    ) { _ in "  " }
    if state.pageArea.rows >= 4 {
      var heading = inside
      (heading.row, heading.rows) = (heading.row - 1, 1)
      drawHeading(
        of: table, at: places, sorted: page.sortColumn, isAscending: page.isAscending,
        isSortable: true, in: heading, row: 0)
    }
    let rowsShown = table.rows.dropFirst(isLong ? 0 : page.list.top).prefix(area.rows)
    for (row, figures) in rowsShown.enumerated() {
      draw(figures, of: table, at: places, isPrivate: state.isPrivate, in: inside, row: row)
      if page.list.top + row == page.list.selection { select(in: rows, row: row) }
      hit(
        CellArea(column: area.column, row: area.row + row, columns: area.columns, rows: 1),
        .row(page.list.top + row))
    }
    drawScrollBar(list: page.list, count: page.lines.count, beside: area)
  }
}
