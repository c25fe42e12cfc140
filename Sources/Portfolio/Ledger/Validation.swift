public import FoundationEssentials

/// A balance below this many coins, up or down, is dust: a sale that leaves it closes the cycle.
///
/// Exactly this much stays open (SPEC §3.2).
public let closingTolerance = Decimal(sign: .plus, exponent: -8, significand: 1)

/// Checks the whole history of one coin (SPEC §3.1).
///
/// - Parameters:
///   - history: All transactions of one coin in ledger order, as they would stand after a change;
///     or those from some place on.
///   - balance: Coins held before the first of them.
///   - now: The present instant.
/// - Throws: The first ``PortfolioError`` met; for an uncovered sale it names the date and what was
///   available then.
public func validate(
  _ history: [Transaction], from balance: Decimal = 0, now: Date
) throws(PortfolioError) {
  var balance = balance
  for transaction in history {
    try validateFields(of: transaction, now: now)
    guard transaction.type == .sell else {
      balance += transaction.amount
      continue
    }
    let rest = balance - transaction.amount
    guard rest > -closingTolerance else {
      throw .insufficientBalance(
        coinId: transaction.coinId, owned: balance, attempted: transaction.amount,
        date: transaction.date)
    }
    balance = abs(rest) < closingTolerance ? 0 : rest
  }
}

/// Checks one transaction's own fields: amount, price and date.
///
/// - Throws: `invalidAmount`, `invalidPrice` or `futureDateNotAllowed`.
public func validateFields(of transaction: Transaction, now: Date) throws(PortfolioError) {
  guard transaction.amount > 0 else { throw .invalidAmount }
  switch transaction.type {
  case .gift: guard transaction.pricePerCoin == 0 else { throw .invalidPrice }
  case .buy, .sell: guard transaction.pricePerCoin > 0 else { throw .invalidPrice }
  }
  guard transaction.date <= now else { throw .futureDateNotAllowed }
}
