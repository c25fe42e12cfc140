public import Exact
import FoundationEssentials
public import HTTP
public import Portfolio
import PriceProvider

/// Daily closes of one coin, from `GET /coins/{id}/market_chart`.
public struct CoinGeckoDailyPrices: PastPriceSource {
  /// How many days back the free plan reaches.
  public static let reach = 365
  /// A year of prices, capitalizations and volumes is about 40,000 bytes.
  private static let maximumBytes = 1 << 20
  private static let timeLimit = Duration.seconds(30)

  private let configuration: APIConfiguration
  private let question: APIQuestion

  /// Makes a source over the system's HTTP library.
  public init(configuration: APIConfiguration, transport: any HTTPTransport = CurlTransport()) {
    self.configuration = configuration
    question = APIQuestion(
      configuration: configuration, transport: transport, now: { Date() })
  }

  /// The source's name.
  public var name: String { CoinGeckoPriceSource.sourceName }

  /// One year back, in one call.
  public func reach(of coinId: String, today: UTCDay) -> PastPriceReach? {
    PastPriceReach(earliest: today.advanced(by: -Self.reach), daysPerCall: Self.reach)
  }

  /// Fetches the closes of the last year regardless of `days`, in one call of at most half a
  /// minute.
  public func closes(
    of coinId: String, days: ClosedRange<UTCDay>, within limit: Duration?
  ) -> PastPriceAnswer {
    if let problem = configuration.problem {
      return PastPriceAnswer(failure: .misconfigured(problem.sentence))
    }
    let reply = ask(coinId, within: limit)
    switch reply.result {
    case .success(let closes): return PastPriceAnswer(closes: closes, calls: reply.calls)
    case .failure(let failure): return PastPriceAnswer(failure: failure, calls: reply.calls)
    }
  }

  /// Fetches the closes of the last year, in one call of at most half a minute.
  ///
  /// A point is at the midnight that ends its day, so it is the close of the previous day. Points
  /// at other times, such as now, are not closes and are skipped.
  ///
  /// - Parameter coinId: CoinGecko id.
  /// - Returns: The closes by day, each exactly as sent.
  /// - Throws: ``PriceFailure``.
  public func closes(of coinId: String) throws(PriceFailure) -> [UTCDay: ExactDecimal] {
    if let problem = configuration.problem { throw .misconfigured(problem.sentence) }
    return try ask(coinId).result.get()
  }

  private func ask(
    _ coinId: String, within limit: Duration? = nil
  ) -> APIQuestion.Reply<[UTCDay: ExactDecimal]> {
    question.ask(
      "\(configuration.baseURL)/coins/\(percentEncoded(coinId))/market_chart?vs_currency=usd"
        + "&days=\(Self.reach)&precision=full",
      timeLimit: min(Self.timeLimit, limit ?? Self.timeLimit), maximumBytes: Self.maximumBytes,
      wanted: "prices", Self.closes)
  }

  /// The closes of a response; `nil` if it has another shape.
  private static func closes(in value: JSONValue) -> [UTCDay: ExactDecimal]? {
    guard let points = value["prices"]?.array else { return nil }
    var closes: [UTCDay: ExactDecimal] = [:]
    for point in points {
      guard let pair = point.array, pair.count == 2,
        let time = pair[0].decimal.flatMap({ Int($0.description) }),
        time.isMultiple(of: millisecondsOfDay),
        let day = UTCDay(checkedNumber: time / millisecondsOfDay - 1), let price = pair[1].decimal,
        LedgerRange.isPossiblePrice(price)
      else { continue }
      closes[day] = price
    }
    return closes
  }

  private static let millisecondsOfDay = 86_400_000
}
