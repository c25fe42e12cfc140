import FoundationEssentials
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
    try reasonUndone(self[column], done: done)
  }
}

/// As ``CSVRecord/undone(_:done:)``, for a state.
func reasonUndone(_ word: String, done: [String]) throws(RefusalReason) -> LeftOutReason? {
  let state = word.lowercased()
  guard !state.isEmpty else { return done.contains("") ? nil : .notCarriedOut("no state") }
  // Whoever mends a row whose state nobody knows may write this one in any file.
  if state == "done" || done.contains(where: { !$0.isEmpty && state.hasPrefix($0) }) { return nil }
  guard wordsForUndone.contains(where: { state.contains($0) }) else { throw .unknownState(word) }
  return .notCarriedOut(word)
}

/// Parts of the words that exchanges have for what was not, or not yet, carried out.
private let wordsForUndone = [
  "abort", "active", "await", "block", "cancel", "confirming", "created", "declin", "delet",
  "dispute", "draft", "error", "expir", "fail", "false", "hold", "held", "incomplete", "initiat",
  "invalid", "kill", "new", "not ", "ongoing", "open", "pending", "placed", "process", "progress",
  "queue", "refund", "refuse", "reject", "request", "return", "revers", "revert", "review", "stop",
  "submit",
  "suspend", "timeout", "timed out", "unconfirmed", "unfilled", "unpaid", "unsuccessful", "void",
  "wait", "キャンセル", "失敗", "却下", "処理中", "未",
]
