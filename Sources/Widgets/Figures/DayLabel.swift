public import FoundationEssentials
public import Portfolio
import WidgetTimeline

/// What a change over 24 hours is called: `24 h`, at prices that are more than an hour old
/// `24 h to Apr 28`, and where some holdings are left out `24 h, 5 of 7`.
///
/// - Parameters:
///   - change: The change.
///   - holdingCount: All holdings of the portfolio.
///   - now: When it is looked at.
public func dayLabel(_ change: DayChange, of holdingCount: Int, at now: Date) -> String {
  let label = dayLabel(endingAt: change.asOf, at: now)
  return change.count < holdingCount ? "\(label), \(change.count) of \(holdingCount)" : label
}

/// What a change over 24 hours is called: `24 h`, or at prices that are more than an hour old
/// `24 h to Apr 28`.
///
/// - Parameters:
///   - end: When the prices were made, `nil` where that is not known.
///   - now: When it is looked at.
public func dayLabel(endingAt end: Date?, at now: Date) -> String {
  guard let end, isOutdated(since: end, at: now) else { return "24 h" }
  let day = MonthAndDay(end)
  return "24 h to \(day.month.prefix(3)) \(day.day)"
}

/// A day in UTC as a person says it, without its year.
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
