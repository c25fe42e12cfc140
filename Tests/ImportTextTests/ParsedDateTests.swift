import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing
import ImportText

/// Dates are read in the formats, languages and time zones that exchanges write.
///
/// - Local times follow the daylight saving time of their zone.
/// - A heading may name the zone; an unknown zone is not guessed.
/// - Impossible and ambiguous dates, and spreadsheet day numbers, are refused.
struct ParsedDateTests {
  @Test(arguments: [
    ("2024-03-01", DateFormat.yearFirst, "2024-03-01T00:00:00Z"),
    ("20240301", .yearFirst, "2024-03-01T00:00:00Z"),
    ("2024/3/1 9:05", .yearFirst, "2024-03-01T09:05:00Z"),
    ("2024-03-01 10:00:00", .yearFirst, "2024-03-01T10:00:00Z"),
    ("2017-12-01 11:24:42.9195", .yearFirst, "2017-12-01T11:24:42.920Z"),
    ("2020-08-01T15:23:40.527Z", .yearFirst, "2020-08-01T15:23:40.527Z"),
    ("2020-08-01 15:23:40.5", .yearFirst, "2020-08-01T15:23:40.500Z"),
    ("2023-02-03 10:00:00 UTC0", .yearFirst, "2023-02-03T10:00:00Z"),
    ("2025-01-17 16:57:02 UTC", .yearFirst, "2025-01-17T16:57:02Z"),
    ("2018-06-03 21:16:15 +0200", .yearFirst, "2018-06-03T19:16:15Z"),
    ("2023-06-02 16:06:47-04:00", .yearFirst, "2023-06-02T20:06:47Z"),
    ("30.01.2018 15:20:25", .dayFirst, "2018-01-30T15:20:25Z"),
    ("06.01.2023 20:08", .dayFirst, "2023-01-06T20:08:00Z"),
    ("16-09-2021", .dayFirst, "2021-09-16T00:00:00Z"),
    ("17/11/2021", .dayFirst, "2021-11-17T00:00:00Z"),
    ("7/22/2019, 7:37:58 PM", .monthFirst, "2019-07-22T19:37:58Z"),
    ("12/1/2019, 12:00:01 AM", .monthFirst, "2019-12-01T00:00:01Z"),
    ("Jan. 28, 2022, 12:13 AM", .monthName, "2022-01-28T00:13:00Z"),
    ("March 5, 2022, 12:13 PM", .monthName, "2022-03-05T12:13:00Z"),
    ("Sept. 30, 2022, 11:59 PM", .monthName, "2022-09-30T23:59:00Z"),
    ("31.03.2024 10.05.09", .dayFirst, "2024-03-31T10:05:09Z"),
    ("2024年3月31日", .yearFirst, "2024-03-31T00:00:00Z"),
    ("2024年03月31日 22時05分", .yearFirst, "2024-03-31T22:05:00Z"),
    ("2024. 3. 1. 오후 10:05", .yearFirst, "2024-03-01T22:05:00Z"),
    ("2024년 3월 1일 오전 12:05:30", .yearFirst, "2024-03-01T00:05:30Z"),
    ("31 мар 2024", .dayMonthName, "2024-03-31T00:00:00Z"),
    ("1 июля 2024 10:00", .dayMonthName, "2024-07-01T10:00:00Z"),
    ("1. června 2024", .dayMonthName, "2024-06-01T00:00:00Z"),
    ("1. července 2024", .dayMonthName, "2024-07-01T00:00:00Z"),
    ("7 września 2024", .dayMonthName, "2024-09-07T00:00:00Z"),
    ("9/18/2025 - 14:59:56", .monthFirst, "2025-09-18T14:59:56Z"),
    ("05 Jan 2024 10:00 SGT", .dayMonthName, "2024-01-05T02:00:00Z"),
    ("2024-01-05 10:00:00 WIB", .yearFirst, "2024-01-05T03:00:00Z"),
    ("2024-01-05 10:00:00 KST", .yearFirst, "2024-01-05T01:00:00Z"),
  ])
  func `each format's dates are read`(text: String, form: DateFormat, expected: String) {
    #expect(parsedDate(text, [form])?.utcText == expected)
  }

  @Test(arguments: [
    ("2024-02-30", DateFormat.yearFirst), ("2024-13-01", .yearFirst),
    ("2024-03-01 24:00:00", .yearFirst),
    ("2024-03-01x", .yearFirst), ("2024-03-01 10:00:00 CET", .yearFirst), ("01.13.2024", .dayFirst),
    ("22/7/2019", .monthFirst), ("7/22/2019, 13:37:58 PM", .monthFirst),
    ("Foo. 1, 2022", .monthName),
    ("", .yearFirst), ("yesterday", .yearFirst), ("2024-03-01 10", .yearFirst),
    ("24-03-01", .yearFirst), ("07.03.2023", .monthFirst),
    // October in Croatia, November in Poland.
    ("7 listopada 2024", .dayMonthName), ("2024-03-01 10.5", .yearFirst),
    ("2024-03-01 10.05:30", .yearFirst), ("2024年3月", .yearFirst),
  ])
  func `nonsense is no date`(text: String, form: DateFormat) {
    #expect(parsedDate(text, [form]) == nil)
  }

  @Test(arguments: [
    ("Europe/Amsterdam", "2023-11-30 11:36:46.620", "2023-11-30T10:36:46.620Z"),
    ("Europe/Amsterdam", "2023-05-19 10:29:44.141", "2023-05-19T08:29:44.141Z"),
    ("Europe/Amsterdam", "2023-03-26 01:59:59", "2023-03-26T00:59:59Z"),
    ("Europe/Amsterdam", "2023-03-26 03:00:00", "2023-03-26T01:00:00Z"),
    ("Europe/Amsterdam", "2023-03-26 02:30:00", "2023-03-26T01:30:00Z"),
    ("Europe/Amsterdam", "2023-10-29 02:30:00", "2023-10-29T00:30:00Z"),
    ("Europe/Amsterdam", "2023-10-29 03:00:00", "2023-10-29T02:00:00Z"),
    ("Europe/Amsterdam", "2024-03-31 12:00:00", "2024-03-31T10:00:00Z"),
    ("Europe/Amsterdam", "2024-03-30 12:00:00", "2024-03-30T11:00:00Z"),
    ("Europe/London", "2022-07-01 12:00:00", "2022-07-01T11:00:00Z"),
    ("Europe/London", "2022-01-01 12:00:00", "2022-01-01T12:00:00Z"),
    ("Europe/Helsinki", "2022-07-01 12:00:00", "2022-07-01T09:00:00Z"),
    ("America/Sao_Paulo", "2026-03-07 11:35:35", "2026-03-07T14:35:35Z"),
    ("Europe/Istanbul", "2022-07-01 12:00:00", "2022-07-01T09:00:00Z"),
    ("UTC", "2022-07-01 12:00:00", "2022-07-01T12:00:00Z"),
  ])
  func `local times of Europe follow its summer`(name: String, text: String, expected: String)
    throws
  {
    let zone = try #require(Zone(named: name))
    #expect(parsedDate(text, [.yearFirst], zone: zone)?.utcText == expected)
  }

  @Test(arguments: [
    ("America/New_York", "2024-03-10 01:59:59", "2024-03-10T06:59:59Z"),
    ("America/New_York", "2024-03-10 02:30:00", "2024-03-10T07:30:00Z"),
    ("America/New_York", "2024-03-10 03:00:00", "2024-03-10T07:00:00Z"),
    ("America/New_York", "2024-11-03 01:30:00", "2024-11-03T05:30:00Z"),
    ("America/New_York", "2024-11-03 02:00:00", "2024-11-03T07:00:00Z"),
    ("US/Pacific", "2021-07-01 12:00:00", "2021-07-01T19:00:00Z"),
    ("America/Toronto", "2021-01-01 12:00:00", "2021-01-01T17:00:00Z"),
    ("Asia/Tokyo", "2021-07-01 09:00:00", "2021-07-01T00:00:00Z"),
    ("Asia/Kolkata", "2021-07-01 05:30:00", "2021-07-01T00:00:00Z"),
  ])
  func `local times of America follow its summer, those of Asia none`(
    name: String, text: String, expected: String
  ) throws {
    let zone = try #require(Zone(named: name))
    #expect(parsedDate(text, [.yearFirst], zone: zone)?.utcText == expected)
  }

  @Test func `a zone without known rules is none`() {
    #expect(Zone(named: "Africa/Casablanca") == nil)
  }

  @Test(arguments: [
    ("Date (UTC-3:00)", Zone.fixed(minutes: -180)), ("Date (UTC)", .utc),
    ("Filled Time(UTC+08:00)", .fixed(minutes: 480)), ("Date (UTC+5:30)", .fixed(minutes: 330)),
  ])
  func `a heading may name the zone`(heading: String, zone: Zone) {
    #expect(Zone(heading: heading) == zone)
  }

  @Test(arguments: ["Date", "Date (EST)", "Date (UTC+25)", "Date (UTC+x)"])
  func `a heading without a zone has none`(heading: String) {
    #expect(Zone(heading: heading) == nil)
  }

  @Test(arguments: ["43258.872917", "44318", "999999999", "1.5"])
  func `a spreadsheet's days are no seconds`(cell: String) {
    #expect(parsedDate(cell, [.yearFirst, .unix]) == nil)
    #expect(parsedDate("1709287200", [.unix]) == utc("2024-03-01T10:00:00Z"))
  }

  @Test(arguments: [
    ("9 abr 2025, 23:27:47", "2025-04-09T23:27:47Z"), ("7 févr. 2023", "2023-02-07T00:00:00Z"),
    ("9. März 2025", "2025-03-09T00:00:00Z"), ("5 Okt 2021", "2021-10-05T00:00:00Z"),
    ("5 Dez. 2021", "2021-12-05T00:00:00Z"), ("9 mai 2026", "2026-05-09T00:00:00Z"),
    ("22 juin 2026", "2026-06-22T00:00:00Z"), ("3 juillet 2026", "2026-07-03T00:00:00Z"),
    ("31 de marzo de 2024", "2024-03-31T00:00:00Z"), ("01-Mar-24 10:00", "2024-03-01T10:00:00Z"),
    ("1 août 2024", "2024-08-01T00:00:00Z"), ("2 mei 2024", "2024-05-02T00:00:00Z"),
    ("3 settembre 2024", "2024-09-03T00:00:00Z"), ("1 May 2024", "2024-05-01T00:00:00Z"),
  ])
  func `months have names in the languages of headings`(cell: String, expected: String) {
    #expect(parsedDate(cell, [.yearFirst, .dayMonthName]) == utc(expected))
  }

  @Test(arguments: ["1 lis 2024", "1 jui 2024", "1 Mar 124", "31 Feb 2024"])
  func `what may be another month is none`(cell: String) {
    #expect(parsedDate(cell, [.dayMonthName]) == nil)
  }
}
