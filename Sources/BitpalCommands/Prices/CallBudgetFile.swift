import AppGroup
import CallBudget
import CoinGecko
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// Makes single calls within the budget that all processes share.
struct CallBudgetFile {
  private let context: AppContext
  private let budget: CallBudget

  init(_ context: AppContext) {
    self.context = context
    budget = CallBudget(limits: context.apiConfiguration.limits)
  }

  /// Makes one call, recording it in the budget first.
  ///
  /// - Throws: ``CommandFailure`` if the budget allows no call now, or the call failed.
  func call<Value>(_ ask: () throws(PriceFailure) -> Value) throws -> Value {
    do {
      return try result(of: ask).get()
    } catch let error as PriceFailure {
      let reason = error.reason(from: CoinGeckoPriceSource.sourceName)
      throw CommandFailure("Nothing was fetched: \(reason).", .unavailable)
    }
  }

  /// Makes one call, recording it in the budget first, and returns its result or failure.
  ///
  /// - Parameter mayBeMissing: Whether the requested data may not exist; its absence then doesn't
  ///   delay the next call.
  /// - Throws: ``CommandFailure`` if the budget allows no call now.
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

  /// How long until the next call is allowed; `nil` if it is allowed now.
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

  /// A refused call delays every process, as a refused refresh does.
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
