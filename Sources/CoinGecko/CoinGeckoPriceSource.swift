import FoundationEssentials
public import HTTP
public import Portfolio
import PriceProvider

/// Prices from CoinGecko's `GET /coins/markets`.
public struct CoinGeckoPriceSource: PriceSource {
  /// What the source is called.
  public static let sourceName = "CoinGecko"

  /// One row is about 1,000 bytes, a request asks for 100 of them at most.
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

  /// What the source is called.
  public var name: String { Self.sourceName }

  /// The coins of each request that ``prices(of:)`` would make, for the call budget; none when the
  /// configuration lets nothing be asked.
  public func chunks(of ids: [String]) -> [[String]] {
    guard configuration.problem == nil else { return [] }
    return MarketsRequest.requests(for: ids, baseURL: configuration.baseURL).map(\.ids)
  }

  /// Asks for the prices of some coins; blocks for 15 seconds at most.
  ///
  /// A request that fails does not lose the coins of the others, except that too many calls and a
  /// refused key end the matter: the rest would be refused too.
  ///
  /// - Parameter ids: CoinGecko ids in any order, duplicates allowed.
  /// - Returns: The coins that came, each priced exactly as sent or not at all, and each failure
  ///   once; when not one coin is priced, no coins and at least one failure.
  public func prices(of ids: [String]) -> PriceAnswer {
    if let problem = configuration.problem {
      return PriceAnswer(failures: [.misconfigured(problem.sentence)])
    }
    let requests = MarketsRequest.requests(for: ids, baseURL: configuration.baseURL)
    let deadline = ContinuousClock.now + timeLimit
    var answer = PriceAnswer()
    asking: for (index, request) in requests.enumerated() {
      // A fair share of what is left, so that one slow answer leaves the others time.
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
