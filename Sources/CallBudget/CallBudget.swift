public import FoundationEssentials
internal import Portfolio

/// When the next call may be made: decided from the history alone, so that every process decides
/// the same and a restart changes nothing.
public struct CallBudget: Equatable, Sendable {
  static let minute: TimeInterval = 60
  /// A process that has not settled its calls by then has died.
  static let longestTrial: TimeInterval = 20

  /// What the plan allows.
  public let limits: CallLimits

  /// Makes a budget.
  public init(limits: CallLimits) { self.limits = limits }

  /// The first instant, `now` or later, at which some calls may be made.
  ///
  /// While more than half of a month's calls are left they are spent freely; from there on
  /// they are spread over what is left of the month, so that the last day has prices too.
  ///
  /// - Parameters:
  ///   - now: The present instant.
  ///   - history: What all processes did.
  ///   - calls: Calls to be made together; more than a minute allows wait for an empty minute.
  public func nextAllowed(after now: Date, history: CallHistory, calls: Int = 1) -> Date {
    max(
      now, history.runningPause(at: now) ?? now, history.runningTrial(at: now) ?? now,
      minuteAllows(after: now, history: history, calls: calls),
      monthAllows(after: now, history: history, calls: calls))
  }

  /// The first instant, `now` or later, at which a call may be made for which no refresh must wait.
  ///
  /// It leaves one call of the minute, and the last quarter of a month's calls. Until then it is not
  /// held back as refreshes are: they would take every call that their own pace allows.
  ///
  /// - Parameters:
  ///   - now: The present instant.
  ///   - history: What all processes did.
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

  /// Calls that may still be made within this minute.
  public func callsLeftThisMinute(at now: Date, history: CallHistory) -> Int {
    max(0, limits.perMinute - history.callsWithinAMinute(of: now).count)
  }

  /// Calls that may still be made within this month, or `nil` when the plan does not count them.
  public func callsLeftThisMonth(at now: Date, history: CallHistory) -> Int? {
    limits.perMonth.map { max(0, $0 - history.calls(in: now.utcMonthText)) }
  }

  /// Whether the month's calls are spent, so that the next one waits for the month after.
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
