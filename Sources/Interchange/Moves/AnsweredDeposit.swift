public import FoundationEssentials
public import Portfolio

/// What the answer to a deposit changes in the ledger.
public struct AnswerChanges: Equatable, Sendable {
  /// New transactions in their order, the answer among them.
  public let added: [Transaction]
  /// Transactions of the ledger that go, or stand among ``added`` behind what is new.
  public let removed: [Transaction]
  /// Deposits that sales needed as gifts, and that are open again.
  public let opened: [Move]
  /// What the user should know.
  public let notices: [ImportNotice]
}

/// What changes with an answer to a deposit: where imports made up gifts because sales lacked
/// coins, it brings these now, as a row of a file would.
///
/// - Parameters:
///   - ledger: At least the transactions of the answer's coin from the answer's time on.
///   - now: The present instant.
public func changes(
  beside answer: Transaction, in ledger: ImportLedger, now: Date
) -> AnswerChanges {
  let coins = CoinDirectory(resolve: { _ in .unknown })
  var planner = ImportPlanner(
    ledger: ledger, policy: ImportPolicy(), coins: coins, now: now, newId: UUID.init)
  let alone = AnswerChanges(added: [answer], removed: [], opened: [], notices: [])
  guard answer.type.isAcquisition else { return alone }
  return planner.changes(beside: answer) ?? alone
}

extension ImportPlanner {
  /// - Returns: `nil` where the sales cannot be put behind what is left of the gifts.
  fileprivate mutating func changes(beside answer: Transaction) -> AnswerChanges? {
    rows = [PlannedRow(source: RowSource(line: 0, text: ""), transaction: answer)]
    var changed: [Move] = []
    giveMissingCoins(before: ledger, &changed)
    let ordered = orderedRows()
    guard !ordered.hasLost(movedBehind) else { return nil }
    return AnswerChanges(
      added: ordered.rows.map(\.transaction), removed: takenBack + movedBehind,
      opened: moves.map(\.move), notices: notices)
  }
}
