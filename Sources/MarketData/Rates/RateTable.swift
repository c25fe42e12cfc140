public import Exact
public import Portfolio

/// Every known exchange rate, by precedence.
///
/// A rate that the user states for a currency applies to every day. Otherwise the newest row not
/// after the day is used, from the user's file or the ECB; on a tie, the file's.
public struct RateTable: ExchangeRates {
  /// The source of a rate that the user stated.
  public static let userSource = "user"
  /// The source of a rate from the user's file.
  public static let fileSource = "file"

  private struct Dollars {
    var numerator: ExactDecimal
    var denominator: ExactDecimal
    var day: UTCDay
    var source: String
  }

  private let reference: ECBRates
  private let overrides: [String: ExactDecimal]
  /// Rates in ascending order of days, by currency.
  private let file: [String: [DollarRate]]

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - reference: The ECB's rates, with updates merged.
  ///   - file: The user's rates by day, in any order; the last of several for one day counts.
  ///   - overrides: US dollars for one unit of a currency, by code, on every day.
  public init(
    reference: ECBRates = .builtIn, file: [DollarRate] = [], overrides: [String: ExactDecimal] = [:]
  ) {
    self.reference = reference
    self.overrides = overrides
    self.file = Dictionary(grouping: file, by: \.currency).mapValues { rates in
      rates.enumerated()
        .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
        .map(\.element)
    }
  }

  /// Codes of every currency with a rate on some day, US dollars included, ascending.
  public var codes: [String] {
    Set(reference.codes).union(file.keys).union(overrides.keys).union(["USD"]).sorted()
  }

  /// Whether any source has a rate for a currency.
  public func isEverQuoted(_ currency: String) -> Bool { codes.contains(currency) }

  /// The day of the newest row of any source; overrides have no day.
  public var newestDay: UTCDay? {
    (file.values.compactMap(\.last?.day) + [reference.newestDay].compactMap(\.self)).max()
  }

  /// The rate of a day, dated by the older rate of the two currencies.
  public func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    guard from != to else {
      return ExchangeRate(numerator: 1, denominator: 1, day: day, source: Self.userSource)
    }
    let (given, wanted) = (usersDollars(from, on: day), usersDollars(to, on: day))
    guard given != nil || wanted != nil else {
      return reference.rate(from: from, to: to, on: day)
    }
    guard let given = given ?? referenceDollars(from, on: day),
      let wanted = wanted ?? referenceDollars(to, on: day)
    else { return nil }
    return ExchangeRate(
      numerator: given.numerator * wanted.denominator,
      denominator: given.denominator * wanted.numerator,
      day: min(given.day, wanted.day),
      source: from == "USD" ? wanted.source : given.source)
  }

  /// The newest rate: that of ``newestDay``.
  public func newestRate(from: String, to: String) -> ExchangeRate? {
    newestDay.flatMap { rate(from: from, to: to, on: $0) }
  }

  /// US dollars for one unit according to the user, unless the ECB's row is newer.
  private func usersDollars(_ code: String, on day: UTCDay) -> Dollars? {
    if let stated = overrides[code] {
      return Dollars(numerator: stated, denominator: 1, day: day, source: Self.userSource)
    }
    guard let rates = file[code] else { return nil }
    let next = partitioningIndex(in: rates.count) { rates[$0].day > day }
    guard next > 0 else { return nil }
    let rate = rates[next - 1]
    if let newer = reference.rate(from: code, to: "USD", on: day), newer.day > rate.day {
      return nil
    }
    return Dollars(
      numerator: rate.dollars, denominator: 1, day: rate.day, source: Self.fileSource)
  }

  private func referenceDollars(_ code: String, on day: UTCDay) -> Dollars? {
    if code == "USD" {
      return Dollars(numerator: 1, denominator: 1, day: day, source: ECBRates.source)
    }
    return reference.rate(from: code, to: "USD", on: day).map {
      Dollars(
        numerator: $0.numerator, denominator: $0.denominator, day: $0.day, source: $0.source)
    }
  }
}
