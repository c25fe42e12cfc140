public import FoundationEssentials

/// The date format of HTTP headers (RFC 9110 §5.6.7).
public enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, the only form still in use; `nil` for any other.
  public static func instant(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      words[1].utf8.count == 2, words[3].utf8.count == 4, words[4].utf8.count == 8,
      let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    let day = "\(words[3])-\(number)-\(words[1])"
    do {
      let date = try Date("\(day)T\(words[4])Z", strategy: .iso8601)
      // An invalid day would otherwise roll over into the next month.
      return date.formatted(.iso8601.year().month().day()) == day ? date : nil
    } catch {
      return nil
    }
  }
}
