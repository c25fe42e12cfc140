/// Why prices did not come.
public enum PriceFailure: Error, Equatable, Sendable {
  /// Nothing answered: no network, no name, refused, timed out, or an untrusted certificate.
  case unreachable(String)
  /// The source answered with a refusal; `status` is the HTTP status, the text its reason in one
  /// line.
  case refused(status: Int, String)
  /// Too many calls; `retryAfter` is the seconds the source asks for, `nil` when it gives none.
  case rateLimited(retryAfter: Int?)
  /// An answer came, but not one that holds prices (captive portal, cut body).
  case malformed(String)
  /// The call was not made: the configuration does not allow it (key and host do not match, plain
  /// http).
  case misconfigured(String)

  /// Whether nothing could be reached at all (`Offline`), as against being refused
  /// (`Unable to refresh`).
  public var isOffline: Bool {
    if case .unreachable = self { true } else { false }
  }
}

/// What a price source brought: some coins, some failures, or both.
public struct PriceAnswer: Equatable, Sendable {
  /// The coins that came, each with the figures the source knows; ids the source does not know are
  /// absent.
  public var coins: [Coin]
  /// What failed; with coins beside it, a part of the request.
  public var failures: [PriceFailure]
  /// Requests that were made, for the call budget.
  public var calls: Int

  /// Makes an answer.
  public init(coins: [Coin] = [], failures: [PriceFailure] = [], calls: Int = 0) {
    self.coins = coins
    self.failures = failures
    self.calls = calls
  }
}

/// Something that knows today's prices.
public protocol PriceSource: Sendable {
  /// Asks for the prices of some coins; blocks until the answer, a failure or the source's own time
  /// limit, and never longer than 15 seconds.
  ///
  /// - Parameter ids: CoinGecko ids in any order, duplicates allowed.
  /// - Returns: What came and what failed; never throws, because a failed refresh is a state and
  ///   not an accident.
  func prices(of ids: [String]) -> PriceAnswer
}

extension PriceFailure {
  /// The failure in one line, without a final stop.
  public var reason: String {
    switch self {
    case .unreachable(let detail): "CoinGecko cannot be reached: \(detail)"
    case .refused(let status, let detail):
      // The API's own words are often a whole sentence.
      "CoinGecko refused (HTTP \(status)): "
        + (detail.hasSuffix(".") ? String(detail.dropLast()) : detail)
    case .rateLimited(let seconds?): "too many requests; CoinGecko asks to wait \(seconds) s"
    case .rateLimited(nil): "too many requests; CoinGecko asks to wait"
    case .malformed(let detail): "the answer cannot be used: \(detail)"
    case .misconfigured(let detail): detail
    }
  }
}
