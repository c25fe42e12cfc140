import Exact
import FoundationEssentials
import HTTP
public import Portfolio
import PriceProvider

/// Last trades from Kraken's `GET Ticker`, for coins with a checked pair: an independent check of
/// CoinGecko's prices, and a second fallback.
public struct KrakenPriceSource: PriceSource {
  /// The response for every pair has 430,000 bytes.
  private static let maximumBytes = 2 << 20
  /// The maximum spread of bid and ask, in percent of the ask, at which a trade is used as a price.
  static let widestSpread = 2

  private let api: KrakenAPI
  private let timeLimit: Duration

  /// Makes a source.
  public init(_ api: KrakenAPI) { self.init(api, timeLimit: .seconds(15)) }

  init(_ api: KrakenAPI, timeLimit: Duration) {
    self.api = api
    self.timeLimit = timeLimit
  }

  /// The source's name.
  public var name: String { KrakenAPI.sourceName }

  /// The coins with a pair, in one request; empty if none has one.
  public func chunks(of ids: [String]) -> [[String]] {
    let known = Set(ids).filter { KrakenPair.all[$0] != nil }.sorted()
    return known.isEmpty || api.provider.address.problem != nil ? [] : [known]
  }

  /// Fetches the last trades of some coins; blocks for at most 15 seconds.
  ///
  /// Coins without a pair are absent. Trades have no time: a price is dated by the response if the
  /// pair was traded within 24 hours and bid and ask are close. There are no daily changes.
  public func prices(of ids: [String], within limit: Duration?) -> PriceAnswer {
    if let problem = api.provider.address.problem {
      return PriceAnswer(failures: [.misconfigured(problem)])
    }
    guard let known = chunks(of: ids).first else { return PriceAnswer() }
    let deadline = ContinuousClock.now + min(timeLimit, limit ?? timeLimit)
    let names = known.compactMap { KrakenPair.all[$0]?.name }.joined(separator: ",")
    var answer = PriceAnswer()
    var reply = ask("Ticker?pair=\(names)", about: known, timeLimit: deadline - ContinuousClock.now)
    answer.calls = reply.calls
    // One delisted pair makes the whole request fail.
    if case .failure(.refused(404, _)) = reply.result, known.count > 1 {
      reply = ask(
        "Ticker?assetVersion=1", about: known, timeLimit: deadline - ContinuousClock.now)
      answer.calls += reply.calls
    }
    answer.serverTime = reply.serverTime
    switch reply.result {
    case .success(let coins): answer.coins = coins
    case .failure(let failure): answer.note(failure)
    }
    answer.requirePrices()
    return answer
  }

  private func ask(
    _ query: String, about ids: [String], timeLimit: Duration
  ) -> ProviderQuestion.Reply<[Coin]> {
    api.ask(query, timeLimit: timeLimit, maximumBytes: Self.maximumBytes) { result, now in
      let rows = Dictionary(result.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      return ids.compactMap { id in
        guard let pair = KrakenPair.all[id],
          let row = rows[pair.legacyName] ?? rows[pair.ticker] ?? rows[pair.name],
          let price = Self.price(of: row)
        else { return nil }
        return Coin(id: id, symbol: "", name: "", currentPrice: price, lastUpdated: now)
      }
    }
  }

  /// The last trade of a row, if it reflects the current price.
  private static func price(of row: JSONValue) -> ExactDecimal? {
    guard let ask = KrakenAPI.price(row["a"]?.array?.first),
      let bid = KrakenAPI.price(row["b"]?.array?.first),
      (Price(ask) - Price(bid)) * 100 <= Price(ask) * ExactDecimal(widestSpread),
      let volume = row["v"]?.array?.last?.decimal, volume > 0,
      let trades = row["t"]?.array?.last?.decimal, trades > 0
    else { return nil }
    return KrakenAPI.price(row["c"]?.array?.first)
  }
}
