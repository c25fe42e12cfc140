public import Exact

/// Everything computed from a ledger at known prices: the single calculation that the app and the
/// widgets share.
///
/// ```swift
/// let bought = Transaction(
///   coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 40_000, date: january)
/// let sold = Transaction(
///   coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 60_000, date: march)
/// let bitcoin = Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: 55_000)
/// let positions = Positions(
///   transactions: [bought, sold], currentPrices: [bitcoin.id: bitcoin], costBasis: .fifo)
/// positions.summary.realizedPnL == 20_000
/// positions.holdings[0].profitLoss == 15_000
/// ```
public struct Positions: Equatable, Sendable {
  /// Open cycles, highest value first, unpriced last, ties by coin id.
  public let holdings: [Holding]
  /// Closed cycles that were read, newest first.
  public let closedPositions: ClosedPositionList
  /// All closed cycles as sums, by coin id.
  public let closedSums: [String: ClosedSums]
  /// The totals.
  public let summary: PortfolioSummary

  /// Computes everything in one walk through the ledger.
  ///
  /// - Parameters:
  ///   - transactions: All transactions in insertion order.
  ///   - currentPrices: Coins by id, with their prices if known. A coin missing here is kept,
  ///     unpriced, under its id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone of the days that ``CostBasis/hmrc`` matches by.
  ///   - carried: The lots that migrations carry over; `nil` computes them from a whole ledger.
  public init(
    transactions: [Transaction], currentPrices: [String: Coin], costBasis: CostBasis = .average,
    calendar: LocalCalendar = .utc, carrying carried: CarriedLots? = nil
  ) {
    self.init(
      transactions: transactions, currentPrices: currentPrices, costBasis: costBasis, rate: nil,
      calendar, carried)
  }

  /// Computes everything from a ledger counted in some currency.
  ///
  /// - Parameters:
  ///   - ledger: The transactions and the rate for current values.
  ///   - currentPrices: Coins by id, with their prices in US dollars if known.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone of the days that ``CostBasis/hmrc`` matches by.
  ///   - carried: The lots that migrations and transfers carry over; `nil` computes those of
  ///     migrations, which needs a whole ledger.
  public init(
    _ ledger: CountedLedger, currentPrices: [String: Coin], costBasis: CostBasis = .average,
    calendar: LocalCalendar = .utc, carrying carried: CarriedLots? = nil
  ) {
    self.init(
      transactions: ledger.transactions,
      currentPrices: ledger.hasNewestRate ? currentPrices : currentPrices.withoutPrices,
      costBasis: costBasis, rate: ledger.newestRate, calendar, carried)
  }

  private init(
    transactions: [Transaction], currentPrices: [String: Coin], costBasis: CostBasis,
    rate: ExchangeRate?, _ calendar: LocalCalendar, _ carried: CarriedLots?
  ) {
    if costBasis == .hmrc || carried?.isApart(costBasis) ?? false {
      self.init(
        matching: transactions, currentPrices: currentPrices, costBasis: costBasis, rate: rate,
        calendar,
        carrying: carried ?? CarriedLots(transactions, methods: [costBasis], calendar: calendar))
      return
    }
    let ledger = walkLedger(transactions, methods: [costBasis], carrying: carried)
    self.init(
      summaries: ledger.positions.map(\.summary), closed: PackedCycles(ledger.closed),
      currentPrices: currentPrices, costBasis: costBasis, rate: rate)
  }

  /// Some coins' part of the positions.
  public func only(_ coinIds: [String]) -> Positions {
    Positions(
      holdings: holdings.filter { coinIds.contains($0.id) },
      closedPositions: closedPositions.including { id, _ in coinIds.contains(id) },
      closedSums: closedSums.filter { coinIds.contains($0.key) })
  }

  /// The coins that figures leave out, wholly or partly, because their worth is unknown, by id.
  public var unvalued: [(coin: Coin, held: Quantity, unvalued: Unvalued)] {
    var found: [String: (coin: Coin, held: Quantity, unvalued: Unvalued)] = [:]
    for holding in holdings where !holding.exact.unvalued.isEmpty {
      found[holding.id] = (holding.coin, holding.exact.amount, holding.exact.unvalued)
    }
    for (id, sums) in closedSums where sums.unvalued.sold > .zero {
      let bare = (coin: Coin(id: id, symbol: "", name: id), held: Quantity(0), unvalued: Unvalued())
      let earlier = found[id] ?? bare
      found[id] = (earlier.coin, earlier.held, earlier.unvalued + sums.unvalued)
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private init(
    holdings: [Holding], closedPositions: ClosedPositionList, closedSums: [String: ClosedSums]
  ) {
    self.holdings = holdings
    self.closedPositions = closedPositions
    self.closedSums = closedSums
    summary = PortfolioSummary(holdings: holdings, closed: closedSums.values)
  }

  /// Combines computed positions.
  ///
  /// - Parameters:
  ///   - sums: Each coin's figures.
  ///   - closed: The closed positions to include, in any order.
  ///   - currentPrices: Coins by id, with their prices if known.
  ///   - rate: The rate that converts US dollar prices, `nil` for US dollars.
  public init(
    sums: [CoinSums], closed: [ClosedPosition], currentPrices: [String: Coin], rate: ExchangeRate?
  ) {
    self.init(
      sums: sums, closed: ClosedPositionList(closed), currentPrices: currentPrices, rate: rate)
  }

  private init(
    sums: [CoinSums], closed: ClosedPositionList, currentPrices: [String: Coin],
    rate: ExchangeRate?
  ) {
    self.init(
      holdings: inValueOrder(
        sums.compactMap { $0.holding(of: currentPrices[orBare: $0.coinId], rate: rate) }),
      closedPositions: closed,
      closedSums: Dictionary(
        sums.map { ($0.coinId, $0.closed) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Computes everything from stored positions.
  ///
  /// - Parameters:
  ///   - summaries: The position of each coin.
  ///   - closed: The closed cycles to include, in any order; the totals count all.
  ///   - currentPrices: Coins by id, with their prices if known. A coin missing here is kept,
  ///     unpriced, under its id.
  ///   - costBasis: How the cost of sales is chosen; costs and results are unknown under methods
  ///     not in ``CostBasis/stored``.
  ///   - rate: The rate that converts US dollar prices, `nil` for US dollars.
  public init(
    summaries: [CoinPositionSummary], closed: PackedCycles, currentPrices: [String: Coin],
    costBasis: CostBasis = .average, rate: ExchangeRate? = nil
  ) {
    self.init(
      sums: summaries.map { $0.sums(costBasis) },
      closed: ClosedPositionList(closed, costBasis: costBasis, coins: currentPrices),
      currentPrices: currentPrices, rate: rate)
  }
}

extension [String: Coin] {
  /// The coin with an id, or a bare coin named after the id.
  subscript(orBare id: String) -> Coin { self[id] ?? Coin(id: id, symbol: id, name: id) }
}

/// Walks the history of every coin once.
///
/// - Parameters:
///   - transactions: Any coins, in insertion order; they are sorted into ledger order first.
///   - methods: The methods under which to keep costs.
///   - carried: The lots that migrations carry over; `nil` computes them from a whole ledger.
/// - Returns: One position per coin, ordered by coin id, and every closed cycle, oldest first.
func walkLedger(
  _ transactions: [Transaction], methods: Set<CostBasis>, carrying carried: CarriedLots? = nil
) -> (positions: [CoinPosition], closed: [ClosedCycle]) {
  var positions: [CoinPosition] = []
  var closed: [ClosedCycle] = []
  var indices: [String: Int] = [:]
  let carried =
    carried ?? CarriedLots(transactions, methods: CostBasis.stored.filter(methods.contains))
  for transaction in inLedgerOrder(transactions) {
    let index: Int
    if let known = indices[transaction.coinId] {
      index = known
    } else {
      index = positions.count
      indices[transaction.coinId] = index
      positions.append(CoinPosition(coinId: transaction.coinId, methods: methods))
    }
    if let ended = positions[index].applyUnchecked(transaction, carrying: carried) {
      closed.append(ended)
    }
  }
  return (positions.sorted { $0.coinId < $1.coinId }, closed)
}

/// Sorts holdings: highest value first, unpriced last, ties by coin id.
public func inValueOrder(_ holdings: [Holding]) -> [Holding] { holdings.sorted(by: precedes) }

private func precedes(_ left: Holding, _ right: Holding) -> Bool {
  switch (left.currentValue, right.currentValue) {
  case (let mine?, let theirs?) where mine != theirs: mine > theirs
  case (.some, nil): true
  case (nil, .some): false
  default: left.id < right.id
  }
}

/// Computes what is held from transactions and today's prices.
///
/// - Parameters:
///   - transactions: All transactions in insertion order.
///   - currentPrices: Coins by id, with their prices if known.
///   - costBasis: How the cost of sales is chosen.
/// - Returns: Open cycles, highest value first.
public func computeHoldings(
  transactions: [Transaction], currentPrices: [String: Coin], costBasis: CostBasis = .average
) -> [Holding] {
  Positions(transactions: transactions, currentPrices: currentPrices, costBasis: costBasis).holdings
}

/// Computes the closed cycles.
///
/// - Parameters:
///   - transactions: All transactions in insertion order.
///   - coins: Coins by id, for symbols and names only.
/// - Returns: Closed cycles, newest first.
public func computeClosedPositions(
  transactions: [Transaction], coins: [String: Coin]
) -> [ClosedPosition] {
  Array(Positions(transactions: transactions, currentPrices: coins).closedPositions)
}
