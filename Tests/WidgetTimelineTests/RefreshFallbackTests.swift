import BitpalTesting
import CallBudget
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// When the second and third sources are called, and for which coins.
struct RefreshFallbackTests {
  private let clock = StandingClock("2026-04-28T12:00:00Z")
  private let store = WidgetStoreTwin(
    refreshed(
      held("bitcoin", "2", cost: "80000", price: "55000", at: "2026-04-28T11:29:00Z"),
      held("ethereum", "10", cost: "20000", price: "1800", at: "2026-04-28T11:29:00Z"),
      at: "2026-04-28T11:30:00Z"))

  private static func prices(_ prices: KeyValuePairs<String, String>, at time: String)
    -> PriceAnswer
  {
    PriceAnswer(coins: prices.map { coin($0.key, $0.value, at: time) }, calls: 1)
  }

  private static let offline = PriceAnswer(failures: [.unreachable("no connection")], calls: 1)

  private func pair(_ source: ScriptedPrices, perMinute: Int = 30) -> RefreshSource {
    RefreshSource(
      source,
      SharedCallBudget(
        source: source, limits: CallLimits(perMinute: perMinute),
        name: source.name == "CoinGecko" ? nil : source.name))
  }

  private func refresh(_ sources: ScriptedPrices...) -> RefreshOutcome {
    let pairs = sources.map { pair($0) }
    return PriceRefresher(
      store: store, source: pairs[0].source, policy: pairs[0].policy,
      others: Array(pairs.dropFirst())
    ).refresh { clock.now }
  }

  private var sources: [String: String] {
    store.prices()?.prices.compactMapValues { $0.source.isEmpty ? nil : $0.source } ?? [:]
  }

  @Test func `a source that fails is passed over and the figures are fresh`() throws {
    let first = ScriptedPrices({ _ in Self.offline })
    let second = ScriptedPrices(
      { _ in Self.prices(["bitcoin": "60000"], at: "2026-04-28T11:59:00Z") }, name: "DefiLlama")
    let third = ScriptedPrices(
      { _ in Self.prices(["ethereum": "1900"], at: "2026-04-28T12:00:00Z") }, name: "Kraken")
    clock.set("2026-04-28T12:30:00Z")
    // A price of the second source must be from the last hour; ethereum's is not.
    guard case .refreshed(let data, let failures, _) = refresh(first, second, third) else {
      Issue.record("not refreshed")
      return
    }
    #expect(second.asked == [["bitcoin", "ethereum"]])
    #expect(third.asked == [["ethereum"]])
    #expect(data.totalValue == 139_000)
    #expect(failures == [SourceFailure("CoinGecko", .unreachable("no connection"))])
    #expect(sources == ["bitcoin": "DefiLlama", "ethereum": "Kraken"])
    let status = try #require(store.refreshStatus())
    #expect(status.failure == nil)
    #expect(status.lastSuccess == clock.now)
    #expect(status.failing == ["CoinGecko": "CoinGecko cannot be reached: no connection"])
    #expect(status.calls(to: nil).failuresInARow == 1)
    #expect(status.calls(to: "DefiLlama").failuresInARow == 0)
  }

  @Test func `a source in its pause is replaced and tried again after it`() throws {
    let first = ScriptedPrices(
      { _ in Self.offline },
      { _ in
        Self.prices(["bitcoin": "61000", "ethereum": "1901"], at: "2026-04-28T12:29:50Z")
      })
    let second = ScriptedPrices(
      { _ in Self.prices(["bitcoin": "60000", "ethereum": "1900"], at: "2026-04-28T12:00:00Z") },
      { _ in Self.prices(["bitcoin": "60001", "ethereum": "1900"], at: "2026-04-28T12:00:05Z") },
      name: "DefiLlama")
    _ = refresh(first, second)
    clock.set("2026-04-28T12:00:05Z")
    guard case .refreshed(_, let failures, _) = refresh(first, second) else {
      Issue.record("not refreshed in the pause")
      return
    }
    #expect(failures == [])
    #expect(first.asked.count == 1)
    #expect(second.asked.count == 2)
    clock.set("2026-04-28T12:30:00Z")
    _ = refresh(first, second)
    #expect(first.asked.count == 2)
    #expect(sources == ["bitcoin": "CoinGecko", "ethereum": "CoinGecko"])
    #expect(store.refreshStatus()?.failing == [:])
  }

  @Test func `a price older than an hour is asked of the others once in a while`() throws {
    let answer = Self.prices(["bitcoin": "60000", "ethereum": "1700"], at: "2026-04-28T09:00:00Z")
    let first = ScriptedPrices({ _ in answer }, { _ in answer }, { _ in answer })
    let second = ScriptedPrices(
      { ids in
        #expect(ids == ["bitcoin", "ethereum"])
        return Self.prices(["bitcoin": "60100"], at: "2026-04-28T12:30:00Z")
      }, { _ in PriceAnswer(failures: [.noPrice], calls: 1) }, name: "DefiLlama")
    clock.set("2026-04-28T12:30:00Z")
    _ = refresh(first, second)
    #expect(sources["bitcoin"] == "DefiLlama")
    let success = store.refreshStatus()?.lastSuccess
    clock.set("2026-04-28T12:31:00Z")
    _ = refresh(first, second)
    #expect(second.asked.count == 1)
    clock.set("2026-04-28T12:45:00Z")
    _ = refresh(first, second)
    #expect(second.asked == [["bitcoin", "ethereum"], ["ethereum"]])
    #expect(store.refreshStatus()?.calls(to: "DefiLlama").failuresInARow == 0)
    #expect(store.refreshStatus()?.failing == [:])
    #expect(success == utc("2026-04-28T12:30:00Z"))
  }

  @Test func `a limit of a minute is waited for`() throws {
    let answer = Self.prices(["bitcoin": "60000", "ethereum": "1700"], at: "2026-04-28T12:00:00Z")
    let first = ScriptedPrices({ _ in answer })
    let second = ScriptedPrices(name: "DefiLlama")
    let pairs = (pair(first, perMinute: 1), pair(second))
    func refresh() -> RefreshOutcome {
      PriceRefresher(
        store: store, source: pairs.0.source, policy: pairs.0.policy, others: [pairs.1]
      ).refresh { clock.now }
    }
    _ = refresh()
    clock.set("2026-04-28T12:00:30Z")
    #expect(try refresh().awaited() == utc("2026-04-28T12:01:00Z"))
    #expect(second.asked == [])
  }

  @Test func `where all fail the first ones reason is given`() throws {
    let before = store.portfolio()
    let first = ScriptedPrices({ _ in Self.offline })
    let second = ScriptedPrices(
      { _ in PriceAnswer(failures: [.refused(status: 500, "no")], calls: 1) }, name: "DefiLlama")
    guard case .failed(let failure) = refresh(first, second) else {
      Issue.record("not failed")
      return
    }
    #expect(failure == SourceFailure("CoinGecko", .unreachable("no connection")))
    #expect(store.portfolio() == before)
    #expect(store.refreshStatus()?.failure == .offline)
    #expect(store.refreshStatus()?.reason == failure.reason)
    #expect(
      store.refreshStatus()?.failing == [
        "CoinGecko": failure.reason, "DefiLlama": "DefiLlama refused (HTTP 500): no",
      ])
  }

  @Test func `all sources together take fifteen seconds`() throws {
    let first = ScriptedPrices({ _ in Self.offline })
    let second = ScriptedPrices({ _ in Self.offline }, name: "DefiLlama")
    _ = refresh(first, second)
    // The first leaves three seconds to the second.
    let limits = (first.limits + second.limits).compactMap(\.self)
    #expect(limits.count == 2)
    #expect(limits[0] <= .seconds(12) && limits[0] > .seconds(3))
    #expect(limits[1] <= .seconds(15) && limits[1] >= .seconds(1))
  }

  @Test func `a source without daily changes gets them from recorded prices`() throws {
    let answer = Self.prices(["bitcoin": "50000", "ethereum": "1700"], at: "2026-04-28T12:00:00Z")
    _ = refresh(ScriptedPrices({ _ in answer }), ScriptedPrices(name: "DefiLlama"))
    clock.set("2026-04-29T12:00:00Z")
    let second = ScriptedPrices(
      { _ in Self.prices(["bitcoin": "55000"], at: "2026-04-29T12:00:00Z") }, name: "DefiLlama")
    _ = refresh(ScriptedPrices({ _ in Self.offline }), second)
    #expect(store.refreshData()?.coins["bitcoin"]?.priceChange24h == 10)
    #expect(store.refreshData()?.coins["ethereum"]?.priceChange24h == nil)
  }

  @Test func `each price is recorded at its own time`() throws {
    clock.set("2026-04-28T13:00:00Z")
    let answer = Self.prices(["bitcoin": "60000", "ethereum": "1700"], at: "2026-04-28T11:50:00Z")
    let second = ScriptedPrices(
      { _ in Self.prices(["bitcoin": "60100"], at: "2026-04-28T13:00:00Z") }, name: "DefiLlama")
    _ = refresh(ScriptedPrices({ _ in answer }), second)
    let points = store.history.filter { $0.coinId == "bitcoin" }.map(\.point)
    #expect(points.map(\.price) == [60_000, 60_100])
    #expect(points.map(\.time) == [utc("2026-04-28T11:50:00Z"), utc("2026-04-28T13:00:00Z")])
  }

  @Test func `a second source that fails is named`() throws {
    clock.set("2026-04-28T13:00:00Z")
    let answer = Self.prices(["bitcoin": "60000"], at: "2026-04-28T11:50:00Z")
    let second = ScriptedPrices({ _ in Self.offline }, name: "DefiLlama")
    let outcome = refresh(ScriptedPrices({ _ in answer }), second)
    guard case .refreshed(_, let failures, _) = outcome else {
      Issue.record("not refreshed")
      return
    }
    #expect(failures.map(\.source) == ["DefiLlama"])
  }

  @Test func `a source is no witness of itself`() throws {
    let first = ScriptedPrices({ _ in Self.offline })
    let second = ScriptedPrices(
      { _ in Self.prices(["bitcoin": "95", "ethereum": "1800"], at: "2026-04-28T12:00:00Z") },
      name: "Kraken")
    let pairs = (pair(first), pair(second))
    let outcome = PriceRefresher(
      store: store, source: pairs.0.source, policy: pairs.0.policy, others: [pairs.1],
      witness: { ids, source, _ in
        #expect(ids == ["bitcoin"])
        #expect(source == "Kraken")
        return [:]
      }
    ).refresh { clock.now }
    _ = try outcome.written()
    #expect(store.prices()?.prices["bitcoin"]?.suspect?.price == 95)
    #expect(store.refreshData()?.coins["bitcoin"]?.currentPrice == 55_000)
  }
}
