import AppGroup
import CallBudget
import CoinGecko
import ConfigurationFile
import DefiLlama
import Exact
import HTTP
import Kraken
import Portfolio
import PriceProvider
import WidgetTimeline

/// A source of past prices with its budget.
struct PastPriceSourceInUse {
  let source: any PastPriceSource
  let origin: PriceOrigin
  let calls: SourceCalls
  /// Seconds between calls, in addition to the per-minute budget.
  let pause: Int

  var name: String { source.name }

  /// The name under which the status records its calls; `nil` for CoinGecko, which is the default.
  var callsName: String? { origin == .coinGecko ? nil : name }
}

/// The sources of prices, in the order of `prices.sources`.
extension AppContext {
  /// A source of current prices.
  func presentSource(_ choice: Configuration.PriceSource) -> RefreshSource {
    switch choice {
    case .coinGecko:
      let source = CoinGeckoPriceSource(configuration: apiConfiguration)
      return RefreshSource(
        source, SharedCallBudget(source: source, limits: apiConfiguration.limits))
    case .defiLlama:
      let source = DefiLlamaPriceSource(defiLlama)
      return RefreshSource(
        source, SharedCallBudget(source: source, limits: .defiLlama, name: source.name))
    case .kraken:
      let source = KrakenPriceSource(kraken)
      return RefreshSource(
        source, SharedCallBudget(source: source, limits: .kraken, name: source.name))
    }
  }

  /// The sources of past prices, in order of preference.
  var pastPriceSources: [PastPriceSourceInUse] {
    configuration.priceSources.map { choice in
      switch choice {
      case .coinGecko:
        PastPriceSourceInUse(
          source: CoinGeckoDailyPrices(configuration: apiConfiguration), origin: .coinGecko,
          calls: SourceCalls(self, nil, apiConfiguration.limits), pause: 0)
      case .defiLlama:
        PastPriceSourceInUse(
          source: DefiLlamaDailyPrices(defiLlama), origin: .defiLlama,
          calls: SourceCalls(self, DefiLlamaAPI.sourceName, .defiLlama),
          pause: pause(defiLlama.provider.address.baseURL))
      case .kraken:
        PastPriceSourceInUse(
          source: KrakenDailyPrices(kraken), origin: .kraken,
          calls: SourceCalls(self, KrakenAPI.sourceName, .kraken),
          pause: pause(kraken.provider.address.baseURL))
      }
    }
  }

  /// Kraken's prices of coins whose new prices are far from the last ones.
  ///
  /// - Parameters:
  ///   - ids: The coin ids.
  ///   - source: The source of the prices in question.
  ///   - limit: The longest time that it may take.
  /// - Returns: Empty if Kraken is not configured, is the source itself, has no pair for the coins,
  ///   or its budget allows no call.
  func witnessed(
    _ ids: [String], _ source: String, within limit: Duration
  ) -> [String: ExactDecimal] {
    let witness = KrakenPriceSource(kraken)
    let calls = SourceCalls(self, witness.name, .kraken)
    do {
      guard configuration.priceSources.contains(.kraken), source != witness.name,
        !witness.chunks(of: ids).isEmpty, try calls.book()
      else { return [:] }
      let answer = witness.prices(of: ids, within: limit)
      try calls.recordOutcome(calls: answer.calls, answer.failures.first)
      return answer.coins.reduce(into: [:]) { $0[$1.id] = $1.currentPrice }
    } catch {
      return [:]
    }
  }

  private var defiLlama: DefiLlamaAPI {
    DefiLlamaAPI(baseURL: baseURL("BITPAL_DEFILLAMA_BASE_URL"), version: BitpalCommand.version)
  }

  /// Kraken's public API.
  var kraken: KrakenAPI {
    KrakenAPI(baseURL: baseURL("BITPAL_KRAKEN_BASE_URL"), version: BitpalCommand.version)
  }

  private func baseURL(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Free hosts are asked once a second; a local host needs no pause.
  private func pause(_ baseURL: String) -> Int {
    WebAddress(baseURL)?.isLoopback == true ? 0 : 1
  }
}
