public import CallBudget
public import FoundationEssentials

/// Why the last refresh failed, in the two kinds a widget distinguishes.
public enum RefreshFailure: String, Equatable, Sendable {
  /// Nothing could be reached.
  case offline
  /// What was reached refused, or answered with nonsense.
  case unableToRefresh
}

/// How refreshing goes, shared by all processes through `refresh_status.json`.
public struct RefreshStatus: Equatable, Sendable {
  /// The last attempt, successful or not.
  public var lastAttempt: Date?
  /// The last attempt that brought prices.
  public var lastSuccess: Date?
  /// Why the last attempt failed, `nil` if it did not.
  public var failure: RefreshFailure?
  /// One line on that failure, safe to show.
  public var reason: String?
  /// Failed attempts since the last success.
  public var failuresInARow: Int
  /// No call may be made before this instant.
  public var notBefore: Date?
  /// When the first call after a failure was begun, while its answer is awaited.
  public var trial: Date?
  /// Seconds by which our clock was ahead of the source's at its last answer; negative when earlier.
  public var clockAhead: Int?
  /// Instants of the calls of the last minute, oldest first.
  public var recentCalls: [Date]
  /// The calendar month, as `2026-04`, that ``callsThisMonth`` counts.
  public var month: String
  /// Calls made in that month.
  public var callsThisMonth: Int
  /// Where the next refresh begins when one cannot ask for all coins: the id of a coin.
  public var nextCoin: String?
  /// The calls to sources other than the first one, by their names.
  public var otherSources: [String: CallHistory]
  /// Why the last call to a source brought nothing, by its name; a source that answers has none.
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
