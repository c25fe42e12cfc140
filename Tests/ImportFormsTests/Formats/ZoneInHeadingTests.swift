import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// The customer's time zone, which Binance and others write into a heading.
struct ZoneInHeadingTests {
  @Test(arguments: [
    (
      "Date(UTC+1),Pair,Side,Price,Executed,Amount,Fee",
      "2024-03-05 00:30:00,SOLUSDT,BUY,100,2SOL,200USDT,0.002SOL",
      "2024-03-04T23:30:00Z +2 SOL -200 USDT, fee 0.002 SOL"
    ),
    (
      "Date(UTC-3),Market,Type,Price,Amount,Total,Fee,Fee Coin",
      "2021-05-31 22:00:00,ADAEUR,SELL,1.5,10,15,0.01,BNB",
      "2021-06-01T01:00:00Z +15 EUR -10 ADA, fee 0.01 BNB"
    ),
    (
      "Date(UTC+2),OrderNo,Pair,Type,Side,Order Price,Order Amount,Time,Executed,Average Price,"
        + "Trading total,Status",
      "2025-04-01 01:00:00,7,SOLUSDT,LIMIT,BUY,100,1SOL,2025-04-01 01:00:09,1SOL,99,99USDT,FILLED",
      "2025-03-31T23:00:09Z +1 SOL -99 USDT"
    ),
    (
      "Date(UTC+5:30),Coin,Network,Amount,Address,TXID,Status",
      "25-04-01 05:00:00,BTC,BTC,0.25,a,h,Completed", "2025-03-31T23:30:00Z move 0.25 BTC, #h"
    ),
    (
      "Date(UTC+2),Coin,Network,Amount,Fee,Address,TXID,Status",
      "25-04-01 01:00:00,BTC,BTC,0.25,0.0001,a,h,Completed",
      "2025-03-31T23:00:00Z move -0.25 BTC, fee 0.0001, #h"
    ),
    (
      "Date(UTC+2),Method,Amount,Price,Fees,Final Amount,Status,Transaction ID",
      "2021-04-01 01:00:00,Credit Card,50 EUR,40000 BTC/EUR,1 EUR,0.001225 BTC,Completed,t1",
      "2021-03-31T23:00:00Z +0.001225 BTC -50 EUR, including 1 EUR, [binance t1]"
    ),
    (
      "Date(UTC+2),Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status",
      "2025-04-01 01:00:00,Spot Wallet,SOLUSDT,Market,99 USDT,1 SOL,1,1,2025-04-01,Successful",
      "2025-03-31T23:00:00Z +1 SOL -99 USDT"
    ),
    (
      "Date(UTC+2),Product Name,Coin,Amount", "2025-04-01 01:00:00,ETH,ETH,0.01",
      "2025-03-31T23:00:00Z reward +0.01 ETH"
    ),
    (
      "User_ID,Time(UTC+8),Account,Operation,Coin,Change,Remark",
      "1,2025-04-01 07:00:00,Spot,Deposit,ETH,0.5,", "2025-03-31T23:00:00Z move 0.5 ETH"
    ),
  ])
  func `Binance's times are those of the zone in their heading`(
    header: String, row: String, line: String
  ) throws {
    #expect(try factLines("\(header)\n\(row)\n") == [line])
    let file = try readImport(Array("\(header)\n\(row)\n".utf8))
    #expect(file.results.map(\.line) == [line])
  }

  @Test(arguments: [
    ("Time(UTC)", "2025-03-31T23:00:00Z"), ("Time (UTC)", "2025-03-31T23:00:00Z"),
    ("Time(UTC+0)", "2025-03-31T23:00:00Z"), ("Time(UTC+8)", "2025-03-31T15:00:00Z"),
    ("Time", "2025-03-31T23:00:00Z"),
  ])
  func `Bybit's log has the times of the zone in its heading`(heading: String, date: String)
    throws
  {
    let header =
      "Uid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,"
      + "Cash Flow,Change,Wallet Balance,Action,\(heading)"
    let row = "5,ETH,,DEPOSIT,--,0,0,0,0,0,0.5,0.5,0.5,--,2025-03-31 23:00:00"
    #expect(try factLines("\(header)\n\(row)\n").map { $0.prefix(20) } == [date[...]])
    let moves = "Date & Time\(heading.dropFirst(4)),Coin,QTY,Type,Account Balance,Description"
    guard heading != "Time" else { return }
    let moved = "2025-03-31 23:00:00,ETH,0.5,Deposit,0.5,Deposit"
    #expect(try factLines("\(moves)\n\(moved)\n").map { $0.prefix(20) } == [date[...]])
  }

  @Test func `two zones in the headings of one file are none`() throws {
    let header = "Date(UTC+1),Pair,Side,Price,Executed,Amount,Fee,Updated(UTC+2)\n"
    #expect(throws: ImportError.self) { try readImport(Array(header.utf8)) }
  }

  @Test(arguments: [
    ("Date(UTC+8)", "UTC+8", "2024-03-04T16:30:00Z"),
    ("Time (GMT-3)", "UTC-3", "2024-03-05T03:30:00Z"),
    ("Date (Europe/Berlin)", "Europe/Berlin", "2024-03-04T23:30:00Z"),
  ])
  func `a zone in a heading is proposed, and holds without being said`(
    heading: String, zone: String, date: String
  ) throws {
    let text =
      "\(heading),Trading pair,Direction,Price,Quantity,Total\n"
      + "2024-03-05 00:30:00,BTC/USDT,Buy,60000,0.01,600\n"
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(map.text.contains("zone==\(zone)"))
    #expect(try readImport(Array(text.utf8), map: map).results.map(\.date?.utcText) == [date])
    let own = try ColumnMap(
      "date=\(heading),side=Direction,pair=Trading pair,amount=Quantity,total=Total")
    #expect(try readImport(Array(text.utf8), map: own).results.map(\.date?.utcText) == [date])
  }

  @Test func `a heading at UTC needs no zone`() throws {
    let text = "Date (UTC),Trading pair,Direction,Quantity,Total\n2024-03-05,BTC/USDT,Buy,1,6\n"
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(!map.text.contains("zone"))
  }
}
