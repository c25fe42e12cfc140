public import FoundationEssentials
import Portfolio

/// The time until a date: `12 s`, `5 min`, `3 h`, `9 d`.
///
/// - Parameters:
///   - date: The date; a past one counts as one second away.
///   - now: The current time.
/// - Returns: Whole units, rounded up; seconds up to 300.
public func waitText(until date: Date, at now: Date) -> String {
  let milliseconds = date.millisecondsSince1970 - now.millisecondsSince1970
  return waitText(seconds: max(1, (milliseconds + 999) / 1000))
}

/// A number of seconds as a waiting time.
public func waitText(seconds: Int) -> String {
  switch seconds {
  case ...300: return "\(seconds) s"
  case ...7200: return "\((seconds + 59) / 60) min"
  case ...172_800: return "\((seconds + 3599) / 3600) h"
  default: return "\((seconds + 86_399) / 86_400) d"
  }
}
