import FoundationEssentials
import Portfolio

/// The rule that turns a local time into an instant.
enum Zone: Equatable, Sendable {
  /// Always so many minutes ahead of UTC.
  case fixed(minutes: Int)
  /// So many minutes ahead of UTC since a day, before which there was another rule that is not
  /// known here.
  case fixedSince(minutes: Int, day: String)
  /// So many minutes ahead of UTC, an hour more in the European Union's summer: from 01:00 UTC on
  /// the last Sunday of March to 01:00 UTC on the last Sunday of October (Directive 2000/84/EC).
  case european(minutes: Int)
  /// So many minutes ahead of UTC, an hour more in America's summer: from 02:00 of standard time on
  /// the second Sunday of March to 02:00 of summer time on the first of November (Energy Policy Act
  /// of 2005, in force since 2007).
  case american(minutes: Int)

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
    } else if let (minutes, day) = Self.zonesFixedSince[name] {
      self = .fixedSince(minutes: minutes, day: day)
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
    case .fixedSince(let minutes, let day):
      return text >= day ? asUTC.moved(minutes: -minutes) : nil
    case .european(let minutes):
      let inSummer = asUTC.moved(minutes: -minutes - 60)
      return isSummer(inSummer) ? inSummer : asUTC.moved(minutes: -minutes)
    case .american(let minutes):
      let inSummer = asUTC.moved(minutes: -minutes - 60)
      return isAmericanSummer(asUTC) ? inSummer : asUTC.moved(minutes: -minutes)
    }
  }

  /// Whether a local time, read as if it were UTC, is one of summer.
  ///
  /// Of the hour that occurs twice the first is meant, so that summer ends at 02:00 of its own
  /// time.
  private func isAmericanSummer(_ local: Date) -> Bool {
    let year = local.utcDayText.prefix(4)
    guard year >= "2007", let march = Date(utcText: "\(year)-03-08T03:00:00Z"),
      let november = Date(utcText: "\(year)-11-01T02:00:00Z")
    else { return false }
    return local >= march.movedToSunday && local < november.movedToSunday
  }

  private func isSummer(_ instant: Date) -> Bool {
    let year = instant.utcDayText.prefix(4)
    guard let spring = lastSunday(year: year, month: "03"),
      let autumn = lastSunday(year: year, month: "10")
    else { return false }
    return instant >= spring && instant < autumn
  }

  /// 01:00 UTC on the last Sunday of March or October, months of 31 days.
  private func lastSunday(year: Substring, month: String) -> Date? {
    guard let lastDay = Date(utcText: "\(year)-\(month)-31T01:00:00Z") else { return nil }
    // 1970-01-01 was a Thursday, four days after a Sunday.
    let days = lastDay.millisecondsSince1970 / 86_400_000
    return lastDay.moved(minutes: -(days + 4) % 7 * 1440)
  }

  private static let europeanZones: [String: Int] = {
    let names: [(Int, [String])] = [
      (0, ["Dublin", "Lisbon", "London"]),
      (
        60,
        [
          "Amsterdam", "Berlin", "Bratislava", "Brussels", "Budapest", "Copenhagen", "Ljubljana",
          "Luxembourg", "Madrid", "Malta", "Monaco", "Oslo", "Paris", "Prague", "Rome", "Stockholm",
          "Vaduz", "Vienna", "Warsaw", "Zagreb", "Zurich",
        ]
      ),
      (120, ["Athens", "Bucharest", "Helsinki", "Riga", "Sofia", "Tallinn", "Vilnius"]),
    ]
    var zones: [String: Int] = [:]
    for (minutes, cities) in names {
      for city in cities { zones["Europe/\(city)"] = minutes }
    }
    return zones
  }()
}

extension Date {
  fileprivate func moved(minutes: Int) -> Date {
    Date(millisecondsSince1970: millisecondsSince1970 + minutes * 60_000)
  }

  /// The next Sunday at the same time, or the day itself where it is one.
  fileprivate var movedToSunday: Date {
    // 1970-01-01 was a Thursday, four days after a Sunday.
    let weekday = (millisecondsSince1970 / 86_400_000 + 4) % 7
    return moved(minutes: (7 - weekday) % 7 * 1440)
  }
}
