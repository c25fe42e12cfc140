import Exact
public import FoundationEssentials

/// What a sale that was not made would do under one cost basis.
///
/// Amounts are coins; money is in the currency the history is counted in. What needs an exchange
/// rate that is missing is `nil`.
public struct SaleWhatIf: Equatable, Sendable {
  /// The method.
  public let costBasis: CostBasis
  /// Cost of the coins sold.
  public let cost: Decimal?
  /// What the sale adds to the realized result.
  public let realized: Decimal?
  /// Coins left; zero when the sale closes the cycle.
  public let amountLeft: Decimal
  /// Cost of the coins left.
  public let costLeft: Decimal?
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
  var position = CoinPosition(coinId: sale.coinId)
  let ordered = inLedgerOrder(history)
  for transaction in ordered { _ = position.applyUnchecked(transaction, carrying: carried) }
  let results = try whatIfSold(sale, from: position)
  guard let first = results.first else { return results }
  return results
    + [matched(sale, after: ordered, calendar, carried, amountLeft: first.amountLeft)]
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
    return SaleWhatIf(
      costBasis: costBasis,
      cost: isKnown ? (before.exactRemainingCost(costBasis) - costLeft).decimal : nil,
      realized: isKnown
        ? (position.realizedPnL(costBasis) - before.realizedPnL(costBasis)).decimal : nil,
      amountLeft: position.open?.balance ?? 0,
      costLeft: unknown.held.contains(costBasis) ? nil : costLeft.decimal)
  }
}

/// The sale under ``CostBasis/hmrc``, as far as is known today: a purchase of the next 30 days
/// would be matched with it.
private func matched(
  _ sale: Transaction, after history: [Transaction], _ calendar: LocalCalendar,
  _ carried: CarriedLots, amountLeft: Decimal
) -> SaleWhatIf {
  let before = HMRCMatching(matching: history, calendar, carried)
  var parts: [UsedSale.Part] = []
  let after = HMRCMatching(matching: history + [sale], calendar, carried) { parts = $0.parts }
  let isKnown = parts.allSatisfy(\.isCostKnown)
  let cost = before.remainingCost - after.remainingCost
  return SaleWhatIf(
    costBasis: .hmrc, cost: isKnown ? cost.decimal : nil,
    realized: isKnown ? (sale.exactTotal - cost).decimal : nil, amountLeft: amountLeft,
    costLeft: after.isRemainingCostKnown ? after.remainingCost.decimal : nil)
}

extension CoinPosition {
  /// Result of everything sold so far, as closed positions and holdings give it.
  fileprivate func realizedPnL(_ costBasis: CostBasis) -> Cost {
    let result = closed.realizedPnL(costBasis)
    guard let sums = open?.exact else { return result }
    return result + sums.received - (sums.paid(costBasis) - exactRemainingCost(costBasis))
  }
}

extension HMRCMatching {
  /// Matches a coin's whole history; `report` receives the sales in ledger order.
  fileprivate init(
    matching history: [Transaction], _ calendar: LocalCalendar, _ carried: CarriedLots,
    _ report: (UsedSale) -> Void = { _ in }
  ) {
    self.init(coinId: history.first?.coinId ?? "", calendar)
    for (place, transaction) in history.enumerated() {
      collect(transaction, place: place, carrying: carried)
    }
    finish(report)
  }
}
