import FoundationEssentials
public import Portfolio

/// Prices from CoinGecko's `GET /coins/markets`.
public struct CoinGeckoPriceSource: PriceSource {
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
    for (index, request) in requests.enumerated() {
      // A fair share of what is left, so that one slow answer leaves the others time.
      let share = (deadline - ContinuousClock.now) / (requests.count - index)
      guard share > .zero else {
        answer.note(.unreachable("no answer in time"))
        break
      }
      answer.calls += 1
      do throws(PriceFailure) {
        answer.coins += try coins(of: request, timeLimit: share)
      } catch {
        answer.note(error)
        if error.isFinal { break }
      }
    }
    if !requests.isEmpty { answer.requirePrices() }
    return answer
  }

  private func coins(
    of request: MarketsRequest, timeLimit: Duration
  ) throws(PriceFailure) -> [Coin] {
    let asked = Set(request.ids)
    return try APIQuestion(configuration: configuration, transport: transport, now: now).ask(
      request.url, timeLimit: timeLimit, maximumBytes: Self.maximumBytes, wanted: "prices"
    ) { MarketsAnswer.coins(in: $0, asked: asked) }
  }
}
