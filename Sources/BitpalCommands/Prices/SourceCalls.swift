import AppGroup
import CallBudget
import FoundationEssentials
import Portfolio
import WidgetTimeline

/// Calls to one source, within the budget that all processes share.
struct SourceCalls {
  private let store: AppGroupWidgetStore
  private let clock: @Sendable () -> Date
  private let budget: CallBudget
  private let name: String?

  /// - Parameters:
  ///   - context: The context whose container stores the budget.
  ///   - name: The source's name; `nil` for CoinGecko.
  ///   - limits: The allowed calls.
  init(_ context: AppContext, _ name: String?, _ limits: CallLimits) {
    store = context.store
    clock = context.clock
    self.name = name
    budget = CallBudget(limits: limits)
  }

  /// The earliest time for a call that leaves room for another one: past prices must not delay a
  /// refresh.
  ///
  /// - Parameter now: The current time, which is returned if there is no wait.
  func earliest(at now: Date) -> Date { earliest(store.refreshStatus() ?? RefreshStatus(), now) }

  private func earliest(_ status: RefreshStatus, _ now: Date) -> Date {
    budget.nextSpareCall(after: now, history: status.calls(to: name))
  }

  /// Records a call that is about to be made.
  ///
  /// - Returns: `false` if the budget allows none now.
  func book() throws -> Bool {
    try store.update { files in
      let now = clock()
      var status = files.refreshStatus ?? RefreshStatus()
      guard earliest(status, now) <= now else { return false }
      var history = status.calls(to: name)
      history.begin(calls: 1, at: now)
      status.apply(history, to: name)
      files.refreshStatus = status
      return true
    }
  }

  /// Records the outcome of a call, and calls beyond the recorded one, such as redirects.
  ///
  /// - Parameter failure: Why the call failed; `nil` on success. An unknown coin, an unreadable
  ///   response about it, and a server error for it don't affect the next call.
  func recordOutcome(calls: Int, _ failure: PriceFailure?) throws {
    try store.update { files in
      let now = clock()
      var failure = failure
      switch failure {
      case .malformed, .refused(500...599, _): failure = nil
      default: break
      }
      var status = files.refreshStatus ?? RefreshStatus()
      var history = status.calls(to: name)
      var chance = SystemRandomNumberGenerator()
      history.addUnforeseen(calls: calls - 1, at: now)
      history.recordOutcome(
        CallOutcome(
          calls: max(1, calls), isSuccess: failure == nil, isLimited: failure?.isLimited ?? false,
          retryAfter: failure?.retryAfter), at: now, using: &chance)
      status.apply(history, to: name)
      files.refreshStatus = status
    }
  }
}
