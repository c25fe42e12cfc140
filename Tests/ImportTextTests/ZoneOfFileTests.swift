import Testing
import ImportText

/// Time zones in file names.
struct ZoneOfFileTests {
  @Test(arguments: [
    ("Binance-History-202412101523(UTC--6).csv", "time", Zone.fixed(minutes: -360)),
    ("Binance-History-202412101523(UTC+8).csv", "time", .fixed(minutes: 480)),
    ("Binance-History-202412101523(UTC--6).csv", "utc_time", .utc),
    ("Binance-History.csv", "time", .utc), ("x(UTC).csv", "time", .utc),
    ("Binance-Transaction-History-202610080000(UTC-3).csv", "time", .fixed(minutes: -180)),
    ("Binance-History(UTC-03:30).csv", "time", .fixed(minutes: -210)),
    ("Binance-History(UTC+5:30).csv", "time", .fixed(minutes: 330)),
  ])
  func `the name of a file may carry its zone`(name: String, column: String, zone: Zone) throws {
    var header = CSVHeader(CSVRow(line: 1, cells: [column], text: column))
    header.file = name
    #expect(try header.zoneOfFile(column) == zone)
  }

  @Test func `a zone that no rule is known for is refused`() {
    var header = CSVHeader(CSVRow(line: 1, cells: ["Time"], text: "Time"))
    header.file = "Binance(UTC-x).csv"
    #expect(throws: RefusalReason.self) { try header.zoneOfFile("time") }
  }
}
