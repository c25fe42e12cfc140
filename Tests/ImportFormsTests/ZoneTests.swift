import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Local times in zones, and the files that contain them.
struct ZoneTests {
  @Test(arguments: [
    ("Australia/Sydney", "2021-10-01T15:50:00", "2021-10-01T05:50:00Z"),
    ("Australia/Sydney", "2021-10-03T01:59:00", "2021-10-02T15:59:00Z"),
    ("Australia/Sydney", "2021-10-03T03:00:00", "2021-10-02T16:00:00Z"),
    ("Australia/Melbourne", "2022-04-03T02:30:00", "2022-04-02T15:30:00Z"),
    ("Australia/Melbourne", "2022-04-03T03:00:00", "2022-04-02T17:00:00Z"),
    ("Australia/Adelaide", "2022-01-03T12:00:00", "2022-01-03T01:30:00Z"),
    ("Australia/Brisbane", "2022-01-03T12:00:00", "2022-01-03T02:00:00Z"),
    ("Australia/Perth", "2022-01-03T12:00:00", "2022-01-03T04:00:00Z"),
    ("Australia/Darwin", "2022-01-03T12:00:00", "2022-01-03T02:30:00Z"),
    ("Australia/Hobart", "2022-07-03T12:00:00", "2022-07-03T02:00:00Z"),
    ("Pacific/Auckland", "2021-09-26T01:59:00", "2021-09-25T13:59:00Z"),
    ("Pacific/Auckland", "2021-09-26T03:00:00", "2021-09-25T14:00:00Z"),
    ("Pacific/Auckland", "2022-04-03T03:00:00", "2022-04-02T15:00:00Z"),
    ("America/Santiago", "2022-09-10T12:00:00", "2022-09-10T16:00:00Z"),
    ("America/Santiago", "2022-09-11T12:00:00", "2022-09-11T15:00:00Z"),
    ("America/Santiago", "2023-09-03T12:00:00", "2023-09-03T15:00:00Z"),
    ("Asia/Jerusalem", "2024-03-29T12:00:00", "2024-03-29T09:00:00Z"),
    ("Asia/Jerusalem", "2024-10-27T03:00:00", "2024-10-27T01:00:00Z"),
    ("Europe/Kyiv", "2024-07-01T12:00:00", "2024-07-01T09:00:00Z"),
    ("Europe/Belgrade", "2024-01-01T12:00:00", "2024-01-01T11:00:00Z"),
    ("Africa/Accra", "2024-01-01T12:00:00", "2024-01-01T12:00:00Z"),
    ("Asia/Karachi", "2024-01-01T12:00:00", "2024-01-01T07:00:00Z"),
    ("Asia/Kathmandu", "2024-01-01T12:00:00", "2024-01-01T06:15:00Z"),
    ("America/Costa_Rica", "2024-07-01T12:00:00", "2024-07-01T18:00:00Z"),
    ("America/Anchorage", "2024-07-01T12:00:00", "2024-07-01T20:00:00Z"),
  ])
  func `a local time is an instant by the rules of its land`(
    name: String, local: String, expected: String
  ) throws {
    let zone = try #require(Zone(named: name))
    #expect(zone.instant(local: local) == instant(expected))
  }

  /// Before the latest change of a country's rules, with both hours at each clock change.
  @Test(arguments: [
    ("America/Mexico_City", "2021-07-01T23:30:00", "2021-07-02T04:30:00Z"),
    ("America/Mexico_City", "2021-12-01T23:30:00", "2021-12-02T05:30:00Z"),
    ("America/Mexico_City", "2022-10-30T01:30:00", "2022-10-30T06:30:00Z"),
    ("America/Mexico_City", "2022-10-30T02:00:00", "2022-10-30T08:00:00Z"),
    ("America/Mexico_City", "2024-07-01T23:30:00", "2024-07-02T05:30:00Z"),
    ("America/Sao_Paulo", "2018-01-15T23:30:00", "2018-01-16T01:30:00Z"),
    ("America/Sao_Paulo", "2018-11-04T00:30:00", "2018-11-04T03:30:00Z"),
    ("America/Sao_Paulo", "2018-11-04T01:00:00", "2018-11-04T03:00:00Z"),
    ("America/Sao_Paulo", "2024-01-15T23:30:00", "2024-01-16T02:30:00Z"),
    ("America/Santiago", "2018-01-01T12:00:00", "2018-01-01T15:00:00Z"),
    ("Asia/Jerusalem", "2012-01-01T12:00:00", "2012-01-01T10:00:00Z"),
    ("Asia/Almaty", "2024-02-01T12:00:00", "2024-02-01T06:00:00Z"),
    ("Europe/Moscow", "2013-07-01T12:00:00", "2013-07-01T08:00:00Z"),
    ("Europe/Moscow", "2010-07-01T12:00:00", "2010-07-01T08:00:00Z"),
    ("Europe/Istanbul", "2015-01-01T12:00:00", "2015-01-01T10:00:00Z"),
  ])
  func `a local time is an instant by the rules that held then`(
    name: String, local: String, expected: String
  ) throws {
    #expect(try #require(Zone(named: name)).instant(local: local) == instant(expected))
  }

  private static let coinSpot =
    "Transaction Date,Type,Market,Amount,Rate inc. fee,Fee,Total (inc GST)\n"
    + "1/10/2021 15:50,Buy,BTC/AUD,0.02,50500,10,1010\n"
    + "15/12/2021 15:50,Buy,BTC/AUD,0.02,50500,10,1010\n"

  private func dates(_ text: String, _ map: String) throws -> [Date?] {
    try readImport(Array(text.utf8), map: map.isEmpty ? nil : try ColumnMap(map)).results
      .map(\.date)
  }

  @Test(arguments: [
    ("", "2021-10-01T05:50:00Z", "2021-12-15T04:50:00Z"),
    ("zone=Australia/Brisbane", "2021-10-01T05:50:00Z", "2021-12-15T05:50:00Z"),
    ("zone=Australia/Perth", "2021-10-01T07:50:00Z", "2021-12-15T07:50:00Z"),
    ("zone=UTC", "2021-10-01T15:50:00Z", "2021-12-15T15:50:00Z"),
  ])
  func `CoinSpot has Melbourne's time, unless the user names another`(
    map: String, first: String, second: String
  ) throws {
    #expect(try dates(Self.coinSpot, map) == [instant(first), instant(second)])
  }

  @Test(arguments: [
    "Date,Time,Event,Asset,Amount,Currency,Value,Rate,AUD Value\n"
      + "13/07/2022,10:00:00,buy,BTC,0.1,AUD,3000,30000,3000\n",
    "transaction_hash,label,confirmations,value,fiat_value,fee,fiat_fee,timestamp\n"
      + "a,,9,0.5,,,,2022-07-13 10:00\n",
  ])
  func `a zone is used for every form that names none`(text: String) throws {
    #expect(try dates(text, "") == [instant("2022-07-13T10:00:00Z")])
    let file = try readImport(Array(text.utf8), map: ColumnMap("zone=Australia/Sydney"))
    #expect(file.results.map(\.date) == [instant("2022-07-13T00:00:00Z")])
  }

  @Test(arguments: [
    // The zone of the format.
    #"txid,refid,time,type,subtype,aclass,asset,amount,fee,balance"# + "\n"
      + "A,B,2022-07-13 10:00:00,deposit,,currency,XXBT,1,0,1\n",
    // The zone in the heading.
    "UTC_Time,Account,Operation,Coin,Change,Remark\n2022-07-13 10:00:00,Spot,Deposit,BTC,1,\n",
    // The zone in the cells.
    "Date,Time,Event,Asset,Amount,Currency,Value,Rate,AUD Value\n"
      + "2022-07-13,10:00:00Z,deposit,BTC,0.1,,,,\n",
  ])
  func `a zone changes no time that has one`(text: String) throws {
    let file = try readImport(Array(text.utf8), map: ColumnMap("zone=Asia/Tokyo"))
    #expect(file.results.map(\.date) == [instant("2022-07-13T10:00:00Z")])
  }
}
