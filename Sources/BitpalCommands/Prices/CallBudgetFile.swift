import AppGroup
import CallBudget
import CoinGecko
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// Single calls within the budget that all processes share.
struct CallBudgetFile {
  private let context: AppContext
  private let budget: CallBudget

  init(_ context: AppContext) {
    self.context = context
    budget = CallBudget(limits: context.apiConfiguration.limits)
  }

  /// Makes one call, booked before it is made.
  ///
  /// - Throws: ``CommandFailure`` when the budget allows none now, or the call failed.
  func call<Value>(_ ask: () throws(PriceFailure) -> Value) throws -> Value {
    do {
      return try result(of: ask).get()
    } catch let error as PriceFailure {
      let reason = error.reason(from: CoinGeckoPriceSource.sourceName)
      throw CommandFailure("Nothing was fetched: \(reason).", .unavailable)
    }
  }

  /// Makes one call, booked before it is made, and returns what it brought or why it failed.
  ///
  /// - Parameter mayBeMissing: Whether what is asked for may not be there, which says nothing of the
  ///   next call.
  /// - Throws: ``CommandFailure`` when the budget allows none now.
  func result<Value>(
    mayBeMissing: Bool = false, of ask: () throws(PriceFailure) -> Value
  ) throws -> Result<Value, PriceFailure> {
    if let problem = context.apiConfiguration.problem {
      throw CommandFailure("No request was made: \(problem.sentence).", .unavailable)
    }
    try book()
    let result = Result { () throws(PriceFailure) in try ask() }
    switch result {
    case .success: try recordOutcome(nil)
    case .failure(.refused(404, _)) where mayBeMissing: try recordOutcome(nil)
    case .failure(let failure): try recordOutcome(failure)
    }
    return result
  }

  /// How long until the next call is allowed; `nil` where it is now.
  var wait: String? {
    let history = CallHistory(context.store.refreshStatus() ?? RefreshStatus())
    let now = context.now
    let earliest = budget.nextAllowed(after: now, history: history)
    return earliest <= now ? nil : waitText(until: earliest, at: now)
  }

  private func book() throws {
    try context.store.update { files in
      let now = context.now
      var status = files.refreshStatus ?? RefreshStatus()
      var history = CallHistory(status)
      let earliest = budget.nextAllowed(after: now, history: history)
      guard earliest <= now else {
        throw CommandFailure(
          "Rate limit: next request in \(waitText(until: earliest, at: now)).",
          .unavailable)
      }
      history.begin(calls: 1, at: now)
      status.apply(history)
      files.refreshStatus = status
    }
  }

  /// A refused call holds back every process, as that of a refresh does.
  private func recordOutcome(_ failure: PriceFailure?) throws {
    try context.store.update { files in
      var status = files.refreshStatus ?? RefreshStatus()
      var history = CallHistory(status)
      var chance = SystemRandomNumberGenerator()
      history.recordOutcome(
        CallOutcome(
          calls: 1, isSuccess: failure == nil, isLimited: failure?.isLimited ?? false,
          retryAfter: failure?.retryAfter), at: context.now, using: &chance)
      status.apply(history)
      files.refreshStatus = status
    }
  }
}
