public import Exact
/// Figures of a coin that can be kept.
public protocol KeptSums: Equatable, Sendable {
  /// The coin's id.
  var coinId: String { get }
  /// The figures as they are kept; equal figures give equal values.
  var json: JSONValue { get }
  /// Reads what ``json`` wrote; `nil` for anything else.
  init?(json: JSONValue)
}

/// One coin's transactions counted in a currency, in sums.
public struct CountedCoin<Sums: KeptSums>: Equatable, Sendable {
  /// The figures, their money in that currency.
  public let sums: Sums
  /// Days without a rate on which something was traded, ascending.
  public let daysWithoutRate: [UTCDay]

  /// Puts a coin's figures together.
  public init(sums: Sums, daysWithoutRate: [UTCDay]) {
    self.sums = sums
    self.daysWithoutRate = daysWithoutRate
  }
}

/// A portfolio counted in one currency, in sums: what holdings and totals need, without a walk
/// through the ledger.
public struct CountedCoins<Sums: KeptSums>: CountedInCurrency, Equatable, Sendable {
  /// The ISO 4217 code.
  public let currency: String
  /// The newest rate from US dollars, by which the present counts.
  public let newestRate: ExchangeRate?
  /// The day of the last rate there was, however old; `nil` where there never was one.
  public let lastRateDay: UTCDay?
  /// The figures of each coin, by coin id.
  public let coins: [CountedCoin<Sums>]

  /// Puts a portfolio together.
  public init(
    currency: String, newestRate: ExchangeRate?, lastRateDay: UTCDay? = nil,
    coins: [CountedCoin<Sums>]
  ) {
    self.currency = currency
    self.newestRate = newestRate
    self.lastRateDay = lastRateDay ?? newestRate?.day
    self.coins = coins
  }

  /// Days without a rate on which something was traded, ascending.
  public var daysWithoutRate: [UTCDay] { Set(coins.flatMap(\.daysWithoutRate)).sorted() }
}

/// A portfolio counted in one currency, under every method of ``CostBasis/stored`` at once.
public typealias CountedPositions = CountedCoins<CoinPositionSummary>

/// Counts coins' histories in a currency, one coin after the other.
public struct PositionCounter {
  private var count: TransactionCounter

  /// Makes a counter.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals, other than that of US dollars.
  ///   - rates: What currencies were worth.
  public init(currency: String, rates: any ExchangeRates) {
    count = TransactionCounter(currency: currency, rates: rates)
  }

  /// Counts one coin's history.
  ///
  /// - Parameters:
  ///   - coinId: The coin.
  ///   - joined: All transactions of the coins that migrations join this one to, in ledger order;
  ///     none without a migration.
  ///   - forEach: Calls its argument with the coin's transactions in ledger order.
  /// - Returns: The position under every method of ``CostBasis/stored``, and the cycles that closed,
  ///   oldest first.
  public mutating func position(
    of coinId: String, joined: [Transaction] = [],
    _ forEach: ((Transaction) -> Void) throws -> Void
  ) rethrows -> (position: CountedCoin<CoinPositionSummary>, closed: [ClosedCycle]) {
    let carried = CarriedLots(joined.map { count.counted($0) }, methods: CostBasis.stored)
    var position = CoinPosition(coinId: coinId)
    var closed: [ClosedCycle] = []
    count.missing = []
    try forEach { transaction in
      let counted = count.counted(transaction)
      if let cycle = position.applyUnchecked(counted, carrying: carried) { closed.append(cycle) }
    }
    let counted = CountedCoin(
      sums: position.summary, daysWithoutRate: count.missing.sorted())
    return (counted, closed)
  }

  /// Counts one coin's history under a method whose costs are worked out apart from its cycles.
  ///
  /// - Parameters:
  ///   - coinId: The coin.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring, in that currency.
  ///   - forEach: Calls its argument with the coin's transactions in ledger order.
  /// - Returns: The figures, and the cycles that closed, oldest first.
  public mutating func matched(
    _ coinId: String, costBasis: CostBasis, _ calendar: LocalCalendar,
    carrying carried: CarriedLots, _ forEach: ((Transaction) -> Void) throws -> Void
  ) rethrows -> (coin: CountedCoin<CoinSums>, closed: [MatchedCycle]) {
    count.missing = []
    var history: [Transaction] = []
    try forEach { history.append(count.counted($0)) }
    let found = MatchedCoin(
      coinId: coinId, history: history, costBasis: costBasis, calendar, carrying: carried)
    return (CountedCoin(sums: found.sums, daysWithoutRate: count.missing.sorted()), found.closed)
  }
}

extension Positions {
  /// Computes everything from positions counted in some currency.
  ///
  /// - Parameters:
  ///   - counted: The positions and the rate by which the present counts.
  ///   - closed: The closed cycles that are wanted: the totals count all.
  ///   - currentPrices: Coins by id, with their prices in US dollars where known.
  ///   - costBasis: One of ``CostBasis/stored``.
  public init(
    _ counted: CountedPositions, closed: [ClosedCycle], currentPrices: [String: Coin],
    costBasis: CostBasis = .average
  ) {
    self.init(
      summaries: counted.coins.map(\.sums), closed: closed,
      currentPrices: counted.hasNewestRate ? currentPrices : currentPrices.withoutPrices,
      costBasis: costBasis, rate: counted.newestRate)
  }

  /// Computes everything from figures whose costs were worked out apart from the coins' cycles.
  ///
  /// - Parameters:
  ///   - matched: The figures and the rate by which the present counts.
  ///   - closed: The closed cycles that are wanted: the totals count all.
  ///   - currentPrices: Coins by id, with their prices in US dollars where known.
  public init(
    _ matched: CountedCoins<CoinSums>, closed: [MatchedCycle], currentPrices: [String: Coin]
  ) {
    self.init(
      sums: matched.coins.map(\.sums),
      closed: closed.map { $0.position(of: currentPrices[orBare: $0.closed.coinId]) },
      currentPrices: matched.hasNewestRate ? currentPrices : currentPrices.withoutPrices,
      rate: matched.newestRate)
  }
}

extension [String: Coin] {
  /// The same coins, unpriced: where no rate is known, no price counts.
  var withoutPrices: [String: Coin] {
    mapValues { coin in
      var coin = coin
      coin.currentPrice = nil
      return coin
    }
  }
}
