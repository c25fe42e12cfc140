/// Everything computed from a ledger at known prices: the one calculation that the app and the
/// widgets share.
public struct Positions: Equatable, Sendable {
  /// Open cycles, highest value first, unpriced last, ties by coin id.
  public let holdings: [Holding]
  /// Closed cycles, newest first.
  public let closedPositions: [ClosedPosition]
  /// The totals.
  public let summary: PortfolioSummary

  /// Computes everything in one walk through the ledger.
  ///
  /// - Parameters:
  ///   - transactions: All transactions in insertion order.
  ///   - currentPrices: Coins by id, with their prices where known. A coin that is missing here
  ///     is kept, unpriced, under its id.
  ///   - costBasis: How the cost of sales is chosen.
  public init(
    transactions: [Transaction], currentPrices: [String: Coin], costBasis: CostBasis = .average
  ) {
    let walks = walkCycles(transactions, costBasis: costBasis)
    func coin(_ id: String) -> Coin { currentPrices[id] ?? Coin(id: id, symbol: id, name: id) }
    holdings = inValueOrder(
      walks.compactMap { walk in
        walk.open.map {
          Holding(coin: coin(walk.coinId), cycle: $0, remainingCost: walk.book.remainingCost)
        }
      })
    closedPositions = walks.flatMap { walk in
      walk.closed.map { ClosedPosition(coin: coin(walk.coinId), closed: $0) }
    }.sorted { ($1.closedDate, $0.coinId) < ($0.closedDate, $1.coinId) }
    summary = computePortfolioSummary(holdings: holdings, closedPositions: closedPositions)
  }
}

/// Puts holdings into their order: highest value first, unpriced last, ties by coin id.
public func inValueOrder(_ holdings: [Holding]) -> [Holding] { holdings.sorted(by: precedes) }

private func precedes(_ left: Holding, _ right: Holding) -> Bool {
  switch (left.currentValue, right.currentValue) {
  case (let mine?, let theirs?) where mine != theirs: mine > theirs
  case (.some, nil): true
  case (nil, .some): false
  default: left.id < right.id
  }
}

/// What is held, computed from transactions and today's prices.
///
/// - Parameters:
///   - transactions: All transactions in insertion order.
///   - currentPrices: Coins by id, with their prices where known.
///   - costBasis: How the cost of sales is chosen.
/// - Returns: Open cycles, highest value first.
public func computeHoldings(
  transactions: [Transaction], currentPrices: [String: Coin], costBasis: CostBasis = .average
) -> [Holding] {
  Positions(transactions: transactions, currentPrices: currentPrices, costBasis: costBasis).holdings
}

/// The cycles that closed.
///
/// - Parameters:
///   - transactions: All transactions in insertion order.
///   - coins: Coins by id, for symbols and names only.
/// - Returns: Closed cycles, newest first.
public func computeClosedPositions(
  transactions: [Transaction], coins: [String: Coin]
) -> [ClosedPosition] {
  Positions(transactions: transactions, currentPrices: coins).closedPositions
}
