import Exact
import HTTP
public import Portfolio
import PriceProvider

/// Daily closes of one coin from DefiLlama's `GET /chart`, as far back as it has records.
public struct DefiLlamaDailyPrices: PastPriceSource {
  /// The maximum number of points per request; more are answered slowly or not at all.
  static let maxDays = 500
  /// A point is about 50 bytes.
  private static let maximumBytes = 1 << 18
  /// The maximum distance of a point from midnight; the server looks for records within a tenth of
  /// a day.
  private static let longestDistance = 3 * 3600
  private static let secondsOfDay = 86_400

  private let api: DefiLlamaAPI
  private let timeLimit: Duration

  /// Makes a source.
  public init(_ api: DefiLlamaAPI) { self.init(api, timeLimit: .seconds(30)) }

  init(_ api: DefiLlamaAPI, timeLimit: Duration) {
    self.api = api
    self.timeLimit = timeLimit
  }

  /// The source's name.
  public var name: String { DefiLlamaAPI.sourceName }

  /// Any day, 500 per call.
  public func reach(of coinId: String, today: UTCDay) -> PastPriceReach? {
    PastPriceReach(earliest: nil, daysPerCall: Self.maxDays)
  }

  /// Fetches the closes of some days, in one call of at most half a minute.
  ///
  /// Points are records near the midnights that end the days; each counts for the nearest midnight.
  /// The server omits days without a record.
  public func closes(
    of coinId: String, days: ClosedRange<UTCDay>, within limit: Duration?
  ) -> PastPriceAnswer {
    if let problem = api.provider.address.problem {
      return PastPriceAnswer(failure: .misconfigured(problem))
    }
    let span = min(Self.maxDays, days.upperBound.number - days.lowerBound.number + 1)
    let first = days.upperBound.advanced(by: 2 - span)
    let key = DefiLlamaAPI.prefix + coinId
    let path =
      "/chart/\(DefiLlamaAPI.prefix)\(percentEncoded(coinId))"
      + "?start=\(first.number * Self.secondsOfDay)&span=\(span)&period=1d"
    let reply = api.ask(
      path, timeLimit: min(timeLimit, limit ?? timeLimit), maximumBytes: Self.maximumBytes
    ) {
      Self.closes(in: $0, of: key, days, before: UTCDay($1))
    }
    switch reply.result {
    case .success(let closes): return PastPriceAnswer(closes: closes, calls: reply.calls)
    case .failure(let failure): return PastPriceAnswer(failure: failure, calls: reply.calls)
    }
  }

  /// The closes of a response, empty for other coins; `nil` if it has another shape.
  private static func closes(
    in value: JSONValue, of key: String, _ days: ClosedRange<UTCDay>, before today: UTCDay
  ) -> [UTCDay: ExactDecimal]? {
    guard let coins = value["coins"]?.object else { return nil }
    guard let coin = coins[key], DefiLlamaAPI.isConfident(coin) else { return [:] }
    guard let points = coin["prices"]?.array else { return nil }
    var closes: [UTCDay: (distance: Int, price: ExactDecimal)] = [:]
    for point in points {
      guard let price = DefiLlamaAPI.price(point["price"]),
        let time = DefiLlamaAPI.seconds(point["timestamp"])
      else { continue }
      let midnight = (time + secondsOfDay / 2) / secondsOfDay
      let distance = abs(time - midnight * secondsOfDay)
      let day = UTCDay(number: midnight - 1)
      guard distance <= longestDistance, days.contains(day), day < today else { continue }
      if let known = closes[day], known.distance <= distance { continue }
      closes[day] = (distance, price)
    }
    return closes.mapValues(\.price)
  }
}
