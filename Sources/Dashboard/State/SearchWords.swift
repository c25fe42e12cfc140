import FoundationEssentials

/// What a filter looks for: words that must all be found.
struct SearchWords: Equatable, Sendable {
  let words: [SearchText]
  /// What was typed, in lower case.
  let text: String

  init(_ text: String) {
    self.text = text.lowercased()
    words = self.text.split(whereSeparator: \.isWhitespace).map { SearchText(String($0)) }
  }

  var isEmpty: Bool { words.isEmpty }
}

/// The beginning of a date as it is typed, such as `2025`, `2025-03` or `20250314`.
struct DatePrefix: Equatable, Sendable {
  private let digits: Int
  private let divisor: Int

  /// The digits as they were typed, without hyphens.
  let text: String

  /// `nil` when the text cannot be the beginning of a date.
  init?(_ text: SearchText) {
    let hyphen = UInt8(ascii: "-")
    var digits: [UInt8] = []
    for (place, byte) in text.bytes.enumerated() {
      if byte == hyphen, place == 4 || place == 7 { continue }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      digits.append(byte)
    }
    guard (1...8).contains(digits.count) else { return nil }
    self.text = String(decoding: digits, as: UTF8.self)
    self.digits = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    divisor = (digits.count..<8).reduce(1) { divisor, _ in divisor * 10 }
  }

  /// Whether the UTC day of an instant begins so.
  func matches(_ date: Date) -> Bool { Self.number(of: date) / divisor == digits }

  /// The UTC day as a number of eight digits: 20250314.
  ///
  /// Years are counted from March, so that the leap day is a year's last.
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
