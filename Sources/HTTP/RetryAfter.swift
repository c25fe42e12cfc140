public import FoundationEssentials

/// Reads `Retry-After` (RFC 9110 §10.2.3).
public enum RetryAfter {
  /// A server that asks for more is not believed: the client's own back-off goes on from there.
  public static let longest = 300

  /// The seconds to wait, 1…300, or `nil` when the header asks for none or cannot be read.
  ///
  /// - Parameters:
  ///   - text: The header: seconds, or a date.
  ///   - date: The answer's own `Date`, against which a date is measured; clocks differ.
  ///   - now: Our clock, for an answer without one.
  public static func seconds(_ text: String, date: String, now: Date) -> Int? {
    let wait: Int
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      wait = Int(text) ?? longest
    } else if let target = HTTPDate.instant(text) {
      let start = HTTPDate.instant(date) ?? now
      wait = Int(target.timeIntervalSince(start).rounded(.up))
    } else {
      return nil
    }
    return wait < 1 ? nil : min(wait, longest)
  }
}
