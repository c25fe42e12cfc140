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
        of: action, from: list.selection, page: state.transactionRowsArea.rows, count: count)
    }
    return .done
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .open: selected != nil
    case .sort, .reverse: count > 0
    case .filter: !isEmpty
    default: true
    }
  }

  var columnTitles: [(number: Int, title: String)] {
    TransactionColumn.allCases.map { ($0.rawValue, $0.title) }
  }

  mutating func select(_ row: Int) { list.selection = row }

  mutating func scrollToSelection(in state: DashboardState) {
    list.clampScroll(count: count, height: state.transactionRowsArea.rows)
  }

  var selectedTransaction: Transaction? { selected }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.drawTransactions(state, now: now)
  }

  /// The columns that have room.
  private func shownColumns(in state: DashboardState) -> [TransactionColumn] {
    let layout = TransactionsLayout(
      widths, isPrivate: state.isPrivate, hiding: hiddenColumns,
      room: state.transactionRowsArea.columns)
    return TransactionColumn.allCases.filter { layout.places[$0] != nil }
  }
}
