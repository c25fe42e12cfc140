import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// What a proposed map infers from the figures of the first rows, whatever the headings.
struct MapProposalFiguresTests: ProposesMaps {
  private let renamed = """
    Day,What,Token,Column 4,Price,Currency,Amount,Fee
    2020-01-01,BUY,BTC,1.5,1000,EUR,1500.0,2
    2020-03-01,SELL,BTC,0.375,1200,EUR,450.0,1
    """

  @Test func `a column that times the price is the amount has the coins, the amount is money`()
    throws
  {
    #expect(
      try lines(renamed) == [
        "2020-01-01T00:00:00Z +1.5 BTC -1500 EUR, fee 2 EUR",
        "2020-03-01T00:00:00Z +450 EUR -0.375 BTC, fee 1 EUR",
      ])
  }

  @Test func `a column that times the price is the total has the coins`() throws {
    #expect(
      try lines(renamed.replacing("Amount", with: "Total")) == [
        "2020-01-01T00:00:00Z +1.5 BTC -1500 EUR, fee 2 EUR",
        "2020-03-01T00:00:00Z +450 EUR -0.375 BTC, fee 1 EUR",
      ])
  }

  @Test func `one row that contradicts it leaves it to a person`() throws {
    let other = renamed.replacing("0.375", with: "0.4")
    #expect(try proposal(other).map == nil)
    #expect(try proposal(other).unclearAmount == "amount")
  }

  @Test func `an amount next to the currency that nothing explains is not taken for coins`() throws
  {
    let text = """
      Day,What,Token,Price,Currency,Amount,Fee
      2020-01-01,BUY,BTC,1000,EUR,1500.0,2
      2020-03-01,SELL,BTC,1200,EUR,450.0,1
      """
    let proposal = try proposal(text)
    #expect(proposal.missing == ["amount"])
    #expect(proposal.unclearAmount == "amount")
  }

  @Test func `an amount next to its coin is coins`() throws {
    let text = """
      Day,What,Token,Amount,Currency,Price
      2020-01-01,BUY,BTC,1.5,EUR,1000
      """
    #expect(try lines(text) == ["2020-01-01T00:00:00Z +1.5 BTC -1500 EUR"])
    #expect(try proposal(text).unclearAmount == nil)
  }

  @Test func `a price of one in every row explains nothing`() throws {
    let text = """
      Day,What,Token,Column 4,Price,Currency,Amount
      2020-01-01,BUY,USDT,15,1,EUR,15
      """
    #expect(try proposal(text).map == nil)
  }

  @Test func `the money of a heading that figures contradict is that of no other column`() throws {
    let text = """
      約定日時,取引種別,暗号資産,約定数量,約定単価,手数料,Amount EUR
      2024/01/15 10:30:00,買,BTC,0.01,5000000,50,12.34
      2024/01/20 15:45:00,売,BTC,0.01,5100000,51,12.34
      """
    let proposal = try proposal(text)
    #expect(proposal.missing == ["currency"])
    #expect(proposal.currencyOfHeadings.fields == "currency==JPY,zone=Asia/Tokyo")
    let agreeing = text.replacing("12.34", with: "50000").replacing("5100000", with: "5000000")
    #expect(
      try lines(agreeing).first == "2024-01-15T10:30:00Z +0.01 BTC -50000 EUR, fee 50 EUR")
  }

  @Test func `a price that an amount and another column make is the total`() throws {
    let text = """
      name,abbreviation,transaction_date,amount,price,rate,kind
      Celo,CELO,20241008,0.02985658,0.02,0.669869,buy
      Nuls,NULS,20241008,1,0.31,0.3067,buy
      Dash,DASH,20241009,0.01,1.28,127.81,buy
      """
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    let map = proposal.map ?? proposal.partial
    #expect(map.column(.total) == "price" && map.column(.price) == "rate")
    #expect(map.column(.coin) == "abbreviation" && map.column(.amount) == "amount")
  }

  @Test func `what was executed of an order counts, its own total does not`() throws {
    let text = """
      "Date (+01)","Instrument","Order ID","Side","Type","Total","Executed","Price","Status"
      "2018-01-05 10:00:00","ETH/BTC","77","buy","limit","2","2","0.05","filled"
      "2018-01-06 10:00:00","ETH/BTC","78","sell","limit","2","0.5","0.06","partially filled"
      """
    let map = try #require(try proposal(text).map)
    #expect(map.column(.amount) == "executed" && !map.has(.total))
    #expect(
      try lines(text) == [
        "2018-01-05T09:00:00Z +2 ETH -0.1 BTC, [custom 77]",
        "2018-01-06T09:00:00Z +0.03 BTC -0.5 ETH, [custom 78]",
      ])
    // If more was executed than ordered, the columns mean something else.
    #expect(try proposal(text.replacing("\"0.5\"", with: "\"5\"")).map == nil)
  }

  @Test func `a price that has the fee in it in some rows is the total next to a rate`() throws {
    let text = """
      Kind,Ticker,Bought on,Amount,Price,Rate,Currency
      buy,CELO,2024-10-08,0.02985658,0.02,0.669869,EUR
      buy,BTC,2024-10-09,0.001,67.21,60000,EUR
      buy,NULS,2024-10-10,1,0.31,0.3067,EUR
      buy,DASH,2024-10-11,0.01,1.28,127.81,EUR
      """
    #expect(
      try lines(text).prefix(2) == [
        "2024-10-08T00:00:00Z +0.02985658 CELO -0.02 EUR",
        "2024-10-09T00:00:00Z +0.001 BTC -67.21 EUR",
      ])
    // If half of the rows disagree, the rate belongs to something else.
    let other = text.replacing("0.3067", with: "3.067")
    #expect(try lines(other).first == "2024-10-08T00:00:00Z +0.02985658 CELO -0.0005971316 EUR")
  }

  @Test func `the whole of an order next to what was executed is not what was paid`() throws {
    let text = """
      Date,Instrument,Order ID,Side,Type,Total,Executed,Price,Status
      2024-02-18 23:34:07,XMR/BTC,71,buy,limit,5000,0,0.0020,canceled
      2024-02-18 23:35:07,XMR/BTC,72,buy,limit,5000,2100,0.0021,filled
      2024-02-18 23:36:07,XMR/BTC,73,sell,limit,5000,5000,0.0022,filled
      2024-02-18 23:37:07,XMR/BTC,74,buy,limit,5000,100,0.0023,canceled
      """
    #expect(
      try lines(text).sorted() == [
        "2024-02-18T23:35:07Z +2100 XMR -4.41 BTC, [custom 72]",
        "2024-02-18T23:36:07Z +11 BTC -5000 XMR, [custom 73]",
        // A canceled order counts as far as it was executed.
        "2024-02-18T23:37:07Z +100 XMR -0.23 BTC, [custom 74]",
        "2: notCarriedOut(\"canceled\")",
      ])
  }
}
