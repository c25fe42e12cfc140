import CoinGecko
import ConfigurationFile
import FoundationEssentials
import Portfolio
import WidgetTimeline

extension AppContext {
  /// CoinGecko as the environment, and after it the configuration file, would have it.
  var apiConfiguration: APIConfiguration {
    let named = environment["BITPAL_API_BASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
    return APIConfiguration(
      tier: configuration.apiTier, baseURL: named ?? configuration.baseURL,
      version: BitpalCommand.version)
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

extension Configuration {
  /// The plan with its key and the calls it allows.
  var apiTier: APIConfiguration.Tier {
    guard tier != .keyless else { return .keyless }
    guard let key = key.flatMap({ APIKey($0) }) else { return .unusableKey }
    let limits = CallLimits(
      perMinute: callsPerMinute ?? CallLimits.pro.perMinute, perMonth: callsPerMonth)
    return tier == .pro ? .pro(key, limits) : .demo(key)
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

  func chunks(of ids: [String]) -> [[String]] { source.chunks(of: ids) }

  var callsPerRefresh: Int { budget.limits.perMinute }

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
  func chunks(of ids: [String]) -> [[String]] { [] }
  var callsPerRefresh: Int { 0 }
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
  mutating func take(_ history: CallHistory) {
    recentCalls = history.recentCalls
    month = history.month
    callsThisMonth = history.callsThisMonth
    failuresInARow = history.failuresInARow
    notBefore = history.notBefore
  }
}
