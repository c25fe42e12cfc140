import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

private let noon = utc("2026-04-28T12:00:00Z")

/// Changes that other processes make to the files while a refresh fetches.
struct RefreshRivalTests {
  private let clock = StandingClock("2026-04-28T12:00:00Z")
  private let before = refreshed(
    held("bitcoin", "2", cost: "80000", price: "55000", at: "2026-04-28T11:29:00Z"),
    held("ethereum", "10", cost: "20000", price: "1800", at: "2026-04-28T11:29:00Z"),
    at: "2026-04-28T11:30:00Z")
  private static let prices = PriceAnswer(
    coins: [
      coin("bitcoin", "60000", at: "2026-04-28T12:00:00Z"),
      coin("ethereum", "1500", at: "2026-04-28T12:00:00Z"),
    ], calls: 1)

  @Test func `what was sold meanwhile stays sold, with its result`() throws {
    let data = try written(to: WidgetStoreTwin(before)) { files in
      files.refreshData?.holdings.removeLast()
      files.refreshData?.exactRealizedPnL = 8000
      files.refreshData?.exactTotalClosedCost = 60_000
    }
    #expect(data.holdings.map(\.id) == ["bitcoin"])
    #expect(data.totalValue == 120_000)
    #expect(data.realizedPnL == 8000)
    #expect(data.totalPnL == 48_000)
  }

  @Test func `what was bought meanwhile is there, the new coin unpriced`() throws {
    let store = WidgetStoreTwin(before)
    let data = try written(to: store) { files in
      files.refreshData?.holdings[0].exactQuantity = 3
      files.refreshData?.holdings[0].exactTotalCost = 140_000
      files.refreshData?.holdings.append(held("monero", "5", cost: "500", price: nil))
    }
    #expect(data.holdings.map(\.id) == ["bitcoin", "ethereum", "monero"])
    #expect(data.totalValue == 195_000)
    #expect(data.unrealizedPnL == 35_000)
    #expect(data.pricedCount == 2)
    #expect(store.refreshData()?.holdings.map(\.quantity) == [3, 10, 5])
  }

  @Test func `everything sold meanwhile leaves a closed portfolio`() throws {
    let data = try written(to: WidgetStoreTwin(before)) { $0.refreshData?.holdings = [] }
    #expect(data.isClosedOnly)
    #expect(data.totalPnL == 10_000)
  }

  @Test func `data that was lost meanwhile is not made up, and the figures shown stay`() {
    let store = WidgetStoreTwin(before)
    let outcome = refresh(store) { _ in
      do { try store.update { $0.refreshData = nil } } catch { Issue.record(error) }
      return Self.prices
    }
    guard case .nothingToRefresh = outcome else {
      Issue.record("refreshed what is not there: \(outcome)")
      return
    }
    #expect(store.refreshData() == nil)
    #expect(store.portfolio() == before.portfolio)
    #expect(store.refreshStatus()?.failure == nil)
    #expect(store.refreshStatus()?.lastSuccess == utc("2026-04-28T11:30:00Z"))
  }

  @Test func `a refresh that started earlier keeps the newer prices of a later one`() throws {
    let store = WidgetStoreTwin(before)
    let outcome = refresh(store) { [clock] _ in
      clock.set("2026-04-28T12:00:05Z")
      _ = refresh(store) { [clock] _ in
        clock.set("2026-04-28T12:00:06Z")
        return PriceAnswer(
          coins: [coin("bitcoin", "61000", at: "2026-04-28T12:00:04Z")], calls: 1)
      }
      clock.set("2026-04-28T12:00:10Z")
      return Self.prices
    }
    let data = try outcome.written()
    #expect(data.totalValue == 137_000)
    #expect(store.refreshData()?.coins["bitcoin"]?.currentPrice == 61_000)
    #expect(store.refreshData()?.coins["ethereum"]?.currentPrice == 1500)
    #expect(store.refreshData()?.lastUpdated == utc("2026-04-28T12:00:10Z"))
  }

  @Test func `a refresh that had to wait for a later one is dated after it`() throws {
    let store = WidgetStoreTwin(before)
    store.makeWait(for: { _ in }) { [clock] files in
      clock.set("2026-04-28T12:00:06Z")
      files.refreshData?.lastUpdated = clock.now
      files.refreshStatus?.lastSuccess = clock.now
    }
    let data = try refresh(store) { _ in Self.prices }.written()
    #expect(data.lastUpdated == utc("2026-04-28T12:00:06Z"))
    #expect(store.refreshStatus()?.lastSuccess == utc("2026-04-28T12:00:06Z"))
  }

  @Test func `the failure of a refresh that started earlier does not spoil a later success`() {
    let store = WidgetStoreTwin(before)
    let outcome = refresh(store) { [clock] _ in
      clock.set("2026-04-28T12:00:05Z")
      _ = refresh(store) { _ in Self.prices }
      clock.set("2026-04-28T12:00:15Z")
      return PriceAnswer(failures: [.unreachable("no answer in time")], calls: 1)
    }
    guard case .failed = outcome else {
      Issue.record("an unreachable source passed for a success")
      return
    }
    #expect(store.refreshStatus()?.failure == nil)
    #expect(store.refreshStatus()?.reason == nil)
    #expect(store.portfolio()?.lastUpdated == utc("2026-04-28T12:00:05Z"))
    #expect(store.refreshStatus()?.failuresInARow == 1)
  }

  @Test func `a success on record from the future hides no failure`() {
    var files = before
    files.refreshStatus?.lastSuccess = utc("2030-01-01")
    let store = WidgetStoreTwin(files)
    _ = refresh(store) { _ in PriceAnswer(failures: [.unreachable("no")], calls: 1) }
    #expect(store.refreshStatus()?.failure == .offline)
  }

  @Test func `what the store throws before the call stops it`() {
    let store = WidgetStoreTwin(before)
    store.makeWait { _ in throw DiskFull() }
    let source = ScriptedPrices()
    let outcome = PriceRefresher(store: store, source: source, policy: ScriptedPolicy())
      .refresh { clock.now }
    #expect(outcome.writeError == DiskFull())
    #expect(store.files == before)
    #expect(source.asked == [])
  }

  @Test func `what the store throws after the call leaves every figure, and the call booked`() {
    let store = WidgetStoreTwin(before)
    store.makeWait(for: { _ in }, { _ in throw DiskFull() })
    let outcome = refresh(store) { _ in Self.prices }
    #expect(outcome.writeError == DiskFull())
    #expect(store.portfolio() == before.portfolio)
    #expect(store.refreshData() == before.refreshData)
    #expect(store.refreshStatus()?.recentCalls == [noon, noon])
    #expect(store.refreshStatus()?.lastSuccess == utc("2026-04-28T11:30:00Z"))
  }

  /// Runs a refresh while another process changes the files.
  private func written(
    to store: WidgetStoreTwin, while change: @escaping @Sendable (inout WidgetFiles) -> Void
  ) throws -> WidgetPortfolioData {
    let outcome = refresh(store) { _ in
      do { try store.update { change(&$0) } } catch { Issue.record(error) }
      return Self.prices
    }
    let data = try outcome.written()
    #expect(store.portfolio() == data)
    return data
  }

  private func refresh(
    _ store: WidgetStoreTwin, _ answer: @escaping ScriptedPrices.Line
  ) -> RefreshOutcome {
    PriceRefresher(store: store, source: ScriptedPrices(answer), policy: ScriptedPolicy())
      .refresh { clock.now }
  }
}
