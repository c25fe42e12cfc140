import FoundationEssentials
import Portfolio

/// The user's local days and hours (docs/decisions/days.md).
///
/// They stay the same while the dashboard runs, so that two states never differ in them.
struct LocalCalendarDays: Equatable, Sendable {
  let calendar: LocalCalendar

  static func == (left: LocalCalendarDays, right: LocalCalendarDays) -> Bool { true }

  /// The day that an instant is shown as, `2026-04-28`.
  func day(_ instant: Date) -> String { calendar.dayText(instant) }

  /// The day with hour and minute, `2026-04-28 14:05`; a day that was recorded without a time
  /// stays one.
  func minute(_ instant: Date) -> String {
    isWholeDay(instant) ? day(instant) : calendar.minuteText(instant)
  }

  /// The hour and minute that the clock shows, `14:05`.
  func clock(_ instant: Date) -> String { String(calendar.minuteText(instant).suffix(5)) }

  /// Whether an instant is what a day without a time is kept as.
  func isWholeDay(_ instant: Date) -> Bool {
    instant == calendar.instant(of: calendar.day(of: instant))
  }

  /// The day that the clock shows now.
  func today(at now: Date) -> String { calendar.today(at: now).text }
}
