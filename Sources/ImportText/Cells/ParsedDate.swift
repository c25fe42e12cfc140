package import FoundationEssentials
import Portfolio

/// The date formats that files use.
package enum DateFormat: Sendable {
  /// `2024-03-01`, `2024-03-01 10:00:00`, `2024-03-01T10:00:00.250Z`, `2024-03-01 10:00:00 UTC`.
  case yearFirst
  /// `24-03-01 10:00:00`, a year of this century in two digits.
  case shortYearFirst
  /// `30.01.2018 15:20:25`, `16-09-2021`, `17/11/21`.
  case dayFirst
  /// `7/22/2019, 7:37:58 PM`.
  case monthFirst
  /// `Jan. 28, 2022, 12:13 AM`, `Jan 15 2024 10:30:00`.
  case monthName
  /// `28 Jan 2022 12:13:00`.
  case dayMonthName
  /// `Tue May 26 2020 18:06:28 GMT+0000 (UTC)`.
  case weekday
  /// `14:35 2024-11-16`.
  case timeFirst
  /// Seconds or, with thirteen digits, milliseconds since 1970.
  case unix
}

/// Reads an instant in one of several formats.
///
/// - Parameters:
///   - forms: The formats to try; the first that fits decides.
///   - zone: The zone of a time without one.
/// - Returns: `nil` if no format fits, or if the day does not exist.
package func parsedDate(_ text: String, _ forms: [DateFormat], zone: Zone = .utc) -> Date? {
  if forms.first == .yearFirst, zone == .utc, let date = utcDate(text) { return date }
  let text = eastAsianDate(text) ?? text
  for form in forms {
    if form == .unix {
      if let date = unixDate(text) { return date }
      continue
    }
    var scanner = DateScanner(text)
    if let date = scanner.date(form, zone: zone) { return date }
  }
  return nil
}

/// The most common format: `2024-03-01 10:00:00`, with or without `Z` or `UTC` after it.
private func utcDate(_ text: String) -> Date? {
  guard text.utf8.count >= 19 else { return nil }
  var text = text
  return text.withUTF8 { bytes in
    let isNamed = bytes.suffix(4).elementsEqual(" UTC".utf8)
    return Date(utcUTF8: bytes.dropLast(isNamed ? 4 : 0), needsZone: false)
  }
}

/// Seconds since 1970 with or without a fraction, or milliseconds.
private func unixDate(_ text: String) -> Date? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard let whole = Int(parts[0]), whole > 0, parts.count <= 2, parts[0].utf8.count <= 13 else {
    return nil
  }
  // Shorter numbers of seconds predate Bitcoin; they are spreadsheet day numbers.
  guard parts[0].utf8.count >= 10 else { return nil }
  if parts[0].utf8.count == 13 { return Date(millisecondsSince1970: whole) }
  guard parts.count == 2 else { return Date(millisecondsSince1970: whole * 1000) }
  let thousandths = (parts[1] + "000").prefix(3)
  guard let milliseconds = Int(thousandths) else { return nil }
  return Date(millisecondsSince1970: whole * 1000 + milliseconds)
}

/// Reads a date and time byte by byte.
private struct DateScanner {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func date(_ form: DateFormat, zone: Zone) -> Date? {
    var time: String?
    if form == .timeFirst {
      time = clock()
      guard time != nil, consume(where: { $0 == " " }) else { return nil }
    }
    guard let day = day(form) else { return nil }
    if time == nil, at < bytes.count {
      guard consume(where: { $0 == "T" || $0 == " " || $0 == "," }) else { return nil }
      skipDash()
      guard let read = clock() else { return nil }
      time = read
    }
    skipSpaces()
    let local = "\(day)T\(time ?? "00:00:00")"
    if at == bytes.count { return zone.instant(local: local) }
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    guard let offset = utcOffset(rest) else { return nil }
    return Date(utcText: local + offset)
  }

  private mutating func day(_ form: DateFormat) -> String? {
    switch form {
    case .yearFirst, .timeFirst: return yearFirst(digits: 4...4)
    case .shortYearFirst: return yearFirst(digits: 2...2).map { "20\($0)" }
    case .dayFirst: return dayAndMonth().map { "\($0.year)-\($0.second)-\($0.first)" }
    // Dates with points never start with the month.
    case .monthFirst: return dayAndMonth(parts: "/-").map { "\($0.year)-\($0.first)-\($0.second)" }
    case .monthName: return monthAndDay()
    case .dayMonthName: return dayAndMonthName()
    case .weekday:
      guard word() != nil, consume(where: { $0 == " " }) else { return nil }
      return monthAndDay()
    case .unix: return nil
    }
  }

  private mutating func yearFirst(digits count: ClosedRange<Int>) -> String? {
    guard let year = digits(count) else { return nil }
    let isCompact = at < bytes.count && isDigit(bytes[at])
    // With points and a two-digit year, the day is first: `18.01.22`.
    let marks = year.utf8.count == 2 ? "-/" : "-/."
    let isMark = { (scalar: Unicode.Scalar) in marks.unicodeScalars.contains(scalar) }
    let isDotted = at < bytes.count && bytes[at] == UInt8(ascii: ".")
    guard isCompact || consume(where: isMark) else { return nil }
    if isDotted { skipSpaces() }
    guard let month = isCompact ? digits(2...2) : digits(1...2),
      isCompact || consume(where: isMark)
    else { return nil }
    if isDotted { skipSpaces() }
    guard let day = isCompact ? digits(2...2) : digits(1...2) else { return nil }
    // Hungarian dates are `2024.03.01.` or `2024. 03. 01.`.
    if isDotted { _ = consume { $0 == "." } }
    return "\(year)-\(month)-\(day)"
  }

  private mutating func dayAndMonth(
    parts marks: String = "./-"
  ) -> (first: String, second: String, year: String)? {
    let isMark = { (scalar: Unicode.Scalar) in marks.unicodeScalars.contains(scalar) }
    guard let first = digits(1...2), consume(where: isMark),
      let second = digits(1...2), consume(where: isMark),
      let year = digits(2...4), year.utf8.count != 3
    else { return nil }
    return (first, second, year.utf8.count == 2 ? "20\(year)" : year)
  }

  private mutating func monthAndDay() -> String? {
    guard let month = month() else { return nil }
    _ = consume { $0 == "." }
    guard consume(where: { $0 == " " }), let day = digits(1...2) else { return nil }
    _ = consume { $0 == "," }
    guard consume(where: { $0 == " " }), let year = digits(4...4) else { return nil }
    return "\(year)-\(month)-\(day)"
  }

  private mutating func dayAndMonthName() -> String? {
    guard let day = digits(1...2) else { return nil }
    _ = consume { $0 == "." }
    guard consume(where: { $0 == " " || $0 == "-" }) else { return nil }
    skipPreposition()
    guard let month = month() else { return nil }
    _ = consume { $0 == "." || $0 == "," }
    guard consume(where: { $0 == " " || $0 == "-" }) else { return nil }
    skipPreposition()
    // Spreadsheets write `01-Mar-24`.
    guard let year = digits(2...4), year.utf8.count != 3 else { return nil }
    return "\(year.utf8.count == 2 ? "20\(year)" : year)-\(month)-\(day)"
  }

  /// Skips the preposition in Spanish and Portuguese dates: `31 de marzo de 2024`.
  private mutating func skipPreposition() {
    if bytes[at...].starts(with: "de ".utf8) { at += 3 }
  }

  private mutating func month() -> String? {
    guard let name = word(), name.utf8.count >= 3,
      let index = monthNames.firstIndex(where: { $0.contains(where: name.hasPrefix) })
    else { return nil }
    return padded(String(index + 1))
  }

  /// A word, in lower case.
  private mutating func word() -> String? {
    let start = at
    while at < bytes.count, (bytes[at] | 0x20) >= UInt8(ascii: "a") { at += 1 }
    guard at > start else { return nil }
    return String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
  }

  /// `10:00`, `10:00:00`, `10:00:00.25`, `1:00 PM`, as `hh:mm:ss[.fraction]`.
  private mutating func clock() -> String? {
    skipSpaces()
    guard let hour = digits(1...2), at < bytes.count else { return nil }
    // Italian and Finnish times are `10.00.00`.
    let mark = Unicode.Scalar(bytes[at])
    guard mark == ":" || mark == ".", consume(where: { $0 == mark }), let minute = digits(2...2)
    else { return nil }
    var second = "00"
    if consume(where: { $0 == mark }) {
      guard let read = digits(2...2) else { return nil }
      second = read
    }
    if consume(where: { $0 == "." }) {
      let start = at
      guard digits(1...18) != nil else { return nil }
      // Keep the digits as written: padding would change the value of the fraction.
      second += "." + String(decoding: bytes[start..<at], as: UTF8.self)
    }
    guard let twentyFour = twentyFourHours(hour) else { return nil }
    return "\(twentyFour):\(minute):\(second)"
  }

  private mutating func twentyFourHours(_ hour: String) -> String? {
    let before = at
    skipSpaces()
    // Some systems write a narrow no-break space before AM and PM.
    if at + 2 < bytes.count, bytes[at...].starts(with: [0xE2, 0x80, 0xAF]) { at += 3 }
    let half = String(decoding: bytes[at..<min(at + 2, bytes.count)], as: UTF8.self).uppercased()
    guard half == "AM" || half == "PM" else {
      at = before
      return hour
    }
    at += 2
    guard let value = Int(hour), (1...12).contains(value) else { return nil }
    return padded(String(value % 12 + (half == "PM" ? 12 : 0)))
  }

  private mutating func digits(_ count: ClosedRange<Int>) -> String? {
    let start = at
    while at < bytes.count, at - start < count.upperBound, isDigit(bytes[at]) { at += 1 }
    guard count.contains(at - start) else { return nil }
    return padded(String(decoding: bytes[start..<at], as: UTF8.self))
  }

  private func padded(_ digits: String) -> String { digits.utf8.count == 1 ? "0\(digits)" : digits }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func consume(where matches: (Unicode.Scalar) -> Bool) -> Bool {
    guard at < bytes.count, matches(Unicode.Scalar(bytes[at])) else { return false }
    at += 1
    return true
  }

  /// Skips the dash in `9/18/2025 - 14:59:56`.
  private mutating func skipDash() {
    if bytes[at...].starts(with: "- ".utf8) { at += 2 }
  }

  private mutating func skipSpaces() {
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
  }
}

/// The ambiguous zone abbreviation after a time, or `nil` if there is none.
package func ambiguousZone(after text: String) -> Substring? {
  guard let space = text.lastIndex(of: " ") else { return nil }
  let letters = text[text.index(after: space)...]
  let isZone =
    (3...5).contains(letters.utf8.count)
    && letters.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  return isZone && utcOffset(String(letters)) == nil ? letters : nil
}

private let offsetsOfLetters = [
  "EST": "-05:00", "EDT": "-04:00", "CST": "-06:00", "CDT": "-05:00", "MST": "-07:00",
  "MDT": "-06:00", "PST": "-08:00", "PDT": "-07:00",
  "KST": "+09:00", "JST": "+09:00", "WIT": "+09:00", "SGT": "+08:00", "HKT": "+08:00",
  "WITA": "+08:00", "MYT": "+08:00", "PHT": "+08:00", "WIB": "+07:00", "ICT": "+07:00",
  "SAST": "+02:00",
]

/// The offset after a time: `Z`, `UTC`, `+00`, `GMT+0100 (CET)`, `EST`.
///
/// American abbreviations and those of countries without summer time are unambiguous in the files
/// that use them; all others are refused.
private func utcOffset(_ text: String) -> String? {
  if let offset = offsetsOfLetters[text] { return offset }
  var rest = text.prefix { $0 != "(" }.trimmed[...]
  if rest.hasPrefix("UTC") || rest.hasPrefix("GMT") {
    rest = rest.dropFirst(3).drop { $0 == " " }
  }
  if rest.isEmpty || rest == "Z" || rest == "0" { return "Z" }
  guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
  let digits = rest.dropFirst().filter { $0 != ":" }
  guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  switch digits.count {
  case 1: return "\(sign)0\(digits):00"
  case 2: return "\(sign)\(digits):00"
  case 4: return "\(sign)\(digits.prefix(2)):\(digits.suffix(2))"
  default: return nil
  }
}

/// Month prefixes in English, German, French, Spanish, Portuguese, Italian, Dutch, Russian, Czech,
/// Polish and the Scandinavian languages; none means two months.
///
/// "Listopad" is omitted: it is October in Croatian and November in Polish.
package let monthNames = [
  ["jan", "ene", "gen", "янв", "sty", "led"], ["feb", "fév", "fev", "фев", "lut", "úno"],
  ["mar", "mär", "mrz", "mrt", "мар", "bře"], ["apr", "abr", "avr", "апр", "kwi", "dub"],
  ["may", "mai", "mag", "mei", "maj", "май", "мая", "kvě"],
  ["jun", "juin", "giu", "июн", "cze", "červn"], ["jul", "juil", "lug", "июл", "lipc", "červenc"],
  ["aug", "ago", "aoû", "авг", "sie", "srpna"], ["sep", "set", "сен", "wrz", "zář"],
  ["oct", "okt", "out", "ott", "окт", "paź", "říj"], ["nov", "ноя"],
  ["dec", "dez", "déc", "dic", "des", "дек", "gru", "pro"],
]

/// An East Asian date with dashes, such as `2024-3-31 10:00 AM` for `2024년 3월 31일 오전 10:00`; `nil`
/// for any other text.
package func eastAsianDate(_ text: String) -> String? {
  guard text.utf8.contains(where: { $0 >= 0xE0 }) else { return nil }
  let halves = [
    ("上午", "AM"), ("午前", "AM"), ("오전", "AM"), ("下午", "PM"), ("午後", "PM"), ("오후", "PM"),
  ]
  let half = halves.first { text.contains($0.0) }?.1
  guard half != nil || text.contains("年") || text.contains("년") else { return nil }
  let parts = text.split { !$0.isNumber && $0 != ":" }
  guard parts.count >= 3, parts[0].count == 4 else { return nil }
  let clock = parts.dropFirst(3).joined(separator: ":")
  return [parts.prefix(3).joined(separator: "-"), clock, half ?? ""].filter { !$0.isEmpty }
    .joined(separator: " ")
}
