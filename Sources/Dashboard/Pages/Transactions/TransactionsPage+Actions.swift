import FoundationEssentials
import Portfolio

extension TransactionsPage {
  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .open: if let id = selected?.coinId { return .coin(id) }
    case .sort: sortByNext(in: shownColumns(in: state))
    case .reverse: reverse()
    default:
      list.selection = state.target(
        of: action, from: list.selection, page: state.transactionRowsArea.rows, count: shown.count)
    }
    return .done
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .open: selected != nil
    case .sort, .reverse: !shown.isEmpty
    case .filter: !isEmpty
    default: true
    }
  }

  mutating func select(_ row: Int) { list.selection = row }

  mutating func scrollToSelection(in state: DashboardState) {
    list.settle(count: shown.count, height: state.transactionRowsArea.rows)
  }

  var selectedTransaction: Transaction? { selected }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.drawTransactions(state)
  }

  /// The columns that have room.
  private func shownColumns(in state: DashboardState) -> [TransactionColumn] {
    let layout = TransactionsLayout(
      widths, isPrivate: state.isPrivate, hasCoin: true, room: state.pageArea.columns)
    return TransactionColumn.allCases.filter { layout.places[$0] != nil }
  }
}
