public import CallBudget
public import FoundationEssentials
public import Portfolio

/// A source's call budget over the status that all processes share.
public struct SharedCallBudget: CallPolicy {
  private let source: any PriceSource
  private let budget: CallBudget
  private let name: String?

  /// Makes the policy of a source whose plan allows so many calls.
  ///
  /// - Parameters:
  ///   - source: Whom the calls go to.
  ///   - limits: The calls that are allowed.
  ///   - name: Under which the status keeps its calls, as ``RefreshStatus/calls(to:)`` takes it.
  public init(source: any PriceSource, limits: CallLimits, name: String? = nil) {
    self.source = source
    self.name = name
    budget = CallBudget(limits: limits)
  }

  /// The coins of each request it takes to ask for some coins.
  public func chunks(of ids: [String]) -> [[String]] { source.chunks(of: ids) }

  /// A minute's calls.
  public var callsPerRefresh: Int { budget.limits.perMinute }

  /// The first instant at which the budget allows so many calls.
  public func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date {
    budget.nextAllowed(after: now, history: status.calls(to: name), calls: calls)
  }

  /// Whether no call is left this month.
  public func isMonthSpent(status: RefreshStatus, now: Date) -> Bool {
    budget.isMonthSpent(at: now, history: status.calls(to: name))
  }

  /// Notes calls that are about to be made.
  public func begin(calls: Int, status: inout RefreshStatus, now: Date) {
    var history = status.calls(to: name)
    history.begin(calls: calls, at: now)
    status.apply(history, to: name)
  }

  /// Notes what came of them; calls beyond those begun, such as redirects, are booked now.
  public func recordOutcome(
    _ answer: PriceAnswer, begun: Int, status: inout RefreshStatus, now: Date
  ) {
    var history = status.calls(to: name)
    var chance = SystemRandomNumberGenerator()
    history.addUnforeseen(calls: answer.calls - begun, at: now)
    var outcome = CallOutcome(answer)
    // A source after the first one is asked for what the others lack, and may lack it as well.
    if name != nil, answer.failures == [.noPrice] { outcome.isSuccess = true }
    history.recordOutcome(outcome, at: now, using: &chance)
    status.apply(history, to: name)
  }

  /// Whether the last calls failed, so that the next source is to be asked meanwhile.
  public func isFailing(status: RefreshStatus) -> Bool {
    status.calls(to: name).failuresInARow > 0
  }

  /// The newest call.
  public func lastCall(status: RefreshStatus) -> Date? {
    status.calls(to: name).recentCalls.max()
  }
}

/// For prices that cost no calls, such as those of a file.
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
  /// Notes nothing.
  public func begin(calls: Int, status: inout RefreshStatus, now: Date) {}
  /// Notes nothing.
  public func recordOutcome(
    _ answer: PriceAnswer, begun: Int, status: inout RefreshStatus, now: Date
  ) {}
}

extension CallOutcome {
  /// What an answer means for the budget.
  public init(_ answer: PriceAnswer) {
    self.init(
      calls: answer.calls, isSuccess: !answer.coins.isEmpty,
      isLimited: answer.failures.contains(where: \.isLimited),
      retryAfter: answer.failures.compactMap(\.retryAfter).max())
  }
}

extension CallHistory {
  /// The calls that a status has on record.
  public init(_ status: RefreshStatus) {
    self.init(
      recentCalls: status.recentCalls, month: status.month, callsThisMonth: status.callsThisMonth,
      failuresInARow: status.failuresInARow, notBefore: status.notBefore, trial: status.trial)
  }
}

extension RefreshStatus {
  /// Takes over the calls of a history.
  public mutating func apply(_ history: CallHistory) {
    recentCalls = history.recentCalls
    month = history.month
    callsThisMonth = history.callsThisMonth
    failuresInARow = history.failuresInARow
    notBefore = history.notBefore
    trial = history.trial
  }
}
