import FoundationEssentials
internal import Portfolio

/// Reads `Retry-After` (RFC 9110 §10.2.3).
enum RetryAfter {
  /// A server that asks for more is not believed: the own back-off goes on from there.
  static let longest = 300

  /// The seconds to wait, 1…300, or `nil` when the header asks for none or cannot be read.
  ///
  /// - Parameters:
  ///   - text: The header: seconds, or a date.
  ///   - date: The answer's own `Date`, against which a date is measured; clocks differ.
  ///   - now: Our clock, for an answer without one.
  static func seconds(_ text: String, date: String, now: Date) -> Int? {
    let wait: Int
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      wait = Int(text) ?? longest
    } else if let target = instant(text) {
      let start = instant(date) ?? now
      wait = (target.millisecondsSince1970 - start.millisecondsSince1970 + 999) / 1000
    } else {
      return nil
    }
    return wait < 1 ? nil : min(wait, longest)
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that is still sent.
  private static func instant(_ text: String) -> Date? {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return Date(utcText: "\(words[3])-\(number)-\(words[1])T\(words[4])Z")
  }
}
