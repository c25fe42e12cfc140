import FoundationEssentials
public import Portfolio

/// A deposit that came in one transaction of its chain with a withdrawal of another coin of its
/// account.
///
/// Explorers export coins and tokens apart, so that what was exchanged is in neither file a trade.
/// What it was worth nobody says, but it was no gift.
public struct SwapOnChain: Sendable {
  /// What came in.
  public let deposit: Move
  /// What went out.
  public let withdrawal: Move
}

/// Finds the open deposits that are the other side of open withdrawals.
///
/// - Parameter moves: Moves in any order.
/// - Returns: The deposits in the order given, each with the first such withdrawal.
func swapsOnChain(among moves: [Move]) -> [SwapOnChain] {
  let open = moves.filter { $0.transfer == nil && $0.hash != nil }
  let withdrawals = Dictionary(
    grouping: open.filter { $0.amount < 0 }, by: \.transactionHash)
  guard !withdrawals.isEmpty else { return [] }
  return open.filter { $0.amount > 0 && !$0.isReturned }.compactMap { deposit in
    let others = withdrawals[deposit.transactionHash] ?? []
    return others.first { $0.coinId != deposit.coinId && $0.isAtOnePlace(with: deposit) }
      .map { SwapOnChain(deposit: deposit, withdrawal: $0) }
  }
}

extension ImportPlanner {
  /// The moves of the ledger as they are now, and those of the files.
  func movesNow(_ changed: [Move]) -> [PlannedMove] {
    let now = Dictionary(changed.map { ($0.id, $0) }) { first, _ in first }
    let gone = Set((replacedMoves + superseded).map(\.id))
    return moves
      + ledger.moves.filter { !gone.contains($0.id) }.map {
        PlannedMove(source: RowSource(line: 0, text: ""), move: now[$0.id] ?? $0)
      }
  }

  /// Deposits of swaps that imports before took as gifts are deposits again, because what went out
  /// for them comes now.
  mutating func takeBackGiftsOfSwaps() {
    let withdrawals = moves.lazy.map(\.move).filter { $0.amount < 0 && $0.hash != nil }
    guard !withdrawals.isEmpty, !madeOfMoves.gifts.isEmpty else { return }
    let gone = Set(takenBack.lazy.map(\.id))
    for gift in madeOfMoves.gifts where !gone.contains(gift.id) {
      guard !keptGifts.contains(gift.coinId), let deposit = gift.givenDeposit(id: newId()),
        !swapsOnChain(among: withdrawals + [deposit]).isEmpty
      else { continue }
      takeBack(gift, for: deposit)
    }
  }
}
