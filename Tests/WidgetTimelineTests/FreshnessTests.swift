import BitpalTesting
import FoundationEssentials
import Testing
import WidgetTimeline

private let refresh = utc("2026-04-28T12:00:00Z")

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
}
