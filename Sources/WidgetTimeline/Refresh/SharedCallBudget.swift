public import CallBudget
public import FoundationEssentials
public import Portfolio

/// A source's call budget based on the status shared by all processes.
public struct SharedCallBudget: CallPolicy {
  private let source: any PriceSource
  private let budget: CallBudget
  private let name: String?

  /// Makes the policy of a source from the limits of its plan.
  ///
  /// - Parameters:
  ///   - source: The source that is called.
  ///   - limits: The calls that are allowed.
  ///   - name: The name of its calls in the status, as for ``RefreshStatus/calls(to:)``.
  public init(source: any PriceSource, limits: CallLimits, name: String? = nil) {
    self.source = source
    self.name = name
    budget = CallBudget(limits: limits)
  }

  /// Splits coins into the requests needed to ask for them.
  public func chunks(of ids: [String]) -> [[String]] { source.chunks(of: ids) }

  /// The calls allowed in a minute.
  public var callsPerRefresh: Int { budget.limits.perMinute }

  /// The first instant at which the budget allows this many calls.
  public func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date {
    budget.nextAllowed(after: now, history: status.calls(to: name), calls: calls)
  }

  /// Whether no calls are left this month.
  public func isMonthSpent(status: RefreshStatus, now: Date) -> Bool {
    budget.isMonthSpent(at: now, history: status.calls(to: name))
  }

  /// Records calls that are about to be made.
  public func begin(calls: Int, status: inout RefreshStatus, now: Date) {
    var history = status.calls(to: name)
    history.begin(calls: calls, at: now)
    status.apply(history, to: name)
  }

  /// Records the outcome; calls beyond those begun, such as redirects, are counted now.
  public func recordOutcome(
    _ answer: PriceAnswer, begun: Int, status: inout RefreshStatus, now: Date
  ) {
    var history = status.calls(to: name)
    var chance = SystemRandomNumberGenerator()
    history.addUnforeseen(calls: answer.calls - begun, at: now)
    var outcome = CallOutcome(answer)
    // A secondary source is asked for coins that others lack, and may lack them too.
    if name != nil, answer.failures == [.noPrice] { outcome.isSuccess = true }
    history.recordOutcome(outcome, at: now, using: &chance)
    status.apply(history, to: name)
  }

  /// Whether the last calls failed, so the next source is used meanwhile.
  public func isFailing(status: RefreshStatus) -> Bool {
    status.calls(to: name).failuresInARow > 0
  }

  /// The newest call.
  public func lastCall(status: RefreshStatus) -> Date? {
    status.calls(to: name).recentCalls.max()
  }
}

/// The policy of prices that cost no calls, such as those of a file.
public struct NoCallBudget: CallPolicy {
  /// Makes the policy.
  public init() {}

  /// No requests.
  public func chunks(of ids: [String]) -> [[String]] { [] }
  /// No requests.
  public var callsPerRefresh: Int { 0 }
  /// Now.
  public func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date { now }
  /// Never.
  public func isMonthSpent(status: RefreshStatus, now: Date) -> Bool { false }
  /// Never.
  public func isFailing(status: RefreshStatus) -> Bool { false }
  /// None.
  public func lastCall(status: RefreshStatus) -> Date? { nil }
  /// Records nothing.
  public func begin(calls: Int, status: inout RefreshStatus, now: Date) {}
  /// Records nothing.
  public func recordOutcome(
    _ answer: PriceAnswer, begun: Int, status: inout RefreshStatus, now: Date
  ) {}
}

extension CallOutcome {
  /// Makes the outcome of a response for the budget.
  public init(_ answer: PriceAnswer) {
    self.init(
      calls: answer.calls, isSuccess: !answer.coins.isEmpty,
      isLimited: answer.failures.contains(where: \.isLimited),
      retryAfter: answer.failures.compactMap(\.retryAfter).max())
  }
}

extension CallHistory {
  /// Makes the history of the calls recorded in a status.
  public init(_ status: RefreshStatus) {
    self.init(
      recentCalls: status.recentCalls, month: status.month, callsThisMonth: status.callsThisMonth,
      failuresInARow: status.failuresInARow, notBefore: status.notBefore, trial: status.trial)
  }
}

extension RefreshStatus {
  /// Stores the calls of a history.
  public mutating func apply(_ history: CallHistory) {
    recentCalls = history.recentCalls
    month = history.month
    callsThisMonth = history.callsThisMonth
    failuresInARow = history.failuresInARow
    notBefore = history.notBefore
    trial = history.trial
  }
}
