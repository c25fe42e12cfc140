public import FoundationEssentials

/// The user's own days and hours (docs/decisions/days.md).
///
/// Everything bitpal keeps is an instant in UTC; this is the one place where instants become the
/// days a user speaks of, and back. Days are named by ``UTCDay``, which is only a date here.
public struct LocalCalendar: Sendable {
  private let offset: @Sendable (Date) -> Int

  /// A calendar by its distance from UTC.
  ///
  /// - Parameter offset: Seconds east of UTC at an instant, negative to the west.
  public init(offset: @escaping @Sendable (Date) -> Int) { self.offset = offset }

  /// The calendar of somebody whose clock shows UTC.
  public static let utc = LocalCalendar { _ in 0 }

  /// The day that the user's clock shows at an instant.
  public func today(at now: Date) -> UTCDay { UTCDay(shifted(now, by: offset(now))) }

  /// The day an instant is shown as: the user's, except that midnight UTC on the dot, which is how
  /// files write a day without a time, is that day everywhere.
  public func day(of instant: Date) -> UTCDay {
    instant.millisecondsSince1970 % 86_400_000 == 0 ? UTCDay(instant) : today(at: instant)
  }

  /// The day an instant is shown as, as `2026-04-28`.
  public func dayText(_ instant: Date) -> String { day(of: instant).text }

  /// What the user's clock shows at an instant, written as if it were UTC.
  public func clock(at instant: Date) -> Date { shifted(instant, by: offset(instant)) }

  /// The day and minute that the user's clock shows at an instant, as `2026-04-28 14:05`.
  public func minuteText(_ instant: Date) -> String {
    String(clock(at: instant).utcText.prefix(16)).replacing("T", with: " ")
  }

  /// The first moment of a day that has this date both for the user and in UTC.
  ///
  /// East of Greenwich that is midnight UTC, west of it the user's own midnight: trades of two days
  /// keep their order, and days counted in UTC agree with the user's.
  public func instant(of day: UTCDay) -> Date { max(day.start, instant(atClock: day.start)) }

  /// The instant at which the user's clock shows something.
  ///
  /// Of an hour that the clock shows twice it is the first; an hour that it skips is counted on
  /// from the hour before.
  ///
  /// - Parameter clock: What the clock shows, written as if it were UTC.
  public func instant(atClock clock: Date) -> Date {
    let before = offset(clock.addingTimeInterval(-86_400))
    let after = offset(clock.addingTimeInterval(86_400))
    let candidates = [shifted(clock, by: -before), shifted(clock, by: -after)].sorted()
    return candidates.first { shifted($0, by: offset($0)) == clock } ?? shifted(clock, by: -before)
  }

  private func shifted(_ instant: Date, by seconds: Int) -> Date {
    Date(millisecondsSince1970: instant.millisecondsSince1970 + seconds * 1000)
  }
}
