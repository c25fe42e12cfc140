import FoundationEssentials
import ImportText
import Portfolio

extension CSVRecord {
  /// Why a row is ignored: by its state it was not executed, or not yet.
  ///
  /// - Parameters:
  ///   - column: The state column.
  ///   - done: Prefixes of states that mean execution; `""` for rows without a state.
  /// - Returns: `nil` if it was executed.
  /// - Throws: ``RefusalReason/unknownState(_:)`` for an unknown state, so coins never vanish
  ///   silently.
  func undone(_ column: String, done: [String]) throws(RefusalReason) -> LeftOutReason? {
    try unfilledReason(self[column], done: done)
  }
}

/// As ``CSVRecord/undone(_:done:)``, for a state.
func unfilledReason(_ word: String, done: [String]) throws(RefusalReason) -> LeftOutReason? {
  let state = word.lowercased()
  guard !state.isEmpty else { return done.contains("") ? nil : .notCarriedOut("no state") }
  // Users can write this state in any file to fix a row with an unknown one.
  if state == "done" || done.contains(where: { !$0.isEmpty && state.hasPrefix($0) }) { return nil }
  guard isUnfilled(state) else { throw .unknownState(word) }
  return .notCarriedOut(word)
}

/// Whether a lowercase state means that nothing was executed, not even in part.
private func isUnfilled(_ state: String) -> Bool {
  if unfilledSubstrings.contains(where: { state.contains($0) }) { return !isPartlyFilled(state) }
  let words = state.split { !$0.isLetter }
  return !isPartlyFilled(state)
    && words.contains { word in unfilledPrefixes.contains { word.hasPrefix($0) } }
}

/// Whether it was partly executed, as in `partially filled, canceled`.
private func isPartlyFilled(_ state: String) -> Bool {
  if state.contains("partial") || state.contains("partly") || state.contains("processed") {
    return true
  }
  return state.replacing("unfilled", with: "").replacing("not filled", with: "").contains("filled")
}

/// Substrings of states that mean not executed, or not yet.
private let unfilledSubstrings = [
  "abort", "cancel", "confirming", "declin", "expir", "fail", "incomplete", "pending", "progress",
  "refus", "reject", "unconfirmed", "unpaid", "unsuccessful",
  "キャンセル", "失敗", "却下", "処理中", "未",
]

/// Prefixes of other such states; elsewhere in a word they mean nothing, as in `renewed`.
private let unfilledPrefixes = [
  "active", "await", "blocked", "created", "delet", "dispute", "draft", "error", "false", "hold",
  "held", "initiat", "invalid", "kill", "new", "not", "ongoing", "open", "placed", "process",
  "queue", "refund", "request", "return", "revers", "revert", "review", "stop", "submit", "suspend",
  "timeout", "timed", "unfilled", "void", "wait",
]
