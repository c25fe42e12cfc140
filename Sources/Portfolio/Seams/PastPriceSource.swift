public import Exact

/// The response of a source of past prices.
public struct PastPriceAnswer: Equatable, Sendable {
  /// US dollars per coin at the end of each day, within ``LedgerRange``, without days that the
  /// source does not have.
  public var closes: [UTCDay: ExactDecimal]
  /// Why nothing was fetched, `nil` if the source answered.
  public var failure: PriceFailure?
  /// The number of requests made, for the call budget.
  public var calls: Int

  /// Creates an answer.
  public init(closes: [UTCDay: ExactDecimal] = [:], failure: PriceFailure? = nil, calls: Int = 0) {
    self.closes = closes
    self.failure = failure
    self.calls = calls
  }
}

/// How far back a source goes, and how much one call returns.
public struct PastPriceReach: Equatable, Sendable {
  /// The first available day; `nil` without a limit.
  public let earliest: UTCDay?
  /// The maximum number of days per call.
  public let daysPerCall: Int

  /// Creates a reach.
  public init(earliest: UTCDay?, daysPerCall: Int) {
    self.earliest = earliest
    self.daysPerCall = max(1, daysPerCall)
  }
}

/// A provider of coin prices at the end of past days.
///
/// A source translates between bitpal's coin ids and its own, which callers never see.
public protocol PastPriceSource: Sendable {
  /// The source's name, such as `CoinGecko`.
  var name: String { get }

  /// How far back it goes for a coin; `nil` for an unknown coin.
  ///
  /// - Parameters:
  ///   - coinId: CoinGecko id.
  ///   - today: The present UTC day.
  func reach(of coinId: String, today: UTCDay) -> PastPriceReach?

  /// Fetches the closes of some days in one call.
  ///
  /// - Parameters:
  ///   - coinId: CoinGecko id.
  ///   - days: Days that have ended, at most as many as one call returns.
  ///   - limit: The longest time of the call; `nil` for the source's own, half a minute.
  /// - Returns: The closes, possibly including other days, but never the present one.
  func closes(
    of coinId: String, days: ClosedRange<UTCDay>, within limit: Duration?
  ) -> PastPriceAnswer
}

extension PastPriceSource {
  /// Fetches the closes of some days within the source's own time limit.
  public func closes(of coinId: String, days: ClosedRange<UTCDay>) -> PastPriceAnswer {
    closes(of: coinId, days: days, within: nil)
  }
}
