import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing

@testable import CallBudget

/// An open dashboard that also fills the past year of twenty coins, one call each, by the rules of
/// the budget alone.
struct MonthOfFillingTests {
  private struct Run {
    var fills: [Date] = []
    var refreshes: [Date] = []
    var mostInAMinute = 0
  }

  /// A refresh every half minute where the budget allows it, and after it as many calls for past
  /// prices as leave one for another refresh; meanwhile a plan of few calls refreshes once a minute.
  private func run(_ limits: CallLimits, from start: Date, until end: Date) -> Run {
    let budget = CallBudget(limits: limits)
    var (history, run, now) = (CallHistory(), Run(), start)
    func isAllowed() -> Bool { budget.nextAllowed(after: now, history: history, calls: 2) <= now }
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
      run.mostInAMinute = max(run.mostInAMinute, history.callsWithinAMinute(of: now).count)
      now += limits.perMinute <= 3 && run.fills.count < 20 ? 60 : 30
    }
    return run
  }

  @Test func withoutAKeyTwentyCoinsAreThereOnTheFirstEvening() throws {
    let start = utc("2026-04-01T18:00:00Z")
    let run = run(CallLimits(perMinute: 3), from: start, until: start + 86_400)
    #expect(run.fills.count == 20)
    #expect(try #require(run.fills.last) < start + 3600)
    #expect(run.mostInAMinute <= 3)
    // While coins are filled, refreshes are a minute apart.
    #expect(run.refreshes.count >= 2860)
  }

  @Test func aMonthOfAPlanIsNotOverdrawnAndLastsToItsEnd() throws {
    let start = utc("2026-04-01T00:00:00Z")
    let limits = CallLimits(perMinute: 30, perMonth: 10_000)
    let run = run(limits, from: start, until: utc("2026-05-01T00:00:00Z"))
    #expect(run.fills.count == 20)
    #expect(try #require(run.fills.last) < start + 3600)
    #expect(run.mostInAMinute <= 30)
    #expect(run.refreshes.count + run.fills.count <= 10_000)
    #expect(run.refreshes.count + run.fills.count > 9_900)
    #expect(try #require(run.refreshes.last) > utc("2026-04-30T23:00:00Z"))
  }

  /// The machine is first used when half of the month's calls are spent.
  @Test func aMonthThatIsHalfSpentFillsMoreSlowlyAndStillFills() throws {
    let start = utc("2026-04-20T18:00:00Z")
    let limits = CallLimits(perMinute: 30, perMonth: 60)
    let run = run(limits, from: start, until: utc("2026-05-01T00:00:00Z"))
    #expect(run.fills.count == 20)
    #expect(run.refreshes.count + run.fills.count <= 60)
  }
}
