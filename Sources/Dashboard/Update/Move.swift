extension DashboardState {
  /// Moves within the active page or overlay.
  mutating func move(_ action: ActionID) -> [DashboardEffect] {
    if let log {
      let top = target(
        of: action, from: log.top, page: messageRows, count: messageLines.count)
      self.log?.top = top
      return []
    }
    if let page = help {
      let top = target(of: action, from: page.top, page: helpRows, count: helpLines.count)
      help?.top = top
      return []
    }
    if coin != nil, action == .left || action == .right {
      moveCursor(by: action == .left ? -1 : 1, in: coinPlotColumns)
      return []
    }
    if let page = coin {
      let row = target(
        of: action, from: page.list.selection, page: coinRowsArea.rows, count: page.rows.count)
      coin?.move(to: row, isForward: row > page.list.selection)
      return []
    }
    return performOnPage(action)
  }

  /// The row that a movement action leads to.
  func target(of action: ActionID, from row: Int, page: Int, count: Int) -> Int {
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
}
