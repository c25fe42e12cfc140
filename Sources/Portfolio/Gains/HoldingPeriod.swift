/// The period a holding must exceed to be long-term.
public enum HoldingPeriod: Hashable, Sendable {
  /// A calendar year.
  ///
  /// It begins the day after the acquisition (Rev. Rul. 66-7): coins bought on 2023-03-01 are
  /// long-term from 2024-03-02, and coins bought on the last day of February from March 1 of the
  /// next year.
  case year
  /// A number of days, zero or more.
  case days(Int)

  /// The first day on which a sale counts as long-term.
  public func firstLongDay(acquired: UTCDay) -> UTCDay {
    switch self {
    case .days(let count): return acquired.advanced(by: count + 1)
    case .year:
      let (year, month, day) = acquired.advanced(by: 1).date
      // Only February 29 exists in one year and not in the next.
      return UTCDay(year: year + 1, month: month, day: day)
        ?? acquired.advanced(by: 1 + Self.daysToMarch)
    }
  }

  /// From a February 29 to March 1 of the next year.
  private static let daysToMarch = 366

  /// Whether a holding sold on a given day was long-term.
  public func isLong(acquired: UTCDay, sold: UTCDay) -> Bool {
    sold >= firstLongDay(acquired: acquired)
  }
}
