public import FoundationEssentials

/// The end of a day: which instants are of the day or of one before it, as
/// ``LocalCalendar/day(of:)`` has them.
public struct DayEnd: Hashable, Sendable {
  /// The zone's midnight after the day; what is of it lies before.
  public let instant: Date
  /// Midnight UTC after the day, where it comes before that of the zone: the next day without a
  /// time, which is that day everywhere.
  public let nextDay: Date?

  /// The end of a day in a zone.
  public init(of day: UTCDay, _ calendar: LocalCalendar) {
    let next = day.advanced(by: 1).start
    instant = calendar.instant(atClock: next)
    nextDay = next < instant ? next : nil
  }

  /// An instant, as what ends before it.
  public init(before instant: Date) { (self.instant, nextDay) = (instant, nil) }

  /// The last instant of the day.
  public var last: Date { instant.addingTimeInterval(-0.001) }

  /// Whether an instant is of the day or of one before it.
  public func isAfter(_ date: Date) -> Bool { date < instant && date != nextDay }
}
