import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

private let noon = utc("2026-04-28T12:00:00Z")
private let halfPast = utc("2026-04-28T12:30:00Z")

/// A timeline has entries for now and for the next refresh, so that figures turn stale on time.
struct TimelineTests {
  @Test func `a timeline is the entry of now, that of the next refresh, and when to ask again`() {
    let data = WidgetPortfolioData.counting(1, at: noon)
    let timeline = Timeline(data: data, failure: .offline, now: noon)
    #expect(
      timeline.entries == [
        PortfolioEntry(date: noon, data: data, failure: .offline),
        PortfolioEntry(date: halfPast, data: data, failure: .offline),
      ])
    #expect(timeline.policy == .after(halfPast))
  }

  @Test func `the second entry of 31 minutes old data turns stale without a fetch`() throws {
    let data = WidgetPortfolioData.counting(1, at: noon.addingTimeInterval(-31 * 60))
    let entries = Timeline(data: data, failure: nil, now: noon).entries
    #expect(entries.map { $0.freshness(at: $0.date) } == [.fresh, .stale])
  }

  @Test func `nothing known makes a timeline of placeholders`() {
    let timeline = Timeline(data: nil, failure: nil, now: noon)
    #expect(timeline.entries.map(\.isPlaceholder) == [true, true])
  }
}

/// Snapshots only read the widget files, and a timeline refreshes before it shows figures.
///
/// - Without the portfolio file, the refresh data is shown; without both, a placeholder.
/// - A snapshot says why the last refresh failed, and writes nothing.
/// - A failed refresh keeps the last figures.
struct PortfolioTimelineProviderTests {
  private let files = refreshed(
    held("bitcoin", "2", cost: "80000", price: "55000"), at: "2026-04-28T11:30:00Z")

  @Test func `the placeholder knows nothing`() {
    let provider = PortfolioTimelineProvider(store: WidgetStoreTwin(files))
    #expect(provider.placeholder(at: noon) == .placeholder(at: noon))
  }

  @Test func `a snapshot shows the widgets' own file`() {
    var files = files
    files.portfolio?.totalValue = 1
    let entry = PortfolioTimelineProvider(store: WidgetStoreTwin(files)).snapshot(at: noon)
    #expect(entry == PortfolioEntry(date: noon, data: files.portfolio))
    #expect(entry.data?.totalValue == 1)
  }

  @Test func `without it the refresh data stands in`() throws {
    let whole = try #require(files.portfolio)
    let store = WidgetStoreTwin(WidgetFiles(refreshData: files.refreshData))
    let entry = PortfolioTimelineProvider(store: store).snapshot(at: noon)
    #expect(entry == PortfolioEntry(date: noon, data: whole))
    #expect(entry.data?.lastUpdated == utc("2026-04-28T11:30:00Z"))
  }

  @Test func `without either there is a placeholder`() {
    let store = WidgetStoreTwin(WidgetFiles(refreshStatus: RefreshStatus(failure: .offline)))
    let entry = PortfolioTimelineProvider(store: store).snapshot(at: noon)
    #expect(entry == PortfolioEntry(date: noon, data: nil, failure: .offline))
    #expect(entry.isPlaceholder)
  }

  @Test(arguments: [nil, RefreshFailure.offline, .unableToRefresh])
  func `a snapshot says why the last refresh failed`(failure: RefreshFailure?) {
    var files = files
    files.refreshStatus = RefreshStatus(failure: failure)
    let entry = PortfolioTimelineProvider(store: WidgetStoreTwin(files)).snapshot(at: noon)
    #expect(entry.failure == failure)
  }

  @Test func `a snapshot requests nothing and writes nothing`() {
    let store = WidgetStoreTwin(files)
    _ = PortfolioTimelineProvider(store: store).snapshot(at: noon)
    #expect(store.updates == 0)
  }

  @Test func `a timeline refreshes first and is dated after it`() throws {
    let clock = StandingClock("2026-04-28T11:59:50Z")
    let timeline = timeline(clock) { _ in
      clock.set("2026-04-28T12:00:00Z")
      return PriceAnswer(coins: [coin("bitcoin", "60000", at: "2026-04-28T11:59:50Z")], calls: 1)
    }
    #expect(timeline.entries.map(\.date) == [noon, halfPast])
    #expect(timeline.policy == .after(halfPast))
    #expect(timeline.entries.map(\.data?.totalValue) == [120_000, 120_000])
    #expect(timeline.entries.map(\.data?.lastUpdated) == [noon, noon])
    #expect(timeline.entries.map(\.failure) == [nil, nil])
  }

  @Test func `a timeline whose refresh failed holds the last figures known`() {
    let clock = StandingClock("2026-04-28T12:00:00Z")
    let timeline = timeline(clock) { _ in
      PriceAnswer(failures: [.unreachable("no connection")], calls: 1)
    }
    #expect(timeline.entries.map(\.data) == [files.portfolio, files.portfolio])
    #expect(timeline.entries.map(\.failure) == [.offline, .offline])
    #expect(timeline.policy == .after(halfPast))
  }

  private func timeline(
    _ clock: StandingClock, _ answer: @escaping ScriptedPrices.Line
  ) -> Timeline {
    let store = WidgetStoreTwin(files)
    let refresher = PriceRefresher(
      store: store, source: ScriptedPrices(answer), policy: ScriptedPolicy())
    return PortfolioTimelineProvider(store: store).timeline(refresher: refresher) { clock.now }
  }
}
