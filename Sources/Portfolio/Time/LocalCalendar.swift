public import FoundationEssentials

/// The days and hours of a time zone (docs/decisions/days.md).
///
/// Everything bitpal stores is an instant in UTC; this is the one place that converts between
/// instants and local days, both the user's and those of taxes. Days are ``UTCDay`` values, which
/// are only dates here.
public struct LocalCalendar: Equatable, Sendable {
  /// The zone's name, such as `Europe/London`.
  public let name: String
  private let zone: ZoneTable

  /// The calendar of a zone.
  ///
  /// - Parameters:
  ///   - name: The zone's name.
  ///   - zone: The zone's offsets from UTC.
  public init(name: String, zone: ZoneTable) {
    self.name = Self.namesOfUTC.contains(name) ? "UTC" : name
    self.zone = zone
  }

  /// The other names of UTC in the time zone database.
  private static let namesOfUTC: Set<String> = [
    "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Universal", "Zulu",
  ]

  /// The calendar of UTC.
  public static let utc = LocalCalendar(name: "UTC", zone: ZoneTable(secondsEast: 0))

  /// The day on the user's clock at an instant.
  public func today(at now: Date) -> UTCDay { UTCDay(now.moved(seconds: zone.offset(at: now))) }

  /// The day an instant is shown as: the user's, except that exactly midnight UTC, which is how
  /// files write a day without a time, is that day everywhere.
  public func day(of instant: Date) -> UTCDay {
    instant.millisecondsSince1970 % 86_400_000 == 0 ? UTCDay(instant) : today(at: instant)
  }

  /// The day an instant is shown as, as `2026-04-28`.
  public func dayText(_ instant: Date) -> String { day(of: instant).text }

  /// The time on the user's clock at an instant, written as if it were UTC.
  public func clock(at instant: Date) -> Date { instant.moved(seconds: zone.offset(at: instant)) }

  /// The day and minute on the user's clock at an instant, as `2026-04-28 14:05`.
  public func minuteText(_ instant: Date) -> String {
    String(clock(at: instant).utcText.prefix(16)).replacing("T", with: " ")
  }

  /// The instant that represents a day without a time: it has this date here and in UTC.
  ///
  /// East of Greenwich that is midnight UTC, which is this day everywhere. West of it midnight UTC
  /// is the evening before, and trades of two days would be swapped: there it is 10:00 UTC, the
  /// morning of this day from Hawaii to New Zealand, or if that is too early the zone's own
  /// midnight.
  public func instant(of day: UTCDay) -> Date {
    let midnight = instant(atClock: day.start)
    return midnight <= day.start
      ? day.start : max(midnight, day.start.addingTimeInterval(Self.secondsToMorning))
  }

  private static let secondsToMorning: TimeInterval = 36_000

  /// The instant at which the user's clock shows a time, as in ``ZoneTable/instant(atClock:)``.
  public func instant(atClock clock: Date) -> Date { zone.instant(atClock: clock) }
}

extension LocalCalendar {
  /// The instant of a sale of which only the day is known: after that day's purchases of its coin.
  ///
  /// - Parameters:
  ///   - date: The stated date; a typed time of day is kept.
  ///   - before: The recorded date, if the sale is edited: it then also follows purchases at the
  ///     first instant of that day.
  ///   - acquisitions: The instants of the coin's purchases and gifts.
  /// - Returns: The instant to store.
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
