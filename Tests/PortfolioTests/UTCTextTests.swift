import FoundationEssentials
import Portfolio
import Testing

/// Dates and times are read strictly and written in one form, exact to the millisecond.
struct UTCTextTests {
  @Test(arguments: [
    ("2026-04-28", "2026-04-28T00:00:00Z"),
    ("2026-04-28T12:00:00Z", "2026-04-28T12:00:00Z"),
    ("2026-04-28 12:00:00+02:00", "2026-04-28T10:00:00Z"),
    ("2026-04-28T08:01:08.825Z", "2026-04-28T08:01:08.825Z"),
    ("2017-12-01T11:24:42.9195Z", "2017-12-01T11:24:42.920Z"),
    ("2024-02-29T23:59:59-0130", "2024-03-01T01:29:59Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ("0001-01-01", "0001-01-01T00:00:00Z"), ("9999-12-31", "9999-12-31T00:00:00Z"),
  ])
  func `reads days and instants, and writes them in one form`(_ text: String, written: String)
    throws
  {
    #expect(try #require(Date(utcText: text)).utcText == written)
  }

  @Test(arguments: [
    "", "2025-02-29", "2025-13-01", "2025-00-10", "2025-1-1", "28.04.2026",
    "2026-04-28T24:00:00Z",
    "2026-04-28T12:00Z", "2026-04-28T12:00:00", "2026-04-28T12:00:00.Z", "2026-04-28Z",
    "2026-04-28T12:00:00Zjunk", "２０２６-04-28",
  ])
  func `refuses calendar nonsense and loose forms`(_ text: String) {
    #expect(Date(utcText: text) == nil)
  }

  @Test func `every day of four centuries comes back`() {
    for day in stride(from: -80_000, to: 80_000, by: 7) {
      let date = Date(millisecondsSince1970: day * 86_400_000)
      #expect(Date(utcText: date.utcDayText) == date)
    }
  }
}
