import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing

/// Time zones as rules and as files.
struct ZoneTableTests {
  private func clock(_ calendar: LocalCalendar, _ instant: String) -> String {
    calendar.minuteText(utc(instant))
  }

  @Test(arguments: [
    ("PST8PDT,M3.2.0,M11.1.0", "2026-03-08T09:59:59Z", "2026-03-08 01:59"),
    ("PST8PDT,M3.2.0,M11.1.0", "2026-03-08T10:00:00Z", "2026-03-08 03:00"),
    ("PST8PDT,M3.2.0,M11.1.0", "2026-11-01T08:59:59Z", "2026-11-01 01:59"),
    ("PST8PDT,M3.2.0,M11.1.0", "2026-11-01T09:00:00Z", "2026-11-01 01:00"),
    ("GMT0BST,M3.5.0/1,M10.5.0", "2026-03-29T00:59:59Z", "2026-03-29 00:59"),
    ("GMT0BST,M3.5.0/1,M10.5.0", "2026-03-29T01:00:00Z", "2026-03-29 02:00"),
    ("GMT0BST,M3.5.0/1,M10.5.0", "2026-10-25T01:00:00Z", "2026-10-25 01:00"),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-04-04T13:59:59Z", "2026-04-05 02:59"),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-04-04T14:00:00Z", "2026-04-05 02:00"),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-09-26T14:00:00Z", "2026-09-27 03:00"),
    ("<+0545>-5:45", "1969-12-31T23:59:59Z", "1970-01-01 05:44"),
    ("<+14>-14", "2026-12-31T10:00:00Z", "2027-01-01 00:00"),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", "2026-01-01 00:00"),
    ("EST5EDT,J60,J300", "2024-02-29T12:00:00Z", "2024-02-29 07:00"),
    ("EST5EDT,J60,J300", "2024-03-01T12:00:00Z", "2024-03-01 08:00"),
    ("EST5EDT,59,300", "2024-02-29T12:00:00Z", "2024-02-29 08:00"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", "2026-03-28 22:59"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", "2026-03-29 00:00"),
  ])
  func `a rule changes its clock to the second`(rule: String, instant: String, expected: String) {
    #expect(clock(.ruled(rule), instant) == expected)
  }

  @Test(arguments: [
    "", "Europe/London", "PST", "P8", "PST25", "PST8PDT,M3.2.0", "PST8PDT,M13.2.0,M11.1.0",
    "PST8PDT,M3.2.0,M11.1.0x", "PST8PDT,J0,J1", "<+14-14", "PST8PDT", "PST8:60",
  ])
  func `what is no rule is none`(_ text: String) { #expect(ZoneTable(posix: text) == nil) }

  /// A file with two transitions, in 2000 and 2001, followed by a rule.
  private func file(footer: String = "JST-9", kinds: [UInt8] = [1, 2]) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func header(_ times: Int, _ types: Int) -> [UInt8] {
      var bytes = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, 0, times, types, 4] { bytes += number(count, 4) }
      return bytes
    }
    var types: [UInt8] = []
    for offset in [-3600, 3600, 7200] { types += number(offset, 4) + [0, 0] }
    let name = Array("ABC\0".utf8)
    var bytes = header(0, 1) + types.prefix(6) + name + header(2, 3)
    for time in [946_684_800, 978_307_200] { bytes += number(time, 8) }
    bytes += kinds
    bytes += types
    bytes += name
    return bytes + Array("\n\(footer)\n".utf8)
  }

  @Test func `a file has its changes and then its rule`() throws {
    #expect(LocalCalendar(name: "Etc/UTC", zone: ZoneTable(secondsEast: 0)).name == "UTC")
    let calendar = LocalCalendar(name: "X", zone: try #require(ZoneTable(bytes: file())))
    #expect(clock(calendar, "1999-12-31T23:59:59Z") == "1999-12-31 22:59")
    #expect(clock(calendar, "2000-01-01T00:00:00Z") == "2000-01-01 01:00")
    #expect(clock(calendar, "2000-12-31T23:59:59Z") == "2001-01-01 00:59")
    #expect(clock(calendar, "2001-01-01T00:00:00Z") == "2001-01-01 09:00")
    let last = LocalCalendar(name: "Y", zone: try #require(ZoneTable(bytes: file(footer: ""))))
    #expect(clock(last, "2026-01-01T00:00:00Z") == "2026-01-01 02:00")
  }

  @Test func `a file that was cut is none`() {
    let whole = file()
    for count in 0..<(whole.count - "\nJST-9\n".utf8.count) {
      #expect(ZoneTable(bytes: Array(whole.prefix(count))) == nil)
    }
    #expect(ZoneTable(bytes: file(kinds: [1, 9])) == nil)
    #expect(ZoneTable(bytes: file(footer: "nonsense?")) == nil)
    #expect(ZoneTable(bytes: [UInt8](repeating: 0xff, count: 400)) == nil)
  }
}
