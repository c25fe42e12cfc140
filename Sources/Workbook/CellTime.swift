/// A cell's day, time of day, or both.
struct CellTime: Equatable {
  /// The day as `yyyy-MM-dd`; `nil` for a time without a day.
  var day: String?
  /// Milliseconds since midnight, or of a duration; `nil` for a day without a time.
  var milliseconds: Int?

  /// Converts a serial number, the days since the epoch of a workbook's calendar.
  ///
  /// Excel counts 1900-01-01 as 1, and 60 as a February 29 that 1900 did not have; from 61 on the
  /// days are correct. Workbooks of old Macintosh programs count from 1904-01-01 as 0.
  ///
  /// - Returns: `nil` for a number out of range, which spreadsheets do not show as a date.
  init?(serial number: CellNumber, as format: NumberFormat, from1904: Bool) {
    guard let (days, milliseconds) = number.daysAndMilliseconds, days <= 2_958_465 else {
      return nil
    }
    if format.isElapsed || days == 0 && !(from1904 && format.showsDay) {
      self.milliseconds = days * 86_400_000 + milliseconds
      return
    }
    if from1904 {
      day = dayText(sinceMarch0000: days + Self.first1904)
    } else if days == 60 {
      day = "1900-02-29"
    } else {
      day = dayText(sinceMarch0000: days + Self.first1900 + (days < 60 ? 1 : 0))
    }
    if format.showsTime || milliseconds != 0 { self.milliseconds = milliseconds }
  }

  /// Days from 0000-03-01 to 1899-12-30.
  private static let first1900 = 693_899
  /// Days from 0000-03-01 to 1904-01-01.
  private static let first1904 = 695_361

  /// Parses `2024-03-01`, `2024-03-01T10:00:00` or `2024-03-01T10:00:00.9999999`.
  ///
  /// - Returns: `nil` for anything else, such as a time with a zone, which stays unchanged.
  init?(iso text: some Collection<UInt8>) {
    let bytes = Array(text)
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let dayOfMonth = Self.number(bytes[8..<10]), (1...12).contains(month),
      (1...31).contains(dayOfMonth)
    else { return nil }
    day = String(decoding: bytes[..<10], as: UTF8.self)
    guard bytes.count > 10 else { return }
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), let hour = Self.number(bytes[11..<13]),
      let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
      let rounded = Self.milliseconds(fraction: bytes[19...])
    else { return nil }
    let milliseconds = ((hour * 60 + minute) * 60 + second) * 1000 + rounded
    guard milliseconds >= 86_400_000 else {
      self.milliseconds = milliseconds
      return
    }
    // A fraction that rounds up can end the day.
    day = dayText(
      sinceMarch0000: daysSinceMarch0000(year: year, month: month, day: dayOfMonth)
        + milliseconds / 86_400_000)
    self.milliseconds = milliseconds % 86_400_000
  }

  /// Parses `PT10H30M15S` or `PT36H00M00.5S`; `nil` for anything else.
  init?(duration text: some Collection<UInt8>) {
    guard text.starts(with: "PT".utf8) else { return nil }
    var (total, number) = (0, [UInt8]())
    for byte in text.dropFirst(2) {
      guard !isDigit(byte), byte != UInt8(ascii: ".") else {
        number.append(byte)
        continue
      }
      let parts = number.split(separator: UInt8(ascii: "."), maxSplits: 1)
      guard let whole = parts.first.flatMap(Self.number) else { return nil }
      switch byte {
      case UInt8(ascii: "H"): total += whole * 3_600_000
      case UInt8(ascii: "M"): total += whole * 60_000
      case UInt8(ascii: "S"):
        let fraction = parts.count > 1 ? [UInt8(ascii: ".")] + parts[1] : []
        guard let milliseconds = Self.milliseconds(fraction: fraction[...]) else { return nil }
        total += whole * 1000 + milliseconds
      default: return nil
      }
      number = []
    }
    guard number.isEmpty else { return nil }
    milliseconds = total
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count < 10, digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The milliseconds of `.123456`, rounded; 0 for an empty fraction.
  private static func milliseconds(fraction: ArraySlice<UInt8>) -> Int? {
    guard let mark = fraction.first else { return 0 }
    let digits = fraction.dropFirst()
    guard mark == UInt8(ascii: "."), !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    let four = (Array(digits.prefix(4)) + Array(repeating: 0x30, count: 4)).prefix(4)
    return (four.reduce(0) { $0 * 10 + Int($1 - 0x30) } + 5) / 10
  }

  /// `2024-03-01`, `2024-03-01 10:00:00`, `10:00:00.250` and so on.
  var text: String {
    let time = milliseconds.map(Self.clock)
    return [day, time].compactMap(\.self).joined(separator: " ")
  }

  private static func clock(_ milliseconds: Int) -> String {
    func padded(_ number: Int, _ count: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let (second, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let clock = "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    return rest == 0 ? clock : "\(clock).\(padded(rest, 3))"
  }
}

/// The date of a day number since 0000-03-01; counting from March puts the leap day at the year's
/// end.
private func dayText(sinceMarch0000 days: Int) -> String {
  let (era, day) = days.quotientAndRemainder(dividingBy: 146_097)
  let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
  let dayOfYear = day - (365 * year + year / 4 - year / 100)
  let month = (5 * dayOfYear + 2) / 153
  let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
  let calendarYear = era * 400 + year + (month < 10 ? 0 : 1)
  func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
  return "\(calendarYear)-\(padded(month < 10 ? month + 3 : month - 9))-\(padded(dayOfMonth))"
}

/// The number of days from 0000-03-01 to a date.
private func daysSinceMarch0000(year: Int, month: Int, day: Int) -> Int {
  let year = month > 2 ? year : year - 1
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear
}
