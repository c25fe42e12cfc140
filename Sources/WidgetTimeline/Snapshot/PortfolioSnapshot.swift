public import FoundationEssentials
public import Portfolio

/// The portfolio at one moment: what every report, widget and page is drawn from.
///
/// A figure drawn from it knows how old its price is and whether amounts are masked.
public struct PortfolioSnapshot: Equatable, Sendable {
  /// Holdings, closed positions and totals.
  public let positions: Positions
  /// How the cost of sales was chosen.
  public let costBasis: CostBasis
  /// The ISO 4217 code of the currency that figures are shown in.
  public let currency: String
  /// By which rate the present counts, and what is unknown for want of one; none in US dollars.
  public let currencyNotes: [String]
  /// The day of the rate by which the present counts; `nil` in US dollars, and where no rate is
  /// known.
  public let rateDay: UTCDay?
  /// Which figures are estimates.
  public let estimates: Estimates
  /// Whether amounts are masked; percentages and market prices stay.
  public let isPrivate: Bool
  /// Who brought the last price of a coin, by coin id; none where that was not kept.
  public let priceSources: [String: String]
  /// Newer prices that do not count yet, by coin id.
  public let suspects: [String: SuspectPrice]
  /// The last successful refresh, `nil` before the first.
  public let lastUpdated: Date?
  /// Why the last refresh failed, `nil` if it did not.
  public let failure: RefreshFailure?
  /// The moment.
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

  /// One coin's part of the portfolio.
  ///
  /// - Parameters:
  ///   - coinId: The coin.
  ///   - estimates: Which of its figures are estimates.
  public func only(_ coinId: String, estimates: Estimates) -> PortfolioSnapshot {
    PortfolioSnapshot(
      positions: positions.only(coinId), costBasis: costBasis, currency: currency,
      currencyNotes: currencyNotes, rateDay: rateDay, estimates: estimates,
      isPrivate: isPrivate, priceSources: priceSources, suspects: suspects,
      lastUpdated: lastUpdated, failure: failure, now: now)
  }

  /// Whether the present cannot be counted in the currency: no rate of it is known.
  public var isRateMissing: Bool { currency != usDollarCode && rateDay == nil }

  /// What widgets show of it.
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

  /// What the last 24 hours changed of the value; `nil` where no change of a holding is known
  /// whose price is not old.
  public var dayChange: DayChange? { DayChange(positions.holdings, refreshed: lastUpdated) }

  /// How old the price of a coin is.
  public func priceAge(of coin: Coin) -> PriceAge {
    guard coin.currentPrice != nil else { return .unpriced }
    guard let time = coin.priceTime(refreshed: lastUpdated) else { return .undated }
    return isOutdated(since: time, at: now) ? .stale(time) : .fresh(time)
  }
}

/// Which figures rest on transactions that a stablecoin or a daily price valued.
public struct Estimates: Equatable, Sendable {
  /// Estimated transactions of the ledger.
  public let count: Int
  /// All its transactions.
  public let transactionCount: Int
  /// The coins whose holding depends on an estimate, under the method of the figures: their
  /// costs do, and their results.
  public let heldCoins: Set<String>
  /// The coins with any estimated transaction.
  public let coins: Set<String>
  /// What of each of those coins is estimated, under the same method; `nil` where finding it takes
  /// longer than a total may.
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

  /// Whether the cost of what is held of a coin rests on an estimate.
  public func isHeldEstimated(_ coinId: String) -> Bool { heldCoins.contains(coinId) }

  /// What of the sales of a coin's open cycle is estimated; all, where it is not known.
  public func figures(ofOpen coinId: String) -> EstimatedFigures {
    guard let found else { return coins.contains(coinId) ? [.proceeds, .cost] : [] }
    return found[coinId]?.open ?? []
  }

  /// Whether the result of a closed position of a coin rests on an estimate.
  func isClosedEstimated(_ coinId: String) -> Bool {
    guard let found else { return coins.contains(coinId) }
    return found[coinId]?.closed.contains { $0.value.isGainEstimated } ?? false
  }

  /// What of a closed position is estimated; all, where it is not known.
  public func figures(of position: ClosedPosition) -> EstimatedFigures {
    guard let found else { return coins.contains(position.coinId) ? [.proceeds, .cost] : [] }
    return found[position.coinId]?.closed[position.id] ?? []
  }

  /// `12 of 340 transactions estimated`, and `nil` where none is.
  public var note: String? {
    count == 0 ? nil : "~ \(count) of \(transactionCount) estimated"
  }
}

/// How old a price is.
public enum PriceAge: Equatable, Sendable {
  /// No price is known.
  case unpriced
  /// The price has no time of its own.
  case undated
  /// At most an hour old.
  case fresh(Date)
  /// Older than an hour.
  case stale(Date)

  /// When the price was made, `nil` where that is not known.
  public var time: Date? {
    switch self {
    case .unpriced, .undated: nil
    case .fresh(let time), .stale(let time): time
    }
  }

  /// Whether the price is known to be older than an hour.
  public var isStale: Bool { if case .stale = self { true } else { false } }
}
