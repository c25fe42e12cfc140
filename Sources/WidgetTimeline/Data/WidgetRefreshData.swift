public import Exact
public import FoundationEssentials
public import Portfolio

/// What is needed to recompute the widgets at fresh prices without the ledger.
///
/// `refresh_data.json` keeps it. Prices are in US dollars, results and costs in ``currency``.
public struct WidgetRefreshData: Equatable, Sendable {
  /// Everything held; may be empty when all positions are closed.
  public var holdings: [RefreshableHolding]
  /// Result of everything sold, which no price changes.
  public var realizedPnL: Decimal
  /// Cost of everything sold.
  public var totalClosedCost: Decimal
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
  /// Holdings of the file that could not be read, as they stand there: counted, and kept as they
  /// are until the ledger is published again.
  public var unreadable: [JSONValue] = []

  /// Makes the data from its parts.
  public init(
    holdings: [RefreshableHolding], realizedPnL: Decimal, totalClosedCost: Decimal = 0,
    lastUpdated: Date? = nil, ledgerVersion: String? = nil, currency: String = usDollarCode,
    rate: ExchangeRate? = nil, isRealizedKnown: Bool = true
  ) {
    self.holdings = holdings
    self.realizedPnL = realizedPnL
    self.totalClosedCost = totalClosedCost
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
  /// Coins held, greater than zero.
  public var quantity: Decimal
  /// Paid for them, exact, in the currency of the data.
  public var totalCost: Decimal
  /// Whether ``totalCost`` is known; in US dollars it always is.
  public var isCostKnown: Bool

  /// CoinGecko id.
  public var coinId: String { coin.id }
  /// Paid per coin, to 38 digits.
  public var avgCost: Decimal { totalCost.divided(by: quantity) }

  /// Makes a holding from its parts.
  public init(coin: Coin, quantity: Decimal, totalCost: Decimal, isCostKnown: Bool = true) {
    self.coin = coin
    self.quantity = quantity
    self.totalCost = totalCost
    self.isCostKnown = isCostKnown
  }
}
