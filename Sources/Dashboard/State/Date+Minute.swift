import FoundationEssentials
import Portfolio

extension Date {
  /// The hour and minute in UTC, `14:05`.
  var utcClockText: String {
    let minutes = Int((timeIntervalSince1970 / 60).rounded(.down)) % 1440
    let (hour, minute) = (minutes / 60, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  /// The day with hour and minute in UTC, `2026-04-28 14:05`.
  var utcMinuteText: String { "\(utcDayText) \(utcClockText)" }
}
