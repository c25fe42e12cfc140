public import Exact
public import FoundationEssentials
public import Portfolio

/// What is needed to recompute the widgets at fresh prices without the ledger.
///
/// `refresh_data.json` keeps it. Prices are in US dollars, results and costs in ``currency``.
public struct WidgetRefreshData: Equatable, Sendable {
  /// Everything held; may be empty when all positions are closed.
  public var holdings: [RefreshableHolding]
  /// Result of everything sold, which no price changes, every digit.
  public var exactRealizedPnL: Cost
  /// Cost of everything sold, every digit.
  public var exactTotalClosedCost: Cost
  /// The last successful refresh, `nil` before the first.
  public var lastUpdated: Date?
  /// The version of the ledger this was made from, `nil` when that was not kept.
  public var ledgerVersion: String?
  /// The ISO 4217 code of the currency that results and costs are in.
  public var currency: String
  /// The newest rate from US dollars, by which prices count; `nil` in US dollars, and where none is
  /// known: then no price counts.
  public var rate: ExchangeRate?
  /// Whether ``realizedPnL`` and ``totalClosedCost`` are known; in US dollars they always are.
  public var isRealizedKnown: Bool
  /// Which sums of sales rest on estimates; whether the unrealized result does follows from
  /// ``holdings``.
  public var estimated = EstimatedTotals()
  /// Holdings of the file that could not be read, as they stand there: counted, and kept as they
  /// are until the ledger is published again.
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

  /// Makes the data from its parts, results and costs with every digit.
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

  /// The coins held with their last known prices, by id.
  public var coins: [String: Coin] {
    Dictionary(holdings.map { ($0.coinId, $0.coin) }, uniquingKeysWith: { first, _ in first })
  }
}

/// One holding, ready to be valued at a fresh price.
public struct RefreshableHolding: Equatable, Sendable {
  /// The coin with its last known price.
  public var coin: Coin
  /// Coins held, greater than zero, every digit.
  public var exactQuantity: Quantity
  /// Paid for them, every digit, in the currency of the data.
  public var exactTotalCost: Cost
  /// Those of them that nothing says the worth of; ``totalCost`` is that of the others.
  public var unvalued: Quantity
  /// Whether no rate that ``totalCost`` needs is missing; in US dollars none is.
  public var isCostKnown: Bool
  /// Whether ``totalCost`` rests on an estimate.
  public var isCostEstimated: Bool

  /// CoinGecko id.
  public var coinId: String { coin.id }
  /// Coins held, to 38 digits.
  public var quantity: ExactDecimal { exactQuantity.figure }
  /// Paid for them, to 38 digits.
  public var totalCost: ExactDecimal { exactTotalCost.figure }
  /// Paid per coin, to 38 digits.
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

  /// Makes a holding from its parts, every digit of them.
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
