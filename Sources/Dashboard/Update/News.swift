import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

extension DashboardState {
  /// Says what an undo or redo did.
  mutating func showMessage(_ step: LedgerStep?, _ direction: LedgerDirection) {
    guard let step, let row = step.rows.first else {
      showMessage(direction == .undo ? "Nothing to undo" : "Nothing to redo", isError: false)
      return
    }
    let word = direction == .undo ? "Undone" : "Redone"
    let what =
      switch (row.before, row.after) {
      case (nil, let after?): "\(name(after)) is back"
      case (let before?, nil): "\(name(before)) is gone"
      case (_, let after?): "\(name(after)) as it was"
      case (nil, nil): "no change"
      }
    let rest = step.rows.count > 1 ? " and \(step.rows.count - 1) more" : ""
    showMessage("\(word): \(what)\(rest)", isError: false)
  }

  /// Says what was written.
  mutating func showMessage(_ change: LedgerChange) {
    switch change {
    case .add(let transactions):
      let first = transactions.first.map(name) ?? "nothing"
      let rest = transactions.count > 1 ? " and \(transactions.count - 1) more" : ""
      showWritten("Added: \(first)\(rest)")
    case .edit(let transaction): showWritten("Changed: \(name(transaction))")
    case .delete:
      let key = keyMap.label(of: .undo).map { "; \($0) brings it back" } ?? ""
      showWritten("Deleted\(deletedName.map { ": \($0)" } ?? "")\(key)")
      deletedName = nil
    }
  }

  /// A transaction in three words: `Buy 2 BTC`.
  func name(_ transaction: Transaction) -> String {
    "\(transaction.type.displayName) \(size(transaction))"
  }

  /// The coins of a transaction: `2 BTC`.
  func size(_ transaction: Transaction) -> String {
    let amount = FormattedFigure.quantity(transaction.amount).text(isPrivate: isPrivate)
    return "\(amount) \(transactions.book[transaction.coinId].symbol)"
  }
}
