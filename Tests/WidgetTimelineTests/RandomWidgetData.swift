import CallBudget
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline

extension WidgetPortfolioData {
  static func random(using generator: inout some RandomNumberGenerator) -> WidgetPortfolioData {
    let held = Int.random(in: 0...9, using: &generator)
    var data = WidgetPortfolioData(
      totalValue: .randomOrNil(using: &generator),
      unrealizedPnL: .randomOrNil(using: &generator),
      realizedPnL: randomFigure(using: &generator),
      totalPnL: .randomOrNil(using: &generator),
      unrealizedPnLPercentage: .randomOrNil(using: &generator),
      totalPnLPercentage: .randomOrNil(using: &generator),
      holdings: (0..<min(held, holdingLimit)).map { _ in .random(using: &generator) },
      holdingCount: held, pricedCount: Int.random(in: 0...held, using: &generator),
      hasSales: .random(using: &generator), lastUpdated: randomDate(using: &generator))
    data.estimated = .random(using: &generator)
    return data
  }
}

extension EstimatedTotals {
  static func random(using generator: inout some RandomNumberGenerator) -> EstimatedTotals {
    EstimatedTotals(
      unrealized: .random(using: &generator), closed: .random(using: &generator),
      partial: .random(using: &generator))
  }
}

extension WidgetHolding {
  static func random(using generator: inout some RandomNumberGenerator) -> WidgetHolding {
    WidgetHolding(
      id: randomName(using: &generator), symbol: randomName(using: &generator),
      name: randomName(using: &generator), currentValue: .randomOrNil(using: &generator),
      pnlAmount: .randomOrNil(using: &generator),
      pnlPercentage: .randomOrNil(using: &generator),
      isStale: .random(using: &generator), isEstimated: .random(using: &generator))
  }
}

extension WidgetRefreshData {
  static func random(using generator: inout some RandomNumberGenerator) -> WidgetRefreshData {
    var data = WidgetRefreshData(
      holdings: (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        let price: ExactDecimal? = .randomOrNil(using: &generator)
        let coin = Coin(
          id: randomName(using: &generator), symbol: randomName(using: &generator),
          name: randomName(using: &generator),
          // Out of range, there is no price.
          currentPrice: price.map { LedgerRange.isPossiblePrice($0) ? $0 : smallest },
          priceChange24h: LedgerRange.possibleChange(.randomOrNil(using: &generator)),
          lastUpdated: Bool.random(using: &generator) ? randomDate(using: &generator) : nil)
        var holding = RefreshableHolding(
          coin: coin, quantity: max(abs(randomFigure(using: &generator)), smallest),
          totalCost: abs(randomFigure(using: &generator)))
        holding.isCostEstimated = .random(using: &generator)
        return holding
      },
      realizedPnL: randomFigure(using: &generator),
      totalClosedCost: abs(randomFigure(using: &generator)),
      lastUpdated: Bool.random(using: &generator) ? randomDate(using: &generator) : nil)
    data.estimated = .random(using: &generator)
    data.estimated.unrealized = false
    return data
  }
}

extension RefreshStatus {
  static func random(using generator: inout some RandomNumberGenerator) -> RefreshStatus {
    let failures: [RefreshFailure?] = [nil, .offline, .unableToRefresh]
    return RefreshStatus(
      lastAttempt: Bool.random(using: &generator) ? randomDate(using: &generator) : nil,
      lastSuccess: Bool.random(using: &generator) ? randomDate(using: &generator) : nil,
      failure: failures.randomElement(using: &generator) ?? nil,
      reason: Bool.random(using: &generator) ? randomName(using: &generator) : nil,
      failuresInARow: Int.random(in: 0...40, using: &generator),
      notBefore: Bool.random(using: &generator) ? randomDate(using: &generator) : nil,
      recentCalls: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        randomDate(using: &generator)
      },
      month: "2026-04", callsThisMonth: Int.random(in: 0...10_000, using: &generator),
      nextCoin: Bool.random(using: &generator) ? randomName(using: &generator) : nil,
      otherSources: Bool.random(using: &generator)
        ? [
          randomName(using: &generator): CallHistory(
            recentCalls: [randomDate(using: &generator)], month: "2026-04", callsThisMonth: 7,
            failuresInARow: 1, notBefore: randomDate(using: &generator))
        ] : [:],
      failing: Bool.random(using: &generator)
        ? [randomName(using: &generator): randomName(using: &generator)] : [:])
  }
}

private let smallest = ExactDecimal(1, exponent: -18)

/// A figure with up to 38 digits, up to 30 of them decimals, of either sign, and sometimes zero.
func randomFigure(using generator: inout some RandomNumberGenerator) -> ExactDecimal {
  let digits = (0..<Int.random(in: 0...38, using: &generator)).reduce(ExactDecimal(0)) { value, _ in
    value * 10 + ExactDecimal(Int.random(in: 0...9, using: &generator))
  }
  guard digits != 0 else { return 0 }
  return (Bool.random(using: &generator) ? digits : -digits)
    .scaled(byPowerOfTen: -Int.random(in: 0...30, using: &generator))
}

extension ExactDecimal? {
  static func randomOrNil(using generator: inout some RandomNumberGenerator) -> ExactDecimal? {
    Int.random(in: 0..<4, using: &generator) == 0
      ? nil : randomFigure(using: &generator)
  }
}

/// A name with anything that names contain: wide, right-to-left and combining characters, quotes,
/// escapes.
private func randomName(using generator: inout some RandomNumberGenerator) -> String {
  let parts = ["a", "Z", "0", "-", " ", "\"", "\\", "/", "\n", "\u{1B}[31m", "é", "e\u{301}"]
  let wide = ["币", "عربي", "👩‍👩‍👧", "\u{200B}", "\u{9B}", "\u{FEFF}", "null", "💎"]
  return "n"
    + (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      (parts + wide).randomElement(using: &generator) ?? ""
    }.joined()
}

private func randomDate(using generator: inout some RandomNumberGenerator) -> Date {
  Date(millisecondsSince1970: Int.random(in: 0...4_000_000_000_000, using: &generator))
}
