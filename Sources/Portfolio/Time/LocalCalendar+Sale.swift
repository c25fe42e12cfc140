public import FoundationEssentials

extension LocalCalendar {
  /// When a sale happened whose day alone is known: after that day's purchases of its coin.
  ///
  /// - Parameters:
  ///   - date: When it is said to have happened; a time of day that was typed stays.
  ///   - before: When it is recorded to have happened, where that is edited: then it comes
  ///     after what was bought at the first instant of that day, too.
  ///   - acquisitions: When the coin's purchases and gifts happened.
  /// - Returns: The instant to keep.
  public func instant(
    ofSale date: Date, editedFrom before: Date? = nil, after acquisitions: some Sequence<Date>
  ) -> Date {
    let day = day(of: date)
    guard date == instant(of: day) else { return date }
    let isMoved = before.map { $0 != date } ?? false
    guard let latest = acquisitions.filter({ self.day(of: $0) == day }).max(),
      latest > date || isMoved
    else { return date }
    return Date(millisecondsSince1970: latest.millisecondsSince1970 + 1)
  }
}
