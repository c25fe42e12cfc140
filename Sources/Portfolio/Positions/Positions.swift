public import Exact

/// Everything computed from a ledger at known prices: the one calculation that the app and the
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
  /// Closed cycles, newest first: those that were read.
  public let closedPositions: [ClosedPosition]
  /// All closed cycles in sums, by coin id.
  public let closedSums: [String: ClosedSums]
  /// The totals.
  public let summary: PortfolioSummary

  /// Computes everything in one walk through the ledger.
  ///
  /// - Parameters:
  ///   - transactions: All transactions in insertion order.
  ///   - currentPrices: Coins by id, with their prices where known. A coin that is missing here
  ///     is kept, unpriced, under its id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count, which ``CostBasis/hmrc`` matches by.
  ///   - carried: The lots that migrations bring; `nil` works them out, of a whole ledger.
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
  ///   - ledger: The transactions and the rate by which the present counts.
  ///   - currentPrices: Coins by id, with their prices in US dollars where known.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count, which ``CostBasis/hmrc`` matches by.
  ///   - carried: The lots that migrations and transfers bring; `nil` works those of migrations out,
  ///     of a whole ledger.
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
      summaries: ledger.positions.map(\.summary), closed: ledger.closed,
      currentPrices: currentPrices, costBasis: costBasis, rate: rate)
  }

  /// One coin's part of it.
  public func only(_ coinId: String) -> Positions {
    Positions(
      holdings: holdings.filter { $0.id == coinId },
      closedPositions: closedPositions.filter { $0.coinId == coinId },
      closedSums: closedSums.filter { $0.key == coinId })
  }

  /// The coins that figures leave out, wholly or in part, because nothing says what they were
  /// worth, by id.
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
    holdings: [Holding], closedPositions: [ClosedPosition], closedSums: [String: ClosedSums]
  ) {
    self.holdings = holdings
    self.closedPositions = closedPositions
    self.closedSums = closedSums
    summary = PortfolioSummary(holdings: holdings, closed: closedSums.values)
  }

  /// Puts worked-out positions together.
  ///
  /// - Parameters:
  ///   - sums: Each coin's figures.
  ///   - closed: The closed positions that are wanted, in any order.
  ///   - currentPrices: Coins by id, with their prices where known.
  ///   - rate: The rate at which prices in US dollars count, `nil` for US dollars.
  public init(
    sums: [CoinSums], closed: [ClosedPosition], currentPrices: [String: Coin], rate: ExchangeRate?
  ) {
    self.init(
      holdings: inValueOrder(
        sums.compactMap { $0.holding(of: currentPrices[orBare: $0.coinId], rate: rate) }),
      closedPositions: inClosingOrder(closed),
      closedSums: Dictionary(
        sums.map { ($0.coinId, $0.closed) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Computes everything from stored positions.
  ///
  /// - Parameters:
  ///   - summaries: The position of each coin.
  ///   - closed: The closed cycles that are wanted, in any order: the totals count all.
  ///   - currentPrices: Coins by id, with their prices where known. A coin that is missing here
  ///     is kept, unpriced, under its id.
  ///   - costBasis: How the cost of sales is chosen; costs and results under a method other than
  ///     those of ``CostBasis/stored`` are unknown.
  ///   - rate: The rate at which prices in US dollars count, `nil` for US dollars.
  public init(
    summaries: [CoinPositionSummary], closed: [ClosedCycle], currentPrices: [String: Coin],
    costBasis: CostBasis = .average, rate: ExchangeRate? = nil
  ) {
    self.init(
      sums: summaries.map { $0.sums(costBasis) },
      closed: closed.map {
        ClosedPosition(coin: currentPrices[orBare: $0.coinId], closed: $0, costBasis: costBasis)
      }, currentPrices: currentPrices, rate: rate)
  }
}

extension [String: Coin] {
  /// The coin of an id; under its id alone where it is not among these.
  subscript(orBare id: String) -> Coin { self[id] ?? Coin(id: id, symbol: id, name: id) }
}

/// Walks every coin's history once.
///
/// - Parameters:
///   - transactions: Any coins, in insertion order; they are put into ledger order first.
///   - methods: The methods to keep cost by.
///   - carried: The lots that migrations bring; `nil` works them out, of a whole ledger.
/// - Returns: One position a coin, ordered by coin id, and every cycle that closed, oldest first.
func walkLedger(
  _ transactions: [Transaction], methods: Set<CostBasis>, carrying carried: CarriedLots? = nil
) -> (positions: [CoinPosition], closed: [ClosedCycle]) {
  var positions: [CoinPosition] = []
  var closed: [ClosedCycle] = []
  var places: [String: Int] = [:]
  let carried =
    carried ?? CarriedLots(transactions, methods: CostBasis.stored.filter(methods.contains))
  for transaction in inLedgerOrder(transactions) {
    let index: Int
    if let known = places[transaction.coinId] {
      index = known
    } else {
      index = positions.count
      places[transaction.coinId] = index
      positions.append(CoinPosition(coinId: transaction.coinId, methods: methods))
    }
    if let ended = positions[index].applyUnchecked(transaction, carrying: carried) {
      closed.append(ended)
    }
  }
  return (positions.sorted { $0.coinId < $1.coinId }, closed)
}

/// Puts holdings into their order: highest value first, unpriced last, ties by coin id.
public func inValueOrder(_ holdings: [Holding]) -> [Holding] { holdings.sorted(by: precedes) }

/// Puts closed positions into their order: newest first, ties by coin id.
func inClosingOrder(_ positions: [ClosedPosition]) -> [ClosedPosition] {
  positions.sorted { ($1.closedDate, $0.coinId) < ($0.closedDate, $1.coinId) }
}

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
