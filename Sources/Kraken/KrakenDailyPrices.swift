import Exact
import FoundationEssentials
import HTTP
public import Portfolio
import PriceProvider

/// Daily closes from Kraken's candles (`GET OHLC`): the last 720 days of coins with a checked pair.
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
    if let problem = api.provider.address.problem {
      return PastPriceAnswer(failure: .misconfigured(problem))
    }
    guard let pair = KrakenPair.all[coinId] else {
      return PastPriceAnswer(failure: .notThere("no pair of the coin is known"))
    }
    let reply = api.ask(
      "OHLC?pair=\(pair.name)&interval=1440", timeLimit: timeLimit,
      maximumBytes: Self.maximumBytes
    ) { Self.closes(in: $0, of: pair, before: UTCDay($1)) }
    switch reply.result {
    case .success(let closes): return PastPriceAnswer(closes: closes, calls: reply.calls)
    case .failure(let failure): return PastPriceAnswer(failure: failure, calls: reply.calls)
    }
  }

  /// The closes of an answer; `nil` when it is not about the pair.
  ///
  /// A candle without trades repeats the close before it and counts as none; the candle of the
  /// present day is not finished.
  private static func closes(
    in result: JSONObject, of pair: KrakenPair, before today: UTCDay
  ) -> [UTCDay: Decimal]? {
    guard let candles = result.members.first(where: { pair.isNamed($0.key) })?.value.array else {
      return nil
    }
    var closes: [UTCDay: Decimal] = [:]
    for candle in candles {
      guard let fields = candle.array, fields.count >= 8, case .number(let text) = fields[0],
        let time = Int(text), time.isMultiple(of: secondsOfDay),
        let day = UTCDay(checkedNumber: time / secondsOfDay), day < today,
        let trades = fields[7].decimal, trades > 0, let price = KrakenAPI.price(fields[4])
      else { continue }
      closes[day] = price
    }
    return closes
  }
}
