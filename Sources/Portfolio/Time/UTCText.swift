public import FoundationEssentials

extension Date {
  /// The instant in UTC as `2026-04-28T12:00:00Z`, with milliseconds only when there are any.
  public var utcText: String {
    let milliseconds = millisecondsSince1970
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000, floored: true)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var writer = DigitWriter(buffer)
      writer.add(civilDays: days)
      writer.add(UInt8(ascii: "T"), rest / 3_600_000, width: 2)
      writer.add(UInt8(ascii: ":"), rest / 60_000 % 60, width: 2)
      writer.add(UInt8(ascii: ":"), rest / 1000 % 60, width: 2)
      if rest % 1000 > 0 { writer.add(UInt8(ascii: "."), rest % 1000, width: 3) }
      writer.add(UInt8(ascii: "Z"))
      return writer.count
    }
  }

  /// The UTC day as `2026-04-28`.
  public var utcDayText: String {
    let days = millisecondsSince1970.quotientAndRemainder(dividingBy: 86_400_000, floored: true).0
    return String(unsafeUninitializedCapacity: 10) { buffer in
      var writer = DigitWriter(buffer)
      writer.add(civilDays: days)
      return writer.count
    }
  }

  /// Whole milliseconds since 1970-01-01T00:00:00Z, the resolution bitpal uses; an instant outside
  /// the years 0 to 9999 is clamped to them.
  public var millisecondsSince1970: Int {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    let years = Self.writableMilliseconds
    guard milliseconds < TimeInterval(years.upperBound) else { return years.upperBound }
    return milliseconds > TimeInterval(years.lowerBound) ? Int(milliseconds) : years.lowerBound
  }

  /// The years 0 to 9999, which date texts can represent.
  private static let writableMilliseconds = -62_167_219_200_000...253_402_300_799_999

  /// The instant with an untrusted number; `nil` outside the years 0 to 9999.
  public init?(checkedMillisecondsSince1970 milliseconds: Int) {
    guard Self.writableMilliseconds.contains(milliseconds) else { return nil }
    self.init(millisecondsSince1970: milliseconds)
  }

  /// The instant that many milliseconds after 1970-01-01T00:00:00Z.
  public init(millisecondsSince1970 milliseconds: Int) {
    self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
  }

  /// Reads `2026-04-28` (midnight UTC) or an ISO 8601 instant with seconds, an optional fraction
  /// and `Z` or an offset such as `+02:00`; a space can replace the `T`.
  ///
  /// Fractions finer than a millisecond are rounded. Invalid dates such as `2025-02-30` are
  /// rejected.
  ///
  /// - Parameter needsZone: Whether to reject a time without a zone; otherwise it is UTC.
  public init?(utcText text: some StringProtocol, needsZone: Bool = true) {
    var text = String(text)
    let date = text.withUTF8 { Date(utcUTF8: $0[...], needsZone: needsZone) }
    guard let date else { return nil }
    self = date
  }

  /// Reads an instant like ``init(utcText:needsZone:)``, from the bytes of its text.
  public init?(utcUTF8 bytes: Slice<UnsafeBufferPointer<UInt8>>, needsZone: Bool = true) {
    var scan = InstantScanner(UnsafeBufferPointer(rebasing: bytes), needsZone: needsZone)
    guard let milliseconds = scan.instant() else { return nil }
    self.init(millisecondsSince1970: milliseconds)
  }
}

extension Int {
  fileprivate func quotientAndRemainder(dividingBy divisor: Int, floored: Bool) -> (Int, Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Writes digits directly to a text's memory, because a long report has very many instants.
private struct DigitWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func add(_ mark: UInt8) {
    buffer[count] = mark
    count += 1
  }

  mutating func add(_ mark: UInt8, _ number: Int, width: Int) {
    add(mark)
    add(number, width: width)
  }

  /// Appends a number with that many digits.
  mutating func add(_ number: Int, width: Int) {
    var rest = number
    for index in (count..<(count + width)).reversed() {
      buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    count += width
  }

  mutating func add(civilDays days: Int) {
    let (year, month, day) = civilDate(days: days)
    add(year, width: 4)
    add(UInt8(ascii: "-"), month, width: 2)
    add(UInt8(ascii: "-"), day, width: 2)
  }
}

/// The proleptic Gregorian date, by era arithmetic (400-year cycles repeat exactly).
func civilDate(days: Int) -> (year: Int, month: Int, day: Int) {
  let shifted = days + 719_468
  let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097, floored: true)
  let yearOfEra =
    (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let month = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * month + 2) / 5 + 1
  let calendarMonth = month < 10 ? month + 3 : month - 9
  return (yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0), calendarMonth, day)
}

/// Days from 1970-01-01 to a Gregorian date, or `nil` when the calendar has no such day.
func civilDays(year: Int, month: Int, day: Int) -> Int? {
  let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  let length =
    switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  guard (1...12).contains(month), (1...length).contains(day) else { return nil }
  let marchYear = month <= 2 ? year - 1 : year
  let (era, yearOfEra) = marchYear.quotientAndRemainder(dividingBy: 400, floored: true)
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

/// Reads the forms that ``Date/init(utcText:)`` documents, byte by byte.
private struct InstantScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let needsZone: Bool
  private var at = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, needsZone: Bool) {
    self.bytes = bytes
    self.needsZone = needsZone
  }

  mutating func instant() -> Int? {
    guard let year = number(4), consume("-"), let month = number(2), consume("-"),
      let day = number(2),
      let days = civilDays(year: year, month: month, day: day)
    else { return nil }
    let midnight = days * 86_400_000
    if at == bytes.count { return midnight }
    guard consume("T") || consume(" "), let hour = number(2), hour < 24, consume(":"),
      let minute = number(2), minute < 60, consume(":"), let second = number(2), second < 60
    else { return nil }
    var milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
    if consume(".") {
      guard let fraction = fractionInMilliseconds() else { return nil }
      milliseconds += fraction
    }
    guard let offset = offsetInMinutes(), at == bytes.count else { return nil }
    return midnight + milliseconds - offset * 60_000
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func number(_ count: Int) -> Int? {
    guard at + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[at..<(at + count)] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    at += count
    return value
  }

  private mutating func fractionInMilliseconds() -> Int? {
    var tenths = 0
    var count = 0
    while at < bytes.count, let digit = number(1) {
      if count < 4 { tenths = tenths * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<max(count, 4) { tenths *= 10 }
    return (tenths + 5) / 10
  }

  private mutating func offsetInMinutes() -> Int? {
    if consume("Z") || !needsZone && at == bytes.count { return 0 }
    let isNegative: Bool
    if consume("+") {
      isNegative = false
    } else if consume("-") {
      isNegative = true
    } else {
      return nil
    }
    guard let hour = number(2) else { return nil }
    _ = consume(":")
    guard let minute = number(2), hour < 24, minute < 60 else { return nil }
    return (isNegative ? -1 : 1) * (hour * 60 + minute)
  }
}
