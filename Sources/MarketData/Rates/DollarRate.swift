public import Exact
import FoundationEssentials
public import Portfolio

/// The US dollar rate of a currency on a day, from a user's file.
public struct DollarRate: Equatable, Sendable {
  /// The UTC day.
  public let day: UTCDay
  /// An ISO 4217 code in capitals, never `USD`.
  public let currency: String
  /// US dollars for one unit, within ``range``.
  public let dollars: ExactDecimal

  /// Makes a rate.
  public init(day: UTCDay, currency: String, dollars: ExactDecimal) {
    self.day = day
    self.currency = currency
    self.dollars = dollars
  }

  /// The rates accepted from users and files.
  public static let range =
    ExactDecimal(1, exponent: -12)...ExactDecimal(1, exponent: 12)

  /// The maximum number of significant digits of a rate, so a cross of two is still exact.
  static let maximumDigits = 18

  /// Reads `EUR=1.08`: one euro is 1.08 US dollars.
  ///
  /// - Parameter text: A code in either case, an equals sign and a number.
  /// - Returns: The code in capitals and the dollars for one unit.
  /// - Throws: ``RateTextError`` naming what is wrong.
  public static func readOverride(
    _ text: String
  ) throws(RateTextError) -> (currency: String, dollars: ExactDecimal) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .notAnOverride(text) }
    return (try readCode(parts[0]), try readRate(parts[1]))
  }

  static func readCode(_ text: Substring) throws(RateTextError) -> String {
    let code = text.uppercased()
    guard code != "USD" else { throw .dollarItself }
    guard isCode(code) else { throw .unknownCurrency(String(text)) }
    return code
  }

  static func readRate(_ text: Substring) throws(RateTextError) -> ExactDecimal {
    let rate: ExactDecimal
    do throws(DecimalTextError) { rate = try ExactDecimal(exact: text) } catch {
      throw .notANumber(String(text))
    }
    guard range.contains(rate), rate.significantDigits <= maximumDigits else {
      throw .outOfRange(String(text))
    }
    return rate
  }

  static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}

/// Why a text is not a valid exchange rate.
public enum RateTextError: Error, Equatable, Sendable {
  /// The text is not of the form `EUR=1.08`.
  case notAnOverride(String)
  /// The text is not an ISO 4217 code of three letters.
  case unknownCurrency(String)
  /// A rate for US dollars, which is always 1.
  case dollarItself
  /// The text is not a number such as `1.08`.
  case notANumber(String)
  /// The number is outside ``DollarRate/range`` or has more than 18 digits.
  case outOfRange(String)
  /// The text is not a date such as `2026-04-28`.
  case notADate(String)
  /// The line has another number of fields than the header.
  case wrongFieldCount(expected: Int, found: Int)

  /// The reason in one line, without a final period.
  public var reason: String {
    switch self {
    case .notAnOverride(let text): "\"\(text)\" is not a rate; use CODE=DOLLARS, such as EUR=1.08"
    case .unknownCurrency(let text): "\"\(text)\" is not a currency code such as EUR"
    case .dollarItself: "a US dollar is always 1; give the rate of the other currency"
    case .notANumber(let text): "\"\(text)\" is not a number such as 1.08"
    case .outOfRange(let text):
      "\(text) is outside the accepted rates (10^-12 to 10^12, at most 18 digits)"
    case .notADate(let text): "\"\(text)\" is not a valid date such as 2026-04-28"
    case .wrongFieldCount(let expected, let found):
      "expected \(expected) fields, found \(found)"
    }
  }
}
