public import FoundationEssentials

extension LocalCalendar {
  /// When a sale happened of which only the day is known: after that day's purchases of its coin.
  ///
  /// - Parameters:
  ///   - date: When it is said to have happened; a time of day that was typed stays.
  ///   - acquisitions: When the coin's purchases and gifts happened.
  /// - Returns: The instant to keep.
  public func instant(ofSale date: Date, after acquisitions: some Sequence<Date>) -> Date {
    let day = day(of: date)
    guard date == instant(of: day) else { return date }
    let latest = acquisitions.filter { self.day(of: $0) == day }.max() ?? date
    guard latest > date else { return date }
    return Date(millisecondsSince1970: latest.millisecondsSince1970 + 1)
  }
}
