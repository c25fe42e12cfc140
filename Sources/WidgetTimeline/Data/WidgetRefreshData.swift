public import Exact
public import FoundationEssentials
public import Portfolio

/// The data needed to recompute the widgets at fresh prices without the ledger.
///
/// It is stored in `refresh_data.json`. Prices are in US dollars, results and costs in
/// ``currency``.
public struct WidgetRefreshData: Equatable, Sendable {
  /// All holdings; may be empty if all positions are closed.
  public var holdings: [RefreshableHolding]
  /// The exact result of everything sold, which does not depend on prices.
  public var exactRealizedPnL: Cost
  /// The exact cost of everything sold.
  public var exactTotalClosedCost: Cost
  /// The last successful refresh; `nil` before the first.
  public var lastUpdated: Date?
  /// The version of the ledger that the data was made from; `nil` if not recorded.
  public var ledgerVersion: String?
  /// The ISO 4217 code of the currency that results and costs are in.
  public var currency: String
  /// The newest rate from US dollars, which converts prices; `nil` in US dollars.
  ///
  /// Also `nil` if unknown, and then no price counts.
  public var rate: ExchangeRate?
  /// Whether ``realizedPnL`` and ``totalClosedCost`` are known; in US dollars they always are.
  public var isRealizedKnown: Bool
  /// Which sums of sales rest on estimates; whether the unrealized result does follows from
  /// ``holdings``.
  public var estimated = EstimatedTotals()
  /// Unreadable holdings in their original form: counted, and kept unchanged until the ledger is
  /// published again.
  public var unreadable: [JSONValue] = []

  /// Result of everything sold, to 38 digits.
  public var realizedPnL: ExactDecimal { exactRealizedPnL.figure }
  /// Cost of everything sold, to 38 digits.
  public var totalClosedCost: ExactDecimal { exactTotalClosedCost.figure }

  /// Makes the data from its parts.
  public init(
    holdings: [RefreshableHolding], realizedPnL: ExactDecimal, totalClosedCost: ExactDecimal = 0,
    lastUpdated: Date? = nil, ledgerVersion: String? = nil, currency: String = usDollarCode,
    rate: ExchangeRate? = nil, isRealizedKnown: Bool = true
  ) {
    self.init(
      holdings: holdings, exactRealizedPnL: Cost(realizedPnL),
      exactTotalClosedCost: Cost(totalClosedCost), lastUpdated: lastUpdated,
      ledgerVersion: ledgerVersion, currency: currency, rate: rate,
      isRealizedKnown: isRealizedKnown)
  }

  /// Makes the data from its parts, with exact results and costs.
  public init(
    holdings: [RefreshableHolding], exactRealizedPnL: Cost, exactTotalClosedCost: Cost,
    lastUpdated: Date?, ledgerVersion: String?, currency: String, rate: ExchangeRate?,
    isRealizedKnown: Bool
  ) {
    self.holdings = holdings
    self.exactRealizedPnL = exactRealizedPnL
    self.exactTotalClosedCost = exactTotalClosedCost
    self.lastUpdated = lastUpdated
    self.ledgerVersion = ledgerVersion
    self.currency = currency
    self.rate = rate
    self.isRealizedKnown = isRealizedKnown
  }

  /// The held coins with their last known prices, by id.
  public var coins: [String: Coin] {
    Dictionary(holdings.map { ($0.coinId, $0.coin) }, uniquingKeysWith: { first, _ in first })
  }
}

/// One holding, ready to be valued at a fresh price.
public struct RefreshableHolding: Equatable, Sendable {
  /// The coin with its last known price.
  public var coin: Coin
  /// The exact quantity of coins held, greater than zero.
  public var exactQuantity: Quantity
  /// The exact amount paid for them, in the currency of the data.
  public var exactTotalCost: Cost
  /// The coins with unknown value; ``totalCost`` covers the others.
  public var unvalued: Quantity
  /// Whether all rates that ``totalCost`` needs are known; always true in US dollars.
  public var isCostKnown: Bool
  /// Whether ``totalCost`` rests on an estimate.
  public var isCostEstimated: Bool

  /// CoinGecko id.
  public var coinId: String { coin.id }
  /// The quantity of coins held, to 38 digits.
  public var quantity: ExactDecimal { exactQuantity.figure }
  /// The amount paid for them, to 38 digits.
  public var totalCost: ExactDecimal { exactTotalCost.figure }
  /// The amount paid per coin, to 38 digits.
  public var avgCost: ExactDecimal {
    unvalued < exactQuantity ? exactTotalCost.perCoin(of: exactQuantity - unvalued).figure : 0
  }

  /// Makes a holding from its parts.
  public init(coin: Coin, quantity: ExactDecimal, totalCost: ExactDecimal, isCostKnown: Bool = true)
  {
    self.init(
      coin: coin, exactQuantity: Quantity(quantity), exactTotalCost: Cost(totalCost),
      isCostKnown: isCostKnown)
  }

  /// Makes a holding from its exact parts.
  public init(
    coin: Coin, exactQuantity: Quantity, exactTotalCost: Cost, isCostKnown: Bool,
    unvalued: Quantity = 0, isCostEstimated: Bool = false
  ) {
    self.unvalued = unvalued
    self.coin = coin
    self.exactQuantity = exactQuantity
    self.exactTotalCost = exactTotalCost
    self.isCostKnown = isCostKnown
    self.isCostEstimated = isCostEstimated
  }
}
