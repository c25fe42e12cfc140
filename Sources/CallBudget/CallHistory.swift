public import FoundationEssentials
internal import Portfolio

/// The calls of all bitpal processes together, as far as the budget needs to know them.
///
/// A process that is about to ask takes a lock, looks at
/// ``CallBudget/nextAllowed(after:history:calls:)``, notes its calls with ``begin(calls:at:)``,
/// stores the history and lets the lock go; when it has its answer it takes the lock again and
/// notes how it went with ``recordOutcome(_:at:using:)``. Noting before asking is what keeps two
/// hundred processes within the limit of one.
public struct CallHistory: Equatable, Sendable {
  /// When calls were made: those of the last minute, and the newest one whatever its age.
  public var recentCalls: [Date]
  /// The month (UTC) that ``callsThisMonth`` counts, as `2026-04`.
  public var month: String
  /// Calls made in that month.
  public var callsThisMonth: Int
  /// Refreshes that failed since the last one that did not.
  public var failuresInARow: Int
  /// No process asks before this instant, or `nil`.
  public var notBefore: Date?
  /// When the first call after a failure was begun, while its answer is awaited.
  public var trial: Date?

  /// Makes a history; the empty one belongs to a program that never asked.
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

  /// Notes calls that are about to be made; after a failure they are the trial on which all others
  /// wait.
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

  /// Notes calls that were made beyond those begun, such as redirects.
  public mutating func addUnforeseen(calls: Int, at now: Date) {
    let running = trial
    begin(calls: calls, at: now)
    trial = running
  }

  /// Records how a refresh went; one that made no calls leaves no trace.
  ///
  /// A refresh that brought some prices counts as a success, unless it was rate-limited: that
  /// stops every process. A running pause is never shortened, because the answer may be older than
  /// the one that set it.
  ///
  /// - Parameters:
  ///   - outcome: What came of the calls.
  ///   - now: The present instant.
  ///   - generator: Chance for the jitter, so that many programs do not return at the same time.
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

  /// The end of the pause, if it still runs; one longer than any that is set comes from a clock
  /// since put back and counts as over.
  func runningPause(at now: Date) -> Date? {
    let longest = TimeInterval(BackOff.longestMilliseconds / 1000)
    return notBefore.flatMap { $0 > now && $0 <= now + longest ? $0 : nil }
  }

  /// The end of another process's trial, if one runs: after a pause one process finds out whether
  /// it is over, and not all of them at once.
  func runningTrial(at now: Date) -> Date? {
    trial.flatMap { start in
      let end = start + CallBudget.longestTrial
      return failuresInARow > 0 && start <= now && end > now ? end : nil
    }
  }

  /// The calls that count against the limit of a minute; those of a clock since set back do not.
  func callsWithinAMinute(of now: Date) -> [Date] {
    recentCalls.filter { $0 > now - CallBudget.minute && $0 <= now + CallBudget.minute }.sorted()
  }
}
