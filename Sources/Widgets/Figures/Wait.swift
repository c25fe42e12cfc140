public import FoundationEssentials
import Portfolio

/// How long something is still to be waited for: `12 s`, `5 min`, `3 h`, `9 d`.
///
/// - Parameters:
///   - date: When it comes; one that is past is a second away.
///   - now: When it is looked at.
/// - Returns: Whole units, rounded up; seconds up to 300.
public func waitText(until date: Date, at now: Date) -> String {
  let milliseconds = date.millisecondsSince1970 - now.millisecondsSince1970
  return waitText(seconds: max(1, (milliseconds + 999) / 1000))
}

/// The same for a number of seconds.
public func waitText(seconds: Int) -> String {
  switch seconds {
  case ...300: return "\(seconds) s"
  case ...7200: return "\((seconds + 59) / 60) min"
  case ...172_800: return "\((seconds + 3599) / 3600) h"
  default: return "\((seconds + 86_399) / 86_400) d"
  }
}
