public import FoundationEssentials

/// Parses `Retry-After` (RFC 9110 §10.2.3).
public enum RetryAfter {
  /// Longer waits are capped; after that the client's own back-off applies.
  public static let longest = 300

  /// The seconds to wait, 1…300; `nil` if the header requests no wait or is malformed.
  ///
  /// - Parameters:
  ///   - text: The header: seconds, or a date.
  ///   - date: The response's own `Date`, which a date is relative to, because clocks differ.
  ///   - now: The local time, for a response without `Date`.
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
