import CoinGecko
import FoundationEssentials
import Portfolio
import SamplePortfolio
import WidgetTimeline

/// A holding made up to show a state: cost and price in US dollars, the price `nil` where there is
/// none.
private struct Invented {
  let id: String
  let symbol: String
  let name: String
  var amount: Decimal = 1
  let cost: Decimal
  let price: Decimal?
  var isOld = false

  func holding(_ refresh: Date) -> Holding {
    let coin = Coin(
      id: id, symbol: symbol, name: name, currentPrice: price,
      lastUpdated: refresh.addingTimeInterval(isOld ? -7200 : 0))
    return Holding(coin: coin, totalAmount: amount, totalCost: cost)
  }
}

/// Whole cents as US dollars; a literal with a point would pass through binary fractions.
private func cents(_ count: Int) -> Decimal {
  Decimal(sign: .plus, exponent: -2, significand: Decimal(count))
}

extension ScreenshotState {
  /// The widget data of a state that the sample portfolio does not have.
  func invented(_ refresh: Date) throws -> WidgetPortfolioData {
    let sold: (result: Decimal, cost: Decimal) =
      switch self {
      case .closedGain: (cents(1_234_567), 40_000)
      case .closedLoss: (cents(-123_456), 4_000)
      case .loss: (-500, 2_000)
      default: (0, 0)
      }
    let holdings = inValueOrder(try inventedHoldings(refresh))
    let summary = PortfolioSummary(
      holdings: holdings, realizedClosedPnL: sold.result, realizedPartialPnL: 0,
      totalClosedCost: sold.cost)
    return prepareWidgetData(summary: summary, holdings: holdings, lastUpdated: refresh)
  }

  private func inventedHoldings(_ refresh: Date) throws -> [Holding] {
    switch self {
    case .partlyPriced, .unpriced: try unpricedSample(refresh)
    default: invented.map { $0.holding(refresh) }
    }
  }

  /// The sample with its prices taken away, all or two of them.
  private func unpricedSample(_ refresh: Date) throws -> [Holding] {
    let answer = try SamplePortfolio.prices().prices(
      of: Array(Set(SamplePortfolio.transactions.map(\.coinId))))
    var coins = Dictionary(
      answer.coins.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let unpriced = self == .unpriced ? Set(coins.keys) : ["cardano", "litecoin"]
    for id in unpriced { coins[id]?.currentPrice = nil }
    coins["ethereum"]?.lastUpdated = refresh.addingTimeInterval(-7200)
    return computeHoldings(
      transactions: SamplePortfolio.transactions, currentPrices: coins)
  }

  private var invented: [Invented] {
    switch self {
    case .oneHolding: [.bitcoin]
    case .twoHoldings: [.bitcoin, .ether]
    case .loss:
      [
        Invented(id: "bitcoin", symbol: "btc", name: "Bitcoin", cost: 100_000, price: 76_871),
        Invented(
          id: "terra-luna", symbol: "lunc", name: "Terra Luna Classic", cost: 9_000, price: cents(5)
        ),
      ]
    case .zero:
      [Invented(id: "bitcoin", symbol: "btc", name: "Bitcoin", cost: 76_871, price: 76_871)]
    case .huge:
      [
        Invented(
          id: "bitcoin", symbol: "btc", name: "Bitcoin", cost: cents(123_456),
          price: cents(9_876_543_210_987))
      ]
    case .tiny:
      [
        Invented(
          id: "shiba-inu", symbol: "shib", name: "Shiba Inu",
          cost: Decimal(sign: .plus, exponent: -7, significand: 5),
          price: Decimal(sign: .plus, exponent: -6, significand: 1))
      ]
    case .longNames: Invented.hostileNames
    default: []
    }
  }
}

extension Invented {
  static let bitcoin = Invented(
    id: "bitcoin", symbol: "btc", name: "Bitcoin", cost: 60_000, price: 76_871)
  static let ether = Invented(
    id: "ethereum", symbol: "eth", name: "Ethereum", amount: 2, cost: 5_000, price: cents(228_727))

  /// Names and symbols as the coin list has them, and one that nobody should have.
  static let hostileNames = [
    Invented(id: "bianrensheng", symbol: "币安人生", name: "币安人生", cost: 400, price: 500),
    Invented(
      id: "long", symbol: String(repeating: "LONGSYMBOL", count: 4).prefix(38).description,
      name: String(repeating: "A long name ", count: 6).prefix(71).description, cost: 300,
      price: 400),
    Invented(
      id: "arabic", symbol: "حبيبي", name: "حبيبي \u{202E}Habibi", cost: 200, price: 300),
    Invented(
      id: "hostile", symbol: "\u{1B}[31mRED", name: "\u{1B}]0;owned\u{07}Ko\u{301}mbi\u{200B}ning",
      cost: 100, price: 200),
    Invented(id: "nameless", symbol: "", name: "\u{200B}\u{200B}Stable", cost: 50, price: 100),
  ]
}
