public import Exact
import FoundationEssentials

/// What a sale that was not made would do under one cost basis.
///
/// Amounts are coins; money is in the currency the history is counted in. What needs an exchange
/// rate that is missing is `nil`.
public struct SaleWhatIf: Equatable, Sendable {
  /// The method.
  public let costBasis: CostBasis
  /// Cost of the coins sold.
  public let cost: ExactDecimal?
  /// What the sale adds to the realized result.
  public let realized: ExactDecimal?
  /// Coins left; zero when the sale closes the cycle.
  public let amountLeft: ExactDecimal
  /// Cost of the coins left.
  public let costLeft: ExactDecimal?
}

/// Works a sale out under every cost basis and records nothing.
///
/// - Parameters:
///   - sale: The sale, as it would be added to the end of the history.
///   - history: The coin's transactions in insertion order.
///   - calendar: The zone whose days count.
///   - carried: The lots that migrations bring.
/// - Returns: One result a method, in the order of `CostBasis.allCases`.
/// - Throws: `invalidAmount`, `invalidPrice`, or `insufficientBalance` when less is held.
public func whatIfSold(
  _ sale: Transaction, after history: [Transaction], calendar: LocalCalendar = .utc,
  carrying carried: CarriedLots = .none
) throws(PortfolioError) -> [SaleWhatIf] {
  let ordered = inLedgerOrder(history)
  guard carried.accounts == nil else {
    return try whatIfSoldFromAccount(sale, after: ordered, calendar, carried)
  }
  var position = CoinPosition(coinId: sale.coinId)
  for transaction in ordered { _ = position.applyUnchecked(transaction, carrying: carried) }
  let results = try whatIfSold(sale, from: position)
  guard let first = results.first else { return results }
  return results
    + [matched(sale, .hmrc, after: ordered, calendar, carried, amountLeft: first.amountLeft)]
}

/// The sale with a book for each account, under every method.
private func whatIfSoldFromAccount(
  _ sale: Transaction, after history: [Transaction], _ calendar: LocalCalendar,
  _ carried: CarriedLots
) throws(PortfolioError) -> [SaleWhatIf] {
  try validateFields(of: sale, now: sale.date)
  var position = CoinPosition(coinId: sale.coinId, methods: [])
  for transaction in history { _ = position.applyUnchecked(transaction, carrying: carried) }
  do {
    try position.apply(sale, carrying: carried)
  } catch .insufficientBalance(let coinId, let owned, let attempted, _, _) {
    throw .insufficientBalance(coinId: coinId, owned: owned, attempted: attempted)
  }
  let left = position.open?.balance ?? 0
  return CostBasis.allCases.map {
    matched(sale, $0, after: history, calendar, carried, amountLeft: left)
  }
}

/// Works a sale out under every cost basis whose cost is kept, and records nothing.
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
  } catch .insufficientBalance(let coinId, let owned, let attempted, _, _) {
    throw .insufficientBalance(coinId: coinId, owned: owned, attempted: attempted)
  }
  let (unknownBefore, unknown) = (before.unknownSums, position.unknownSums)
  return CostBasis.stored.map { costBasis in
    let costLeft = position.exactRemainingCost(costBasis)
    // A sale of known lots is known although others are not; one that closes the cycle takes all.
    let isKnown =
      !unknownBefore.held.contains(costBasis)
      || position.open != nil && !unknown.sold.contains(costBasis)
    let left = before.unvaluedSold(costBasis) != position.unvaluedSold(costBasis)
    let isHeldKnown = position.open?.unvalued(costBasis).held.isZero ?? true
    return SaleWhatIf(
      costBasis: costBasis,
      cost: isKnown && !left ? (before.exactRemainingCost(costBasis) - costLeft).figure : nil,
      realized: isKnown && !left
        ? (position.realizedPnL(costBasis) - before.realizedPnL(costBasis)).figure : nil,
      amountLeft: position.open?.balance ?? 0,
      costLeft: unknown.held.contains(costBasis) || !isHeldKnown ? nil : costLeft.figure)
  }
}

/// The sale where its cost is worked out apart from the coin's cycles, as far as is known today: a
/// purchase of the next 30 days would be matched with it under ``CostBasis/hmrc``.
private func matched(
  _ sale: Transaction, _ costBasis: CostBasis, after history: [Transaction],
  _ calendar: LocalCalendar, _ carried: CarriedLots, amountLeft: ExactDecimal
) -> SaleWhatIf {
  let before = MatchedSales(
    of: sale.coinId, history, costBasis: costBasis, calendar, carrying: carried)
  let after = MatchedSales(
    of: sale.coinId, history + [sale], costBasis: costBasis, calendar, carrying: carried)
  let parts = after.sales.first { $0.id == sale.id }?.parts ?? []
  let isKnown = parts.allSatisfy(\.isCostKnown)
  let cost = before.held.cost - after.held.cost
  return SaleWhatIf(
    costBasis: costBasis, cost: isKnown ? cost.figure : nil,
    realized: isKnown ? (sale.exactTotal - cost).figure : nil, amountLeft: amountLeft,
    costLeft: after.held.isKnown && after.held.unvalued.isZero ? after.held.cost.figure : nil)
}

extension CoinPosition {
  /// Coins sold so far that nothing says the worth of.
  fileprivate func unvaluedSold(_ costBasis: CostBasis) -> Quantity {
    closed.unvalued(costBasis).sold + (open?.unvalued(costBasis).sold ?? 0)
  }

  /// Result of everything sold so far, as closed positions and holdings give it.
  fileprivate func realizedPnL(_ costBasis: CostBasis) -> Cost {
    let result = closed.realizedPnL(costBasis)
    guard let sums = open?.exact else { return result }
    return result + sums.received - (sums.paid(costBasis) - exactRemainingCost(costBasis))
  }
}
