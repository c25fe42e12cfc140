import AppGroup
import CallBudget
import CoinGecko
import DefiLlama
import HTTP
import Kraken
import Portfolio
import PriceProvider

/// A source of past prices with its budget.
struct PastPriceSourceInUse {
  let source: any PastPriceSource
  let origin: PriceOrigin
  let calls: SourceCalls
  /// Seconds between two calls, beyond what the budget of a minute asks for.
  let pause: Int

  var name: String { source.name }
}

extension AppContext {
  /// Whom to ask for past prices, the first one first: CoinGecko for the last year, DefiLlama for
  /// days before it and those that CoinGecko lacks, Kraken for coins with a checked pair.
  var pastPriceSources: [PastPriceSourceInUse] {
    let llama = DefiLlamaAPI(
      baseURL: baseURL("BITPAL_DEFILLAMA_BASE_URL"), version: BitpalCommand.version)
    let kraken = kraken
    return [
      PastPriceSourceInUse(
        source: CoinGeckoDailyPrices(configuration: apiConfiguration), origin: .coinGecko,
        calls: SourceCalls(self, nil, apiConfiguration.limits), pause: 0),
      PastPriceSourceInUse(
        source: DefiLlamaDailyPrices(llama), origin: .defiLlama,
        calls: SourceCalls(self, DefiLlamaAPI.sourceName, .defiLlama),
        pause: pause(llama.provider.address.baseURL)),
      PastPriceSourceInUse(
        source: KrakenDailyPrices(kraken), origin: .kraken,
        calls: SourceCalls(self, KrakenAPI.sourceName, .kraken),
        pause: pause(kraken.provider.address.baseURL)),
    ]
  }

  /// Kraken's public market data.
  var kraken: KrakenAPI {
    KrakenAPI(baseURL: baseURL("BITPAL_KRAKEN_BASE_URL"), version: BitpalCommand.version)
  }

  private func baseURL(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Free hosts are asked once a second; this machine needs no rest.
  private func pause(_ baseURL: String) -> Int {
    WebAddress(baseURL)?.isLoopback == true ? 0 : 1
  }
}
