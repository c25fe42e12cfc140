import FoundationEssentials
import Portfolio

/// The summer time of a land of the south.
enum SouthernSummer: Equatable, Sendable {
  /// From 02:00 of standard time on the first Sunday of October to 03:00 of summer time on the first
  /// of April; in force since 2008.
  case australia
  /// From 02:00 of standard time on the last Sunday of September to 03:00 of summer time on the
  /// first of April; in force since 2007.
  case newZealand
  /// From midnight before the first Sunday after September 1 to midnight before the first after
  /// April 1; in force since 2019. In 2022 it began a week later.
  case chile

  /// The first day on which the rule is known to hold.
  var since: String {
    switch self {
    case .australia, .newZealand: "2008-04-06"
    case .chile: "2019-01-01"
    }
  }

  /// Whether a local time, read as if it were UTC, is one of summer.
  ///
  /// Of the hour that occurs twice the first is meant; the hour that is left out is standard time.
  func contains(_ local: Date) -> Bool {
    let year = String(local.utcDayText.prefix(4))
    guard let end = sunday(year, end), let begin = sunday(year, begin(year)) else { return false }
    return local < end || local >= begin
  }

  private func sunday(_ year: String, _ day: String) -> Date? {
    Date(utcText: "\(year)-\(day)Z")?.movedToSunday
  }

  private var end: String { self == .chile ? "04-02T00:00:00" : "04-01T03:00:00" }

  private func begin(_ year: String) -> String {
    switch self {
    case .australia: "10-01T03:00:00"
    case .newZealand: "09-24T03:00:00"
    case .chile: year == "2022" ? "09-09T01:00:00" : "09-02T01:00:00"
    }
  }
}

extension Date {
  /// Whether an instant is in the summer of the European Union.
  var isEuropeanSummer: Bool {
    guard let spring = lastSunday(ofMonth: "03", at: "01:00:00"),
      let autumn = lastSunday(ofMonth: "10", at: "01:00:00")
    else { return false }
    return self >= spring && self < autumn
  }

  /// Whether a local time, read as if it were UTC, is one of America's summer.
  ///
  /// Of the hour that occurs twice the first is meant, so that summer ends at 02:00 of its own
  /// time.
  var isAmericanSummer: Bool {
    let year = utcDayText.prefix(4)
    guard year >= "2007", let march = Date(utcText: "\(year)-03-08T03:00:00Z"),
      let november = Date(utcText: "\(year)-11-01T02:00:00Z")
    else { return false }
    return self >= march.movedToSunday && self < november.movedToSunday
  }

  /// Whether a local time, read as if it were UTC, is one of Israel's summer.
  var isIsraeliSummer: Bool {
    guard let spring = lastSunday(ofMonth: "03", at: "03:00:00"),
      let autumn = lastSunday(ofMonth: "10", at: "02:00:00")
    else { return false }
    return self >= spring.moved(minutes: -2 * 1440) && self < autumn
  }

  /// The last Sunday of a month of 31 days in the same year.
  private func lastSunday(ofMonth month: String, at time: String) -> Date? {
    Date(utcText: "\(utcDayText.prefix(4))-\(month)-25T\(time)Z")?.movedToSunday
  }

  func moved(minutes: Int) -> Date {
    Date(millisecondsSince1970: millisecondsSince1970 + minutes * 60_000)
  }

  /// The next Sunday at the same time, or the day itself where it is one.
  fileprivate var movedToSunday: Date {
    // 1970-01-01 was a Thursday, four days after a Sunday.
    let weekday = (millisecondsSince1970 / 86_400_000 + 4) % 7
    return moved(minutes: (7 - weekday) % 7 * 1440)
  }
}
