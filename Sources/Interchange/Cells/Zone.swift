import FoundationEssentials
import Portfolio

/// The rule that turns a local time into an instant.
enum Zone: Equatable, Sendable {
  /// Always so many minutes ahead of UTC.
  case fixed(minutes: Int)
  /// As a country's law had it.
  case history(ZoneHistory)
  /// By a rule since a day, and as the law had it before.
  indirect case ruled(Zone, since: String, before: ZoneHistory)
  /// So many minutes ahead of UTC, an hour more in the European Union's summer: from 01:00 UTC on
  /// the last Sunday of March to 01:00 UTC on the last Sunday of October (Directive 2000/84/EC).
  case european(minutes: Int)
  /// So many minutes ahead of UTC, an hour more in America's summer: from 02:00 of standard time on
  /// the second Sunday of March to 02:00 of summer time on the first of November (Energy Policy Act
  /// of 2005, in force since 2007).
  case american(minutes: Int)
  /// So many minutes ahead of UTC, an hour more in the summer of a land of the south.
  case southern(minutes: Int, SouthernSummer)
  /// Two hours ahead of UTC, an hour more in Israel's summer: from 02:00 on the Friday before the
  /// last Sunday of March to 02:00 on the last Sunday of October (in force since 2013).
  case israeli

  static let utc = Zone.fixed(minutes: 0)

  /// The zone of a name in the time zone database, `nil` for those whose rules bitpal lacks.
  init?(named name: String) {
    if ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Z"].contains(name) {
      self = .utc
    } else if let minutes = Self.europeanZones[name] {
      self = .european(minutes: minutes)
    } else if let minutes = Self.americanZones[name] {
      self = .american(minutes: minutes)
    } else if let minutes = Self.fixedZones[name] {
      self = .fixed(minutes: minutes)
    } else if let (minutes, summer) = Self.southernZones[name] {
      self = .southern(minutes: minutes, summer)
      if let history = ZoneHistory.named(name) {
        self = .ruled(self, since: summer.since, before: history)
      }
    } else if let history = ZoneHistory.named(name) {
      let isIsrael = ["Asia/Jerusalem", "Asia/Tel_Aviv", "Israel"].contains(name)
      self = isIsrael ? .ruled(.israeli, since: "2013", before: history) : .history(history)
    } else {
      return nil
    }
  }

  /// The instant of a local time written `2024-03-31T02:30:00`.
  ///
  /// Of an hour that occurs twice in autumn the first is meant; a time in the hour that spring
  /// leaves out is read as standard time.
  func instant(local text: String) -> Date? {
    guard let asUTC = Date(utcText: text + "Z") else { return nil }
    switch self {
    case .fixed(let minutes): return asUTC.moved(minutes: -minutes)
    case .history(let history): return history.instant(of: asUTC)
    case .ruled(let zone, let day, let history):
      return text >= day ? zone.instant(local: text) : history.instant(of: asUTC)
    case .european(let minutes):
      let inSummer = asUTC.moved(minutes: -minutes - 60)
      return inSummer.isEuropeanSummer ? inSummer : asUTC.moved(minutes: -minutes)
    case .american(let minutes):
      return asUTC.moved(minutes: asUTC.isAmericanSummer ? -minutes - 60 : -minutes)
    case .southern(let minutes, let summer):
      return asUTC.moved(minutes: summer.contains(asUTC) ? -minutes - 60 : -minutes)
    case .israeli: return asUTC.moved(minutes: asUTC.isIsraeliSummer ? -180 : -120)
    }
  }
}
