public import FoundationEssentials

/// Why prices were not fetched; the source's own name is added where the failure is shown.
public enum PriceFailure: Error, Equatable, Sendable {
  /// Nothing answered: no network, no name, refused, timed out, or an untrusted certificate.
  case unreachable(String)
  /// The source answered with a refusal; `status` is the HTTP status, the text its reason in one
  /// line.
  case refused(status: Int, String)
  /// Too many calls; `retryAfter` is the seconds the source asks for, `nil` when it gives none.
  case rateLimited(retryAfter: Int?)
  /// The source has too much to do and asks to wait so many seconds.
  case overloaded(status: Int, retryAfter: Int)
  /// An answer came, but not one that holds prices (captive portal, cut body).
  case malformed(String)
  /// The call was not made: the configuration does not allow it (key and host do not match, plain
  /// http).
  case misconfigured(String)

  /// The source answered, and has a price of none of the coins.
  public static let noPrice = PriceFailure.malformed("none of the coins has a price")

  /// Whether nothing could be reached at all (`Offline`), as against being refused
  /// (`Unable to refresh`).
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

  /// The seconds the source asks to wait, or `nil`.
  public var retryAfter: Int? {
    switch self {
    case .rateLimited(let seconds): seconds
    case .overloaded(_, let seconds): seconds
    case .unreachable, .refused, .malformed, .misconfigured: nil
    }
  }
}

/// What a price source brought: some coins, some failures, or both.
public struct PriceAnswer: Equatable, Sendable {
  /// The coins that came, each with the figures the source knows; ids the source does not know are
  /// absent.
  public var coins: [Coin]
  /// What failed; where coins came too, a part of the request.
  public var failures: [PriceFailure]
  /// Requests that were made, for the call budget.
  public var calls: Int
  /// The source's own clock when it answered, or `nil` when it did not say.
  public var serverTime: Date?

  /// Makes an answer.
  public init(
    coins: [Coin] = [], failures: [PriceFailure] = [], calls: Int = 0, serverTime: Date? = nil
  ) {
    self.coins = coins
    self.failures = failures
    self.calls = calls
    self.serverTime = serverTime
  }
}

/// Something that knows today's prices.
///
/// A source maps bitpal's coin ids to its own and back; no target above it sees its ids.
public protocol PriceSource: Sendable {
  /// What the source is called, such as `CoinGecko`.
  var name: String { get }

  /// The coins of each request that ``prices(of:)`` would make, for the call budget; none when
  /// nothing is asked of anybody.
  func chunks(of ids: [String]) -> [[String]]

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
  ///
  /// - Parameter source: What the source is called.
  public func reason(from source: String) -> String {
    switch self {
    case .unreachable(let detail): "\(source) cannot be reached: \(detail)"
    case .refused(let status, let detail):
      // The source's own words are often a whole sentence.
      "\(source) refused (HTTP \(status)): "
        + (detail.hasSuffix(".") ? String(detail.dropLast()) : detail)
    case .rateLimited(let seconds?): "too many requests; \(source) asks to wait \(seconds) s"
    case .rateLimited(nil): "too many requests; \(source) asks to wait"
    case .overloaded(let status, let seconds):
      "\(source) is overloaded (HTTP \(status)) and asks to wait \(seconds) s"
    case .malformed(let detail): "the response cannot be used: \(detail)"
    case .misconfigured(let detail): detail
    }
  }
}
