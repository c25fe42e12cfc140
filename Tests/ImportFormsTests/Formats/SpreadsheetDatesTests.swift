import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Dates rewritten by a spreadsheet.
struct SpreadsheetDatesTests {
  private static let bittrex = "Date,Currency,Type,Address,Memo/Tag,TxId,Amount\n"
  private static let bitcoinDe =
    "Date;Type;Währungen;Reference;Kurs;BTC incl. fee;EUR incl. fee;BTC excl. fee;EUR excl. fee;"
    + "Incoming / Outgoing;Account balance\n"

  @Test func `with points the day stands first in every format`() throws {
    let lines = try factLines(
      Self.bittrex + "07.03.2023 07:51:43,ETH,WITHDRAWAL,a,,h1,-0.2\n"
        + "28.09.2021 22:35:21,BTC,DEPOSIT,,,h2,+0.1\n")
    #expect(
      lines == [
        "2023-03-07T07:51:43Z move -0.2 ETH, #h1", "2021-09-28T22:35:21Z move 0.1 BTC, #h2",
      ])
  }

  @Test func `a German format with slashes is read only where the rows show the order`() throws {
    let row = "2/6/2017 5:04:03 PM;Purchase;BTC / EUR;R1;900;0.2;180;0.198;179;0.198;0.198\n"
    #expect(
      try factLines(Self.bitcoinDe + row) == [
        "2: refused, ambiguousDate(column: \"date\", \"2/6/2017 5:04:03 PM\")"
      ])
    let file = try readImport(
      Array((Self.bitcoinDe + row + row.replacing("2/6/", with: "2/16/")).utf8))
    #expect(
      file.results.compactMap(\.date) == [
        instant("2017-02-06T16:04:03Z"), instant("2017-02-16T16:04:03Z"),
      ])
  }

  @Test func `Bitfinex' own dates have dashes, so that slashes need the rows' evidence`() throws {
    let header = "#,Pair,Amount,Price,Fee,FeeCurrency,Date\n"
    let row = "1,LTC/USD,2,50,-0.1,USD,11/1/2017 12:00\n"
    #expect(
      try factLines(header + row) == [
        "2: refused, ambiguousDate(column: \"date\", \"11/1/2017 12:00\")"
      ])
    let lines = try factLines(header + row + row.replacing("11/1/", with: "11/21/"))
    #expect(lines.map { $0.prefix(10) } == ["2017-11-01", "2017-11-21"])
    let own = try factLines(header + row.replacing("11/1/2017", with: "11-01-17"))
    #expect(own.map { $0.prefix(10) } == ["2017-01-11"])
  }

  @Test func `two digits for the year are read as the rows of the file show`() throws {
    let rows = ["24-07-15,buy,BTC,1,50000", "24-07-05,buy,BTC,1,50000"]
    let lines = try dates(rows)
    #expect(lines == ["2024-07-05T00:00:00Z", "2024-07-15T00:00:00Z"])
    let german = try dates(["15-07-24,buy,BTC,1,50000", "05-07-24,buy,BTC,1,50000"])
    #expect(german == ["2024-07-05T00:00:00Z", "2024-07-15T00:00:00Z"])
    #expect(try dates(["13/07/24,buy,BTC,1,50000"]) == ["2024-07-13T00:00:00Z"])
  }

  @Test func `two digits that may be a year or a day are refused until somebody says which`() throws
  {
    let row = "24-07-15,buy,BTC,1,50000"
    #expect(try dates([row]) == ["refused"])
    #expect(
      RefusalReason.ambiguousDate(column: "when", "24-07-15").sentence
        == "when: 24-07-15 may be day/month or year/month, and no row of the file shows which; "
        + "write the dates as 2024-03-31, or add --map 'dates=day/month' or 'dates=year/month'.")
    #expect(try dates([row], order: ",dates==year/month") == ["2024-07-15T00:00:00Z"])
    #expect(try dates([row], order: ",dates==day/month") == ["2015-07-24T00:00:00Z"])
  }

  private func dates(_ rows: [String], order: String = "") throws -> [String] {
    let map = try ColumnMap(
      "date=when,side=what,coin=coin,amount=many,total=sum,currency==EUR" + order)
    let text = (["when,what,coin,many,sum"] + rows).joined(separator: "\n")
    return try readImport(Array(text.utf8), map: map).results.map { $0.date?.utcText ?? "refused" }
  }

  @Test func `a known format reads years of two digits where a row shows the order`() throws {
    let coinbase =
      "Timestamp,Balance,Amount,Currency,To,Notes,Instantly Exchanged,Transfer Total,"
      + "Transfer Total Currency,Transfer Fee,Transfer Fee Currency,Transfer Payment Method,"
      + "Transfer ID\n5/6/12 1:12,,15,BTC,,,,75,USD,1,USD,,a\n"
    let shown = coinbase + "4/21/13 1:12,,-1,BTC,,,,120,USD,1,USD,,b\n"
    #expect(
      try readImport(Array(shown.utf8)).results.compactMap(\.date) == [
        instant("2012-05-06T01:12:00Z"), instant("2013-04-21T01:12:00Z"),
      ])
    #expect(
      try readImport(Array(coinbase.utf8)).results.map(\.line) == [
        "2: refused, ambiguousDate(column: \"timestamp\", \"5/6/12 1:12\")"
      ])
    let said = try readImport(Array(coinbase.utf8), map: ColumnMap("dates=day/month"))
    #expect(said.results.compactMap(\.date) == [instant("2012-06-05T01:12:00Z")])
  }

  @Test func `a form that has the month first reads dates of workbooks`() throws {
    let header =
      "OpenNode ID,Type of transfer,Status of transfer,Date (mm/dd/yyyy UTC),Time (UTC),Amount,"
      + "Transfer fees paid,Currency\n"
    let lines = try factLines(
      header + "t1,Withdrawal,confirmed,2023-02-07,11:20:00,0.003,0,BTC\n"
        + "t2,Withdrawal,confirmed,02/08/2023,11:20 AM,0.003,0,BTC\n")
    #expect(lines.map { $0.prefix(20) } == ["2023-02-07T11:20:00Z", "2023-02-08T11:20:00Z"])
  }

  @Test func `with points and two digits for the year the day stands first`() throws {
    let statement = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n"
    #expect(
      try factLines(statement + "1,18.01.22 14:57,Spot,Deposit,BTC,0.5,\n") == [
        "2022-01-18T14:57:00Z move 0.5 BTC"
      ])
    #expect(
      try dates(["01.05.25,buy,BTC,1,50000", "22.02.22 10:00,buy,BTC,1,50000"]) == [
        "2022-02-22T10:00:00Z", "2025-05-01T00:00:00Z",
      ])
  }

  @Test func `with Korean headings the year may stand first`() throws {
    let map = try ColumnMap("date=체결시간,side=종류,coin=코인,amount=수량,total=금액,currency==KRW")
    let text = "체결시간,종류,코인,수량,금액\n22.01.18,매수,BTC,1,50000000\n"
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line) == [
        "2: refused, notADate(column: \"체결시간\", \"22.01.18\")"
      ])
  }
}
