public import Exact

/// What a source of past prices brought.
public struct PastPriceAnswer: Equatable, Sendable {
  /// US dollars per coin at the end of each day, within ``LedgerRange``; a day that the source does
  /// not have is absent.
  public var closes: [UTCDay: ExactDecimal]
  /// Why nothing was fetched, `nil` where the source answered.
  public var failure: PriceFailure?
  /// Requests that were made, for the call budget.
  public var calls: Int

  /// Makes an answer.
  public init(closes: [UTCDay: ExactDecimal] = [:], failure: PriceFailure? = nil, calls: Int = 0) {
    self.closes = closes
    self.failure = failure
    self.calls = calls
  }
}

/// How far back a source goes, and how much of it one call brings.
public struct PastPriceReach: Equatable, Sendable {
  /// The first day it can have; `nil` where it has no limit.
  public let earliest: UTCDay?
  /// The most days of one call.
  public let daysPerCall: Int

  /// Makes a reach.
  public init(earliest: UTCDay?, daysPerCall: Int) {
    self.earliest = earliest
    self.daysPerCall = max(1, daysPerCall)
  }
}

/// Something that knows what coins were worth at the end of days of the past.
///
/// A source maps bitpal's coin ids to its own and back; no caller sees its ids.
public protocol PastPriceSource: Sendable {
  /// What the source is called, such as `CoinGecko`.
  var name: String { get }

  /// How far back it goes for a coin; `nil` for a coin that it does not know.
  ///
  /// - Parameters:
  ///   - coinId: CoinGecko id.
  ///   - today: The present UTC day.
  func reach(of coinId: String, today: UTCDay) -> PastPriceReach?

  /// Asks for the closes of some days; one call, half a minute at most.
  ///
  /// - Parameters:
  ///   - coinId: CoinGecko id.
  ///   - days: Days that have ended, at most as many as one call brings.
  /// - Returns: The closes, perhaps of other days too; never of the present day.
  func closes(of coinId: String, days: ClosedRange<UTCDay>) -> PastPriceAnswer
}
