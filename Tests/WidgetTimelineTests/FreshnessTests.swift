import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

private let refresh = utc("2026-04-28T12:00:00Z")

/// Figures are as old as the oldest price in them, and stale after 60 minutes.
///
/// - A failed refresh is shown instead of staleness.
/// - Placeholders and empty portfolios are never stale.
/// - Coins that are not in the total do not make it stale.
/// - A price dated in the future counts from when it was fetched.
struct FreshnessTests {
  @Test(arguments: [
    ("2026-04-28T12:00:00Z", Freshness.fresh), ("2026-04-28T12:30:00Z", .fresh),
    ("2026-04-28T12:59:59Z", .fresh), ("2026-04-28T13:00:00Z", .fresh),
    ("2026-04-28T13:00:00.001Z", .stale), ("2026-04-28T13:00:01Z", .stale),
    ("2027-04-28T12:00:00Z", .stale), ("2026-04-28T11:59:59Z", .fresh),
    ("2020-01-01T00:00:00Z", .fresh),
  ])
  func `data is stale once it is over 60 minutes old, and never from the future`(
    now: String, freshness: Freshness
  ) {
    let entry = PortfolioEntry(date: refresh, data: .counting(1, at: refresh))
    #expect(entry.freshness(at: utc(now)) == freshness)
  }

  @Test(
    arguments: [
      (RefreshFailure.offline, Freshness.offline), (.unableToRefresh, .unableToRefresh),
    ], ["2026-04-28T12:00:01Z", "2026-04-29T12:00:00Z"])
  func `a failure comes before staleness`(
    _ kind: (failure: RefreshFailure, freshness: Freshness), now: String
  ) {
    let entry = PortfolioEntry(
      date: refresh, data: .counting(1, at: refresh), failure: kind.failure)
    #expect(entry.freshness(at: utc(now)) == kind.freshness)
  }

  @Test(arguments: [true, false], [nil, RefreshFailure.offline, .unableToRefresh])
  func `what holds nothing is never stale, because no price could change it`(
    hasSales: Bool, failure: RefreshFailure?
  ) {
    let entry = PortfolioEntry(
      date: refresh, data: .counting(0, hasSales: hasSales, at: refresh), failure: failure)
    #expect(entry.freshness(at: utc("2030-01-01")) == .fresh)
  }

  @Test func `a placeholder is never stale`() {
    let entry = PortfolioEntry.placeholder(at: refresh)
    #expect(entry.isPlaceholder)
    #expect(entry.freshness(at: utc("2030-01-01")) == .fresh)
  }

  @Test(
    arguments: [
      ([nil], "2026-04-28T12:00:00Z"), (["2026-04-28T11:58:00Z"], "2026-04-28T11:58:00Z"),
      (["2026-04-28T04:00:00Z"], "2026-04-28T04:00:00Z"),
      (
        ["2026-04-28T12:00:00Z", "2026-04-28T04:00:00Z", "2026-04-28T11:58:00Z"],
        "2026-04-28T04:00:00Z"
      ),
      ([], "2026-04-28T12:00:00Z"),
    ] as [([String?], String)])
  func `figures are as old as the oldest price in them`(times: [String?], asOf: String) {
    let data = Self.data(times)
    #expect(data.asOf == utc(asOf) && data.lastUpdated == refresh)
    let hasOld = asOf == "2026-04-28T04:00:00Z"
    #expect(
      PortfolioEntry(date: refresh, data: data).freshness(at: refresh) == (hasOld ? .stale : .fresh)
    )
  }

  @Test func `a coin that is left out of the total for want of a price has no say`() {
    var data = Self.data(["2026-04-28T12:00:00Z"])
    #expect(data.asOf == refresh)
    data = WidgetRefreshData(
      holdings: [
        held("bitcoin", "1", cost: "1", price: "2", at: "2026-04-28T12:00:00Z"),
        held("gone", "1", cost: "1", price: nil, at: "2026-04-01T12:00:00Z"),
      ], realizedPnL: 0, lastUpdated: refresh
    ).portfolioData(now: refresh)
    #expect(data.asOf == refresh)
  }

  @Test func `before the first refresh nothing has an age, and no price can be fresh`() {
    #expect(Self.data([], refreshed: nil).asOf == nil)
    let undated = Self.data([nil], refreshed: nil)
    #expect(undated.asOf == nil)
    #expect(PortfolioEntry(date: refresh, data: undated).freshness(at: refresh) == .stale)
  }

  @Test func `a price that its source dates ahead is as old as its fetch`() {
    var book = PriceBook()
    book.merge([coin("bitcoin", "2", at: "2099-01-01")], at: refresh, source: "CoinGecko")
    #expect(book.coins["bitcoin"]?.lastUpdated == refresh)
  }

  @Test func `a change of 24 hours ends with the oldest price it counts`() {
    func holding(_ id: String, _ time: String) -> Holding {
      var coin = coin(id, "2", at: time)
      coin.priceChange24h = 5
      return Holding(coin: coin, totalAmount: 1, totalCost: 1)
    }
    let holdings = [
      holding("a", "2026-04-28T11:58:00Z"), holding("b", "2026-04-28T11:20:00Z"),
      holding("old", "2026-04-28T04:00:00Z"),
    ]
    let change = DayChange(holdings, refreshed: refresh)
    #expect(change?.count == 2 && change?.asOf == utc("2026-04-28T11:20:00Z"))
  }

  /// The widgets' data for coins with prices from given times.
  private static func data(
    _ times: [String?], refreshed: Date? = refresh
  ) -> WidgetPortfolioData {
    WidgetRefreshData(
      holdings: times.enumerated().map {
        held("coin\($0.offset)", "1", cost: "1", price: "2", at: $0.element)
      }, realizedPnL: 0, lastUpdated: refreshed
    ).portfolioData(now: refresh)
  }
}
