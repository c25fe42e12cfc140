import AppGroup
import CallBudget
import FoundationEssentials
import Portfolio
import WidgetTimeline

/// Calls to one source within the budget that all processes share.
struct SourceCalls {
  private let store: AppGroupWidgetStore
  private let clock: @Sendable () -> Date
  private let budget: CallBudget
  private let name: String?

  /// - Parameters:
  ///   - context: Where the budget is kept.
  ///   - name: The source's name; `nil` for CoinGecko.
  ///   - limits: The calls that are allowed.
  init(_ context: AppContext, _ name: String?, _ limits: CallLimits) {
    store = context.store
    clock = context.clock
    self.name = name
    budget = CallBudget(limits: limits)
  }

  /// When a call that leaves room for another one is allowed: a refresh must not wait for past
  /// prices.
  ///
  /// - Parameter now: The present instant, which is the result where nothing is to be waited for.
  func earliest(at now: Date) -> Date { earliest(store.refreshStatus() ?? RefreshStatus(), now) }

  private func earliest(_ status: RefreshStatus, _ now: Date) -> Date {
    budget.nextSpareCall(after: now, history: status.calls(to: name))
  }

  /// Books a call that is about to be made.
  ///
  /// - Returns: `false` where the budget allows none now.
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

  /// Notes what a call brought; calls beyond the one booked, such as redirects, are booked now.
  ///
  /// - Parameter failure: Why the call failed, `nil` where it did not. A coin that the source does
  ///   not have, an answer about it that cannot be read, and an error of the server at it say
  ///   nothing about the next call.
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
