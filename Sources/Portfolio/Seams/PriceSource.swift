public import FoundationEssentials

/// Why prices were not fetched; the source's own name is added when the failure is shown.
public enum PriceFailure: Error, Equatable, Sendable {
  /// Nothing answered: no network, no name, refused, timed out, or an untrusted certificate.
  case unreachable(String)
  /// The source refused; `status` is the HTTP status, the text its reason in one line.
  case refused(status: Int, String)
  /// Too many calls; `retryAfter` is the number of seconds the source requests, or `nil`.
  case rateLimited(retryAfter: Int?)
  /// The source is overloaded and requests a wait of some seconds.
  case overloaded(status: Int, retryAfter: Int)
  /// The response has no prices (captive portal, truncated body).
  case malformed(String)
  /// The call was not made because the configuration does not allow it (key and host do not match,
  /// plain http).
  case misconfigured(String)

  /// The source answered, but has a price for none of the coins.
  public static let noPrice = PriceFailure.malformed("none of the coins has a price")

  /// Whether nothing could be reached (`Offline`), as opposed to a refusal (`Unable to refresh`).
  public var isOffline: Bool {
    if case .unreachable = self { true } else { false }
  }

  /// Whether the source asks for fewer calls.
  public var isLimited: Bool {
    switch self {
    case .rateLimited, .overloaded: true
    case .unreachable, .refused, .malformed, .misconfigured: false
    }
  }

  /// The number of seconds the source requests to wait, or `nil`.
  public var retryAfter: Int? {
    switch self {
    case .rateLimited(let seconds): seconds
    case .overloaded(_, let seconds): seconds
    case .unreachable, .refused, .malformed, .misconfigured: nil
    }
  }
}

/// The response of a price source: coins, failures, or both.
public struct PriceAnswer: Equatable, Sendable {
  /// The coins received, each with the figures the source has; unknown ids are absent.
  public var coins: [Coin]
  /// The failures; with coins, of parts of the request.
  public var failures: [PriceFailure]
  /// The number of requests made, for the call budget.
  public var calls: Int
  /// The source's clock when it answered, or `nil` if unknown.
  public var serverTime: Date?

  /// Creates an answer.
  public init(
    coins: [Coin] = [], failures: [PriceFailure] = [], calls: Int = 0, serverTime: Date? = nil
  ) {
    self.coins = coins
    self.failures = failures
    self.calls = calls
    self.serverTime = serverTime
  }
}

/// A provider of current prices.
///
/// A source translates between bitpal's coin ids and its own, which targets above never see.
public protocol PriceSource: Sendable {
  /// The source's name, such as `CoinGecko`.
  var name: String { get }

  /// The coins of each request that ``prices(of:within:)`` would make, for the call budget; empty if
  /// it would make none.
  func chunks(of ids: [String]) -> [[String]]

  /// Fetches the prices of some coins; blocks until the answer, a failure or the source's own time
  /// limit, but never longer than 15 seconds.
  ///
  /// - Parameters:
  ///   - ids: CoinGecko ids in any order, duplicates allowed.
  ///   - limit: A shorter time limit; `nil` for the source's own.
  /// - Returns: The coins and failures; it does not throw, because a failed refresh is a normal
  ///   state.
  func prices(of ids: [String], within limit: Duration?) -> PriceAnswer
}

extension PriceSource {
  /// Fetches the prices of some coins within the source's own time limit.
  public func prices(of ids: [String]) -> PriceAnswer { prices(of: ids, within: nil) }
}

extension PriceFailure {
  /// The failure in one line, without a final period.
  ///
  /// - Parameter source: The source's name.
  public func reason(from source: String) -> String {
    switch self {
    case .unreachable(let detail): "\(source) cannot be reached: \(detail)"
    case .refused(let status, let detail):
      // The source's message is often a full sentence.
      "\(source) refused (HTTP \(status)): "
        + (detail.hasSuffix(".") ? String(detail.dropLast()) : detail)
    case .rateLimited(let seconds?): "too many requests; \(source) asks to wait \(seconds) s"
    case .rateLimited(nil): "too many requests; \(source) asks to wait"
    case .overloaded(let status, let seconds):
      "\(source) is overloaded (HTTP \(status)) and asks to wait \(seconds) s"
    case .malformed(let detail): "\(source)'s response cannot be used: \(detail)"
    case .misconfigured(let detail): detail
    }
  }
}
