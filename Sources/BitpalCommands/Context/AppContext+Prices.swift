import AppGroup
import Application
import CallBudget
import CellGrid
import CoinGecko
import ConfigurationFile
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension AppContext {
  /// CoinGecko as the environment, and after it the configuration file, would have it.
  var apiConfiguration: APIConfiguration {
    let named = environment["BITPAL_API_BASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
    return APIConfiguration(
      tier: configuration.apiTier, baseURL: named ?? configuration.baseURL,
      version: BitpalCommand.version)
  }

  /// The refresher on the sources in use, each within its budget.
  var refresher: PriceRefresher {
    let choices = configuration.priceSources
    let first = presentSource(choices.first ?? .coinGecko)
    return PriceRefresher(
      store: store, source: first.source, policy: first.policy,
      others: choices.dropFirst().map(presentSource), ledger: service,
      rate: newestRate, witness: { witnessed($0, $1) },
      didFire: { AlertDelivery(context: self).deliver($0) })
  }

  /// The refresher on recorded prices, which cost no calls.
  func refresher(recorded: RecordedPriceSource) -> PriceRefresher {
    PriceRefresher(
      store: store, source: recorded, policy: NoCallBudget(), ledger: service,
      rate: newestRate, didFire: { AlertDelivery(context: self).deliver($0) })
  }

  /// Whom the last prices are from; `nil` where they are of files alone.
  var priceCredit: PictureCredit? {
    PriceCredit.credit(of: store.prices()?.prices.values.map(\.source) ?? [])
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
