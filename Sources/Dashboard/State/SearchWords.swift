public import Exact
import FoundationEssentials

/// A parsed filter: terms that must all match.
struct SearchWords: Equatable, Sendable {
  /// A term of a filter.
  enum Term: Equatable, Sendable {
    /// A word from a coin, a kind, a day, a note or an account.
    case word(SearchText)
    /// `kind:reward`.
    case kind(SearchText)
    /// `acct:ledger`.
    case account(SearchText)
    /// `2025-08..2025-09`; either end may be open.
    case days(DayRange)
    /// `>5000`.
    case amount(AmountBound)
  }

  let terms: [Term]
  /// The typed text in lower case.
  let text: String

  init(_ text: String) {
    self.text = text.lowercased()
    terms = self.text.split(whereSeparator: \.isWhitespace).compactMap { Term(String($0)) }
  }

  var isEmpty: Bool { terms.isEmpty }

  /// The terms that are words.
  var words: [SearchText] {
    terms.compactMap { if case .word(let word) = $0 { word } else { nil } }
  }

  /// Bounds on amounts of money.
  var bounds: [AmountBound] {
    terms.compactMap { if case .amount(let bound) = $0 { bound } else { nil } }
  }

  /// Whether a list without kinds, accounts and days can match the terms.
  var isOfAmountsOnly: Bool {
    terms.allSatisfy {
      switch $0 {
      case .word, .amount: true
      case .kind, .account, .days: false
      }
    }
  }
}

extension SearchWords.Term {
  /// Parses a term; `nil` for an operator without a value.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, ["kind", "acct", "account"].contains(parts[0]) {
      guard !parts[1].isEmpty else { return nil }
      let value = SearchText(String(parts[1]))
      self = parts[0] == "kind" ? .kind(value) : .account(value)
    } else if text.first == ">" || text.first == "<" {
      guard let bound = AmountBound(text) else { return nil }
      self = .amount(bound)
    } else if let days = DayRange(text) {
      self = .days(days)
    } else {
      self = .word(SearchText(text))
    }
  }
}

/// A bound on an amount of money, such as `>5000` or `<=0.5`.
public struct AmountBound: Hashable, Sendable {
  private let limit: ExactDecimal
  private let isAbove: Bool
  private let isInclusive: Bool

  /// Parses a bound; `nil` if no number follows the sign.
  init?(_ text: String) {
    isAbove = text.first == ">"
    var rest = text.dropFirst()
    isInclusive = rest.first == "="
    if isInclusive { rest = rest.dropFirst() }
    guard let limit = ExactDecimal(ifExact: rest.filter { $0 != "," && $0 != "$" }) else {
      return nil
    }
    self.limit = limit
  }

  /// Whether an amount satisfies the bound; an unknown one never does.
  public func allows(_ amount: ExactDecimal?) -> Bool {
    guard let amount else { return false }
    return amount == limit ? isInclusive : (amount > limit) == isAbove
  }
}

/// A range of days between two date prefixes, such as `2025-08..`.
public struct DayRange: Hashable, Sendable {
  /// Digits of the first day, month or year; `nil` for an open end.
  public let from: String?
  /// Digits of the last one; `nil` for an open end.
  public let through: String?

  /// Parses a range; `nil` for any other text.
  init?(_ text: String) {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map { end in
      end.isEmpty ? nil : DatePrefix(SearchText(String(end)))?.text
    }
    guard ends[0] != nil || dots.lowerBound == text.startIndex,
      ends[1] != nil || dots.upperBound == text.endIndex, text.count > 2
    else { return nil }
    (from, through) = (ends[0], ends[1])
  }

  /// Whether the range contains a day, given as eight digits.
  func contains(_ day: String) -> Bool {
    (from.map { $0 <= day } ?? true) && (through.map { day.prefix($0.count) <= $0 } ?? true)
  }
}

/// A date prefix, such as `2025`, `2025-03` or `20250314`.
struct DatePrefix: Equatable, Sendable {
  private let digits: Int
  private let divisor: Int

  /// The typed digits, without hyphens.
  let text: String

  /// Parses a prefix; `nil` if the text cannot be one.
  init?(_ text: SearchText) {
    let hyphen = UInt8(ascii: "-")
    var digits: [UInt8] = []
    for (index, byte) in text.bytes.enumerated() {
      if byte == hyphen, index == 4 || index == 7 { continue }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      digits.append(byte)
    }
    guard (1...8).contains(digits.count) else { return nil }
    self.text = String(decoding: digits, as: UTF8.self)
    self.digits = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    divisor = (digits.count..<8).reduce(1) { divisor, _ in divisor * 10 }
  }

  /// Whether the UTC day of an instant starts with the prefix.
  func matches(_ date: Date) -> Bool { Self.number(of: date) / divisor == digits }

  /// The UTC day of an instant as eight digits.
  static func digits(of date: Date) -> String { String(number(of: date)) }

  /// The UTC day as an eight-digit number: 20250314.
  ///
  /// Years start in March, so the leap day is the last day of a year.
  private static func number(of date: Date) -> Int {
    let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0)) * 10_000 + month * 100 + day
  }
}
