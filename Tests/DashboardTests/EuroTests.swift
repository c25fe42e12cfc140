import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import Dashboard

/// A dollar in euros: a different rate for each year, and none before the ledger's second day.
private struct YearlyRates: ExchangeRates {
  /// Whether the currency is quoted today.
  var isQuoted = true

  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    guard from == usDollarCode, to == "EUR", day >= UTCDay(utc("2024-02-05")) else { return nil }
    let rates = ["2024": exact("0.92"), "2025": exact("0.9")]
    return ExchangeRate(
      numerator: rates[String(day.text.prefix(4))] ?? exact("0.85"), denominator: 1, day: day,
      source: "ECB")
  }

  func newestRate(from: String, to: String) -> ExchangeRate? {
    isQuoted ? rate(from: from, to: to, on: UTCDay(Sample.now)) : nil
  }
}

extension Sample {
  /// The same portfolio counted in euros; the first purchase is from before the first rate.
  static let euros = inEuros(transactions)

  static func inEuros(_ transactions: [Transaction], isQuoted: Bool = true) -> DashboardData {
    let ledger = counted(transactions, in: "EUR", rates: YearlyRates(isQuoted: isQuoted))
    let positions = Positions(ledger, currentPrices: coins)
    let widget = prepareWidgetData(
      summary: positions.summary, holdings: positions.holdings, lastUpdated: refreshed,
      currency: "EUR", rateDay: ledger.newestRate?.day)
    return DashboardData(
      positions: positions, transactions: transactions, counted: ledger,
      entry: PortfolioEntry(date: refreshed, data: widget),
      history: history.mapValues { prices in prices.map { $0.map { $0 * exact("0.85") } } })
  }
}

/// In another currency, every page uses the rate of each day and shows no dollar sign.
///
/// - A day without a rate leaves its figures unknown.
/// - Editing changes the recorded amounts, never converted ones.
/// - The day of the rate is next to the current figures.
@Suite struct OtherCurrencies {
  /// The same with the first purchase on a day that has a rate.
  static let known = Sample.inEuros(
    ([Sample.row(1, "bitcoin", .buy, "0.5", "42150.25", "2024-02-07")]
      + Sample.transactions.filter { $0.id != Sample.transactions[0].id })
      .sorted { $0.date < $1.date })

  @Test(arguments: DashboardTab.allCases, [(40, 12), (80, 24), (120, 40), (200, 60)])
  func `no page writes a dollar sign when figures are counted in euros`(
    tab: DashboardTab, size: (Int, Int)
  ) {
    for data in [Sample.euros, Self.known] {
      var driven = Driven(size.0, size.1, tab: tab, data: data)
      for _ in 0..<4 {
        #expect(!driven.text.contains("$"), "\(driven.text)")
        driven.press(.down)
      }
      driven.press(.enter)
      #expect(!driven.text.contains("$"), "\(driven.text)")
    }
  }

  @Test func `a transaction counts at its own day's rate, and is copied so`() {
    var driven = Driven(120, 40, tab: .transactions, data: Sample.euros)
    // 1.25 × $3,510 at 0.9.
    #expect(driven.lines(with: "2025-08-02")[0].contains("€3,948.75"))
    // 0.2 × $97,120.50 at 0.92.
    #expect(driven.lines(with: "2024-12-20")[0].contains("€17,870.17"))
    driven.type("/2025-08")
    driven.press(.enter)
    guard case .copy(let text) = driven.press(.character("y")).first else {
      Issue.record("nothing is copied")
      return
    }
    #expect(text.hasSuffix("€3,948.75"))
  }

  @Test func `a day without a rate leaves its figures unknown`() {
    var driven = Driven(120, 40, tab: .transactions, data: Sample.euros)
    driven.type("G")
    let line = driven.lines(with: "2024-02-03").first ?? ""
    #expect(line.contains("—"))
    #expect(!line.contains("42,150"))
    driven.type("6")
    #expect(driven.lines(with: "BTC").first?.contains("—") == true)
  }

  @Test func `gains are those of the days in the currency`() {
    let driven = Driven(120, 40, tab: .gains, data: Self.known)
    // 300 DOT: bought for $2,250 and sold for $1,830, both at 0.92.
    #expect(driven.lines(with: "DOT").contains { $0.contains("-€386.40") })
  }

  @Test func `what is edited is what was recorded, and no price in euros is taken for dollars`() {
    var driven = Driven(120, 40, tab: .transactions, data: Sample.euros)
    driven.type("e")
    #expect(driven.state.form?.entry[.price] == "71.15")
    driven.press(.escape)
    driven.type("2a")
    #expect(driven.state.form?.entry[.price] == "")
  }

  @Test func `another currency starts its figures again`() {
    var driven = Driven(120, 40, tab: .transactions)
    #expect(driven.text.contains("$4,387.50"))
    driven.send(.portfolioChanged(Sample.euros))
    #expect(driven.lines(with: "2025-08-02")[0].contains("€3,948.75"))
    #expect(!driven.text.contains("$"))
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `the day of the rate is next to the present figures of a page`(size: (Int, Int)) {
    for tab in [DashboardTab.home, .portfolio, .charts] {
      var driven = Driven(size.0, size.1, tab: tab, data: Self.known)
      #expect(driven.text.contains("rate 2026-04-28"), "\(tab): \(driven.text)")
      guard tab == .portfolio else { continue }
      driven.press(.enter)
      #expect(driven.text.contains("rate 2026-04-28"), "coin: \(driven.text)")
    }
  }

  @Test func `a currency without a rate today is named, never prices that are missing`() {
    let data = Sample.inEuros(Sample.transactions, isQuoted: false)
    for tab in [DashboardTab.home, .portfolio, .charts] {
      var driven = Driven(120, 40, tab: tab, data: data)
      #expect(driven.text.contains("No rate of EUR"), "\(tab): \(driven.text)")
      #expect(!driven.text.contains("No prices yet"), "\(tab)")
      guard tab == .portfolio else { continue }
      #expect(!driven.text.contains("priced"))
      driven.press(.enter)
      #expect(!driven.text.contains("no price"), "\(driven.text)")
    }
  }

  @Test(arguments: [DashboardTab.home, .portfolio, .transactions, .gains])
  func `pages in euros look as recorded`(tab: DashboardTab) throws {
    try Goldens.check(
      Driven(120, 40, tab: tab, data: Self.known), name: "\(tab)-euro-120x40")
  }

  @Test(arguments: [DashboardTab.portfolio, .gains])
  func `pages with a day without a rate look as recorded`(tab: DashboardTab) throws {
    try Goldens.check(
      Driven(120, 40, tab: tab, data: Sample.euros), name: "\(tab)-euro-unknown-120x40")
  }
}
