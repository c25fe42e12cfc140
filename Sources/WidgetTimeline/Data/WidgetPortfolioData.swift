public import Exact
public import FoundationEssentials
public import Portfolio

/// The data that a widget shows, as stored in `portfolio.json`.
///
/// Money is in ``currency``. Figures that need a price are `nil` while no holding has one; holdings
/// without a price are left out of them, as ``pricedCount`` and ``holdingCount`` show. Figures that
/// need an exchange rate are `nil` if it is unknown.
public struct WidgetPortfolioData: Equatable, Sendable {
  /// The most holdings kept.
  public static let holdingLimit = 5

  /// Value of the priced holdings.
  public var totalValue: ExactDecimal?
  /// Result of the priced holdings.
  public var unrealizedPnL: ExactDecimal?
  /// Result of everything sold.
  public var realizedPnL: ExactDecimal?
  /// Unrealized and realized together.
  public var totalPnL: ExactDecimal?
  /// Unrealized result in percent of its cost.
  public var unrealizedPnLPercentage: ExactDecimal?
  /// Total result in percent of everything paid.
  public var totalPnLPercentage: ExactDecimal?
  /// The first holdings by value, at most ``holdingLimit``.
  public var holdings: [WidgetHolding]
  /// All holdings of the portfolio, shown or not.
  public var holdingCount: Int
  /// Holdings with a known price.
  public var pricedCount: Int
  /// The number of holdings whose cost covers all their coins, if the value of other holdings'
  /// coins is unknown; `nil` if all costs are complete.
  public var costedCount: Int?
  /// Whether anything was ever sold: distinguishes a closed portfolio from an empty one.
  public var hasSales: Bool
  /// The last successful refresh; before the first one, when the data was made.
  public var lastUpdated: Date
  /// The time of the oldest price counted in the total, which is the age of every figure.
  ///
  /// Figures without prices date from the last refresh; `nil` before the first.
  public var asOf: Date?
  /// Whether ``asOf`` is recorded; older files lack it.
  public internal(set) var isDated = true
  /// The version of the ledger that the data was made from; `nil` if not recorded.
  public var ledgerVersion: String?
  /// The ISO 4217 code of the currency.
  public var currency: String
  /// The day of the rate that converts present values; `nil` in US dollars, and if no rate is
  /// known.
  public var rateDay: UTCDay?
  /// The change over the last 24 hours; `nil` if no priced holding has a known change.
  public var dayChange: DayChange?
  /// Which totals rest on estimates.
  public var estimated = EstimatedTotals()

  /// Makes the data from its parts; its prices are as old as the last refresh.
  public init(
    totalValue: ExactDecimal?, unrealizedPnL: ExactDecimal?, realizedPnL: ExactDecimal?,
    totalPnL: ExactDecimal?,
    unrealizedPnLPercentage: ExactDecimal?, totalPnLPercentage: ExactDecimal?,
    holdings: [WidgetHolding],
    holdingCount: Int, pricedCount: Int, hasSales: Bool, lastUpdated: Date,
    ledgerVersion: String? = nil, currency: String = usDollarCode, rateDay: UTCDay? = nil,
    dayChange: DayChange? = nil
  ) {
    self.totalValue = totalValue
    self.unrealizedPnL = unrealizedPnL
    self.realizedPnL = realizedPnL
    self.totalPnL = totalPnL
    self.unrealizedPnLPercentage = unrealizedPnLPercentage
    self.totalPnLPercentage = totalPnLPercentage
    self.holdings = holdings
    self.holdingCount = holdingCount
    self.pricedCount = pricedCount
    self.hasSales = hasSales
    self.lastUpdated = lastUpdated
    asOf = lastUpdated
    self.ledgerVersion = ledgerVersion
    self.currency = currency
    self.rateDay = rateDay
    self.dayChange = dayChange
  }

  /// Whether present values cannot be converted because no rate for the currency is known.
  public var isRateMissing: Bool { currency != usDollarCode && rateDay == nil }

  /// Whether the portfolio never held anything.
  public var isEmpty: Bool { holdingCount == 0 && !hasSales }

  /// Whether everything ever held was sold.
  public var isClosedOnly: Bool { holdingCount == 0 && hasSales }

  /// Whether some holdings, or all, have no price.
  public var isPartlyPriced: Bool { pricedCount < holdingCount }

  /// Whether no holding has a price.
  public var isUnpriced: Bool { holdingCount > 0 && pricedCount == 0 && !isRateMissing }
}

/// One holding as a widget shows it, its money in the currency of the data.
public struct WidgetHolding: Identifiable, Equatable, Sendable {
  /// CoinGecko id.
  public let id: String
  /// Ticker in capitals.
  public var symbol: String
  /// Display name.
  public var name: String
  /// Quantity × price, `nil` without a price.
  public var currentValue: ExactDecimal?
  /// Unrealized result, `nil` without a price.
  public var pnlAmount: ExactDecimal?
  /// Unrealized result in percent of cost, `nil` without a price.
  public var pnlPercentage: ExactDecimal?
  /// Whether the coin's own price is more than 60 minutes older than the refresh that returned it.
  public var isStale: Bool
  /// Whether the cost rests on an estimate.
  public var isEstimated: Bool

  /// Makes a holding from its parts.
  public init(
    id: String, symbol: String, name: String, currentValue: ExactDecimal?, pnlAmount: ExactDecimal?,
    pnlPercentage: ExactDecimal?, isStale: Bool = false, isEstimated: Bool = false
  ) {
    self.id = id
    self.symbol = symbol
    self.name = name
    self.currentValue = currentValue
    self.pnlAmount = pnlAmount
    self.pnlPercentage = pnlPercentage
    self.isStale = isStale
    self.isEstimated = isEstimated
  }

  /// Whether the holding is not at a loss; `false` without a price.
  public var isProfit: Bool { pnlAmount.map { $0 >= 0 } ?? false }
}
