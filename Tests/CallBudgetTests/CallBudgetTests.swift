import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing
import CallBudget

private let noon = utc("2026-04-22T12:00:00Z")
private let failed = CallOutcome(calls: 1, isSuccess: false)
private let fetched = CallOutcome(calls: 1, isSuccess: true)
private let keyless = CallLimits(perMinute: 3)
private let demo = CallLimits(perMinute: 30, perMonth: 10_000)

/// Calls within any minute never exceed the limit, whatever the number of processes.
///
/// - A clock that was set back does not block calls.
struct CallsPerMinute {
  private let budget = CallBudget(limits: keyless)

  @Test func `are free at first`() {
    #expect(budget.nextAllowed(after: noon, history: CallHistory()) == noon)
    #expect(budget.callsLeftThisMinute(at: noon, history: CallHistory()) == 3)
    #expect(budget.callsLeftThisMonth(at: noon, history: CallHistory()) == nil)
  }

  @Test func `wait for the oldest to leave the minute`() {
    var history = CallHistory()
    for second in [0, 5, 10] { history.begin(calls: 1, at: noon + TimeInterval(second)) }
    #expect(budget.nextAllowed(after: noon + 10, history: history) == noon + 60)
    #expect(budget.nextAllowed(after: noon + 10, history: history, calls: 2) == noon + 65)
    #expect(budget.nextAllowed(after: noon + 60, history: history) == noon + 60)
    #expect(budget.callsLeftThisMinute(at: noon + 10, history: history) == 0)
    #expect(budget.callsLeftThisMinute(at: noon + 60, history: history) == 1)
  }

  @Test func `wait for an empty minute when there are too many`() {
    var history = CallHistory()
    history.begin(calls: 1, at: noon)
    #expect(budget.nextAllowed(after: noon + 1, history: history, calls: 9) == noon + 60)
    #expect(budget.nextAllowed(after: noon + 60, history: history, calls: 9) == noon + 60)
    history.begin(calls: 9, at: noon + 60)
    #expect(budget.nextAllowed(after: noon + 61, history: history) == noon + 120)
  }

  @Test func `are forgotten after the minute`() {
    var history = CallHistory()
    for second in stride(from: 0, to: 600, by: 20) {
      history.begin(calls: 1, at: noon + TimeInterval(second))
    }
    #expect(history.recentCalls.count == 3)
  }

  @Test func `do not count when the clock was put back`() {
    var history = CallHistory()
    history.begin(calls: 3, at: noon + 86_400)
    history.notBefore = noon + 86_400
    #expect(budget.nextAllowed(after: noon, history: history) == noon)
    history.begin(calls: 1, at: noon)
    #expect(history.recentCalls == [noon])
  }

  @Test(arguments: [UInt64](1...20))
  func `are never more than the limit however many ask`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var history = CallHistory()
    var made: [Date] = []
    var now = noon
    for _ in 0..<500 {
      now += TimeInterval(Int.random(in: 0...12, using: &generator))
      let calls = Int.random(in: 1...2, using: &generator)
      guard budget.nextAllowed(after: now, history: history, calls: calls) <= now else { continue }
      history.begin(calls: calls, at: now)
      made += Array(repeating: now, count: calls)
    }
    #expect(made.count > 50, "seed \(seed)")
    for call in made {
      #expect(made.count { $0 >= call && $0 < call + 60 } <= 3, "seed \(seed)")
    }
  }

  @Test func `of two hundred processes at once are those of one`() {
    var history = CallHistory()
    var calls = 0
    for _ in 0..<200 where budget.nextAllowed(after: noon, history: history) <= noon {
      history.begin(calls: 1, at: noon)
      calls += 1
    }
    #expect(calls == 3)
  }
}

/// The second half of a month's calls is spread evenly over the rest of the month.
///
/// - A used-up quota waits for the next month.
struct CallsPerMonth {
  private let budget = CallBudget(limits: demo)

  private func history(_ used: Int, month: String = "2026-04", last: Date? = noon) -> CallHistory {
    CallHistory(recentCalls: last.map { [$0] } ?? [], month: month, callsThisMonth: used)
  }

  @Test func `are free for the first half`() {
    #expect(budget.nextAllowed(after: noon + 1, history: history(4999)) == noon + 1)
    #expect(budget.callsLeftThisMonth(at: noon, history: history(4999)) == 5001)
  }

  @Test func `are spread over the rest of the month`() {
    // From noon on 22 April, 734,400 seconds are left, so that 5,000 calls allow one every 146.
    #expect(budget.nextAllowed(after: noon, history: history(5000)) == noon + 146)
    #expect(budget.nextAllowed(after: noon, history: history(5000), calls: 2) == noon + 293)
    #expect(budget.nextAllowed(after: noon, history: history(9000)) == noon + 734)
    #expect(budget.nextAllowed(after: noon + 200, history: history(5000)) == noon + 200)
    #expect(budget.nextAllowed(after: noon, history: history(9000, last: nil)) == noon)
  }

  @Test func `end with the quota`() throws {
    let may = try #require(Date(utcText: "2026-05-01"))
    #expect(budget.nextAllowed(after: noon, history: history(10_000)) == may)
    #expect(budget.nextAllowed(after: noon, history: history(12_000)) == may)
    #expect(budget.nextAllowed(after: noon, history: history(9999), calls: 2) == may)
    #expect(budget.callsLeftThisMonth(at: noon, history: history(12_000)) == 0)
    #expect(budget.nextAllowed(after: may, history: history(12_000)) == may)
    let december = try #require(Date(utcText: "2026-12-31T23:00:00Z"))
    let full = history(10_000, month: "2026-12", last: december)
    #expect(budget.nextAllowed(after: december, history: full) == Date(utcText: "2027-01-01"))
  }

  @Test func `start again with the month`() throws {
    var history = history(10_000)
    let may = try #require(Date(utcText: "2026-05-01T00:00:01Z"))
    #expect(budget.callsLeftThisMonth(at: may, history: history) == 10_000)
    history.begin(calls: 2, at: may)
    #expect(history.month == "2026-05")
    #expect(history.callsThisMonth == 2)
  }

  @Test func `outlast a dashboard that is never closed`() throws {
    let budget = CallBudget(limits: CallLimits(perMinute: 30, perMonth: 1000))
    var now = try #require(Date(utcText: "2026-03-01"))
    let end = try #require(Date(utcText: "2026-04-01"))
    var history = CallHistory()
    var longest: TimeInterval = 0
    while now < end {
      let next = budget.nextAllowed(after: now, history: history)
      longest = max(longest, next.timeIntervalSince(now))
      now = next
      history.begin(calls: 1, at: now)
      now += 30
    }
    #expect(history.month == "2026-03")
    #expect((990...1000).contains(history.callsThisMonth))
    #expect(longest < 31 * 86_400 / 500 * 1.1)
  }
}

/// Pauses after failures double up to 15 minutes, or last as long as the server asks.
///
/// - A success ends them, and requests that were never sent do not cause any.
struct PausesAfterFailures {
  private let budget = CallBudget(limits: keyless)

  @Test(arguments: [
    (1, 10, 20), (2, 20, 40), (3, 40, 80), (4, 80, 160), (6, 320, 640), (7, 450, 900),
    (8, 450, 900), (50, 450, 900), (1_000_000, 450, 900),
  ])
  func `double up to a quarter of an hour`(failures: Int, shortest: Int, longest: Int) throws {
    var pauses: [TimeInterval] = []
    for seed in UInt64(1)...100 {
      var generator = SeededGenerator(seed: seed)
      var history = CallHistory(failuresInARow: failures - 1)
      history.recordOutcome(failed, at: noon, using: &generator)
      #expect(history.failuresInARow == failures)
      let end = try #require(history.notBefore)
      #expect(budget.nextAllowed(after: noon, history: history) == end)
      pauses.append(end.timeIntervalSince(noon))
    }
    let (least, most) = (try #require(pauses.min()), try #require(pauses.max()))
    #expect(least >= TimeInterval(shortest))
    #expect(most <= TimeInterval(longest))
    #expect(most - least > TimeInterval(longest - shortest) / 2)
  }

  @Test(arguments: [(53, 53), (119, 119), (300, 300)])
  func `are as long as the server asks`(retryAfter: Int, seconds: Int) {
    var generator = SeededGenerator(seed: 1)
    var history = CallHistory()
    let answer = CallOutcome(
      calls: 1, isSuccess: false, isLimited: true, retryAfter: retryAfter)
    history.recordOutcome(answer, at: noon, using: &generator)
    #expect(history.notBefore == noon + TimeInterval(seconds))
  }

  @Test func `end with a success`() {
    var generator = SeededGenerator(seed: 1)
    var history = CallHistory(failuresInARow: 4, notBefore: noon - 1)
    history.recordOutcome(fetched, at: noon, using: &generator)
    #expect(history == CallHistory())
  }

  @Test func `are kept when an older answer comes late`() {
    var generator = SeededGenerator(seed: 1)
    var history = CallHistory()
    history.recordOutcome(
      CallOutcome(calls: 1, isSuccess: false, isLimited: true, retryAfter: 119), at: noon,
      using: &generator)
    history.recordOutcome(fetched, at: noon + 1, using: &generator)
    #expect(history.notBefore == noon + 119)
    history.recordOutcome(failed, at: noon + 2, using: &generator)
    #expect(history.notBefore == noon + 119)
  }

  @Test func `follow too many calls even when some prices came`() {
    var generator = SeededGenerator(seed: 1)
    var history = CallHistory()
    var partly = fetched
    partly.isLimited = true
    partly.retryAfter = 53
    history.recordOutcome(partly, at: noon, using: &generator)
    #expect(history.notBefore == noon + 53)
  }

  @Test func `do not follow what asked no server`() {
    var generator = SeededGenerator(seed: 1)
    var history = CallHistory(failuresInARow: 2)
    let before = history
    history.recordOutcome(CallOutcome(calls: 0, isSuccess: false), at: noon, using: &generator)
    #expect(history == before)
  }
}

/// The first calls after a pause.
struct TrialsAfterAPause {
  private let budget = CallBudget(limits: keyless)

  @Test func `are made by one process while the others wait`() {
    var history = CallHistory(failuresInARow: 1, notBefore: noon)
    #expect(budget.nextAllowed(after: noon, history: history) == noon)
    history.begin(calls: 1, at: noon)
    #expect(budget.nextAllowed(after: noon + 1, history: history) == noon + 20)
    var generator = SeededGenerator(seed: 1)
    history.recordOutcome(fetched, at: noon + 2, using: &generator)
    #expect(budget.nextAllowed(after: noon + 2, history: history) == noon + 2)
  }

  @Test func `of a process that died hold no other process up for long`() {
    var history = CallHistory(failuresInARow: 3)
    history.begin(calls: 1, at: noon)
    #expect(budget.nextAllowed(after: noon + 21, history: history) == noon + 21)
    #expect(budget.nextAllowed(after: noon - 3600, history: history) == noon - 3600)
  }

  @Test func `are not needed while all is well`() {
    var history = CallHistory()
    history.begin(calls: 1, at: noon)
    #expect(budget.nextAllowed(after: noon + 1, history: history) == noon + 1)
  }

  @Test func `calls beyond those begun are booked too`() {
    var history = CallHistory()
    history.begin(calls: 1, at: noon)
    history.addUnforeseen(calls: 2, at: noon + 1)
    #expect(history.callsThisMonth == 3)
    #expect(budget.callsLeftThisMinute(at: noon + 1, history: history) == 0)
    history.addUnforeseen(calls: -1, at: noon + 1)
    #expect(history.callsThisMonth == 3)
  }
}
