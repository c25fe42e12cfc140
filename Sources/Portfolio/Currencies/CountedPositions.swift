/// One coin's transactions counted in a currency, in sums that can be kept.
public struct CountedPosition: Equatable, Sendable {
  /// The position, its money in that currency.
  public let summary: CoinPositionSummary
  /// The cycles that closed, oldest first.
  public let closed: [ClosedCycle]
  /// Days without a rate on which something was traded, ascending.
  public let daysWithoutRate: [UTCDay]
}

/// A portfolio counted in one currency, in sums: what holdings, closed positions and totals need,
/// without a walk through the ledger.
public struct CountedPositions: CountedInCurrency, Equatable, Sendable {
  /// The ISO 4217 code.
  public let currency: String
  /// The newest rate from US dollars, by which the present counts.
  public let newestRate: ExchangeRate?
  /// The day of the last rate there was, however old; `nil` where there never was one.
  public let lastRateDay: UTCDay?
  /// One position a coin, by coin id.
  public let coins: [CountedPosition]

  /// Puts positions together.
  public init(
    currency: String, newestRate: ExchangeRate?, lastRateDay: UTCDay? = nil,
    coins: [CountedPosition]
  ) {
    self.currency = currency
    self.newestRate = newestRate
    self.lastRateDay = lastRateDay ?? newestRate?.day
    self.coins = coins
  }

  /// Days without a rate on which something was traded, ascending.
  public var daysWithoutRate: [UTCDay] { Set(coins.flatMap(\.daysWithoutRate)).sorted() }
}

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
  /// - Returns: The position under every method of ``CostBasis/stored``.
  public mutating func position(
    of coinId: String, joined: [Transaction] = [],
    _ forEach: ((Transaction) -> Void) throws -> Void
  ) rethrows -> CountedPosition {
    let carried = CarriedLots(joined.map { count.counted($0) }, methods: CostBasis.stored)
    var position = CoinPosition(coinId: coinId)
    var closed: [ClosedCycle] = []
    count.missing = []
    try forEach { transaction in
      let counted = count.counted(transaction)
      if let cycle = position.applyUnchecked(counted, carrying: carried) { closed.append(cycle) }
    }
    return CountedPosition(
      summary: position.summary, closed: closed, daysWithoutRate: count.missing.sorted())
  }
}

extension Positions {
  /// Computes everything from positions counted in some currency.
  ///
  /// - Parameters:
  ///   - counted: The positions and the rate by which the present counts.
  ///   - currentPrices: Coins by id, with their prices in US dollars where known.
  ///   - costBasis: One of ``CostBasis/stored``.
  public init(
    _ counted: CountedPositions, currentPrices: [String: Coin], costBasis: CostBasis = .average
  ) {
    self.init(
      summaries: counted.coins.map(\.summary), closed: counted.coins.flatMap(\.closed),
      currentPrices: counted.hasNewestRate ? currentPrices : currentPrices.withoutPrices,
      costBasis: costBasis, rate: counted.newestRate)
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
