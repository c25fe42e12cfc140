import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

private let noon = utc("2026-04-28T12:00:00Z")

/// Widget files in a currency other than US dollars.
struct WidgetCurrencyTests {
  private func euros(
    rateDay: String = "2026-04-27", isCostKnown: Bool = true, isRealizedKnown: Bool = true
  ) throws -> WidgetRefreshData {
    var holding = held("bitcoin", "2", cost: "50000", price: "60000")
    holding.isCostKnown = isCostKnown
    return WidgetRefreshData(
      holdings: [holding], realizedPnL: 10_000, totalClosedCost: 40_000, lastUpdated: noon,
      ledgerVersion: "3", currency: "EUR",
      rate: ExchangeRate(
        numerator: 1, denominator: exact("1.2"), day: UTCDay(utc(rateDay)), source: "ECB"),
      isRealizedKnown: isRealizedKnown)
  }

  @Test func `prices in dollars count at the rate that the file keeps`() throws {
    let shown = try euros().portfolioData(now: noon)
    #expect(shown.totalValue == 100_000)
    #expect(shown.unrealizedPnL == 50_000)
    #expect(shown.totalPnL == 60_000)
    #expect(shown.currency == "EUR")
    #expect(shown.rateDay?.text == "2026-04-27")
  }

  @Test func `both files are read as they were written`() throws {
    for data in [
      try euros(), try euros(isCostKnown: false), try euros(isRealizedKnown: false),
    ] {
      let text = data.json.text(pretty: true)
      let read = try #require(WidgetRefreshData(json: parsed(text)))
      #expect(read.json == data.json)
      #expect(read.holdings.map(\.isCostKnown) == data.holdings.map(\.isCostKnown))
      let shown = data.portfolioData(now: noon)
      #expect(try WidgetPortfolioData(json: parsed(shown.json.text())) == shown)
    }
  }

  @Test func `what needs a rate that is not known is null, the rest is there`() throws {
    let shown = try euros(isRealizedKnown: false).portfolioData(now: noon)
    #expect(shown.realizedPnL == nil && shown.totalPnL == nil)
    #expect(shown.unrealizedPnL == 50_000)
    #expect(shown.json["realizedPnL"] == .null)
    let other = try euros(isCostKnown: false).portfolioData(now: noon)
    #expect(other.totalValue == 100_000 && other.unrealizedPnL == nil)
  }

  @Test func `without any rate no price counts`() throws {
    var data = try euros()
    data.rate = nil
    let shown = data.portfolioData(now: noon)
    #expect(shown.totalValue == nil && shown.pricedCount == 0 && shown.isRateMissing)
  }

  @Test func `in US dollars the files have no key of a currency`() {
    let data = WidgetRefreshData(holdings: [], realizedPnL: 0)
    #expect(data.json["currency"] == nil && data.json["rate"] == nil)
    let shown = data.portfolioData(now: noon)
    #expect(shown.json["currency"] == nil && shown.json["rateDay"] == nil)
  }

  @Test func `a realized result may be missing in another currency only`() throws {
    #expect(
      try WidgetRefreshData(json: parsed(#"{"holdings": [], "realizedPnL": null}"#)) == nil)
    #expect(
      try WidgetRefreshData(
        json: parsed(#"{"holdings": [], "realizedPnL": null, "currency": "EUR"}"#)) != nil)
  }

  @Test func `files of another currency or an older rate are behind`() throws {
    let data = try euros()
    let files = WidgetFiles(portfolio: data.portfolioData(now: noon), refreshData: data)
    #expect(!files.isBehind("3", currency: "EUR"))
    #expect(files.isBehind("3"))
    #expect(files.isBehind("3", currency: "CHF"))
    #expect(files.isBehind("4", currency: "EUR"))
    #expect(files.isBehind("3", currency: "EUR", rateDay: UTCDay(noon)))
    #expect(!files.isBehind("3", currency: "EUR", rateDay: UTCDay(utc("2026-04-27"))))
  }
}
