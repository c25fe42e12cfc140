public import FoundationEssentials
import Portfolio

/// How long ago something was, in the words of a widget's foot: `just now`, `5 min ago`, `2 h ago`,
/// `3 d ago`.
///
/// - Parameters:
///   - date: When it was; a future instant reads as just now.
///   - now: When it is looked at.
/// - Returns: Whole units, rounded down.
public func ageText(of date: Date, at now: Date) -> String {
  let minutes = (now.millisecondsSince1970 - date.millisecondsSince1970) / 60_000
  switch minutes {
  case ..<1: return "just now"
  case ..<60: return "\(minutes) min ago"
  case ..<(24 * 60): return "\(minutes / 60) h ago"
  default: return "\(minutes / (24 * 60)) d ago"
  }
}
