import Application
import CallBudget
import CoinGecko
import ConfigurationFile
import FoundationEssentials
import Kraken
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
      policy: SharedCallBudget(source: source, limits: apiConfiguration.limits), ledger: service,
      rate: newestRate, witness: { krakenPrices(of: $0) })
  }

  /// What Kraken says of coins whose new prices are far from the last ones; nothing where it has no
  /// pair of them, or its budget allows no call.
  private func krakenPrices(of ids: [String]) -> [String: Decimal] {
    let source = KrakenPriceSource(kraken)
    let calls = SourceCalls(self, source.name, .kraken)
    do {
      guard !source.chunks(of: ids).isEmpty, try calls.book() else { return [:] }
      let answer = source.prices(of: ids)
      try calls.recordOutcome(calls: answer.calls, answer.failures.first)
      return answer.coins.reduce(into: [:]) { $0[$1.id] = $1.currentPrice }
    } catch {
      return [:]
    }
  }

  /// The refresher on recorded prices, which cost no calls.
  func refresher(recorded: RecordedPriceSource) -> PriceRefresher {
    PriceRefresher(
      store: store, source: recorded, policy: NoCallBudget(), ledger: service,
      rate: newestRate)
  }

  /// The newest rate from US dollars to a currency; `nil` when there is none.
  var newestRate: @Sendable (String) -> ExchangeRate? {
    { [service] in service.presentRates.newestRate(from: usDollarCode, to: $0) }
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
