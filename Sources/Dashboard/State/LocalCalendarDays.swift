import FoundationEssentials
import Portfolio

/// The user's local days and hours (docs/decisions/days.md).
///
/// They do not change while the dashboard runs, so two states never differ in them.
struct LocalCalendarDays: Equatable, Sendable {
  let calendar: LocalCalendar

  static func == (left: LocalCalendarDays, right: LocalCalendarDays) -> Bool { true }

  /// The local day of an instant, `2026-04-28`.
  func day(_ instant: Date) -> String { calendar.dayText(instant) }

  /// The local day and time, `2026-04-28 14:05`; only the day if it was recorded without a time.
  func minute(_ instant: Date) -> String {
    isWholeDay(instant) ? day(instant) : calendar.minuteText(instant)
  }

  /// The local time of day, `14:05`.
  func clock(_ instant: Date) -> String { String(calendar.minuteText(instant).suffix(5)) }

  /// Whether an instant encodes a day without a time.
  func isWholeDay(_ instant: Date) -> Bool {
    instant == calendar.instant(of: calendar.day(of: instant))
  }

  /// The current local day.
  func today(at now: Date) -> String { calendar.today(at: now).text }
}
