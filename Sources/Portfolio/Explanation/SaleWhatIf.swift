public import Exact
import FoundationEssentials

/// The effect of a hypothetical sale under one cost basis.
///
/// Amounts are coins; money is in the currency of the history. Figures that need a missing exchange
/// rate are `nil`.
public struct SaleWhatIf: Equatable, Sendable {
  /// The method.
  public let costBasis: CostBasis
  /// Cost of the coins sold.
  public let cost: ExactDecimal?
  /// What the sale adds to the realized result.
  public let realized: ExactDecimal?
  /// Coins left; zero when the sale closes the cycle.
  public let amountLeft: Quantity
  /// Cost of the coins left.
  public let costLeft: ExactDecimal?
}

/// Computes a sale under every cost basis without recording it.
///
/// - Parameters:
///   - sale: The sale, as it would be added to the end of the history.
///   - history: The coin's transactions in insertion order.
///   - calendar: The time zone that days are counted in.
///   - carried: The lots that migrations carry over.
/// - Returns: One result per method, in the order of `CostBasis.allCases`.
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

/// Computes the sale with per-account books under every method.
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
  let left = position.open?.exact.balance.withinExactDigits ?? 0
  return CostBasis.allCases.map {
    matched(sale, $0, after: history, calendar, carried, amountLeft: left)
  }
}

/// Computes a sale under every stored cost basis without recording it.
///
/// - Parameters:
///   - sale: The sale, as it would be added to the end of the history.
///   - before: The coin's position before it.
/// - Returns: One result per method, in the order of ``CostBasis/stored``.
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
    // A sale of known lots has a known cost even if other lots do not; a closing sale takes all.
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
      amountLeft: position.open?.exact.balance.withinExactDigits ?? 0,
      costLeft: unknown.held.contains(costBasis) || !isHeldKnown ? nil : costLeft.figure)
  }
}

/// Computes the sale separately from the coin's cycles, as far as known today: under
/// ``CostBasis/hmrc`` a purchase in the next 30 days would be matched with it.
private func matched(
  _ sale: Transaction, _ costBasis: CostBasis, after history: [Transaction],
  _ calendar: LocalCalendar, _ carried: CarriedLots, amountLeft: Quantity
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
  /// Coins of unknown worth sold so far.
  fileprivate func unvaluedSold(_ costBasis: CostBasis) -> Quantity {
    closed.unvalued(costBasis).sold + (open?.unvalued(costBasis).sold ?? 0)
  }

  /// Realized result so far, as in closed positions and holdings.
  fileprivate func realizedPnL(_ costBasis: CostBasis) -> Cost {
    let result = closed.realizedPnL(costBasis)
    guard let sums = open?.exact else { return result }
    return result + sums.received - (sums.paid(costBasis) - exactRemainingCost(costBasis))
  }
}
