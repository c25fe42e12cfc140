import FoundationEssentials
import Portfolio

extension PortfolioPage {
  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .open:
      if case .more = selected { toggleClosed() }
      if let id = selectedCoin { return .coin(id) }
    case .sort: sortByNext(in: shownColumns(in: state))
    case .reverse: reverse()
    case .toggleClosed: toggleClosed()
    default:
      let from = list.selection
      let row = state.target(
        of: action, from: from, page: state.holdingRowsArea.rows, count: rows.count)
      move(to: row, isForward: row > from)
    }
    return .done
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .open: selected?.isSelectable == true
    case .toggleClosed: canFold
    case .sort, .reverse: !holdings.isEmpty
    case .filter: !isEmpty
    default: true
    }
  }

  var columnTitles: [(number: Int, title: String)] {
    HoldingColumn.allCases.map { ($0.rawValue, $0.title) }
  }

  mutating func select(_ row: Int) { move(to: row, isForward: true) }

  mutating func scrollToSelection(in state: DashboardState) {
    list.clampScroll(
      count: rows.count, height: state.holdingRowsArea.rows,
      lead: rows.firstIndex(where: \.isSelectable) ?? 0)
  }

  func copiedText(in state: DashboardState) -> String? {
    switch selected {
    case .holding(let index):
      let line = holdings[index]
      let now = state.lastInstant ?? .distantPast
      let figures = HoldingColumn.allCases.filter { line.figures[$0] != nil }
        .map { line.figure(in: $0, at: now) }
      let texts = figures.map { $0.text(isPrivate: state.isPrivate) }
      return ([line.label.symbol, line.label.name] + texts).joined(separator: "\t")
    case .closed(let index):
      let line = closed[index]
      let texts = [line.realized, line.percentage].map { $0.text(isPrivate: state.isPrivate) }
      return ([line.label.symbol, line.label.name, line.summary(state.days)] + texts).joined(
        separator: "\t")
    default: return nil
    }
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.drawPortfolio(state, now: now)
  }

  /// The columns that have room.
  private func shownColumns(in state: DashboardState) -> [HoldingColumn] {
    HoldingsLayout(
      layout, isPrivate: state.isPrivate, hiding: hiddenColumns, room: state.holdingRowsArea.columns
    )
    .columns.map(\.kind)
  }
}
