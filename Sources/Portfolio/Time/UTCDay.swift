public import FoundationEssentials

/// A calendar day in UTC, counted from 1970-01-01.
public struct UTCDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; negative before it.
  public let number: Int

  /// The day that many days after 1970-01-01.
  public init(number: Int) { self.number = number }

  /// The day with an untrusted number; `nil` outside the years 0 to 9999.
  public init?(checkedNumber number: Int) {
    guard (-719_528...2_932_896).contains(number) else { return nil }
    self.number = number
  }

  /// The day an instant falls on.
  public init(_ instant: Date) {
    let milliseconds = instant.millisecondsSince1970
    let (quotient, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    number = rest < 0 ? quotient - 1 : quotient
  }

  /// A Gregorian date, or `nil` when the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard let number = civilDays(year: year, month: month, day: day) else { return nil }
    self.number = number
  }

  /// Reads exactly the form `2026-04-28`.
  public init?(text: some StringProtocol) {
    guard text.utf8.count == 10, let midnight = Date(utcText: text) else { return nil }
    self.init(midnight)
  }

  /// The day as `2026-04-28`.
  public var text: String { start.utcDayText }

  /// Year, month and day of the Gregorian calendar, the last two counted from 1.
  public var date: (year: Int, month: Int, day: Int) { civilDate(days: number) }

  /// Midnight UTC, when the day begins.
  public var start: Date { Date(millisecondsSince1970: number * 86_400_000) }

  /// 1 for Monday to 7 for Sunday.
  public var weekday: Int {
    // 1970-01-01 was a Thursday.
    let rest = (number + 3) % 7
    return (rest < 0 ? rest + 7 : rest) + 1
  }

  /// The day that many days later.
  public func advanced(by days: Int) -> UTCDay { UTCDay(number: number + days) }

  /// Whether one day is before another.
  public static func < (left: UTCDay, right: UTCDay) -> Bool { left.number < right.number }
}
