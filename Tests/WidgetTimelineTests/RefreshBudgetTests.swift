import BitpalTesting
import FoundationEssentials
import Portfolio
import Synchronization
import Testing
import WidgetTimeline

private let noon = utc("2026-04-28T12:00:00Z")

/// When a refresh makes calls.
struct RefreshBudgetTests {
  private let clock = StandingClock("2026-04-28T12:00:00Z")
  private let before = refreshed(
    held("bitcoin", "2", cost: "80000", price: "55000"),
    held("ethereum", "1", cost: "1", price: "1"), at: "2026-04-28T11:59:40Z")
  private static let answer = PriceAnswer(
    coins: [coin("bitcoin", "60000")], failures: [.malformed("cut")], calls: 3)

  @Test func `until the budget allows it, no call is made and nothing changes`() throws {
    let store = WidgetStoreTwin(before)
    let policy = ScriptedPolicy(opening: utc("2026-04-28T12:00:07Z"))
    #expect(try refresh(store, ScriptedPrices(), policy).awaited() == utc("2026-04-28T12:00:07Z"))
    #expect(policy.events == [.asked(calls: 2, noon)])
    #expect(store.files == before)
  }

  @Test func `at the instant the budget opens, the call is made`() throws {
    let policy = ScriptedPolicy(opening: noon)
    let source = ScriptedPrices { _ in Self.answer }
    _ = try refresh(WidgetStoreTwin(before), source, policy).written()
    #expect(source.asked.count == 1)
  }

  @Test(arguments: [
    (0, nil), (20, nil), (21, "2026-04-28T12:00:01Z"), (30, "2026-04-28T12:00:10Z"),
  ])
  func `an attempt of any process counts for the minimum age`(
    minimumAge: Int, until: String?
  ) throws {
    let source = ScriptedPrices { _ in Self.answer }
    let outcome = refresh(
      WidgetStoreTwin(before), source, minimumAge: TimeInterval(minimumAge))
    guard let until else {
      _ = try outcome.written()
      return
    }
    #expect(try outcome.awaited() == utc(until))
    #expect(source.asked == [])
  }

  @Test(arguments: [("2026-04-28T12:00:03Z", 30), ("2026-04-28T12:00:59Z", 0)])
  func `of minimum age and budget the later decides`(opening: String, minimumAge: Int) throws {
    let outcome = refresh(
      WidgetStoreTwin(before), ScriptedPrices(), ScriptedPolicy(opening: utc(opening)),
      minimumAge: TimeInterval(minimumAge))
    #expect(try outcome.awaited() == max(utc(opening), utc("2026-04-28T11:59:40Z") + 30))
  }

  @Test func `a failed attempt counts for the minimum age too`() throws {
    let store = WidgetStoreTwin(before)
    let source = ScriptedPrices { _ in PriceAnswer(failures: [.unreachable("no")], calls: 1) }
    _ = refresh(store, source)
    clock.set("2026-04-28T12:00:10Z")
    let second = refresh(store, ScriptedPrices(), minimumAge: 30)
    #expect(try second.awaited() == utc("2026-04-28T12:00:30Z"))
  }

  @Test func `after a failed attempt nothing waits longer than the dashboard`() throws {
    let store = WidgetStoreTwin(before)
    _ = refresh(
      store, ScriptedPrices { _ in PriceAnswer(failures: [.unreachable("no")], calls: 1) })
    clock.set("2026-04-28T12:00:10Z")
    let early = refresh(store, ScriptedPrices(), minimumAge: 1800)
    #expect(try early.awaited() == utc("2026-04-28T12:00:30Z"))
    clock.set("2026-04-28T12:00:30Z")
    _ = try refresh(store, ScriptedPrices { _ in Self.answer }, minimumAge: 1800).written()
  }

  @Test func `the first refresh of all waits for no minimum age`() throws {
    var files = before
    files.refreshStatus = nil
    let source = ScriptedPrices { _ in Self.answer }
    _ = try refresh(WidgetStoreTwin(files), source, minimumAge: 3600).written()
  }

  @Test func `the call is booked before it is made`() throws {
    let store = WidgetStoreTwin(before)
    let seen = Mutex<RefreshStatus?>(nil)
    let source = ScriptedPrices { _ in
      seen.withLock { $0 = store.refreshStatus() }
      return Self.answer
    }
    _ = try refresh(store, source, ScriptedPolicy()).written()
    let status = try #require(seen.withLock { $0 })
    #expect(status.recentCalls == [noon, noon])
    #expect(status.callsThisMonth == 2)
    #expect(status.lastAttempt == noon)
    #expect(status.lastSuccess == utc("2026-04-28T11:59:40Z"))
  }

  @Test func `a process that comes while another fetches waits for the minimum age`() throws {
    let store = WidgetStoreTwin(before)
    let second = Mutex<RefreshOutcome?>(nil)
    let source = ScriptedPrices { [clock] _ in
      let other = PriceRefresher(
        store: store, source: ScriptedPrices(), policy: ScriptedPolicy())
      second.withLock { $0 = other.refresh(minimumAge: 10) { clock.now } }
      return Self.answer
    }
    _ = try refresh(store, source, minimumAge: 10).written()
    let outcome = try #require(second.withLock { $0 })
    #expect(try outcome.awaited() == noon.addingTimeInterval(10))
  }

  @Test func `a process that had to wait for another's booking does not call as well`() throws {
    let store = WidgetStoreTwin(before)
    store.makeWait { [clock] files in
      clock.set("2026-04-28T12:00:00.005Z")
      files.refreshStatus?.lastAttempt = clock.now
    }
    let outcome = refresh(store, ScriptedPrices(), minimumAge: 10)
    #expect(try outcome.awaited() == utc("2026-04-28T12:00:10.005Z"))
  }

  @Test func `the policy gets each outcome unchanged, after it was asked and informed`() throws {
    let policy = ScriptedPolicy()
    let source = ScriptedPrices { [clock] _ in
      clock.set("2026-04-28T12:00:02Z")
      return Self.answer
    }
    let store = WidgetStoreTwin(before)
    _ = try refresh(store, source, policy).written()
    #expect(
      policy.events == [
        .asked(calls: 2, noon), .began(calls: 2, noon),
        .settled(Self.answer, utc("2026-04-28T12:00:02Z")),
      ])
  }

  @Test func `a failure is settled too, and what the policy notes is kept`() {
    let policy = ScriptedPolicy()
    let store = WidgetStoreTwin(before)
    let failure = PriceAnswer(failures: [.rateLimited(retryAfter: 9)], calls: 1)
    for _ in 1...3 { _ = refresh(store, ScriptedPrices { _ in failure }, policy) }
    #expect(policy.events.last == .settled(failure, noon))
    #expect(store.refreshStatus()?.failuresInARow == 3)
  }

  @Test(arguments: ["2026-04-28T11:59:00Z", "2026-04-27T12:00:00Z", "2020-01-01T00:00:00Z"])
  func `a clock that was set back does not block for ever`(now: String) throws {
    clock.set(now)
    let source = ScriptedPrices { _ in Self.answer }
    let store = WidgetStoreTwin(before)
    _ = try refresh(store, source, minimumAge: 1800).written()
    #expect(store.refreshStatus()?.lastAttempt == utc(now))
    let again = refresh(store, ScriptedPrices(), minimumAge: 1800)
    #expect(try again.awaited() == utc(now).addingTimeInterval(1800))
  }

  @Test func `a clock that was set back leaves no time of the future behind`() throws {
    var files = before
    files.refreshData?.lastUpdated = utc("2030-01-01")
    files.refreshStatus?.lastSuccess = utc("2030-01-01")
    let store = WidgetStoreTwin(files)
    let source = ScriptedPrices { _ in
      PriceAnswer(coins: [coin("bitcoin", "1", at: "2026-04-28T12:00:00Z")], calls: 1)
    }
    let data = try refresh(store, source).written()
    #expect(data.lastUpdated == noon)
    #expect(data.holdings.map(\.isStale) == [false, false])
    #expect(store.refreshData()?.lastUpdated == noon)
    #expect(store.refreshStatus()?.lastSuccess == noon)
  }

  private func refresh(
    _ store: WidgetStoreTwin, _ source: ScriptedPrices,
    _ policy: ScriptedPolicy = ScriptedPolicy(), minimumAge: TimeInterval = 0
  ) -> RefreshOutcome {
    PriceRefresher(store: store, source: source, policy: policy)
      .refresh(minimumAge: minimumAge) { clock.now }
  }
}
