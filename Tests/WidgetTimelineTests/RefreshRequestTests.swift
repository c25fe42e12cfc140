import BitpalTesting
import CallBudget
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

private let noon = utc("2026-04-28T12:00:00Z")

/// The coins that a refresh requests.
struct RefreshRequestTests {
  private let clock = StandingClock("2026-04-28T12:00:00Z")
  private let before = refreshed(
    held("bitcoin", "2", cost: "80000", price: "55000", at: "2026-04-28T11:29:00Z"),
    held("ethereum", "1", cost: "1", price: "1", at: "2026-04-28T11:29:00Z"),
    at: "2026-04-28T11:55:00Z")

  private func store(fetched: [String: String]) -> WidgetStoreTwin {
    var files = before
    files.prices = PriceBook(
      fetched.map { id, time in
        KnownPrice(coin: coin(id, "1", at: time), source: "CoinGecko", fetched: utc(time))
      })
    return WidgetStoreTwin(files)
  }

  private func refresher(
    _ store: WidgetStoreTwin, _ source: ScriptedPrices, _ policy: any CallPolicy = ScriptedPolicy()
  ) -> PriceRefresher {
    PriceRefresher(store: store, source: source, policy: policy)
  }

  @Test func `only what was fetched longer ago than the maximum age is asked for`() throws {
    let store = store(fetched: [
      "bitcoin": "2026-04-28T11:55:00Z", "ethereum": "2026-04-28T11:40:00Z",
    ])
    let source = ScriptedPrices { _ in
      PriceAnswer(coins: [coin("ethereum", "2", at: "2026-04-28T11:59:00Z")], calls: 1)
    }
    _ = try refresher(store, source).refresh(maximumAge: 600) { clock.now }.written()
    #expect(source.asked == [["ethereum"]])
  }

  @Test func `where every price is younger than the maximum age, no call is made`() {
    let store = store(fetched: [
      "bitcoin": "2026-04-28T11:55:00Z", "ethereum": "2026-04-28T11:50:00Z",
    ])
    let outcome = refresher(store, ScriptedPrices()).refresh(maximumAge: 600) { clock.now }
    guard case .fresh = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test func `a price fetched in the future counts as old`() throws {
    let store = store(fetched: [
      "bitcoin": "2026-04-28T13:00:00Z", "ethereum": "2026-04-28T11:59:00Z",
    ])
    let source = ScriptedPrices { _ in PriceAnswer(coins: [coin("bitcoin", "2")], calls: 1) }
    _ = try refresher(store, source).refresh(maximumAge: 600) { clock.now }.written()
    #expect(source.asked == [["bitcoin"]])
  }

  @Test func `a coin just bought is fetched alone, and the others keep their schedule`() throws {
    let store = WidgetStoreTwin(before)
    let source = ScriptedPrices { _ in PriceAnswer(coins: [coin("ethereum", "9")], calls: 1) }
    let data = try refresher(store, source).refresh(only: ["ethereum"]) { clock.now }.written()
    #expect(source.asked == [["ethereum"]])
    #expect(data.totalValue == 110_009)
    #expect(data.lastUpdated == utc("2026-04-28T11:55:00Z"))
    #expect(store.refreshStatus()?.lastAttempt == utc("2026-04-28T11:55:00Z"))
  }

  @Test func `where the budget does not allow that fetch, it says when it does`() throws {
    let policy = ScriptedPolicy(opening: utc("2026-04-28T12:00:40Z"))
    let outcome = refresher(WidgetStoreTwin(before), ScriptedPrices(), policy)
      .refresh(only: ["ethereum"]) { clock.now }
    #expect(try outcome.awaited() == utc("2026-04-28T12:00:40Z"))
  }

  @Test func `coins followed and waited for join the same request`() throws {
    var files = before
    files.watchlist = Watchlist([Watchlist.Entry(coinId: "solana", added: noon)])
    files.alerts = PriceAlerts([
      PriceAlert(coinId: "monero", condition: .above(300), created: noon)
    ])
    let store = WidgetStoreTwin(files)
    let source = ScriptedPrices { ids in
      PriceAnswer(coins: ids.map { coin($0, "400", at: "2026-04-28T11:59:00Z") }, calls: 1)
    }
    let outcome = refresher(store, source).refresh { clock.now }
    #expect(source.asked == [["bitcoin", "ethereum", "monero", "solana"]])
    guard case .refreshed(let data, _, let fired) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(data.holdingCount == 2)
    #expect(store.prices()?.coins["solana"]?.currentPrice == 400)
    #expect(fired.map(\.alert.coinId) == ["monero"])
    #expect(store.alerts()?.alerts.map(\.fired) == [noon])
  }

  @Test func `a spent month is said as that`() throws {
    var files = before
    files.refreshStatus?.month = "2026-04"
    files.refreshStatus?.callsThisMonth = 10_000
    let source = ScriptedPrices()
    let budget = SharedCallBudget(
      source: source, limits: CallLimits(perMinute: 30, perMonth: 10_000))
    let outcome = refresher(WidgetStoreTwin(files), source, budget).refresh { clock.now }
    guard case .monthSpent(utc("2026-05-01")) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test(arguments: [
    ("2026-04-28T11:00:00Z", 3600), ("2026-04-28T13:00:00Z", -3600), ("2026-04-28T11:58:00Z", nil),
  ])
  func `a clock that is wrong is known from the answer`(server: String, error: Int?) throws {
    let store = WidgetStoreTwin(before)
    let source = ScriptedPrices { _ in
      PriceAnswer(coins: [coin("bitcoin", "2")], calls: 1, serverTime: utc(server))
    }
    _ = try refresher(store, source).refresh { clock.now }.written()
    #expect(store.refreshStatus()?.clockError == error)
  }

  @Test func `a coin has a row of history a minute, not at every refresh`() throws {
    let store = WidgetStoreTwin(before)
    for time in ["12:00:00", "12:00:30", "12:00:59", "12:01:00", "12:01:30", "23:59:55"] {
      clock.set("2026-04-28T\(time)Z")
      let source = ScriptedPrices { _ in PriceAnswer(coins: [coin("bitcoin", "2")], calls: 1) }
      _ = try refresher(store, source).refresh { clock.now }.written()
    }
    clock.set("2026-04-29T00:00:10Z")
    let source = ScriptedPrices { _ in PriceAnswer(coins: [coin("bitcoin", "2")], calls: 1) }
    _ = try refresher(store, source).refresh { clock.now }.written()
    #expect(
      store.history.map(\.point.time.utcText) == [
        "2026-04-28T12:00:00Z", "2026-04-28T12:01:00Z", "2026-04-28T23:59:55Z",
        "2026-04-29T00:00:10Z",
      ])
  }
}
