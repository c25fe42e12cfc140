import BitpalTesting
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import WidgetTimeline

/// Five minutes after the sample's last refresh.
let sampleNow = utc("2025-11-26T10:35:00Z")

let seedSample = WidgetPortfolioData(
  totalValue: exact("125000.50"), unrealizedPnL: 15_000, realizedPnL: 5_000, totalPnL: 20_000,
  unrealizedPnLPercentage: exact("13.64"), totalPnLPercentage: exact("19.05"),
  holdings: [
    WidgetHolding(
      id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentValue: 100_000, pnlAmount: 12_000,
      pnlPercentage: exact("13.64")),
    WidgetHolding(
      id: "ethereum", symbol: "ETH", name: "Ethereum", currentValue: 15_000, pnlAmount: 2_000,
      pnlPercentage: exact("15.38")),
  ], holdingCount: 5, pricedCount: 5, hasSales: true, lastUpdated: utc("2025-11-26T10:30:00Z"))

let emptyPortfolio = WidgetPortfolioData(
  totalValue: 0, unrealizedPnL: 0, realizedPnL: 0, totalPnL: 0, unrealizedPnLPercentage: 0,
  totalPnLPercentage: 0, holdings: [], holdingCount: 0, pricedCount: 0, hasSales: false,
  lastUpdated: sampleNow)

/// An entry with random figures and strings.
///
/// - Parameter hasWildNames: Whether strings contain arbitrary scalars or only ordinary words.
func randomEntry(
  using generator: inout SeededGenerator, hasWildNames: Bool = true
) -> PortfolioEntry {
  func figure() -> ExactDecimal? {
    guard Int.random(in: 0..<6, using: &generator) > 0 else { return nil }
    return ExactDecimal(
      Int.random(in: -99_999_999...99_999_999, using: &generator),
      exponent: Int.random(in: -20...12, using: &generator))
  }
  func word() -> String {
    guard hasWildNames else { return "Coin" }
    var view = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...40, using: &generator) {
      let ranges: [ClosedRange<UInt32>] = [
        0...0x7F, 0x80...0x2FFF, 0x3000...0xD7FF, 0xE000...0x1FFFF,
      ]
      let range = ranges[Int.random(in: 0..<4, using: &generator)]
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
        view.append(scalar)
      }
    }
    return String(view)
  }
  let count = Int.random(in: 0...5, using: &generator)
  let holdings = (0..<count).map { index in
    WidgetHolding(
      id: "coin\(index)", symbol: word(), name: word(), currentValue: figure(),
      pnlAmount: figure(), pnlPercentage: figure(), isStale: Bool.random(using: &generator))
  }
  let all = count == 0 ? 0 : count + Int.random(in: 0...1_000, using: &generator)
  let data = WidgetPortfolioData(
    totalValue: figure(), unrealizedPnL: figure(), realizedPnL: figure() ?? 0, totalPnL: figure(),
    unrealizedPnLPercentage: figure(), totalPnLPercentage: figure(), holdings: holdings,
    holdingCount: all, pricedCount: Int.random(in: 0...all, using: &generator),
    hasSales: Bool.random(using: &generator),
    lastUpdated: sampleNow.addingTimeInterval(
      TimeInterval(Int.random(in: -90_000...90_000, using: &generator))),
    currency: Currency.all.randomElement(using: &generator)?.code ?? usDollarCode,
    rateDay: Bool.random(using: &generator) ? UTCDay(sampleNow) : nil)
  let failures: [RefreshFailure?] = [nil, .offline, .unableToRefresh]
  return PortfolioEntry(
    date: sampleNow, data: data, failure: failures[Int.random(in: 0..<3, using: &generator)])
}
