public import CallBudget
public import FoundationEssentials

/// Why the last refresh failed, in the two kinds a widget distinguishes.
public enum RefreshFailure: String, Equatable, Sendable {
  /// No source could be reached.
  case offline
  /// A source refused the request or returned an invalid response.
  case unableToRefresh
}

/// The state of refreshing, shared by all processes through `refresh_status.json`.
public struct RefreshStatus: Equatable, Sendable {
  /// The last attempt, successful or not.
  public var lastAttempt: Date?
  /// The last attempt that returned prices.
  public var lastSuccess: Date?
  /// Why the last attempt failed; `nil` if it did not.
  public var failure: RefreshFailure?
  /// That failure in one line, safe to show.
  public var reason: String?
  /// Failed attempts since the last success.
  public var failuresInARow: Int
  /// No call may be made before this instant.
  public var notBefore: Date?
  /// The start of the first call after a failure, while its response is pending.
  public var trial: Date?
  /// Seconds that our clock was ahead of the source's at its last response; negative if behind.
  public var clockAhead: Int?
  /// Instants of the calls of the last minute, oldest first.
  public var recentCalls: [Date]
  /// The calendar month, as `2026-04`, that ``callsThisMonth`` counts.
  public var month: String
  /// Calls made in that month.
  public var callsThisMonth: Int
  /// The id of the coin at which the next refresh starts, if one cannot request all coins.
  public var nextCoin: String?
  /// The calls to sources other than the first one, by name.
  public var otherSources: [String: CallHistory]
  /// Why the last call to a source failed, by source name; a source that responds has no entry.
  public var failing: [String: String]

  /// Makes a status; by default, that of a program that never refreshed.
  public init(
    lastAttempt: Date? = nil, lastSuccess: Date? = nil, failure: RefreshFailure? = nil,
    reason: String? = nil, failuresInARow: Int = 0, notBefore: Date? = nil,
    recentCalls: [Date] = [], month: String = "", callsThisMonth: Int = 0,
    nextCoin: String? = nil, trial: Date? = nil, clockAhead: Int? = nil,
    otherSources: [String: CallHistory] = [:], failing: [String: String] = [:]
  ) {
    self.lastAttempt = lastAttempt
    self.lastSuccess = lastSuccess
    self.failure = failure
    self.reason = reason
    self.failuresInARow = failuresInARow
    self.notBefore = notBefore
    self.recentCalls = recentCalls
    self.month = month
    self.callsThisMonth = callsThisMonth
    self.nextCoin = nextCoin
    self.trial = trial
    self.clockAhead = clockAhead
    self.otherSources = otherSources
    self.failing = failing
  }
}
