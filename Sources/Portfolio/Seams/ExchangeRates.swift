public import Exact

/// Units of one currency for one unit of another, as an unrounded fraction (SPEC §3.14).
public struct ExchangeRate: Equatable, Sendable {
  /// Units of the currency wanted are ``numerator`` ÷ ``denominator`` times those given.
  public let numerator: ExactDecimal
  /// Greater than zero.
  public let denominator: ExactDecimal
  /// The UTC day the rate is of: the day asked for, or the last working day before it.
  public let day: UTCDay
  /// Who publishes the rate, such as `ECB`, or `user` for one that the user gave.
  public let source: String

  /// Makes a rate.
  public init(numerator: ExactDecimal, denominator: ExactDecimal, day: UTCDay, source: String) {
    self.numerator = numerator
    self.denominator = denominator
    self.day = day
    self.source = source
  }
}

/// Something that knows what one state's money was worth in another's.
public protocol ExchangeRates: Sendable {
  /// The rate of a day: of the last row not after it.
  ///
  /// - Parameters:
  ///   - from: The currency given, an ISO 4217 code in capitals.
  ///   - to: The currency wanted.
  ///   - day: The UTC day.
  /// - Returns: `nil` when that row has no rate for one of the two, or there is no such row; 1 when
  ///   the currencies are the same.
  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate?

  /// The newest rate known, with its own day; `nil` as for ``rate(from:to:on:)``.
  func newestRate(from: String, to: String) -> ExchangeRate?

  /// The day of the last rate there was, however old; `nil` where there never was one.
  func lastDay(from: String, to: String) -> UTCDay?

  /// Whether there is a rate of a currency on any day.
  func isEverQuoted(_ currency: String) -> Bool
}

extension ExchangeRates {
  /// The day of the newest rate.
  public func lastDay(from: String, to: String) -> UTCDay? {
    newestRate(from: from, to: to)?.day
  }

  /// A source that does not know its currencies may have any.
  public func isEverQuoted(_ currency: String) -> Bool { true }
}
