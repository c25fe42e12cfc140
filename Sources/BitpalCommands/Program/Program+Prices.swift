import CoinGecko
import FoundationEssentials
import Portfolio
import WidgetTimeline

extension Program {
  /// CoinGecko as the environment configures it.
  var apiConfiguration: APIConfiguration {
    APIConfiguration(baseURL: environment["BITPAL_API_BASE_URL"], version: BitpalCommand.version)
  }

  /// The refresher on CoinGecko and its call budget.
  var refresher: PriceRefresher {
    let source = CoinGeckoPriceSource(configuration: apiConfiguration)
    return PriceRefresher(
      store: store, source: source,
      policy: SharedCallBudget(source: source, limits: apiConfiguration.limits))
  }

  /// The refresher on recorded prices, which cost no calls.
  func refresher(recorded: RecordedPriceSource) -> PriceRefresher {
    PriceRefresher(store: store, source: recorded, policy: NoCallBudget())
  }
}

/// CoinGecko's call budget over the status that all processes share.
struct SharedCallBudget: CallPolicy {
  private let source: CoinGeckoPriceSource
  private let budget: CallBudget

  init(source: CoinGeckoPriceSource, limits: CallLimits) {
    self.source = source
    budget = CallBudget(limits: limits)
  }

  func calls(for ids: [String]) -> Int { source.callCount(for: ids) }

  func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date {
    budget.nextAllowed(after: now, history: CallHistory(status), calls: calls)
  }

  func begin(calls: Int, status: inout RefreshStatus, now: Date) {
    var history = CallHistory(status)
    history.begin(calls: calls, at: now)
    status.take(history)
  }

  func settle(_ answer: PriceAnswer, status: inout RefreshStatus, now: Date) {
    var history = CallHistory(status)
    var chance = SystemRandomNumberGenerator()
    history.settle(answer, at: now, using: &chance)
    status.take(history)
  }
}

/// For prices that come from a file.
struct NoCallBudget: CallPolicy {
  func calls(for ids: [String]) -> Int { 0 }
  func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date { now }
  func begin(calls: Int, status: inout RefreshStatus, now: Date) {}
  func settle(_ answer: PriceAnswer, status: inout RefreshStatus, now: Date) {}
}

extension CallHistory {
  init(_ status: RefreshStatus) {
    self.init(
      recentCalls: status.recentCalls, month: status.month, callsThisMonth: status.callsThisMonth,
      failuresInARow: status.failuresInARow, notBefore: status.notBefore)
  }
}

extension RefreshStatus {
  fileprivate mutating func take(_ history: CallHistory) {
    recentCalls = history.recentCalls
    month = history.month
    callsThisMonth = history.callsThisMonth
    failuresInARow = history.failuresInARow
    notBefore = history.notBefore
  }
}
