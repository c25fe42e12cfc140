import Application
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
import Widgets

extension AppContext {
  /// A sentence on how many coins an account lacks for an event; `nil` if it has enough.
  ///
  /// - Parameters:
  ///   - event: The entered event.
  ///   - old: The event that it replaces; only amounts beyond the old event's are checked then.
  /// - Throws: `insufficientBalance` if all accounts together lack the coins.
  func shortage(
    after event: RecordedEvent, replacing old: RecordedEvent = RecordedEvent(),
    _ style: ReportStyle
  ) throws -> String? {
    guard let move = event.moves.first, let there = try coinsThere(before: event, replacing: old)
    else { return nil }
    let coins = FormattedValue.quantity(max(there, .zero).figure).text(isPrivate: style.isPrivate)
    return "\(move.account) had only \(coins) \(move.coinId) then. Check the account, or record "
      + "what came in there before."
  }

  /// The coins an account holds if an event removes more than that; `nil` if it has enough.
  ///
  /// Coins of rows without an account may be in any account. A move without a time may happen after
  /// everything else on its day.
  ///
  /// - Parameters:
  ///   - event: The entered event.
  ///   - old: The event that it replaces; only amounts beyond the old event's are checked then.
  /// - Throws: `insufficientBalance` if all accounts together lack the coins.
  @discardableResult
  func coinsThere(
    before event: RecordedEvent, replacing old: RecordedEvent = RecordedEvent()
  ) throws -> Quantity? {
    guard let move = event.moves.first, move.amount < 0 else { return nil }
    let leaving = event.leaving(move.coinId)
    guard leaving > old.leaving(move.coinId) else { return nil }
    let calendar = LocalCalendar.system
    let end = calendar.instant(of: calendar.day(of: move.date).advanced(by: 1))
    var balances = try balances(of: move.coinId, before: end)
    for move in old.moves where move.date < end {
      balances[move.account, default: .zero] -= move.amount - move.fee
    }
    for row in old.transactions where row.date < end && row.coinId == move.coinId {
      balances[row.account, default: .zero] += row.amount
    }
    let owned = balances.values.reduce(Quantity.zero) { $0 + $1 }
    guard RunningBalance(held: owned).covers(leaving) else {
      throw PortfolioError.insufficientBalance(
        coinId: move.coinId, owned: max(owned, .zero).withinExactDigits,
        attempted: leaving.withinExactDigits,
        kind: move.transfer == nil ? .withdrawal : .transfer)
    }
    let there = balances[move.account] ?? .zero
    return there + max(balances[nil] ?? .zero, .zero) < leaving ? there : nil
  }
}

extension RecordedEvent {
  /// The amount that leaves with the first move, including a fee in the same coin.
  fileprivate func leaving(_ coinId: String) -> Quantity {
    guard let move = moves.first, move.amount < 0, move.coinId == coinId else { return .zero }
    return transactions.filter { $0.coinId == coinId }
      .reduce(move.amount.magnitude + move.fee) { $0 + $1.amount }
  }
}
