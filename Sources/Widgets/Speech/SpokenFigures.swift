import CellGrid
import Exact
import FoundationEssentials
import MarketData
import Portfolio

/// Formats amounts of a currency in words and digits.
struct SpokenMoney {
  private let currency: Currency

  init(code: String) { currency = NumberFormat(code: code).currency }

  /// The currency's name: `US dollar`, `euro`.
  var name: String { currency.code == "EUR" ? "euro" : currency.name }

  /// The plural: `dollars`, `euros`, `Swiss francs`, `Japanese yen`.
  var plural: String {
    switch currency.code {
    case usDollarCode: "dollars"
    case "GBP": "pounds sterling"
    case "CNY", "JPY", "KRW", "THB", "VND": currency.name
    case "CZK": "Czech korunas"
    case "RON": "Romanian lei"
    default: "\(name)s"
    }
  }

  /// Wording for an amount that is not zero but rounds to it.
  var lessThanSmallest: String {
    let smallest = ExactDecimal(1, exponent: -currency.minorDigits)
    let isCent = ["USD", "EUR"].contains(currency.code)
    return isCent ? "less than one cent" : "less than \(smallest.description) \(plural)"
  }

  /// An amount without a sign: `1,234.50 dollars`, `less than one cent`, `less than 1 Japanese
  /// yen`.
  func text(_ value: ExactDecimal) -> String {
    let magnitude = value.magnitude
    let rounded = magnitude.rounded(places: currency.minorDigits)
    if rounded == 0, magnitude != 0 { return lessThanSmallest }
    return "\(Figures.grouped(rounded, places: currency.minorDigits)) \(plural)"
  }
}

/// Percentage without a sign: `25.34 percent`.
func spokenPercent(_ value: ExactDecimal) -> String {
  let text = Figures.percent(value.magnitude)
  if text.hasPrefix("<") { return "less than 0.01 percent" }
  return "\(text.drop { $0 == "+" }.dropLast()) percent"
}

/// The age of a date without abbreviations: `just now`, `1 minute ago`, `2 hours ago`.
func spokenAge(of date: Date, at now: Date) -> String {
  let words = ageText(of: date, at: now).split(separator: " ")
  guard let number = words.first, let unit = words.dropFirst().first, words.count == 3 else {
    return "just now"
  }
  let name = ["min": "minute", "h": "hour", "d": "day"][unit] ?? String(unit)
  return "\(number) \(name)\(number == "1" ? "" : "s") ago"
}

/// The first name that contains a letter or digit, without anything unpronounceable.
func pronounceable(of names: [String]) -> String {
  for name in names {
    let spoken = cleaned(
      String(String.UnicodeScalarView(cleaned(name).unicodeScalars.map { isSpoken($0) ? $0 : " " }))
    )
    if spoken.unicodeScalars.contains(where: { $0.properties.isAlphabetic || isDigit($0) }) {
      return spoken
    }
  }
  return "A coin without a name"
}

private func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.isAlphabetic || isDigit(scalar) || "-.'&".unicodeScalars.contains(scalar)
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.generalCategory == .decimalNumber
}
