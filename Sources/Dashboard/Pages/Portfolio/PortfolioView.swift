import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension DashboardState {
  /// Area of a page inside its margins.
  var pageArea: CellArea {
    let margin = columns >= 60 ? 2 : columns >= 30 ? 1 : 0
    return CellArea(column: margin, row: 0, columns: columns - 2 * margin, rows: rows - 1)
  }

  /// Height of the summary: full with a frame, two lines, or one line.
  var summaryRows: Int {
    let area = pageArea
    if area.rows >= 18, area.columns >= 66 { return SummaryCard.fullRows }
    return area.rows >= 9 ? 3 : 1
  }

  /// Row of the allocation bar; `nil` if it does not fit.
  var allocationRow: Int? {
    summaryRows == SummaryCard.fullRows && data.map { $0.lines.byShare.count > 1 } == true
      ? summaryRows : nil
  }

  /// Row of the list's title, above its heading; `nil` if none is free.
  var holdingsTitleRow: Int? {
    summaryRows == 1 || summaryRows == SummaryCard.fullRows && allocationRow == nil
      ? nil : holdingRowsArea.row - 2
  }

  /// Area of the rows of holdings, below summary and heading.
  var holdingRowsArea: CellArea {
    var area = pageArea.dropFirstRows(summaryRows + (allocationRow == nil ? 0 : 2) + 1)
    if let detail = holdingDetail { area = area.leaving(detail) }
    return area
  }

  /// Layout of the selected holding's detail; `nil` without one.
  var holdingDetail: DetailParts? {
    guard portfolio.selectedCoin != nil else { return nil }
    return detail(
      ofRows: portfolio.rows.count, from: summaryRows + (allocationRow == nil ? 0 : 2), heading: 2,
      columns: HoldingsLayout.columns(
        portfolio.layout, isPrivate: isPrivate, hiding: portfolio.hiddenColumns))
  }
}

extension Painter {
  mutating func drawPortfolio(_ state: DashboardState, now: Date) {
    guard let data = state.data else {
      centered("Reading the portfolio…", .secondary, in: state.bodyArea, row: state.rows / 2 - 1)
      return
    }
    let card = SummaryCard(data, isPrivate: state.isPrivate, now: now)
    var cardArea = state.pageArea
    cardArea.rows = state.summaryRows
    draw(card, in: cardArea)
    if let row = state.allocationRow { drawAllocationBar(data, state: state, row: row) }
    if let detail = state.holdingDetail { draw(detail, state, now: now) }
    let area = numbered(
      state.holdingRowsArea, list: state.portfolio.list, count: state.portfolio.holdings.count,
      isShown: state.showsNumbers)
    let layout = HoldingsLayout(
      state.portfolio.layout, isPrivate: state.isPrivate, hiding: state.portfolio.hiddenColumns,
      available: area.columns)
    var heading = area
    heading.row -= 1
    heading.rows = 1
    drawHeading(layout, order: state.portfolio.order, in: heading)
    let page = state.portfolio
    if let row = state.holdingsTitleRow {
      var title = area
      (title.row, title.rows) = (row, 1)
      let isHolding = page.list.selection < page.holdings.count
      drawListTitle(
        "Holdings", list: page.list, count: isHolding ? page.holdings.count : 0,
        total: page.lines.holdings.count == page.holdings.count
          ? nil : page.lines.holdings.count,
        filter: page.filter?.text ?? "", in: title, row: 0)
    }
    for (offset, row) in page.rows.dropFirst(page.list.top).prefix(area.rows).enumerated() {
      draw(
        row, page: page, layout: layout, isPrivate: state.isPrivate, in: area, at: offset, now: now)
      if case .holding(let index) = row, let column = layout[.price] {
        markPrice(
          of: page.holdings[index].holding.id, state, now: now,
          in: CellArea(
            column: area.column + column.start, row: area.row + offset, columns: column.columns,
            rows: 1))
      }
      let index = page.list.top + offset
      guard row.isSelectable else { continue }
      if index == page.list.selection { select(in: area, row: offset) }
      let isFold = if case .more = row { true } else { false }
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        isFold ? .action(.toggleClosed) : .row(index))
    }
  }

  /// Highlights the selected row and puts the cursor on its mark.
  mutating func select(in area: CellArea, row: Int) {
    left("›", .accent, in: area, row: row)
    restyle(CellArea(column: area.column, row: area.row + row, columns: area.columns, rows: 1)) {
      $0.isReversed = true
    }
    focus(area, row: row)
  }

  private mutating func drawHeading(
    _ layout: HoldingsLayout, order: HoldingOrder, in area: CellArea
  ) {
    for column in layout.columns {
      let isSorted = column.kind == order.column
      let arrow = isSorted ? (order.isAscending ? " ↑" : " ↓") : ""
      let role: Role = isSorted ? .accent : .secondary
      let text = column.kind.title + arrow
      if column.kind.isText || column.kind.isPicture {
        left(text, role, in: area, row: 0, from: column.start, columns: column.columns)
      } else {
        right(text, role, in: area, row: 0, before: column.end)
      }
      hit(
        CellArea(
          column: area.column + column.start, row: area.row, columns: column.columns, rows: 1),
        .sort(column.kind.rawValue))
    }
  }

  private mutating func draw(
    _ row: PortfolioPage.Row, page: PortfolioPage, layout: HoldingsLayout, isPrivate: Bool,
    in area: CellArea, at offset: Int, now: Date
  ) {
    switch row {
    case .holding(let index):
      draw(
        page.holdings[index], widths: page.layout, layout: layout, isPrivate: isPrivate, in: area,
        row: offset, now: now)
    case .closed(let index):
      draw(
        page.closed[index], widths: page.layout, layout: layout, isPrivate: isPrivate, in: area,
        row: offset)
    case .closedHeading:
      left("Closed positions", .secondary, in: area, row: offset, from: 2)
      if let column = layout[.profitLoss] {
        right("Realized", .secondary, in: area, row: offset, before: column.end)
      }
    case .more(let count):
      left("\(count) more", .secondary, in: area, row: offset, from: 2)
    case .nothing(let text): left(text, .secondary, in: area, row: offset, from: 2)
    case .gap: break
    }
  }

  private mutating func draw(
    _ line: HoldingLine, widths: HoldingWidths, layout: HoldingsLayout, isPrivate: Bool,
    in area: CellArea, row: Int, now: Date
  ) {
    for column in layout.columns {
      switch column.kind {
      case .symbol:
        left(
          line.label.symbol, .title, in: area, row: row, from: column.start, columns: column.columns
        )
      case .name:
        left(
          line.label.secondName, .secondary, in: area, row: row, from: column.start,
          columns: column.columns)
      case .allocation:
        let figure = line.figures[.allocation] ?? .unknown
        let figures = widths[.allocation, isPrivate: isPrivate]
        let width = layout.isAligned ? figures.total : figures.narrow
        left(
          shareBar(line.share ?? 0, columns: column.columns - width - 1), .series(line.rank),
          in: area,
          row: row, from: column.start)
        right(
          figure.text(isPrivate: isPrivate), figure.role, in: area, row: row, before: column.end)
      case .week:
        // Use a quiet color: in gain and loss colors, the blocks would dominate the page.
        draw(
          line.week, .secondary, columns: column.columns, in: area, row: row, from: column.start)
      default:
        draw(
          line.figure(in: column.kind, at: now), width: widths[column.kind, isPrivate: isPrivate],
          column: column, isAligned: layout.isAligned, isPrivate: isPrivate,
          value: column.kind == .value ? line.shortValue : nil, in: area, row: row)
      }
    }
  }

  private mutating func draw(
    _ line: ClosedLine, widths: HoldingWidths, layout: HoldingsLayout, isPrivate: Bool,
    in area: CellArea, row: Int
  ) {
    let symbol = layout[.symbol]
    let name = layout[.name]
    if let symbol {
      left(
        line.label.symbol, .title, in: area, row: row, from: symbol.start, columns: symbol.columns)
    }
    if let name {
      left(
        line.label.secondName, .secondary, in: area, row: row, from: name.start,
        columns: name.columns)
    }
    let figures: [(HoldingColumn, FormattedFigure)] = [
      (.profitLoss, line.realized), (.profitLossPercentage, line.percentage),
    ]
    var end = area.columns
    for (kind, figure) in figures {
      guard let column = layout[kind] else { continue }
      draw(
        figure, width: widths[kind, isPrivate: isPrivate], column: column,
        isAligned: layout.isAligned, isPrivate: isPrivate, value: nil, in: area, row: row)
      end = min(end, column.start)
    }
    let start = (name ?? symbol)?.end ?? 2
    if start + 2 + line.summary(days).count + 2 <= end {
      right(line.summary(days), .secondary, in: area, row: row, before: end - 2)
    }
  }

  /// Draws a figure aligned with its column, at the end or the decimal point.
  private mutating func draw(
    _ figure: FormattedFigure, width: ColumnWidth, column: HoldingsLayout.Column, isAligned: Bool,
    isPrivate: Bool, value: ((Int) -> String?)?, in area: CellArea, row: Int
  ) {
    var text = figure.text(isPrivate: isPrivate)
    if columnWidth(of: text) > column.columns, !isPrivate, let short = value?(column.columns) {
      text = short
    }
    let hasPoint = isAligned && column.columns >= width.total && figure.role != .badge
    let blanks = hasPoint ? width.blanksAfter(text) : 0
    right(text, figure.role, in: area, row: row, before: column.end - blanks)
    guard !figure.arrow.isEmpty else { return }
    left(figure.arrow, figure.role, in: area, row: row, from: column.start)
  }
}
