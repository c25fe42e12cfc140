import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Which of several columns a proposed map uses, and what it shows of the first rows.
struct MapProposalColumnTests {
  private func proposal(_ text: String) throws -> (map: String, lines: [String]) {
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    return (map.text, try readImport(Array(text.utf8), map: map).results.map(\.line))
  }

  @Test func `the column whose words are purchases and sales says what happened`() throws {
    let (map, lines) = try proposal(
      """
      datetime;market;category;type;price;amount;total
      2018-09-13 09:46:23;ADA/BTC;BUY;MARKET;0.00001;500;0.005
      2018-09-14 09:46:23;ADA/BTC;SELL;LIMIT;0.00002;250;0.005
      """)
    #expect(map.contains("side=category"))
    #expect(
      lines == [
        "2018-09-13T09:46:23Z +500 ADA -0.005 BTC", "2018-09-14T09:46:23Z +0.005 BTC -250 ADA",
      ])
  }

  @Test(arguments: [
    ("Trade Date", "Trade Time"), ("Order Date", "Order Time"), ("Date", "Trade Time"),
    ("Execution Date", "Execution Time"), ("Deal Date", "Deal Time"), ("Day", "Clock"),
  ])
  func `the time of day counts whatever its heading`(date: String, time: String) throws {
    let (_, lines) = try proposal(
      """
      \(date),\(time),Side,Symbol,Qty,Price
      2024-03-05,13:00:00,Buy,BTC/USD,1,50000
      2024-03-06,2:30:00 PM,Sell,BTC/USD,1,60000
      """)
    #expect(
      lines == [
        "2024-03-05T13:00:00Z +1 BTC -50000 USD", "2024-03-06T14:30:00Z +60000 USD -1 BTC",
      ])
  }

  @Test func `a fill has its own price, not the average of its order`() throws {
    let (map, _) = try proposal(
      """
      Date,Side,Symbol,Avg Price (USD),Fill Quantity (BTC),Fill Price (USD)
      2017-02-10,sell,BTCUSD,980.3,0.02,980.25
      """)
    #expect(map.contains("price=fill price (usd)"))
    #expect(map.contains("amount=fill quantity (btc)"))
  }

  @Test func `of two columns of one name the first is proposed`() throws {
    let (map, _) = try proposal(
      """
      timestamp,type,base_asset,base_amount,base_amount,quote_asset,quote_amount
      2024-01-01T12:00:00Z,buy,BTC,0.10,999,EUR,1000
      """)
    #expect(map.contains("amount=base_amount,"))
  }

  @Test func `the first rows shown are those that come in`() throws {
    let text = """
      Date,Side,Symbol,Qty,Price,Status
      2024-01-01,buy,BTC/USD,1,10,canceled
      2024-01-02,buy,BTC/USD,1,10,canceled
      2024-01-03,buy,BTC/USD,2,10,filled
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    let file = try readImport(Array(text.utf8), map: map)
    #expect(file.firstRows(2).first == "2024-01-03T00:00:00Z: bought 2 BTC for 20 USD")
    #expect(file.firstRows(2).count == 2)
  }

  @Test func `a map that names what happened reads a file with another column of types`() throws {
    let map = try ColumnMap("date=date,side=class,pair=market,amount=qty,total=sum")
    let text = """
      date,class,type,market,qty,sum
      2024-01-01,buy,limit,BTC/USD,1,10
      """
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line) == [
        "2024-01-01T00:00:00Z +1 BTC -10 USD"
      ])
  }
}
