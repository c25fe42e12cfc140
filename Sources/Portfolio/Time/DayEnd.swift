public import FoundationEssentials

/// The end of a day: which instants belong to the day or to one before it, as in
/// ``LocalCalendar/day(of:)``.
public struct DayEnd: Hashable, Sendable {
  /// The zone's midnight after the day; earlier instants belong to it.
  public let instant: Date
  /// Midnight UTC after the day, if it precedes the zone's midnight: it represents the next day
  /// without a time, which is that day everywhere.
  public let nextDay: Date?

  /// The end of a day in a zone.
  public init(of day: UTCDay, _ calendar: LocalCalendar) {
    let next = day.advanced(by: 1).start
    instant = calendar.instant(atClock: next)
    nextDay = next < instant ? next : nil
  }

  /// An instant as the end of what precedes it.
  public init(before instant: Date) { (self.instant, nextDay) = (instant, nil) }

  /// The last instant of the day.
  public var last: Date { instant.addingTimeInterval(-0.001) }

  /// Whether an instant belongs to the day or to one before it.
  public func isAfter(_ date: Date) -> Bool { date < instant && date != nextDay }
}
