public import FoundationEssentials
import Portfolio
public import WidgetTimeline

/// The age of a date in words: `just now`, `5 min ago`, `2 h ago`, `3 d ago`.
///
/// - Parameters:
///   - date: The date; a future one counts as now.
///   - now: The current time.
/// - Returns: Whole units, rounded down.
public func ageText(of date: Date, at now: Date) -> String {
  let age = Age(of: date, at: now)
  return age.count.map { "\($0) \(age.unit) ago" } ?? "just now"
}

/// The age of a date in short form: `now`, `5m`, `2h`, `3d`.
///
/// - Parameters:
///   - date: The date; a future one counts as now.
///   - now: The current time.
/// - Returns: Whole units, rounded down.
public func shortAgeText(of date: Date, at now: Date) -> String {
  let age = Age(of: date, at: now)
  return age.count.map { "\($0)\(age.unit.prefix(1))" } ?? "now"
}

extension WidgetPortfolioData {
  /// The age of the figures for a widget's footer: `Updated 5 min ago`, `Never updated`, or `No
  /// prices yet`.
  ///
  /// - Parameter now: The current time.
  public func ageNote(at now: Date) -> String {
    if isUnpriced { return "No prices yet" }
    return asOf.map { "Updated \(ageText(of: $0, at: now))" } ?? "Never updated"
  }
}

extension Date {
  /// The minute in UTC: `2026-04-28 12:30 UTC`.
  var utcMinuteText: String { "\(utcText.prefix(16).replacing("T", with: " ")) UTC" }
}

/// Elapsed time in the largest unit of which at least one has passed.
private struct Age {
  /// The number of units; `nil` below a minute.
  var count: Int?
  var unit = ""

  init(of date: Date, at now: Date) {
    let minutes = (now.millisecondsSince1970 - date.millisecondsSince1970) / 60_000
    switch minutes {
    case ..<1: break
    case ..<60: (count, unit) = (Int(minutes), "min")
    case ..<(24 * 60): (count, unit) = (Int(minutes / 60), "h")
    default: (count, unit) = (Int(minutes / (24 * 60)), "d")
    }
  }
}
