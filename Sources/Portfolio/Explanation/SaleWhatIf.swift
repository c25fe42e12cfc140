import Exact
public import FoundationEssentials

/// What a sale that was not made would do under one cost basis.
///
/// Amounts are coins, money is US dollars.
public struct SaleWhatIf: Equatable, Sendable {
  /// The method.
  public let costBasis: CostBasis
  /// Cost of the coins sold.
  public let cost: Decimal
  /// What the sale adds to the realized result.
  public let realized: Decimal
  /// Coins left; zero when the sale closes the cycle.
  public let amountLeft: Decimal
  /// Cost of the coins left.
  public let costLeft: Decimal
}

/// Works a sale out under every cost basis and records nothing.
///
/// - Parameters:
///   - sale: The sale, as it would be added to the end of the history.
///   - history: The coin's transactions in insertion order.
/// - Returns: One result a method, in the order of ``CostBasis/stored``.
/// - Throws: `invalidAmount`, `invalidPrice`, or `insufficientBalance` when less is held.
public func whatIfSold(
  _ sale: Transaction, after history: [Transaction]
) throws(PortfolioError) -> [SaleWhatIf] {
  var position = CoinPosition(coinId: sale.coinId)
  for transaction in inLedgerOrder(history) { _ = position.applyUnchecked(transaction) }
  return try whatIfSold(sale, from: position)
}

/// Works a sale out under every cost basis and records nothing.
///
/// - Parameters:
///   - sale: The sale, as it would be added to the end of the history.
///   - before: The coin's position before it.
/// - Returns: One result a method, in the order of ``CostBasis/stored``.
/// - Throws: `invalidAmount`, `invalidPrice`, or `insufficientBalance` when less is held.
public func whatIfSold(
  _ sale: Transaction, from before: CoinPosition
) throws(PortfolioError) -> [SaleWhatIf] {
  try validateFields(of: sale, now: sale.date)
  var position = before
  do {
    try position.apply(sale)
  } catch .insufficientBalance(let coinId, let owned, let attempted, _) {
    throw .insufficientBalance(coinId: coinId, owned: owned, attempted: attempted)
  }
  return CostBasis.stored.map { costBasis in
    let costLeft = position.exactRemainingCost(costBasis)
    return SaleWhatIf(
      costBasis: costBasis, cost: (before.exactRemainingCost(costBasis) - costLeft).decimal,
      realized: (position.realizedPnL(costBasis) - before.realizedPnL(costBasis)).decimal,
      amountLeft: position.open?.balance ?? 0, costLeft: costLeft.decimal)
  }
}

extension CoinPosition {
  /// Result of everything sold so far, as closed positions and holdings give it.
  fileprivate func realizedPnL(_ costBasis: CostBasis) -> Cost {
    guard let sums = open?.exact else { return closed.realizedPnL }
    return closed.realizedPnL + sums.received - (sums.paid - exactRemainingCost(costBasis))
  }
}
