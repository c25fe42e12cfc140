import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

extension DashboardState {
  /// Reports what an undo or redo did.
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
    let rest = step.counts.all > 1 ? " and \(step.counts.all - 1) more" : ""
    showMessage("\(word): \(what)\(rest)", isError: false)
  }

  /// Reports an undo or redo by the journal's name for the change.
  mutating func showMessage(label: String, _ direction: LedgerDirection) {
    let word = direction == .undo ? "Undone" : "Redone"
    showMessage("\(word): \(label.isEmpty ? "the last change" : cleaned(label))", isError: false)
  }

  /// Confirms a written change.
  mutating func showMessage(_ change: DashboardChange) {
    switch change {
    case .record(let terms, _): showWritten("Added: \(name(terms))")
    case .edit(_, let shown, let said):
      showWritten("Changed: \(name(shown.terms.merging(said)))")
    case .delete, .deleteMove:
      let key = keyMap.label(of: .undo).map { "; \($0) brings it back" } ?? ""
      showWritten("Deleted\(deletedName.map { ": \($0)" } ?? "")\(key)")
      deletedName = nil
    case .answer(let answer):
      let count = answer.keys.count
      showWritten(
        "Answered \(FormattedFigure.count(count)) \(count == 1 ? "question" : "questions"): "
          + cleaned(answer.choice))
    case .revoke(let answer, _):
      showWritten("Revoked: \(answer.choice.text(isPrivate: isPrivate))")
    }
  }
}
