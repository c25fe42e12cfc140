public import FoundationEssentials
internal import Portfolio

/// Decides when the next call is allowed.
///
/// It depends on the history alone, so that all processes agree and a restart changes nothing.
public struct CallBudget: Equatable, Sendable {
  static let minute: TimeInterval = 60
  /// Seconds after which a process that has not recorded its outcome is considered dead.
  static let longestTrial: TimeInterval = 20

  /// The plan's limits.
  public let limits: CallLimits

  /// Makes a budget.
  public init(limits: CallLimits) { self.limits = limits }

  /// The first instant, `now` or later, at which some calls may be made.
  ///
  /// While more than half of a month's calls are left they are used freely; after that they are
  /// spread over the rest of the month, so that the last day has prices too.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - history: The calls of all processes.
  ///   - calls: Calls to be made together; more than the limit per minute wait for an empty minute.
  public func nextAllowed(after now: Date, history: CallHistory, calls: Int = 1) -> Date {
    max(
      now, history.runningPause(at: now) ?? now, history.runningTrial(at: now) ?? now,
      minuteAllows(after: now, history: history, calls: calls),
      monthAllows(after: now, history: history, calls: calls))
  }

  /// The first instant, `now` or later, at which a call may be made that delays no refresh.
  ///
  /// It leaves one call of the minute, and the last quarter of a month's calls. Otherwise it is not
  /// paced like refreshes, which would use every call that their pace allows.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - history: The calls of all processes.
  public func nextSpareCall(after now: Date, history: CallHistory) -> Date {
    max(
      now, history.runningPause(at: now) ?? now, history.runningTrial(at: now) ?? now,
      minuteAllows(after: now, history: history, calls: min(2, limits.perMinute)),
      isMonthSparing(at: now, history: history) ? now : now.startOfNextUTCMonth)
  }

  /// Whether the month has calls that refreshes do not need.
  private func isMonthSparing(at now: Date, history: CallHistory) -> Bool {
    guard let quota = limits.perMonth,
      let left = callsLeftThisMonth(at: now, history: history)
    else { return true }
    return left > min(max(1, quota / 4), quota - 1)
  }

  /// The number of calls left in this minute.
  public func callsLeftThisMinute(at now: Date, history: CallHistory) -> Int {
    max(0, limits.perMinute - history.callsWithinAMinute(of: now).count)
  }

  /// The number of calls left in this month, or `nil` if the plan has no monthly limit.
  public func callsLeftThisMonth(at now: Date, history: CallHistory) -> Int? {
    limits.perMonth.map { max(0, $0 - history.calls(in: now.utcMonthText)) }
  }

  /// Whether the month's calls are used up, so that the next one waits for the next month.
  public func isMonthSpent(at now: Date, history: CallHistory) -> Bool {
    callsLeftThisMonth(at: now, history: history) == 0
  }

  private func minuteAllows(after now: Date, history: CallHistory, calls: Int) -> Date {
    let recent = history.callsWithinAMinute(of: now)
    let tooMany = recent.count + min(calls, limits.perMinute) - limits.perMinute
    return tooMany > 0 ? recent[tooMany - 1] + Self.minute : now
  }

  private func monthAllows(after now: Date, history: CallHistory, calls: Int) -> Date {
    guard let quota = limits.perMonth,
      let left = callsLeftThisMonth(at: now, history: history), left <= quota / 2
    else { return now }
    let nextMonth = now.startOfNextUTCMonth
    guard left >= min(calls, quota) else { return nextMonth }
    guard let last = history.recentCalls.filter({ $0 <= now + Self.minute }).max() else {
      return now
    }
    let seconds = Int(nextMonth.timeIntervalSince(now)) * calls / left
    return min(last + TimeInterval(seconds), nextMonth)
  }
}

extension CallHistory {
  fileprivate func calls(in month: String) -> Int { self.month == month ? callsThisMonth : 0 }
}

extension Date {
  /// The UTC month as `2026-04`.
  var utcMonthText: String { String(utcDayText.prefix(7)) }

  fileprivate var startOfNextUTCMonth: Date {
    let parts = utcMonthText.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 2 else { return self }
    let (year, month) = parts[1] == 12 ? (parts[0] + 1, 1) : (parts[0], parts[1] + 1)
    return Date(utcText: "\(year)-\(month < 10 ? "0" : "")\(month)-01") ?? self
  }
}
