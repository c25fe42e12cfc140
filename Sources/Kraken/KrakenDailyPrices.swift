import Exact
import FoundationEssentials
import HTTP
public import Portfolio
import PriceProvider

/// Kraken's daily candles (`GET OHLC`) and their closes: the last 720 days of coins with a checked
/// pair.
public struct KrakenDailyPrices: PastPriceSource {
  /// Kraken returns the latest 720 candles regardless of the request; the last one is today's.
  static let reach = 719
  /// A candle is about 90 bytes.
  private static let maximumBytes = 1 << 18
  private static let secondsOfDay = 86_400

  private let api: KrakenAPI
  private let timeLimit: Duration

  /// Makes a source.
  public init(_ api: KrakenAPI) { self.init(api, timeLimit: .seconds(30)) }

  init(_ api: KrakenAPI, timeLimit: Duration) {
    self.api = api
    self.timeLimit = timeLimit
  }

  /// The source's name.
  public var name: String { KrakenAPI.sourceName }

  /// Almost two years, in one call; `nil` for a coin without a pair.
  public func reach(of coinId: String, today: UTCDay) -> PastPriceReach? {
    guard KrakenPair.all[coinId] != nil else { return nil }
    return PastPriceReach(
      earliest: today.advanced(by: -Self.reach), daysPerCall: Self.reach)
  }

  /// Fetches the closes of the last two years regardless of `days`, in one call of at most half a
  /// minute.
  public func closes(
    of coinId: String, days: ClosedRange<UTCDay>, within limit: Duration?
  ) -> PastPriceAnswer {
    let answer = candles(of: coinId, within: limit)
    return PastPriceAnswer(
      closes: Dictionary(
        answer.candles.map { ($0.day, $0.close) }, uniquingKeysWith: { $1 }),
      failure: answer.failure, calls: answer.calls)
  }

  /// Fetches the candles of the last two years, in one call of at most half a minute.
  ///
  /// - Parameters:
  ///   - coinId: CoinGecko id.
  ///   - limit: A shorter time limit; `nil` for half a minute.
  public func candles(of coinId: String, within limit: Duration? = nil) -> CandleAnswer {
    if let problem = api.provider.address.problem {
      return CandleAnswer(failure: .misconfigured(problem))
    }
    guard let pair = KrakenPair.all[coinId] else {
      return CandleAnswer(failure: .notThere("no pair of the coin is known"))
    }
    let reply = api.ask(
      "OHLC?pair=\(pair.name)&interval=1440", timeLimit: min(timeLimit, limit ?? timeLimit),
      maximumBytes: Self.maximumBytes
    ) { Self.candles(in: $0, of: pair, before: UTCDay($1)) }
    switch reply.result {
    case .success(let candles): return CandleAnswer(candles: candles, calls: reply.calls)
    case .failure(let failure): return CandleAnswer(failure: failure, calls: reply.calls)
    }
  }

  /// The candles of a response; `nil` if it is not about the pair.
  ///
  /// Candles without trades, which repeat the previous close, and the unfinished candle of today
  /// are skipped, and so are candles whose prices contradict each other.
  private static func candles(
    in result: JSONObject, of pair: KrakenPair, before today: UTCDay
  ) -> [DailyCandle]? {
    guard let rows = result.members.first(where: { pair.isNamed($0.key) })?.value.array else {
      return nil
    }
    return rows.compactMap { row in
      guard let fields = row.array, fields.count >= 8, case .number(let text) = fields[0],
        let time = Int(text), time.isMultiple(of: secondsOfDay),
        let day = UTCDay(checkedNumber: time / secondsOfDay), day < today,
        let trades = fields[7].decimal, trades > 0, let open = KrakenAPI.price(fields[1]),
        let high = KrakenAPI.price(fields[2]), let low = KrakenAPI.price(fields[3]),
        let close = KrakenAPI.price(fields[4])
      else { return nil }
      return DailyCandle(
        day: day, open: open, high: high, low: low, close: close, volume: fields[6].decimal)
    }
  }
}
