import BitpalTesting
import FoundationEssentials
import HTTP
import Testing

private let noon = utc("2026-04-22T12:00:00Z")

/// `Retry-After` is read as seconds or as a date by the server's clock, up to five minutes.
struct RetryAfterHeaders {
  @Test(arguments: [
    ("53", 53), ("119", 119), ("1", 1), ("300", 300), ("301", 300), ("99999", 300),
    ("99999999999999999999999", 300), ("0", nil), ("", nil), ("-5", nil), ("1.5", nil),
    ("soon", nil), ("53, 54", nil), ("٥٣", nil),
  ])
  func `count seconds`(text: String, seconds: Int?) {
    #expect(RetryAfter.seconds(text, date: "", now: noon) == seconds)
  }

  @Test(arguments: [
    ("Wed, 22 Apr 2026 12:01:00 GMT", "", 60),
    ("Wed, 22 Apr 2026 12:01:00 GMT", "Wed, 22 Apr 2026 12:00:30 GMT", 30),
    ("Wed, 22 Apr 2026 12:01:00 GMT", "Wed, 22 Apr 2026 13:00:00 GMT", nil),
    ("Wed, 22 Apr 2026 12:00:00 GMT", "", nil), ("Tue, 21 Apr 2026 12:00:00 GMT", "", nil),
    ("Fri, 01 Jan 2027 00:00:00 GMT", "", 300), ("Wed, 22 Apr 2026 12:01:00 GMT", "rubbish", 60),
    ("Wed, 31 Feb 2026 12:01:00 GMT", "", nil), ("Wed, 22 Foo 2026 12:01:00 GMT", "", nil),
    ("Wed, 22 Apr 2026 12:01:00 CET", "", nil), ("2026-04-22T12:01:00Z", "", nil),
  ])
  func `name a date`(text: String, date: String, seconds: Int?) {
    #expect(RetryAfter.seconds(text, date: date, now: noon) == seconds)
  }
}
