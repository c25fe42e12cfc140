import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing

/// Days as people in different time zones count them.
struct LocalCalendarTests {
  private static let tokyo = LocalCalendar.ruled("JST-9")
  private static let kathmandu = LocalCalendar.kathmandu
  private static let losAngeles = LocalCalendar.losAngeles

  private static func instant(_ text: String) -> Date { Date(utcText: text) ?? .distantPast }

  @Test func `a day is shown as the user's day`() {
    let evening = Self.instant("2026-01-02T03:00:00Z")
    #expect(Self.losAngeles.dayText(evening) == "2026-01-01")
    #expect(Self.tokyo.dayText(evening) == "2026-01-02")
    #expect(Self.tokyo.dayText(Self.instant("2026-01-01T15:30:00Z")) == "2026-01-02")
    #expect(Self.kathmandu.dayText(Self.instant("2026-01-01T18:15:01Z")) == "2026-01-02")
  }

  @Test func `a day without a time is that day everywhere`() {
    let day = Self.instant("2026-01-02")
    for calendar in [Self.tokyo, Self.kathmandu, Self.losAngeles, .utc] {
      #expect(calendar.dayText(day) == "2026-01-02")
    }
  }

  @Test
  func `a day that is typed reads back as it was typed, and has the same date in UTC`() throws {
    let now = Self.instant("2027-01-01T00:00:01Z")
    for text in [
      "2026-03-08", "2026-03-09", "2026-11-01", "2026-11-02", "2026-07-01", "2026-12-30",
    ] {
      for calendar in [Self.tokyo, Self.kathmandu, Self.losAngeles, .utc] {
        let date = try #require(calendar.transactionDate(text, now: now))
        #expect(calendar.dayText(date) == text)
        #expect(date.utcDayText == text)
      }
    }
  }

  @Test func `times are those of the user's clock over both clock changes`() {
    let now = Self.instant("2027-01-01T00:00:00Z")
    let cases = [
      ("2026-03-08 01:59", "2026-03-08T09:59:00Z"), ("2026-03-08 03:01", "2026-03-08T10:01:00Z"),
      // This half hour was skipped.
      ("2026-03-08 02:30", "2026-03-08T10:30:00Z"),
      // This half hour occurred twice.
      ("2026-11-01 01:30", "2026-11-01T08:30:00Z"), ("2026-11-01 02:01", "2026-11-01T10:01:00Z"),
      ("2026-11-01 01:30Z", "2026-11-01T01:30:00Z"),
      // The instants stored for days without a time, and a midnight.
      ("2026-01-02 16:00", "2026-01-03T00:00:00.001Z"),
      ("2026-01-02 02:00", "2026-01-02T10:00:00.001Z"),
      ("2026-01-02 00:00", "2026-01-02T08:00:00Z"),
      ("2026-11-01T01:30:10+02:00", "2026-10-31T23:30:10Z"),
    ]
    for (text, expected) in cases {
      #expect(Self.losAngeles.transactionDate(text, now: now)?.utcText == expected, "\(text)")
    }
    #expect(
      Self.kathmandu.transactionDate("2026-05-01 10:00", now: now)?.utcText
        == "2026-05-01T04:15:00Z")
  }

  @Test func `today is now and yesterday is a day`() {
    let now = Self.instant("2026-06-02T03:00:00Z")
    #expect(Self.losAngeles.transactionDate("today", now: now) == now)
    #expect(Self.losAngeles.transactionDate("2026-06-01", now: now) == now)
    #expect(
      Self.losAngeles.writtenDate("yesterday", now: now) == .day(UTCDay(Self.instant("2026-05-31")))
    )
    #expect(
      Self.tokyo.writtenDate("3 days ago", now: now) == .day(UTCDay(Self.instant("2026-05-30"))))
    #expect(
      Self.tokyo.writtenDate("a month ago", now: now) == .day(UTCDay(Self.instant("2026-05-02"))))
    #expect(
      Self.tokyo.transactionDate("2 hours ago", now: now)?.utcText == "2026-06-02T01:00:00Z")
  }

  @Test(arguments: [
    ("yesterday 10:00", "2026-05-31T17:00:00Z"), ("3 days ago 14:30", "2026-05-29T21:30:00Z"),
    ("today 9:05", "2026-06-01T16:05:00Z"), ("10:00", "2026-06-01T17:00:00Z"),
    ("Yesterday 23:59:30", "2026-06-01T06:59:30Z"), ("2026-05-01 9:30", "2026-05-01T16:30:00Z"),
  ])
  func `a day in words may have a time, and a time alone is today's`(text: String, expected: String)
  {
    let now = Self.instant("2026-06-02T03:00:00Z")
    #expect(Self.losAngeles.transactionDate(text, now: now)?.utcText == expected)
  }

  @Test(arguments: [
    "", "soon", "2025-02-30", "x days ago", "2025-1-2", "yesterday 25:00", "10:60", "1:2:3",
    "2 hours ago 10:00", "soon 10:00", "2026-05-01 10:00 10:00",
  ])
  func `refuses what is not a date`(_ text: String) {
    #expect(LocalCalendar.utc.writtenDate(text, now: Self.instant("2026-06-02")) == nil)
  }
}
