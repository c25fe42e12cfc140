import FoundationEssentials
import Import
import Portfolio
import Testing
import ImportForms
import ImportText

/// Files with times in the customer's own time zone.
struct LocalTimesTests {
  private static let text =
    "Symbol,Type,Quantity,Price,Value,Fees,Date\n"
    + "BTC,Buy,0.01,\"$6,000.00\",$60.00,$0.00,\"Mar 31, 2020, 12:30:08 AM\"\n"

  @Test func `local times without a zone are taken as UTC, and that is known`() throws {
    let file = try imported(Self.text)
    #expect(file.files.map(\.hasUnknownZone) == [true])
    #expect(file.transactions.map(\.date) == [instant("2020-03-31T00:30:08Z")])
  }

  @Test func `a zone next to a known form says where its times are from`() throws {
    let map = try ColumnMap("zone=Europe/Prague")
    let file = try imported(Self.text, ImportSetting(map: map))
    #expect(file.files.map(\.hasUnknownZone) == [false])
    #expect(file.transactions.map(\.date) == [instant("2020-03-30T22:30:08Z")])
  }

  @Test func `a zone changes no times that name their own`() throws {
    let text =
      "UTC_Time,Account,Operation,Coin,Change,Remark\n"
      + "2024-01-02 10:00:00,Spot,Deposit,BTC,1,\n"
    let file = try imported(text, ImportSetting(map: try ColumnMap("zone=Europe/Prague")))
    #expect(file.moves.map(\.date) == [instant("2024-01-02T10:00:00Z")])
  }

  @Test(arguments: [
    "Europe/Prague", "revolut=Europe/Prague", "bitget=UTC+9, revolut=Europe/Prague",
    "revolut=Europe/Prague,UTC+9",
  ])
  func `a zone that is set once is used`(setting: String) throws {
    let file = try imported(Self.text, ImportSetting(zones: try LocalZones(setting)))
    #expect(file.files.map(\.hasUnknownZone) == [false])
    #expect(file.transactions.map(\.date) == [instant("2020-03-30T22:30:08Z")])
  }

  @Test func `a zone of one import comes before the one that is set`() throws {
    let setting = ImportSetting(map: try ColumnMap("zone=UTC"), zones: try LocalZones("UTC+9"))
    #expect(
      try imported(Self.text, setting).transactions.map(\.date) == [instant("2020-03-31T00:30:08Z")]
    )
  }

  @Test func `a file whose name had its zone is known once it is renamed`() throws {
    let text =
      "User ID,Time,Account,Operation,Coin,Change,Remark\n9,25-03-01 08:00:00,Spot,Deposit,BTC,1,\n"
    func read(_ name: String, _ zones: LocalZones = LocalZones()) throws -> FileRecords {
      try records(
        of: Array(text.utf8), options: ReadingOptions(digest: "", name: name, zones: zones))
    }
    #expect(try read("renamed.csv").hasLostZone)
    #expect(try !read("Binance(UTC+2).csv").hasLostZone)
    let named = try read("renamed.csv", LocalZones("UTC+2"))
    #expect(!named.hasLostZone)
    #expect(
      named.records.first?.facts.first?.instant.date
        == (try read("Binance(UTC+2).csv").records.first?.facts.first?.instant.date))
    #expect(named.records.first?.facts.first?.instant.date == instant("2025-03-01T06:00:00Z"))
  }

  @Test func `CoinTracking's times are those of the zone of its account`() throws {
    let text =
      "Type,Buy,Cur.,Sell,Cur.,Fee,Cur.,Exchange,Group,Comment,Date\n"
      + "Deposit,0.5,BTC,,,,,Kraken,,,2024-05-01 00:30:00\n"
    #expect(try imported(text).files.map(\.hasUnknownZone) == [true])
    let file = try imported(
      text, ImportSetting(zones: try LocalZones("cointracking=Europe/Prague")))
    #expect(file.files.map(\.hasUnknownZone) == [false])
    #expect(file.moves.map(\.date) == [instant("2024-04-30T22:30:00Z")])
  }

  @Test func `another exchange's zone is not used`() throws {
    let zones = try LocalZones("bitget=Europe/Prague")
    let file = try imported(Self.text, ImportSetting(zones: zones))
    #expect(file.files.map(\.hasUnknownZone) == [true])
    #expect(file.transactions.map(\.date) == [instant("2020-03-31T00:30:08Z")])
  }

  @Test(arguments: [
    ("bitget=Mars/Olympus", LocalZonesError.unknownZone("Mars/Olympus")), ("", .unknownZone("")),
    ("kraken=Europe/Prague", .noLocalTimes("kraken")), ("auto=UTC", .noLocalTimes("auto")),
  ])
  func `zones that cannot be used are refused`(text: String, error: LocalZonesError) {
    #expect(throws: error) { try LocalZones(text) }
  }
}
