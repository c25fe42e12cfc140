public import Exact
public import FoundationEssentials

/// Checks the whole history of one coin (SPEC §3.1).
///
/// - Parameters:
///   - history: All transactions of one coin in ledger order, as after the change, or those from
///     some index on.
///   - balance: Coins held before the first of them.
///   - now: The present instant.
/// - Throws: The first ``PortfolioError`` found; for an uncovered sale it has the date and the
///   coins available then.
public func validate(
  _ history: [Transaction], from balance: Quantity = 0, now: Date
) throws(PortfolioError) {
  var balance = RunningBalance(held: balance)
  for transaction in history {
    try validateFields(of: transaction, now: now)
    try balance.apply(transaction)
  }
}

/// Checks one transaction's own fields: amount, price, total and date.
///
/// - Throws: `invalidAmount`, `invalidPrice`, a range error (``LedgerRange``), or
///   `futureDateNotAllowed`.
public func validateFields(of transaction: Transaction, now: Date) throws(PortfolioError) {
  try LedgerRange.check(transaction)
  guard transaction.date <= now else { throw .futureDateNotAllowed }
}

/// Checks one move's own fields: amount, fee, account and date.
///
/// - Throws: `invalidAmount` or `futureDateNotAllowed`.
public func validateFields(of move: Move, now: Date) throws(PortfolioError) {
  guard move.date <= now else { throw .futureDateNotAllowed }
  guard LedgerRange.isPossibleAmount(move.amount.magnitude),
    move.fee == 0 || LedgerRange.isPossibleAmount(move.fee), !move.account.isEmpty
  else { throw .invalidAmount }
}
