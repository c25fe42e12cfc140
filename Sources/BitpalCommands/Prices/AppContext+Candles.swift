import AppGroup
import Application
import ConfigurationFile
import FoundationEssentials
import Kraken
import Portfolio
import WidgetTimeline

/// The known daily candles of a coin.
struct KnownCandles {
  /// Candles in US dollars, oldest first.
  let candles: [DailyCandle]
  /// Why candles or the latest days are missing; `nil` if nothing is missing.
  let absence: String?

  /// The candles in a currency, each at its day's rate; days without a rate are left out.
  func converted(to currency: String, _ context: AppContext) -> [DailyCandle] {
    guard currency != usDollarCode else { return candles }
    let rates = context.service.presentRates
    return candles.compactMap { candle in
      rates.rate(from: usDollarCode, to: currency, on: candle.day).flatMap(candle.converted)
    }
  }
}

extension AppContext {
  /// A coin's stored candles, after fetching newer ones from Kraken.
  ///
  /// CoinGecko and DefiLlama have one price per day, which is not enough for a candle. Fetched
  /// candles are stored; a day's candle is available half an hour after the day ended.
  ///
  /// - Parameters:
  ///   - coinId: The CoinGecko id.
  ///   - asking: Whether to ask Kraken.
  func candles(of coinId: String, asking: Bool) -> KnownCandles {
    let store = CandleStore(container)
    do {
      let stored = try store.content(of: coinId)
      if let damage = stored.damage { warnings.say(damage.sentence) }
      let last = UTCDay(now.addingTimeInterval(-PastPriceRequests.delay)).advanced(by: -1)
      if let known = stored.candles.last?.day, known >= last {
        return KnownCandles(candles: stored.candles, absence: nil)
      }
      guard asking else { return KnownCandles(candles: stored.candles, absence: Self.notAsked) }
      if let reason = try reasonNotToAsk(of: coinId) {
        return KnownCandles(candles: stored.candles, absence: reason)
      }
      let answer = try fetchCandles(of: coinId)
      if answer.candles.isEmpty {
        let reason = answer.failure?.reason(from: KrakenAPI.sourceName) ?? "Kraken has none"
        return KnownCandles(candles: stored.candles, absence: "No new candles: \(reason)")
      }
      if let kept = try store.add(answer.candles, of: coinId, at: now) {
        warnings.say(AtomicFile.noteOfKept(kept))
      }
      return KnownCandles(candles: try store.content(of: coinId).candles, absence: nil)
    } catch {
      return KnownCandles(
        candles: [], absence: CommandFailure(error)?.sentence ?? "No candles: \(error)")
    }
  }

  private static let notAsked = "No candles: Kraken is not asked here"

  /// Why Kraken isn't asked about a coin; `nil` if it is.
  private func reasonNotToAsk(of coinId: String) throws -> String? {
    guard configuration.priceSources.contains(.kraken) else {
      return "No candles: only Kraken has them, and prices.sources leaves it out"
    }
    guard KrakenAPI.coinIds.contains(coinId) else {
      return "No candles: only Kraken has them, and it does not trade this coin"
    }
    let isFollowed = store.watchlist()?.coinIds.contains(coinId) ?? false
    guard try isFollowed || service.ownedCoins().contains(coinId) else {
      return "No candles: you neither hold, sold nor follow this coin"
    }
    return nil
  }

  /// Asks Kraken, within its budget.
  private func fetchCandles(of coinId: String) throws -> CandleAnswer {
    let source = KrakenDailyPrices(kraken)
    let calls = SourceCalls(self, source.name, .kraken)
    guard try calls.book() else {
      let seconds = Int(calls.earliest(at: now).timeIntervalSince(now).rounded(.up))
      return CandleAnswer(failure: .rateLimited(retryAfter: max(1, seconds)))
    }
    let answer = source.candles(of: coinId)
    try calls.recordOutcome(calls: answer.calls, answer.failure)
    return answer
  }
}
