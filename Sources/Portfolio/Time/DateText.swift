public import FoundationEssentials

/// A date as a user wrote it: a whole day or an instant.
public enum WrittenDate: Equatable, Sendable {
  /// A day of the user's calendar.
  case day(UTCDay)
  /// An instant.
  case instant(Date)
}

/// The day of Bitcoin's first block, 2009-01-03: there were no coins before.
public let genesisDate = Date(timeIntervalSince1970: 1_230_940_800)

extension LocalCalendar {
  /// Reads a date as users write it.
  ///
  /// `2025-01-02`, `2025-01-02 10:00` in the user's time zone, with or without seconds, an instant
  /// with `Z` or an offset, `now`, `today`, `yesterday`, and `3 days ago`, also with weeks, months,
  /// years, hours and minutes. A day in words can have a time, as `yesterday 10:00`; a time alone
  /// is today's.
  ///
  /// - Parameters:
  ///   - text: The text, in any case.
  ///   - now: The present instant.
  /// - Returns: `nil` if the text is not a date.
  public func writtenDate(_ text: String, now: Date) -> WrittenDate? {
    let words = text.lowercased().split(separator: " ").map(String.init)
    if let time = words.last, Self.isTime(time) {
      let day = words.dropLast().joined(separator: " ")
      guard case .day(let day) = writtenDate(day.isEmpty ? "today" : day, now: now) else {
        return nil
      }
      let hours = time.prefix { $0 != ":" }
      return instantText("\(day.text) \(hours.utf8.count == 1 ? "0" : "")\(time)")
        .map { .instant($0) }
    }
    switch words {
    case ["now"]: return .instant(now)
    case ["today"]: return .day(today(at: now))
    case ["yesterday"]: return .day(today(at: now).advanced(by: -1))
    default: break
    }
    if words.count == 3, words[2] == "ago" { return ago(words[0], words[1], now: now) }
    if let day = UTCDay(text: text) { return .day(day) }
    return instantText(text.uppercased()).map { .instant($0) }
  }

  /// The instant of a transaction whose date a user wrote; today means now, so that a sale today
  /// follows a purchase this morning.
  ///
  /// - Returns: `nil` if the text is not a date.
  public func transactionDate(_ text: String, now: Date) -> Date? {
    switch writtenDate(text, now: now) {
    case nil: nil
    case .instant(let instant): instant
    case .day(let day): day == today(at: now) ? now : instant(of: day)
    }
  }

  /// Whether a word is a time of day such as `14:05`, `9:30` or `14:05:30`.
  private static func isTime(_ word: String) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    return (2...3).contains(parts.count) && (1...2).contains(parts[0].utf8.count)
      && parts.dropFirst().allSatisfy { $0.utf8.count == 2 }
      && parts.allSatisfy { $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 } }
  }

  private func ago(_ count: String, _ unit: String, now: Date) -> WrittenDate? {
    guard let count = count == "a" || count == "an" ? 1 : Int(count), (0...100_000).contains(count)
    else { return nil }
    let today = today(at: now)
    switch unit.hasSuffix("s") ? String(unit.dropLast()) : unit {
    case "minute": return .instant(now.addingTimeInterval(TimeInterval(-60 * count)))
    case "hour": return .instant(now.addingTimeInterval(TimeInterval(-3600 * count)))
    case "day": return .day(today.advanced(by: -count))
    case "week": return .day(today.advanced(by: -7 * count))
    case "month": return today.earlier(months: count).map { .day($0) }
    case "year": return today.earlier(months: 12 * count).map { .day($0) }
    default: return nil
    }
  }

  /// An instant with or without seconds; without a zone it is in the user's time zone.
  private func instantText(_ text: String) -> Date? {
    guard text.utf8.count >= 16 else { return nil }
    let (minutes, rest) = (text.prefix(16), text.dropFirst(16))
    let full = rest.first == ":" ? text : "\(minutes):00\(rest)"
    if let date = Date(utcText: full) { return date }
    return Date(utcText: "\(full)Z").map { clock in
      let instant = instant(atClock: clock)
      // Two instants represent a day without a time. A typed time other than midnight must not
      // equal one.
      let marks = [UTCDay(instant).start, self.instant(of: day(of: instant))]
      return UTCDay(clock).start != clock && marks.contains(instant)
        ? Date(millisecondsSince1970: instant.millisecondsSince1970 + 1) : instant
    }
  }
}

extension UTCDay {
  /// The same day of an earlier month, or that month's last day.
  fileprivate func earlier(months: Int) -> UTCDay? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    let count = parts[0] * 12 + parts[1] - 1 - months
    guard count >= 0 else { return nil }
    for day in stride(from: parts[2], to: parts[2] - 4, by: -1) {
      if let found = UTCDay(year: count / 12, month: count % 12 + 1, day: day) { return found }
    }
    return nil
  }
}
