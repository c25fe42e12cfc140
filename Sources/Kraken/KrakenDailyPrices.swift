import Exact
import FoundationEssentials
import HTTP
public import Portfolio
import PriceProvider

/// Kraken's daily candles (`GET OHLC`) and the closes in them: the last 720 days of coins with a
/// checked pair.
public struct KrakenDailyPrices: PastPriceSource {
  /// Kraken gives the latest 720 candles, whatever is asked; the last one is of today.
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

  /// What the source is called.
  public var name: String { KrakenAPI.sourceName }

  /// Almost two years, in one call; nothing for a coin without a pair.
  public func reach(of coinId: String, today: UTCDay) -> PastPriceReach? {
    guard KrakenPair.all[coinId] != nil else { return nil }
    return PastPriceReach(
      earliest: today.advanced(by: -Self.reach), daysPerCall: Self.reach)
  }

  /// Asks for the closes of the last two years, whatever the days; one call, half a minute at most.
  public func closes(of coinId: String, days: ClosedRange<UTCDay>) -> PastPriceAnswer {
    let answer = candles(of: coinId)
    return PastPriceAnswer(
      closes: Dictionary(
        answer.candles.map { ($0.day, $0.close) }, uniquingKeysWith: { $1 }),
      failure: answer.failure, calls: answer.calls)
  }

  /// Asks for the candles of the last two years; one call, half a minute at most.
  ///
  /// - Parameter coinId: CoinGecko id.
  public func candles(of coinId: String) -> CandleAnswer {
    if let problem = api.provider.address.problem {
      return CandleAnswer(failure: .misconfigured(problem))
    }
    guard let pair = KrakenPair.all[coinId] else {
      return CandleAnswer(failure: .notThere("no pair of the coin is known"))
    }
    let reply = api.ask(
      "OHLC?pair=\(pair.name)&interval=1440", timeLimit: timeLimit,
      maximumBytes: Self.maximumBytes
    ) { Self.candles(in: $0, of: pair, before: UTCDay($1)) }
    switch reply.result {
    case .success(let candles): return CandleAnswer(candles: candles, calls: reply.calls)
    case .failure(let failure): return CandleAnswer(failure: failure, calls: reply.calls)
    }
  }

  /// The candles of an answer; `nil` when it is not about the pair.
  ///
  /// A candle without trades repeats the close before it and counts as none; the candle of the
  /// present day is not finished. One whose prices contradict each other is left out.
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
