public import FoundationEssentials
public import Portfolio
import WidgetTimeline

/// The label of a 24-hour change: `24 h`; for prices older than an hour, `24 h to Apr 28`; if some
/// holdings are excluded, `24 h, 5 of 7`.
///
/// - Parameters:
///   - change: The change.
///   - holdingCount: The number of all holdings.
///   - now: The current time.
public func dayLabel(_ change: DayChange, of holdingCount: Int, at now: Date) -> String {
  let label = dayLabel(endingAt: change.asOf, at: now)
  return change.count < holdingCount ? "\(label), \(change.count) of \(holdingCount)" : label
}

/// The label of a 24-hour change: `24 h`; for prices older than an hour, `24 h to Apr 28`.
///
/// - Parameters:
///   - end: The time of the prices; `nil` if unknown.
///   - now: The current time.
public func dayLabel(endingAt end: Date?, at now: Date) -> String {
  guard let end, isOutdated(since: end, at: now) else { return "24 h" }
  let day = MonthAndDay(end)
  return "24 h to \(day.month.prefix(3)) \(day.day)"
}

/// A UTC day as month and day of the month.
struct MonthAndDay {
  /// `April`.
  let month: String
  /// From 1.
  let day: Int

  init(_ date: Date) {
    let parts = date.utcDayText.split(separator: "-").compactMap { Int($0) }
    month = parts.count == 3 ? Self.months[parts[1] - 1] : ""
    day = parts.last ?? 0
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
