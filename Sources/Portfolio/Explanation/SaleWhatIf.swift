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
/// - Returns: One result a method, in the order of ``CostBasis``.
/// - Throws: `invalidAmount`, `invalidPrice`, or `insufficientBalance` when less is held.
public func whatIfSold(
  _ sale: Transaction, after history: [Transaction]
) throws(PortfolioError) -> [SaleWhatIf] {
  try validateFields(of: sale, now: sale.date)
  var results: [SaleWhatIf] = []
  for costBasis in CostBasis.allCases {
    var walk = CoinWalk(coinId: sale.coinId, costBasis: costBasis)
    for transaction in inLedgerOrder(history) { walk.take(transaction) }
    let held = walk.open?.balance ?? 0
    guard held - sale.amount > -closingTolerance, held > 0 else {
      throw .insufficientBalance(coinId: sale.coinId, owned: held, attempted: sale.amount)
    }
    let before = (cost: walk.book.remainingCost, realized: walk.realizedPnL)
    walk.take(sale)
    results.append(
      SaleWhatIf(
        costBasis: costBasis, cost: before.cost - walk.book.remainingCost,
        realized: walk.realizedPnL - before.realized, amountLeft: walk.open?.balance ?? 0,
        costLeft: walk.book.remainingCost))
  }
  return results
}

extension CoinWalk {
  /// Result of everything sold so far, as closed positions and holdings give it.
  fileprivate var realizedPnL: Decimal {
    let coin = Coin(id: coinId, symbol: coinId, name: coinId)
    let closed = closed.reduce(0) { $0 + ClosedPosition(coin: coin, closed: $1).realizedPnL }
    guard let open else { return closed }
    return closed + open.received - (open.paid - book.remainingCost)
  }
}
