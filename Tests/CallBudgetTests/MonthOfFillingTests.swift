import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing

@testable import CallBudget

/// An open dashboard that also fills the past year of twenty coins, one call each, subject only to
/// the call budget.
struct MonthOfFillingTests {
  private struct Run {
    var fills: [Date] = []
    var refreshes: [Date] = []
    var maxPerMinute = 0
  }

  /// Refreshes every 30 seconds where the budget allows it, and then makes as many calls for past
  /// prices as it spares; a small plan refreshes once a minute while filling.
  ///
  /// - Parameter spent: The calls already made this month.
  private func run(
    _ limits: CallLimits, from start: Date, until end: Date, spent: Int = 0
  ) -> Run {
    let budget = CallBudget(limits: limits)
    var (history, run, now) = (CallHistory(), Run(), start)
    history.begin(calls: spent, at: start - 3600)
    func isAllowed() -> Bool { budget.nextSpareCall(after: now, history: history) <= now }
    while now < end {
      let next = budget.nextAllowed(after: now, history: history)
      guard next <= now else {
        now = next
        continue
      }
      history.begin(calls: 1, at: now)
      run.refreshes.append(now)
      while run.fills.count < 20, isAllowed() {
        history.begin(calls: 1, at: now)
        run.fills.append(now)
      }
      run.maxPerMinute = max(run.maxPerMinute, history.callsWithinAMinute(of: now).count)
      now += limits.perMinute <= 3 && run.fills.count < 20 ? 60 : 30
    }
    return run
  }

  @Test func `without a key twenty coins are there on the first evening`() throws {
    let start = utc("2026-04-01T18:00:00Z")
    let run = run(CallLimits(perMinute: 3), from: start, until: start + 86_400)
    #expect(run.fills.count == 20)
    #expect(try #require(run.fills.last) < start + 3600)
    #expect(run.maxPerMinute <= 3)
    // Refreshes are a minute apart while coins are filled.
    #expect(run.refreshes.count >= 2860)
  }

  @Test func `a month of a plan is not overdrawn and lasts to its end`() throws {
    let start = utc("2026-04-01T00:00:00Z")
    let limits = CallLimits(perMinute: 30, perMonth: 10_000)
    let run = run(limits, from: start, until: utc("2026-05-01T00:00:00Z"))
    #expect(run.fills.count == 20)
    #expect(try #require(run.fills.last) < start + 3600)
    #expect(run.maxPerMinute <= 30)
    #expect(run.refreshes.count + run.fills.count <= 10_000)
    #expect(run.refreshes.count + run.fills.count > 9_900)
    #expect(try #require(run.refreshes.last) > utc("2026-04-30T23:00:00Z"))
  }

  /// Without a share of their own, past prices would lose every call to refreshes.
  @Test func `a month that is half spent still fills on the first evening`() throws {
    let start = utc("2026-04-03T18:00:00Z")
    let limits = CallLimits(perMinute: 30, perMonth: 10_000)
    let run = run(limits, from: start, until: utc("2026-05-01T00:00:00Z"), spent: 5000)
    #expect(run.fills.count == 20)
    #expect(try #require(run.fills.last) < start + 3600)
    #expect(run.refreshes.count + run.fills.count <= 5000)
    #expect(try #require(run.refreshes.last) > utc("2026-04-30T23:00:00Z"))
  }

  /// The last quarter is reserved for refreshes; the next month begins with the missing coins.
  @Test func `a month that is spent in the middle goes on in the next`() throws {
    let start = utc("2026-04-20T18:00:00Z")
    let limits = CallLimits(perMinute: 30, perMonth: 40)
    let next = utc("2026-05-01T00:00:00Z")
    let run = run(limits, from: start, until: next + 86_400, spent: 20)
    let (before, after) = (run.fills.filter { $0 < next }, run.fills.filter { $0 >= next })
    #expect((1..<20).contains(before.count))
    #expect(before.count + after.count == 20)
    #expect(try #require(after.first) < next + 3600)
    #expect(run.refreshes.count { $0 < next } + before.count <= 20)
    #expect(run.refreshes.contains { $0 < next && $0 > utc("2026-04-29T00:00:00Z") })
  }
}
