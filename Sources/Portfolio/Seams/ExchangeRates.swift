public import Exact

/// Units of one currency per unit of another, as an unrounded fraction (SPEC §3.14).
public struct ExchangeRate: Equatable, Sendable {
  /// One unit of the given currency is ``numerator`` ÷ ``denominator`` units of the requested one.
  public let numerator: ExactDecimal
  /// Greater than zero.
  public let denominator: ExactDecimal
  /// The UTC day of the rate: the requested day, or the last working day before it.
  public let day: UTCDay
  /// The publisher of the rate, such as `ECB`, or `user` for a rate given by the user.
  public let source: String

  /// Creates a rate.
  public init(numerator: ExactDecimal, denominator: ExactDecimal, day: UTCDay, source: String) {
    self.numerator = numerator
    self.denominator = denominator
    self.day = day
    self.source = source
  }
}

/// A provider of exchange rates between fiat currencies.
public protocol ExchangeRates: Sendable {
  /// The rate of a day: that of the last row not after it.
  ///
  /// - Parameters:
  ///   - from: The given currency, an ISO 4217 code in capitals.
  ///   - to: The requested currency.
  ///   - day: The UTC day.
  /// - Returns: `nil` if that row lacks a rate for either currency, or there is no such row; 1 if
  ///   the currencies are the same.
  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate?

  /// The newest rate known, with its own day; `nil` as for ``rate(from:to:on:)``.
  func newestRate(from: String, to: String) -> ExchangeRate?

  /// The day of the last known rate, however old; `nil` if there never was one.
  func lastDay(from: String, to: String) -> UTCDay?

  /// Whether a currency has a rate on any day.
  func isEverQuoted(_ currency: String) -> Bool
}

extension ExchangeRates {
  /// The day of the newest rate.
  public func lastDay(from: String, to: String) -> UTCDay? {
    newestRate(from: from, to: to)?.day
  }

  /// A source that cannot list its currencies might have any.
  public func isEverQuoted(_ currency: String) -> Bool { true }
}
