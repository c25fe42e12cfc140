public import Portfolio

extension LocalCalendar {
  /// UTC−8, and UTC−7 in summer: 8 March to 1 November in 2026.
  public static let losAngeles = ruled("PST8PDT,M3.2.0,M11.1.0", name: "America/Los_Angeles")
  /// UTC, and UTC+1 in summer: 29 March to 25 October in 2026.
  public static let london = ruled("GMT0BST,M3.5.0/1,M10.5.0", name: "Europe/London")
  /// UTC+5:45.
  public static let kathmandu = ruled("<+0545>-5:45", name: "Asia/Kathmandu")
  /// UTC+12, and UTC+13 in southern summer: until 5 April in 2026.
  public static let auckland = ruled("NZST-12NZDT,M9.5.0,M4.1.0/3", name: "Pacific/Auckland")
  /// UTC+14, the most of all zones.
  public static let kiritimati = ruled("<+14>-14", name: "Pacific/Kiritimati")

  /// The calendar of a `TZ` rule; UTC if the rule is invalid.
  public static func ruled(_ rule: String, name: String? = nil) -> LocalCalendar {
    LocalCalendar(name: name ?? rule, zone: ZoneTable(posix: rule) ?? ZoneTable(secondsEast: 0))
  }
}
