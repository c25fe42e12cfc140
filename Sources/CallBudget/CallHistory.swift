public import FoundationEssentials
internal import Portfolio

/// The calls of all bitpal processes together, as far as the budget needs them.
///
/// To make a request, a process takes a lock, checks
/// ``CallBudget/nextAllowed(after:history:calls:)``, records its calls with ``begin(calls:at:)``,
/// stores the history and releases the lock; after the response it takes the lock again and calls
/// ``recordOutcome(_:at:using:)``. Recording calls in advance keeps two hundred processes within
/// the limit of one.
public struct CallHistory: Equatable, Sendable {
  /// When calls were made: those of the last minute, and the newest one at any age.
  public var recentCalls: [Date]
  /// The month (UTC) that ``callsThisMonth`` counts, as `2026-04`.
  public var month: String
  /// The number of calls in that month.
  public var callsThisMonth: Int
  /// The number of failed refreshes since the last success.
  public var failuresInARow: Int
  /// No process makes calls before this instant, if set.
  public var notBefore: Date?
  /// When the first call after a failure began, while its response is pending.
  public var trial: Date?

  /// Makes a history; empty by default.
  public init(
    recentCalls: [Date] = [], month: String = "", callsThisMonth: Int = 0,
    failuresInARow: Int = 0, notBefore: Date? = nil, trial: Date? = nil
  ) {
    self.recentCalls = recentCalls
    self.month = month
    self.callsThisMonth = callsThisMonth
    self.failuresInARow = failuresInARow
    self.notBefore = notBefore
    self.trial = trial
  }

  /// Records calls that are about to be made; after a failure they are a trial that all others wait
  /// for.
  public mutating func begin(calls: Int, at now: Date) {
    guard calls > 0 else { return }
    recentCalls = callsWithinAMinute(of: now) + Array(repeating: now, count: calls)
    if month != now.utcMonthText {
      month = now.utcMonthText
      callsThisMonth = 0
    }
    callsThisMonth += calls
    if failuresInARow > 0 { trial = now }
  }

  /// Records calls beyond those begun, such as redirects.
  public mutating func addUnforeseen(calls: Int, at now: Date) {
    let running = trial
    begin(calls: calls, at: now)
    trial = running
  }

  /// Records the outcome of a refresh, unless it made no calls.
  ///
  /// A refresh with some prices counts as a success, unless it was rate-limited, which stops every
  /// process. A running pause is never shortened, because the response may be older than the one
  /// that set it.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the calls.
  ///   - now: The current time.
  ///   - generator: Randomness for the jitter, so that processes do not retry at the same time.
  public mutating func recordOutcome(
    _ outcome: CallOutcome, at now: Date, using generator: inout some RandomNumberGenerator
  ) {
    guard outcome.calls > 0 else { return }
    trial = nil
    notBefore = runningPause(at: now)
    guard outcome.isLimited || !outcome.isSuccess else {
      failuresInARow = 0
      return
    }
    failuresInARow += 1
    let pause = BackOff.milliseconds(failures: failuresInARow, using: &generator)
    let end = Date(
      millisecondsSince1970: now.millisecondsSince1970
        + max(pause, (outcome.retryAfter ?? 0) * 1000))
    notBefore = max(notBefore ?? end, end)
  }

  /// The end of the pause, if it still runs; a pause longer than the maximum is due to a clock that
  /// was set back, and counts as over.
  func runningPause(at now: Date) -> Date? {
    let longest = TimeInterval(BackOff.longestMilliseconds / 1000)
    return notBefore.flatMap { $0 > now && $0 <= now + longest ? $0 : nil }
  }

  /// The end of another process's trial, if one runs: after a pause, only one process finds out
  /// whether it is over.
  func runningTrial(at now: Date) -> Date? {
    trial.flatMap { start in
      let end = start + CallBudget.longestTrial
      return failuresInARow > 0 && start <= now && end > now ? end : nil
    }
  }

  /// The calls that count against the limit per minute, except those dated by a clock that was set
  /// back.
  func callsWithinAMinute(of now: Date) -> [Date] {
    recentCalls.filter { $0 > now - CallBudget.minute && $0 <= now + CallBudget.minute }.sorted()
  }
}
