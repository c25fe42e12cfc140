import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

private let noon = utc("2026-04-28T12:00:00Z")

/// How one refresh changes the figures.
struct PriceRefresherTests {
  private let clock = StandingClock("2026-04-28T12:00:00Z")
  private let policy = ScriptedPolicy()
  private let before = refreshed(
    held("bitcoin", "2", cost: "80000", price: "55000", at: "2026-04-28T11:29:00Z"),
    held("ethereum", "10", cost: "20000", price: "1800", at: "2026-04-28T11:29:00Z"),
    at: "2026-04-28T11:30:00Z")

  @Test func `a success writes the data, the portfolio and the status`() throws {
    let store = WidgetStoreTwin(before)
    let source = ScriptedPrices { [clock] _ in
      clock.set("2026-04-28T12:00:02Z")
      return PriceAnswer(
        coins: [
          coin("bitcoin", "60000", at: "2026-04-28T12:00:00Z"),
          coin("ethereum", "1500", at: "2026-04-28T12:00:00Z"),
        ], calls: 1)
    }
    let data = try refresh(store, source).written()
    let after = utc("2026-04-28T12:00:02Z")
    #expect(data.totalValue == 135_000)
    #expect(data.unrealizedPnL == 35_000)
    #expect(data.realizedPnL == 10_000)
    #expect(data.totalPnL == 45_000)
    #expect(data.lastUpdated == after)
    #expect(store.portfolio() == data)
    #expect(store.refreshData()?.portfolioData(now: .distantPast) == data)
    #expect(store.refreshData()?.lastUpdated == after)
    #expect(store.refreshStatus()?.lastAttempt == noon)
    #expect(store.refreshStatus()?.lastSuccess == after)
    #expect(store.refreshStatus()?.failure == nil)
  }

  @Test func `only the coins held are asked for, once`() throws {
    let source = ScriptedPrices { _ in PriceAnswer(coins: [coin("bitcoin", "1")], calls: 1) }
    _ = try refresh(WidgetStoreTwin(before), source).written()
    #expect(source.asked == [["bitcoin", "ethereum"]])
  }

  @Test func `a success clears what the failure before it said`() throws {
    var files = before
    files.refreshStatus?.failure = .offline
    files.refreshStatus?.reason = "CoinGecko cannot be reached: no connection"
    let store = WidgetStoreTwin(files)
    _ = try refresh(store, ScriptedPrices { _ in PriceAnswer(coins: [coin("bitcoin", "1")]) })
      .written()
    #expect(store.refreshStatus()?.failure == nil)
    #expect(store.refreshStatus()?.reason == nil)
  }

  @Test(arguments: [
    (PriceFailure.unreachable("no connection"), RefreshFailure.offline),
    (.refused(status: 500, "try later"), .unableToRefresh),
    (.rateLimited(retryAfter: 60), .unableToRefresh), (.malformed("a web page"), .unableToRefresh),
    (.misconfigured("the key does not fit the host"), .unableToRefresh),
  ])
  func `a failure changes no figure and says what kind it is and why`(
    failure: PriceFailure, kind: RefreshFailure
  ) throws {
    let store = WidgetStoreTwin(before)
    let source = ScriptedPrices { _ in PriceAnswer(failures: [failure], calls: 1) }
    guard case .failed(SourceFailure("CoinGecko", failure)) = refresh(store, source) else {
      Issue.record("a refresh without a price did not fail")
      return
    }
    #expect(store.portfolio() == before.portfolio)
    #expect(store.refreshData() == before.refreshData)
    #expect(store.refreshStatus()?.failure == kind)
    #expect(store.refreshStatus()?.reason == failure.reason(from: "CoinGecko"))
    #expect(store.refreshStatus()?.lastAttempt == noon)
    #expect(store.refreshStatus()?.lastSuccess == utc("2026-04-28T11:30:00Z"))
  }

  @Test(arguments: [
    PriceAnswer(calls: 1), PriceAnswer(coins: [coin("bitcoin", nil)], calls: 1),
  ])
  func `an answer without any price is a failure`(answer: PriceAnswer) {
    let store = WidgetStoreTwin(before)
    guard case .failed(let found) = refresh(store, ScriptedPrices { _ in answer }),
      case .malformed = found.failure
    else {
      Issue.record("no price passed for a success")
      return
    }
    #expect(store.portfolio() == before.portfolio)
    #expect(store.refreshData() == before.refreshData)
    #expect(store.refreshStatus()?.failure == .unableToRefresh)
  }

  @Test func `a partial answer updates what came and keeps the others' last prices`() throws {
    let store = WidgetStoreTwin(before)
    let source = ScriptedPrices { _ in
      PriceAnswer(
        coins: [coin("bitcoin", "60000", at: "2026-04-28T12:00:00Z"), coin("ethereum", nil)],
        failures: [.refused(status: 500, "try later")], calls: 2)
    }
    let outcome = refresh(store, source)
    guard case .refreshed(let data, let failures, _) = outcome else {
      throw UnexpectedOutcome(outcome: outcome)
    }
    #expect(failures == [SourceFailure("CoinGecko", .refused(status: 500, "try later"))])
    #expect(data.totalValue == 138_000)
    #expect(store.refreshStatus()?.failure == nil)
    let ethereum = try #require(store.refreshData()?.coins["ethereum"])
    #expect(ethereum.currentPrice == 1800)
    #expect(ethereum.lastUpdated == utc("2026-04-28T11:29:00Z"))
  }

  @Test func `a price that stayed behind is marked stale once it is over an hour older`() throws {
    clock.set("2026-04-28T12:29:00.001Z")
    let source = ScriptedPrices { _ in
      PriceAnswer(coins: [coin("bitcoin", "60000", at: "2026-04-28T12:29:00Z")], calls: 1)
    }
    let data = try refresh(WidgetStoreTwin(before), source).written()
    #expect(data.holdings.map(\.id) == ["bitcoin", "ethereum"])
    #expect(data.holdings.map(\.isStale) == [false, true])
  }

  @Test(arguments: [
    ("2026-04-28T11:28:59.999Z", "55000"), ("2026-04-28T11:29:00Z", "60000"),
    ("2026-04-28T11:29:00.001Z", "60000"), (nil, "60000"),
  ])
  func `an older price never replaces a newer one`(date: String?, price: String) throws {
    let store = WidgetStoreTwin(before)
    let source = ScriptedPrices { _ in
      PriceAnswer(coins: [coin("bitcoin", "60000", at: date)], calls: 1)
    }
    _ = try refresh(store, source).written()
    #expect(store.refreshData()?.coins["bitcoin"]?.currentPrice == exact(price))
  }

  @Test func `a price dated after now gives way to any`() throws {
    var files = before
    files.refreshData?.holdings[0].coin.lastUpdated = utc("2030-01-01")
    let store = WidgetStoreTwin(files)
    let source = ScriptedPrices { _ in
      PriceAnswer(coins: [coin("bitcoin", "60000", at: "2026-04-28T12:00:00Z")], calls: 1)
    }
    _ = try refresh(store, source).written()
    #expect(store.refreshData()?.coins["bitcoin"]?.currentPrice == 60_000)
  }

  @Test func `a source without names changes none`() throws {
    let store = WidgetStoreTwin(before)
    let nameless = Coin(
      id: "bitcoin", symbol: "", name: "", currentPrice: 60_000, priceChange24h: 2,
      lastUpdated: noon, marketCap: 7, volume24h: 8, circulatingSupply: 9)
    let source = ScriptedPrices { _ in PriceAnswer(coins: [nameless], calls: 1) }
    _ = try refresh(store, source).written()
    #expect(
      store.refreshData()?.coins["bitcoin"]
        == Coin(
          id: "bitcoin", symbol: "bit", name: "Bitcoin", currentPrice: 60_000, priceChange24h: 2,
          lastUpdated: noon, marketCap: 7, volume24h: 8, circulatingSupply: 9))
  }

  @Test func `a source that gives the price alone leaves no market of before behind`() throws {
    let store = WidgetStoreTwin(before)
    let whole = Coin(
      id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 60_000,
      lastUpdated: noon.addingTimeInterval(-60), marketCap: 7, volume24h: 8, circulatingSupply: 9)
    let alone = Coin(
      id: "bitcoin", symbol: "", name: "", currentPrice: 60_001, lastUpdated: noon)
    for coin in [whole, alone] {
      let source = ScriptedPrices { _ in PriceAnswer(coins: [coin], calls: 1) }
      _ = try refresh(store, source).written()
    }
    let known = store.prices()?.coins["bitcoin"]
    #expect(known?.currentPrice == 60_001)
    #expect(known?.marketCap == nil && known?.volume24h == nil)
    #expect(known?.circulatingSupply == nil)
  }

  @Test(arguments: [
    WidgetFiles(), WidgetFiles(refreshData: WidgetRefreshData(holdings: [], realizedPnL: 5)),
  ])
  func `where nothing is held there is nothing to refresh and no call`(files: WidgetFiles) {
    let store = WidgetStoreTwin(files)
    guard case .nothingToRefresh = refresh(store, ScriptedPrices()) else {
      Issue.record("something was refreshed where nothing is held")
      return
    }
    #expect(store.files == files)
    #expect(policy.events == [])
  }

  private func refresh(_ store: WidgetStoreTwin, _ source: ScriptedPrices) -> RefreshOutcome {
    PriceRefresher(store: store, source: source, policy: policy).refresh { clock.now }
  }
}
