import Exact
import HTTP
public import Portfolio
import PriceProvider

/// Daily closes of one coin from DefiLlama's `GET /chart`, without a limit of how far back.
public struct DefiLlamaDailyPrices: PastPriceSource {
  /// The most points of one request; more answer late or not at all.
  static let mostDays = 500
  /// A point is about 50 bytes.
  private static let maximumBytes = 1 << 18
  /// How far from midnight a point may be: the server looks for records within a tenth of a day.
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

  /// What the source is called.
  public var name: String { DefiLlamaAPI.sourceName }

  /// Any day, 500 in one call.
  public func reach(of coinId: String, today: UTCDay) -> PastPriceReach? {
    PastPriceReach(earliest: nil, daysPerCall: Self.mostDays)
  }

  /// Asks for the closes of some days; one call, half a minute at most.
  ///
  /// The points are records near the midnights that end the days, not on them: each counts for the
  /// midnight it is nearest to. A day without a record is left out by the server.
  public func closes(of coinId: String, days: ClosedRange<UTCDay>) -> PastPriceAnswer {
    if let problem = api.provider.address.problem {
      return PastPriceAnswer(failure: .misconfigured(problem))
    }
    let span = min(Self.mostDays, days.upperBound.number - days.lowerBound.number + 1)
    let first = days.upperBound.advanced(by: 2 - span)
    let key = DefiLlamaAPI.prefix + coinId
    let path =
      "/chart/\(DefiLlamaAPI.prefix)\(percentEncoded(coinId))"
      + "?start=\(first.number * Self.secondsOfDay)&span=\(span)&period=1d"
    let reply = api.ask(path, timeLimit: timeLimit, maximumBytes: Self.maximumBytes) {
      Self.closes(in: $0, of: key, days, before: UTCDay($1))
    }
    switch reply.result {
    case .success(let closes): return PastPriceAnswer(closes: closes, calls: reply.calls)
    case .failure(let failure): return PastPriceAnswer(failure: failure, calls: reply.calls)
    }
  }

  /// The closes of an answer, `nil` when it is not one; an answer about other coins has none.
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
