extension DashboardState {
  /// Moves within the page or overlay in front.
  mutating func move(_ action: ActionID) {
    if let page = help {
      let top = target(of: action, from: page.top, page: helpRows, count: helpLines.count)
      help?.top = top
      return
    }
    if let page = coin {
      let row = target(
        of: action, from: page.list.selection, page: coinRowsArea.rows, count: page.rows.count)
      coin?.move(to: row, isForward: row > page.list.selection)
      return
    }
    switch tab {
    case .home: moveFocus(action)
    case .portfolio:
      let from = portfolio.list.selection
      let row = target(
        of: action, from: from, page: holdingRowsArea.rows, count: portfolio.rows.count)
      portfolio.move(to: row, isForward: row > from)
    case .transactions:
      let list = transactions.list
      transactions.list.selection = target(
        of: action, from: list.selection, page: transactionRowsArea.rows,
        count: transactions.shown.count)
    }
  }

  private func target(of action: ActionID, from row: Int, page: Int, count: Int) -> Int {
    let page = max(1, page - 1)
    let target =
      switch action {
      case .up: row - 1
      case .down: row + 1
      case .pageUp: row - page
      case .pageDown: row + page
      case .first: 0
      case .last: count - 1
      default: row
      }
    return max(0, min(target, count - 1))
  }

  private mutating func moveFocus(_ action: ActionID) {
    guard let arrangement else { return }
    let focus = arrangement.index(of: homeFocus)
    let next =
      switch action {
      case .left: arrangement.neighbour(of: focus, columns: -1, rows: 0)
      case .right: arrangement.neighbour(of: focus, columns: 1, rows: 0)
      case .up: arrangement.neighbour(of: focus, columns: 0, rows: -1)
      case .down: arrangement.neighbour(of: focus, columns: 0, rows: 1)
      default: Int?.none
      }
    if let next { homeFocus = arrangement.places[next].tile }
  }
}
