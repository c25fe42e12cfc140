import FoundationEssentials
import ImportText
import Portfolio

extension CSVRecord {
  /// Why a row counts for nothing: its state says that it was not, or not yet, carried out.
  ///
  /// - Parameters:
  ///   - column: The column of states.
  ///   - done: How the words begin for what was carried out; `""` for rows without a state.
  /// - Returns: `nil` for what was carried out.
  /// - Throws: ``RefusalReason/unknownState(_:)`` for a word that is neither, so that no coins
  ///   vanish for a word bitpal does not know.
  func undone(_ column: String, done: [String]) throws(RefusalReason) -> LeftOutReason? {
    try unfilledReason(self[column], done: done)
  }
}

/// As ``CSVRecord/undone(_:done:)``, for a state.
func unfilledReason(_ word: String, done: [String]) throws(RefusalReason) -> LeftOutReason? {
  let state = word.lowercased()
  guard !state.isEmpty else { return done.contains("") ? nil : .notCarriedOut("no state") }
  // Users can write this one in any file to correct a row with an unknown state.
  if state == "done" || done.contains(where: { !$0.isEmpty && state.hasPrefix($0) }) { return nil }
  guard isUnfilled(state) else { throw .unknownState(word) }
  return .notCarriedOut(word)
}

/// Whether a state in lower case is one of the words for what was not, or not yet, carried out, and
/// says nothing of a part that was.
private func isUnfilled(_ state: String) -> Bool {
  if unfilledSubstrings.contains(where: { state.contains($0) }) { return !isPartlyFilled(state) }
  let words = state.split { !$0.isLetter }
  return !isPartlyFilled(state)
    && words.contains { word in unfilledPrefixes.contains { word.hasPrefix($0) } }
}

/// Whether some of it was carried out, as in `partially filled, canceled`.
private func isPartlyFilled(_ state: String) -> Bool {
  if state.contains("partial") || state.contains("partly") || state.contains("processed") {
    return true
  }
  return state.replacing("unfilled", with: "").replacing("not filled", with: "").contains("filled")
}

/// Parts of the words that exchanges have for what was not, or not yet, carried out.
private let unfilledSubstrings = [
  "abort", "cancel", "confirming", "declin", "expir", "fail", "incomplete", "pending", "progress",
  "refus", "reject", "unconfirmed", "unpaid", "unsuccessful",
  "キャンセル", "失敗", "却下", "処理中", "未",
]

/// How other such words begin; elsewhere in a word they say nothing, as in `renewed`.
private let unfilledPrefixes = [
  "active", "await", "blocked", "created", "delet", "dispute", "draft", "error", "false", "hold",
  "held", "initiat", "invalid", "kill", "new", "not", "ongoing", "open", "placed", "process",
  "queue", "refund", "request", "return", "revers", "revert", "review", "stop", "submit", "suspend",
  "timeout", "timed", "unfilled", "void", "wait",
]
