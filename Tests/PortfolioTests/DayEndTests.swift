import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing

/// The end of a day in five time zones.
struct DayEndTests {
  private static let zones: [LocalCalendar] = [
    .losAngeles, .london, .kathmandu, .auckland, .kiritimati, .utc,
  ]

  @Test(arguments: [
    (LocalCalendar.losAngeles, "2025-12-31", "2026-01-01T08:00:00Z"),
    (.losAngeles, "2026-03-08", "2026-03-09T07:00:00Z"),
    (.london, "2026-03-28", "2026-03-29T00:00:00Z"),
    (.london, "2026-03-29", "2026-03-29T23:00:00Z"),
    (.london, "2026-10-24", "2026-10-24T23:00:00Z"),
    (.london, "2026-10-25", "2026-10-26T00:00:00Z"),
    (.kathmandu, "2025-12-31", "2025-12-31T18:15:00Z"),
    (.auckland, "2025-12-31", "2025-12-31T11:00:00Z"),
    (.auckland, "2026-04-05", "2026-04-05T12:00:00Z"),
    (.kiritimati, "2025-12-31", "2025-12-31T10:00:00Z"),
  ])
  func `a day ends at midnight of its zone`(zone: LocalCalendar, day: String, instant: String)
    throws
  {
    let end = DayEnd(of: try #require(UTCDay(text: day)), zone)
    let midnight = utc(instant)
    #expect(end.instant == midnight)
    #expect(end.isAfter(midnight.addingTimeInterval(-0.001)))
    #expect(!end.isAfter(midnight))
  }

  @Test(arguments: zones)
  func `what is of the day or before it is what the calendar says`(zone: LocalCalendar) throws {
    for text in ["2025-12-31", "2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25"] {
      let day = try #require(UTCDay(text: text))
      let end = DayEnd(of: day, zone)
      for minutes in stride(from: -3 * 1440, to: 3 * 1440, by: 15) {
        for milliseconds in [-1, 0, 1] {
          let instant = Date(
            millisecondsSince1970: day.start.millisecondsSince1970 + minutes * 60_000
              + milliseconds)
          #expect(
            end.isAfter(instant) == (zone.day(of: instant) <= day),
            "\(zone.name) \(text) \(instant.utcText)")
        }
      }
      for other in [day, day.advanced(by: 1)] {
        #expect(end.isAfter(zone.instant(of: other)) == (other == day), "\(zone.name) \(text)")
        #expect(end.isAfter(other.start) == (other == day), "\(zone.name) \(text)")
      }
    }
  }
}
