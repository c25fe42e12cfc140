/// What a holding must exceed to be long.
public enum HoldingPeriod: Hashable, Sendable {
  /// A year by the calendar.
  ///
  /// It begins the day after the acquisition (Rev. Rul. 66-7): what was bought on 2023-03-01 is
  /// long from 2024-03-02 on, and what was bought on the last day of a February is long from the
  /// first of March of the next year on.
  case year
  /// A number of days, none or more.
  case days(Int)

  /// The first day on which a sale is of a long holding.
  public func firstLongDay(acquired: UTCDay) -> UTCDay {
    switch self {
    case .days(let count): return acquired.advanced(by: count + 1)
    case .year:
      let (year, month, day) = acquired.advanced(by: 1).date
      // Only the 29th of February is in one year and not in the next.
      return UTCDay(year: year + 1, month: month, day: day)
        ?? acquired.advanced(by: 1 + Self.daysToMarch)
    }
  }

  /// From a 29th of February to the first of March of the next year.
  private static let daysToMarch = 366

  /// Whether a holding that was sold on a day was long.
  public func isLong(acquired: UTCDay, sold: UTCDay) -> Bool {
    sold >= firstLongDay(acquired: acquired)
  }
}
