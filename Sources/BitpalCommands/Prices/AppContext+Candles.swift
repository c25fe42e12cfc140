import AppGroup
import Application
import ConfigurationFile
import FoundationEssentials
import Kraken
import Portfolio
import WidgetTimeline

/// A coin's daily candles, as far as they are known.
struct KnownCandles {
  /// In US dollars, oldest first.
  let candles: [DailyCandle]
  /// Why there are none, or not those of the last days; `nil` where none is missing.
  let absence: String?

  /// The candles in a currency, each by the rate of its day; a day without a rate has none.
  func converted(to currency: String, _ context: AppContext) -> [DailyCandle] {
    guard currency != usDollarCode else { return candles }
    let rates = context.service.presentRates
    return candles.compactMap { candle in
      rates.rate(from: usDollarCode, to: currency, on: candle.day).flatMap(candle.converted)
    }
  }
}

extension AppContext {
  /// A coin's candles: those that are stored, and before that what Kraken has of the days since.
  ///
  /// CoinGecko and DefiLlama give one price a day, which makes no candle. What was fetched
  /// is kept; a day has its candle half an hour after it ended.
  ///
  /// - Parameters:
  ///   - coinId: CoinGecko id.
  ///   - asking: Whether Kraken may be asked at all.
  func candles(of coinId: String, asking: Bool) -> KnownCandles {
    let store = CandleStore(container)
    do {
      let stored = try store.content(of: coinId)
      if let damage = stored.damage { warnings.say(damage.sentence) }
      let last = UTCDay(now.addingTimeInterval(-PastPriceWishes.delay)).advanced(by: -1)
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

  /// Why Kraken is not asked about a coin; `nil` where it is.
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

  /// Asks Kraken within its budget.
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
