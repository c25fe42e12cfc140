import Application
import CoinGecko
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import SamplePortfolio
import WidgetTimeline

extension ScreenshotState {
  /// Widget data of a fictional portfolio for this state.
  func invented(_ refresh: Date) -> WidgetPortfolioData {
    let holdings = inValueOrder(inventedHoldings.map { $0.holding(refresh) })
    let sold = sold
    let summary = PortfolioSummary(
      holdings: holdings, realizedClosedPnL: sold.result, realizedPartialPnL: 0,
      totalClosedCost: sold.cost)
    return prepareWidgetData(
      summary: summary, holdings: holdings, lastUpdated: refresh, isRefreshed: self != .empty)
  }

  /// Widget data of the sample without some prices; one coin's price is two hours old.
  ///
  /// Two coins are left out, so seven are held.
  func sample(_ refresh: Date, unpriced: Set<String>) throws -> WidgetPortfolioData {
    let transactions = SamplePortfolio.transactions.filter {
      !["sui", "shiba-inu"].contains($0.coinId)
    }
    var prices: [String: Coin] = [:]
    for coin in try SamplePortfolio.prices().prices(of: transactions.map(\.coinId)).coins {
      prices[coin.id] = coin
    }
    for id in unpriced { prices[id]?.currentPrice = nil }
    prices["ethereum"]?.lastUpdated = refresh.addingTimeInterval(-7200)
    let positions = Positions(transactions: transactions, currentPrices: prices)
    return prepareWidgetData(
      summary: positions.summary, holdings: positions.holdings, lastUpdated: refresh)
  }

  /// Widget data of the sample in another currency, at the built-in rates.
  func sample(_ refresh: Date, in currency: String) throws -> WidgetPortfolioData {
    let ledger = counted(
      SamplePortfolio.transactions, in: currency,
      rates: RatesUpToDay(ECBRates.builtIn, today: UTCDay(refresh)))
    let prices = try SamplePortfolio.prices()
    let positions = Positions(
      ledger,
      currentPrices: prices.coins(
        namedAs: Positions.coins(of: SamplePortfolio.transactions, prices: nil)))
    return prepareWidgetData(
      summary: positions.summary, holdings: positions.holdings, lastUpdated: refresh,
      currency: currency, rateDay: ledger.newestRate?.day)
  }

  /// Recent values of the sample and of a few fictional portfolios; `nil` for the others.
  func recentValues(_ data: WidgetPortfolioData) throws -> RecentValues? {
    if hasRecordedPrices, self != .partlyPriced {
      let today = UTCDay(SamplePortfolio.recordedAt)
      let rates = RatesUpToDay(ECBRates.builtIn, today: today)
      let held = SamplePortfolio.positions(at: try SamplePortfolio.prices()).holdings
      return RecentValues(
        held.map { holding in
          let value = holding.currentValue.flatMap { value in
            data.currency == usDollarCode
              ? value
              : rates.newestRate(from: usDollarCode, to: data.currency)?.converted(value)
          }
          return RecentValues.Held(
            coinId: holding.id, amount: Quantity(holding.totalAmount), value: value)
        }, traded: [], today: today,
        prices: PricesInCurrency(BuiltInPrices(), in: data.currency, rates: rates).lookup)
    }
    guard [.oneHolding, .twoHoldings, .fiveHoldings, .loss].contains(self) else { return nil }
    return data.totalValue.map { total in
      RecentValues(
        Self.inventedSeries.map { total * ExactDecimal($0, exponent: -3) }, count: data.holdingCount
      )
    }
  }

  /// The value of fictional portfolios day by day, in thousandths of the current value.
  private static let inventedSeries = [
    912, 905, 931, 944, 938, 957, 951, 926, 918, 935, 949, 966, 981, 974, 969, 990, 1_012, 1_003,
    987, 978, 992, 1_015, 1_027, 1_019, 1_006, 1_011, 996, 984, 990, 1_004, 1_000,
  ]

  /// The realized result and the cost of all sales, in US dollars.
  private var sold: (result: ExactDecimal, cost: ExactDecimal) {
    switch self {
    case .closedGain: (cents(1_234_567), 40_000)
    case .closedLoss: (cents(-123_456), 4_000)
    case .loss: (-500, 2_000)
    default: (0, 0)
    }
  }

  private var inventedHoldings: [InventedHolding] {
    switch self {
    case .oneHolding: Array(InventedHolding.market.prefix(1))
    case .twoHoldings: Array(InventedHolding.market.prefix(2))
    case .fiveHoldings: Array(InventedHolding.market.prefix(5))
    case .twentyHoldings: InventedHolding.market
    case .loss: InventedHolding.losses
    case .totalLoss: [InventedHolding("frozen", "FRZ", "Frozen Exchange", cost: 9_000, price: 0)]
    case .unchanged: [InventedHolding("bitcoin", "btc", "Bitcoin", cost: 76_871, price: 76_871)]
    case .zero: [InventedHolding("airdrop", "AIR", "Airdrop", cost: 0, price: 0)]
    case .huge: [InventedHolding.huge]
    case .tiny: [InventedHolding.tiny]
    case .lowPrice: [InventedHolding.lowPrice]
    case .longName: [.longName, .bitcoin]
    case .longSymbol: [.longSymbol, .bitcoin]
    case .noSymbol: [.noSymbol, .bitcoin]
    case .wideName: [.wideName, .bitcoin]
    case .rightToLeft: [.rightToLeft, .bitcoin]
    case .combiningMarks: [.combiningMarks, .bitcoin]
    case .zeroWidth: [.zeroWidth, .bitcoin]
    case .escapeSequence: [.escapeSequence, .bitcoin]
    case .allNames: [.wideName, .longSymbol, .rightToLeft, .escapeSequence, .noSymbol]
    default: []
    }
  }
}
