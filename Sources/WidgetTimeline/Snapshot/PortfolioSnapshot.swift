public import FoundationEssentials
public import Portfolio

/// The portfolio at one moment, from which every report, widget and page is drawn.
///
/// A figure drawn from it knows how old its price is and whether amounts are masked.
public struct PortfolioSnapshot: Equatable, Sendable {
  /// Holdings, closed positions and totals.
  public let positions: Positions
  /// How the cost of sales was chosen.
  public let costBasis: CostBasis
  /// The ISO 4217 code of the currency that figures are shown in.
  public let currency: String
  /// The rate that converts present values, and what is unknown without one; empty in US dollars.
  public let currencyNotes: [String]
  /// The day of the rate that converts present values; `nil` in US dollars, and if no rate is
  /// known.
  public let rateDay: UTCDay?
  /// Which figures are estimates.
  public let estimates: Estimates
  /// Whether amounts are masked; percentages and market prices stay.
  public let isPrivate: Bool
  /// The source of each coin's last price, by coin id; missing if not recorded.
  public let priceSources: [String: String]
  /// Newer prices that do not count yet, by coin id.
  public let suspects: [String: SuspectPrice]
  /// The last successful refresh; `nil` before the first.
  public let lastUpdated: Date?
  /// Why the last refresh failed; `nil` if it did not.
  public let failure: RefreshFailure?
  /// The present instant.
  public let now: Date

  /// Makes a snapshot.
  public init(
    positions: Positions, costBasis: CostBasis, currency: String = "USD",
    currencyNotes: [String] = [], rateDay: UTCDay? = nil,
    estimates: Estimates = Estimates(), isPrivate: Bool = false,
    priceSources: [String: String] = [:], suspects: [String: SuspectPrice] = [:],
    lastUpdated: Date?, failure: RefreshFailure? = nil,
    now: Date
  ) {
    self.positions = positions
    self.costBasis = costBasis
    self.currency = currency
    self.currencyNotes = currencyNotes
    self.rateDay = rateDay
    self.estimates = estimates
    self.isPrivate = isPrivate
    self.priceSources = priceSources
    self.suspects = suspects
    self.lastUpdated = lastUpdated
    self.failure = failure
    self.now = now
  }

  /// Some coins' part of the portfolio.
  ///
  /// - Parameters:
  ///   - coinIds: The coins.
  ///   - estimates: Which of their figures are estimates.
  public func only(_ coinIds: [String], estimates: Estimates) -> PortfolioSnapshot {
    PortfolioSnapshot(
      positions: positions.only(coinIds), costBasis: costBasis, currency: currency,
      currencyNotes: currencyNotes, rateDay: rateDay, estimates: estimates,
      isPrivate: isPrivate, priceSources: priceSources, suspects: suspects,
      lastUpdated: lastUpdated, failure: failure, now: now)
  }

  /// Whether present values cannot be converted because no rate for the currency is known.
  public var isRateMissing: Bool { currency != usDollarCode && rateDay == nil }

  /// The widget entry for it.
  public var entry: PortfolioEntry {
    PortfolioEntry(
      date: now,
      data: prepareWidgetData(
        summary: positions.summary, holdings: positions.holdings, lastUpdated: lastUpdated ?? now,
        isRefreshed: lastUpdated != nil, currency: currency, rateDay: rateDay,
        estimatedCoins: estimates.heldCoins, estimated: estimated),
      failure: failure)
  }

  /// Which totals rest on estimates.
  public var estimated: EstimatedTotals { EstimatedTotals(positions, estimates) }

  /// The change in value over the last 24 hours; `nil` if no holding has a known change and a price
  /// that is not old.
  public var dayChange: DayChange? { DayChange(positions.holdings, refreshed: lastUpdated) }

  /// The age of a coin's price.
  public func priceAge(of coin: Coin) -> PriceAge {
    guard coin.currentPrice != nil else { return .unpriced }
    guard let time = coin.priceTime(refreshed: lastUpdated) else { return .undated }
    return isOutdated(since: time, at: now) ? .stale(time) : .fresh(time)
  }
}

/// Which figures rest on transactions valued by a stablecoin or a daily price.
public struct Estimates: Equatable, Sendable {
  /// The number of estimated transactions in the ledger.
  public let count: Int
  /// The number of all its transactions.
  public let transactionCount: Int
  /// The coins whose holding depends on an estimate under the method of the figures, so their costs
  /// and results do too.
  public let heldCoins: Set<String>
  /// The coins with any estimated transaction.
  public let coins: Set<String>
  /// What is estimated for each of those coins, under the same method; `nil` if finding it takes
  /// too long for a total.
  public let found: [String: CoinEstimates]?

  /// Makes estimates; by default, none.
  public init(
    count: Int = 0, transactionCount: Int = 0, heldCoins: Set<String> = [],
    coins: Set<String> = [], found: [String: CoinEstimates]? = [:]
  ) {
    self.count = count
    self.transactionCount = transactionCount
    self.heldCoins = heldCoins
    self.coins = coins
    self.found = found
  }

  /// Finds the estimates in a whole ledger.
  ///
  /// - Parameters:
  ///   - histories: The transactions of each coin in ledger order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations carry over.
  public init(
    _ histories: [String: [Transaction]], costBasis: CostBasis, calendar: LocalCalendar = .utc,
    carrying carried: CarriedLots
  ) {
    let estimated = histories.mapValues { $0.count(where: \.isEstimated) }
    let found = histories.mapValues {
      CoinEstimates($0, costBasis: costBasis, calendar: calendar, carrying: carried)
    }
    self.init(
      count: estimated.values.reduce(0, +),
      transactionCount: histories.values.reduce(0) { $0 + $1.count },
      heldCoins: Set(found.filter(\.value.isHeld).keys),
      coins: Set(estimated.filter { $0.value > 0 }.keys), found: found)
  }

  /// Whether the cost of a coin's holding rests on an estimate.
  public func isHeldEstimated(_ coinId: String) -> Bool { heldCoins.contains(coinId) }

  /// The estimated figures of sales in a coin's open cycle; all figures if unknown.
  public func figures(ofOpen coinId: String) -> EstimatedFigures {
    guard let found else { return coins.contains(coinId) ? [.proceeds, .cost] : [] }
    return found[coinId]?.open ?? []
  }

  /// Whether the result of a closed position of a coin rests on an estimate.
  public func isClosedEstimated(_ coinId: String) -> Bool {
    guard let found else { return coins.contains(coinId) }
    return found[coinId]?.closed.contains { $0.value.isGainEstimated } ?? false
  }

  /// The estimated figures of a closed position; all figures if unknown.
  public func figures(of position: ClosedPosition) -> EstimatedFigures {
    guard let found else { return coins.contains(position.coinId) ? [.proceeds, .cost] : [] }
    return found[position.coinId]?.closed[position.id] ?? []
  }

  /// The number of estimated transactions, such as `~ 12 of 340 estimated`; `nil` if there are
  /// none.
  public var note: String? {
    count == 0 ? nil : "~ \(count) of \(transactionCount) estimated"
  }
}

/// The age of a price.
public enum PriceAge: Equatable, Sendable {
  /// No price is known.
  case unpriced
  /// The price has no time of its own.
  case undated
  /// At most an hour old.
  case fresh(Date)
  /// Older than an hour.
  case stale(Date)

  /// The time of the price; `nil` if unknown.
  public var time: Date? {
    switch self {
    case .unpriced, .undated: nil
    case .fresh(let time), .stale(let time): time
    }
  }

  /// Whether the price is known to be older than an hour.
  public var isStale: Bool { if case .stale = self { true } else { false } }
}
