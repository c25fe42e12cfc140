import FoundationEssentials
import Portfolio

/// The order in which a format writes a date.
enum DateForm: Sendable {
  /// `2024-03-01`, `2024-03-01 10:00:00`, `2024-03-01T10:00:00.250Z`, `2024-03-01 10:00:00 UTC`.
  case yearFirst
  /// `30.01.2018 15:20:25`, `16-09-2021`, `17/11/2021`.
  case dayFirst
  /// `7/22/2019, 7:37:58 PM`.
  case monthFirst
  /// `Jan. 28, 2022, 12:13 AM`.
  case monthName
}

/// Reads an instant as a format writes it.
///
/// - Parameters:
///   - forms: The forms it may have, the first that fits decides.
///   - zone: The zone of a time that names none.
/// - Returns: `nil` when the text has none of the forms, or names a day the calendar lacks.
func foreignDate(_ text: String, _ forms: [DateForm], zone: Zone = .utc) -> Date? {
  for form in forms {
    var scanner = DateScanner(text)
    if let date = scanner.date(form, zone: zone) { return date }
  }
  return nil
}

/// Reads a date and the time behind it, byte by byte.
private struct DateScanner {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func date(_ form: DateForm, zone: Zone) -> Date? {
    guard let day = day(form) else { return nil }
    var time = "00:00:00"
    if at < bytes.count {
      guard take(where: { $0 == "T" || $0 == " " || $0 == "," }), let read = clock() else {
        return nil
      }
      time = read
    }
    skipSpaces()
    if at == bytes.count { return zone.instant(local: "\(day)T\(time)") }
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    let offset = rest == "UTC" || rest == "GMT" ? "Z" : rest
    return Date(utcText: "\(day)T\(time)\(offset)")
  }

  private mutating func day(_ form: DateForm) -> String? {
    switch form {
    case .yearFirst: yearFirst()
    case .dayFirst: dayAndMonth().map { "\($0.year)-\($0.second)-\($0.first)" }
    case .monthFirst: dayAndMonth().map { "\($0.year)-\($0.first)-\($0.second)" }
    case .monthName: monthName()
    }
  }

  private mutating func yearFirst() -> String? {
    guard let year = digits(4...4) else { return nil }
    let isCompact = at < bytes.count && isDigit(bytes[at])
    guard isCompact || take(where: { $0 == "-" || $0 == "/" || $0 == "." }),
      let month = isCompact ? digits(2...2) : digits(1...2),
      isCompact || take(where: { $0 == "-" || $0 == "/" || $0 == "." }),
      let day = isCompact ? digits(2...2) : digits(1...2)
    else { return nil }
    return "\(year)-\(month)-\(day)"
  }

  private mutating func dayAndMonth() -> (first: String, second: String, year: String)? {
    guard let first = digits(1...2), take(where: { $0 == "." || $0 == "/" || $0 == "-" }),
      let second = digits(1...2), take(where: { $0 == "." || $0 == "/" || $0 == "-" }),
      let year = digits(4...4)
    else { return nil }
    return (first, second, year)
  }

  private mutating func monthName() -> String? {
    let start = at
    while at < bytes.count, (bytes[at] | 0x20) >= UInt8(ascii: "a") { at += 1 }
    let name = String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    guard name.utf8.count >= 3, let index = names.firstIndex(where: { name.hasPrefix($0) }) else {
      return nil
    }
    _ = take { $0 == "." }
    guard take(where: { $0 == " " }), let day = digits(1...2), take(where: { $0 == "," }),
      take(where: { $0 == " " }), let year = digits(4...4)
    else { return nil }
    return "\(year)-\(padded(String(index + 1)))-\(day)"
  }

  /// `10:00`, `10:00:00`, `10:00:00.25`, `1:00 PM`, as `hh:mm:ss[.fraction]`.
  private mutating func clock() -> String? {
    skipSpaces()
    guard let hour = digits(1...2), take(where: { $0 == ":" }), let minute = digits(2...2) else {
      return nil
    }
    var second = "00"
    if take(where: { $0 == ":" }) {
      guard let read = digits(2...2) else { return nil }
      second = read
    }
    if take(where: { $0 == "." }) {
      guard let fraction = digits(1...18) else { return nil }
      second += ".\(fraction)"
    }
    guard let twentyFour = twentyFourHours(hour) else { return nil }
    return "\(twentyFour):\(minute):\(second)"
  }

  private mutating func twentyFourHours(_ hour: String) -> String? {
    let before = at
    skipSpaces()
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

  private mutating func take(where matches: (Unicode.Scalar) -> Bool) -> Bool {
    guard at < bytes.count, matches(Unicode.Scalar(bytes[at])) else { return false }
    at += 1
    return true
  }

  private mutating func skipSpaces() {
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
  }
}
