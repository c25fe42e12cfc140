package import FoundationEssentials
import Portfolio

/// The zone of a file's local times, by its name in the time zone database or its distance from
/// UTC.
///
/// What is known of zones is written here and not read from the machine: a file means the same
/// everywhere.
package struct Zone: Equatable, Sendable {
  private let table: ZoneTable

  private init(_ table: ZoneTable) { self.table = table }

  /// Always so many minutes ahead of UTC.
  package static func fixed(minutes: Int) -> Zone { Zone(ZoneTable(secondsEast: minutes * 60)) }

  package static let utc = Zone.fixed(minutes: 0)

  /// So many minutes ahead of UTC, an hour more in summer.
  package init(minutes: Int, _ summer: DaylightSaving) {
    self.init(
      ZoneTable(posix: summer.rule(minutes: minutes)) ?? ZoneTable(secondsEast: minutes * 60))
  }

  /// The zone of a name in the time zone database, `nil` for those whose rules bitpal lacks.
  package init?(named name: String) {
    if ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Z"].contains(name) {
      self = .utc
    } else if let table = ZoneHistory.all[name] {
      self.init(table)
    } else if let (minutes, summer) = Self.summerZones[name] {
      self.init(minutes: minutes, summer)
    } else if let minutes = Self.fixedZones[name] {
      self = .fixed(minutes: minutes)
    } else {
      return nil
    }
  }

  /// The instant of a local time written `2024-03-31T02:30:00`.
  ///
  /// Of an hour that occurs twice in autumn the first is meant; a time in the hour that spring
  /// leaves out is read as standard time.
  package func instant(local text: String) -> Date? {
    Date(utcText: text + "Z").map(table.instant(atClock:))
  }
}

/// When clocks are an hour ahead of their standard time.
package enum DaylightSaving: Equatable, Sendable {
  /// From 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of October
  /// (Directive 2000/84/EC).
  case european
  /// From 02:00 of standard time on the second Sunday of March to 02:00 of summer time on the first
  /// of November (Energy Policy Act of 2005, in force since 2007).
  case american
  /// From 02:00 of standard time on the first Sunday of October to 03:00 of summer time on the first
  /// of April; in force since 2008.
  case australian
  /// From 02:00 of standard time on the last Sunday of September to 03:00 of summer time on the
  /// first of April; in force since 2007.
  case newZealand
  /// From midnight before the first Sunday after September 1 to midnight before the first after
  /// April 1; in force since 2019. In 2022 it began a week later.
  case chilean
  /// From 02:00 on the Friday before the last Sunday of March to 02:00 on the last Sunday of October
  /// (in force since 2013).
  case israeli

  /// The zone's rule as `ZoneTable` reads it.
  ///
  /// - Parameter minutes: Standard time ahead of UTC.
  package func rule(minutes: Int) -> String {
    let changes =
      switch self {
      case .european: "M3.5.0/\(minutes / 60 + 1),M10.5.0/\(minutes / 60 + 2)"
      case .american: "M3.2.0,M11.1.0"
      case .australian: "M10.1.0,M4.1.0/3"
      case .newZealand: "M9.5.0,M4.1.0/3"
      case .chilean: "M9.1.6/24,M4.1.6/24"
      case .israeli: "M3.4.4/26,M10.5.0"
      }
    let west = "\(minutes > 0 ? "-" : "")\(abs(minutes) / 60):\(abs(minutes) % 60)"
    return "<standard>\(west)<summer>,\(changes)"
  }
}
