import FoundationEssentials
import Portfolio

/// Coins of a withdrawal that was not carried out, given back in a row of their own.
///
/// The two are a transfer of the account to itself. The ledger knows such a deposit by its
/// reference, because the withdrawal may be imported later.
extension Move {
  /// The part of a reference that says that coins were given back.
  static let returned = "returned"

  /// Whether an exchange gave the coins back.
  var isReturned: Bool { reference?.id.hasSuffix(":" + Self.returned) ?? false }

  /// Whether it took so many coins before another move of its account gave them back.
  fileprivate func mayBeUndone(by deposit: Move, amount: Decimal) -> Bool {
    deposit.amount == amount && isAtOnePlace(with: deposit) && coinId == deposit.coinId
      && date <= deposit.date && deposit.date.timeIntervalSince(date) <= longestReturn
  }
}

private let longestReturn: TimeInterval = 30 * 86_400

/// Takes out what an exchange gave back, with the withdrawals that were not carried out.
///
/// - Parameters:
///   - withdrawals: Those of one coin, oldest first.
///   - deposits: Those of the coin, oldest first.
func takeReturned(
  from withdrawals: inout [Move], and deposits: inout [Move]
) -> [TransferPair] {
  var pairs: [TransferPair] = []
  for deposit in deposits where deposit.isReturned {
    let sent = withdrawals.lastIndex { $0.mayBeUndone(by: deposit, amount: -$0.amount) }
    guard let sent else { continue }
    pairs.append(TransferPair(withdrawal: withdrawals.remove(at: sent), deposit: deposit))
  }
  deposits.removeAll(where: \.isReturned)
  return pairs
}

extension ImportPlanner {
  /// Takes the fees of withdrawals that were given back with them for a part of these.
  mutating func undoReturnedFees() {
    let back = (ledger.moves + moves.map(\.move)).filter { $0.isReturned && $0.transfer == nil }
    for deposit in back {
      undoReturnedFeeOfLedger(deposit)
      let sent = moves.lastIndex { planned in
        let move = planned.move
        return move.amount < 0 && move.fee > 0 && move.transfer == nil
          && move.mayBeUndone(by: deposit, amount: move.fee - move.amount)
      }
      guard let sent else { continue }
      moves[sent].move.amount -= moves[sent].move.fee
      moves[sent].move.fee = 0
    }
  }

  /// Does so where an import before brought the withdrawal, and booked its fee as lost.
  private mutating func undoReturnedFeeOfLedger(_ deposit: Move) {
    for var move in ledger.moves.sorted(by: { $0.date > $1.date }) where move.amount < 0 {
      let booked = move.reference.flatMap { known.transaction(of: $0.part("fee")) }
      let fee = move.fee + (booked?.amount ?? 0)
      guard move.transfer == nil, fee > 0,
        move.mayBeUndone(by: deposit, amount: fee - move.amount)
      else { continue }
      (move.amount, move.fee) = (move.amount - fee, 0)
      if let booked, let reference = booked.reference {
        known.release(reference)
        returnedFees.append(booked)
        ledger = ledger.without([booked.id])
      }
      ledger = ledger.changing(move)
      return
    }
  }
}
