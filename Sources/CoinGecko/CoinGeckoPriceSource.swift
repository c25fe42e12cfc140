import FoundationEssentials
public import HTTP
public import Portfolio
import PriceProvider

/// Prices from CoinGecko's `GET /coins/markets`.
public struct CoinGeckoPriceSource: PriceSource {
  /// The source's name.
  public static let sourceName = "CoinGecko"

  /// A row is about 1,000 bytes, and a request asks for at most 100.
  private static let maximumBytes = 1 << 20

  private let configuration: APIConfiguration
  private let transport: any HTTPTransport
  private let timeLimit: Duration
  private let now: @Sendable () -> Date

  /// Makes a source over the system's HTTP library.
  public init(configuration: APIConfiguration, transport: any HTTPTransport = CurlTransport()) {
    self.init(
      configuration: configuration, transport: transport, timeLimit: .seconds(15),
      now: { Date() })
  }

  init(
    configuration: APIConfiguration, transport: any HTTPTransport, timeLimit: Duration,
    now: @escaping @Sendable () -> Date
  ) {
    self.configuration = configuration
    self.transport = transport
    self.timeLimit = timeLimit
    self.now = now
  }

  /// The source's name.
  public var name: String { Self.sourceName }

  /// The coins of each request that ``prices(of:within:)`` would make, for the call budget; empty if
  /// the configuration is unusable.
  public func chunks(of ids: [String]) -> [[String]] {
    guard configuration.problem == nil else { return [] }
    return MarketsRequest.requests(for: ids, baseURL: configuration.baseURL).map(\.ids)
  }

  /// Fetches the prices of some coins; blocks for at most 15 seconds.
  ///
  /// A failed request does not affect the coins of the others, except that a rate limit or a
  /// refused key ends the attempt, because further requests would be refused too.
  ///
  /// - Parameters:
  ///   - ids: CoinGecko ids in any order, duplicates allowed.
  ///   - limit: A shorter time limit; `nil` for 15 seconds.
  /// - Returns: The coins in the responses, each priced exactly as sent or not priced, and each
  ///   failure once; if no coin is priced, no coins and at least one failure.
  public func prices(of ids: [String], within limit: Duration?) -> PriceAnswer {
    if let problem = configuration.problem {
      return PriceAnswer(failures: [.misconfigured(problem.sentence)])
    }
    let requests = MarketsRequest.requests(for: ids, baseURL: configuration.baseURL)
    let deadline = ContinuousClock.now + min(timeLimit, limit ?? timeLimit)
    var answer = PriceAnswer()
    asking: for (index, request) in requests.enumerated() {
      // Divide the remaining time, so that one slow response leaves time for the others.
      let share = (deadline - ContinuousClock.now) / (requests.count - index)
      guard share > .zero else {
        answer.note(.unreachable("no answer in time"))
        break
      }
      let reply = reply(to: request, timeLimit: share)
      answer.calls += reply.calls
      answer.serverTime = reply.serverTime ?? answer.serverTime
      switch reply.result {
      case .success(let coins): answer.coins += coins
      case .failure(let failure):
        answer.note(failure)
        if failure.isFinal { break asking }
      }
    }
    if !requests.isEmpty { answer.requirePrices() }
    return answer
  }

  private func reply(
    to request: MarketsRequest, timeLimit: Duration
  ) -> APIQuestion.Reply<[Coin]> {
    let asked = Set(request.ids)
    return APIQuestion(configuration: configuration, transport: transport, now: now).ask(
      request.url, timeLimit: timeLimit, maximumBytes: Self.maximumBytes, wanted: "prices"
    ) { MarketsAnswer.coins(in: $0, asked: asked) }
  }
}
