import Exact
import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Which column a proposed map uses for the fee, and the fee's currency.
struct MapProposalFeesTests: ProposesMaps {
  @Test func `the fees of makers and of takers are both read`() throws {
    let text = """
      Date,Pair,Side,Amount,Price,Maker Fee,Taker Fee,Total
      2024-01-15 10:00:00,BTC/USD,BUY,0.01,42000,0,0.84,420.84
      2024-01-16 10:00:00,BTC/USD,SELL,0.005,43000,0.21,,214.79
      """
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(proposal.unreadFees == [])
    #expect(
      try lines(text) == [
        "2024-01-15T10:00:00Z +0.01 BTC -420 USD, fee 0.84 USD",
        "2024-01-16T10:00:00Z +215 USD -0.005 BTC, fee 0.21 USD",
      ])
    // A rebate is not a fee, and two equal fees in one row may be the same fee listed twice.
    for other in ["-0.21,", "0.21,0.21"] {
      let text = text.replacing("0.21,", with: other)
      #expect(try #require(mapProposal(for: Array(text.utf8))).unreadFees.contains("maker fee"))
    }
  }

  @Test func `a second fee below zero is refused until the signs are explained`() throws {
    let text = """
      Date,Pair,Side,Amount,Price,Taker,Maker
      2024-01-15 10:00:00,BTC/USD,BUY,0.01,42000,,-0.84
      """
    let map = "date=date,pair=pair,side=side,amount=amount,price=price,fee=taker,second-fee=maker"
    func line(_ map: String) throws -> String? {
      try readImport(Array(text.utf8), map: ColumnMap(map)).results.first?.line
    }
    #expect(try line(map)?.hasPrefix("2: refused, feeOfOtherSign") == true)
    #expect(
      try line(map + ",fees=positive") == "2024-01-15T10:00:00Z +0.01 BTC -420 USD, fee -0.84 USD")
  }

  @Test func `a fee without a currency is in the money of its trade`() throws {
    let text = """
      Date,Type,From Currency,From Amount,To Currency,To Amount,Fee
      2024-01-05 10:00:00,BUY,ZAR,50000,BTC,1.0,100
      2024-04-20 16:45:00,SELL,BTC,2.5,ZAR,200000,500
      2024-04-21 16:45:00,SELL,BTC,0.5,USDT,20000,5
      2024-04-22 16:45:00,BUY,USD,100,USDT,99,1
      """
    #expect(
      try lines(text) == [
        "2024-01-05T10:00:00Z +1 BTC -50000 ZAR, fee 100 ZAR",
        "2024-04-20T16:45:00Z +200000 ZAR -2.5 BTC, fee 500 ZAR",
        "2024-04-21T16:45:00Z +20000 USDT -0.5 BTC, fee 5 USDT",
        "2024-04-22T16:45:00Z +99 USDT -100 USD, fee 1 USD",
      ])
  }

  @Test func `a fee without a currency between two coins is refused until somebody names it`()
    throws
  {
    let text = """
      Date,Type,From Currency,From Amount,To Currency,To Amount,Fee
      2024-07-01 12:00:00,TRADE,BTC,0.5,ETH,10.0,20
      2024-07-02 12:00:00,TRADE,BTC,0.5,ETH,10.0,0
      2024-07-03 12:00:00,Withdrawal,BTC,0.5,,,0.0001
      2024-07-04 12:00:00,Withdrawal,BTC,0.5,,,15
      """
    #expect(
      try lines(text).sorted() == [
        "2024-07-02T12:00:00Z +10 ETH -0.5 BTC", "2024-07-03T12:00:00Z move -0.5 BTC, fee 0.0001",
        "2: refused, feeWithoutUnit(20)", "5: refused, feeWithoutUnit(15)",
      ])
    let map = try #require(mapProposal(for: Array(text.utf8))?.map?.text)
    let named = try readImport(Array(text.utf8), map: ColumnMap(map + ",fee-currency==EUR"))
    #expect(
      named.results.map(\.line).contains("2024-07-01T12:00:00Z +10 ETH -0.5 BTC, fee 20 EUR"))
    #expect(
      RefusalReason.feeWithoutUnit(20).sentence
        == "The fee of 20 names no coin or currency; add its column to the map as "
        + "fee-currency=COLUMN, or one for all rows as fee-currency==EUR. If it is in the coin "
        + "traded, write coin-fee= in place of fee=.")
  }

  @Test func `a column of figures whose name says fee is the fee`() throws {
    let text = """
      order-id,symbol,type,price,filled-amount,filled-fees,fee-deduct-currency,created-at
      1002,ethusdt,sell-market,3000,2.0,6,USDT,2025-02-20 14:00:00
      """
    #expect(
      try lines(text) == ["2025-02-20T14:00:00Z +6000 USDT -2 ETH, fee 6 USDT, [custom 1002]"])
  }

  @Test func `columns of fees that are not read are named`() throws {
    let text = """
      Date,Pair,Side,Amount,Price,Fee,Network fee,Fee rate %
      2024-03-01 10:00:00,BTC/EUR,Buy,0.5,40000,10,2,0.1
      2024-03-02 10:00:00,BTC/EUR,Buy,0.5,40000,10,0,0.1
      """
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(proposal.map?.column(.fee) == "fee")
    #expect(proposal.unreadFees == ["network fee"])
  }

  @Test(arguments: [
    "Transaction Costs", "Trading Costs", "Order costs", "Costs", "Brokerage", "Charges", "Kosten",
    "Transaktionskosten", "Orderkosten", "Spesen", "Courtage", "Costo", "Tasa",
  ])
  func `costs next to what was paid are the fee`(name: String) throws {
    let text = """
      Date,Coin,Action,Amount,Price,Currency,\(name)
      2024-03-01,BTC,Buy,0.1,30000,EUR,12
      2024-03-02,ETH,Sell,0.5,1900,EUR,4
      """
    #expect(
      try lines(text) == [
        "2024-03-01T00:00:00Z +0.1 BTC -3000 EUR, fee 12 EUR",
        "2024-03-02T00:00:00Z +950 EUR -0.5 ETH, fee 4 EUR",
      ])
  }

  @Test func `costs that are as much as was paid are not the fee, and are named`() throws {
    let text = """
      Date,Coin,Action,Amount,Price,Currency,Costs
      2024-03-01,BTC,Buy,0.1,30000,EUR,3012
      """
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(try #require(proposal.map).column(.fee) == nil)
    #expect(proposal.unreadFees == ["costs"])
  }

  @Test func `the money in the heading of a fee is its own next to another money`() throws {
    let text = """
      Date,Type,Sent Currency,Sent Amount,Received Currency,Received Amount,Price USD,Fee USD
      2024-03-01,Buy,,,BTC,0.1,30000,12
      2024-03-02,Trade,EUR,2700,BTC,0.1,30000,11
      """
    #expect(
      try lines(text) == [
        "2024-03-01T00:00:00Z +0.1 BTC -3000 USD, fee 12 USD",
        "2024-03-02T00:00:00Z +0.1 BTC -2700 EUR, fee 11 USD",
      ])
  }
}

/// Currency signs and codes next to the figures of a mapped file.
struct MappedMoneyTests: ProposesMaps {
  @Test(arguments: [
    ("R$ 30.000,00", "BRL"), ("25 000,00 zł", "PLN"), ("150 000,00 Kč", "CZK"),
    ("CHF 6'000.00", "CHF"), ("900000円", "JPY"), ("€6.000,00", "EUR"), ("A$9,000.00", "AUD"),
  ])
  func `letters next to the figures name the money`(cell: String, code: String) throws {
    let text = "Date;Type;Coin;Amount;Total\n2024-03-01;Buy;BTC;0.5;\(cell)\n"
    let line = try #require(try lines(text).first)
    #expect(line.hasSuffix("000 \(code)"))
  }

  @Test func `a sign of other money than the map's is refused`() throws {
    let text = """
      Date,Type,Coin,Amount,Total
      2024-03-01,Buy,BTC,0.1,$6000
      2024-03-02,Sell,BTC,0.05,€3100
      """
    #expect(
      try lines(text).sorted() == [
        "2024-03-01T00:00:00Z +0.1 BTC -6000 USD",
        "3: refused, otherMoney(column: \"total\", \"€3100\", \"USD\")",
      ])
    #expect(
      RefusalReason.otherMoney(column: "total", "€3100", "USD").sentence
        == "total: €3100 has another currency's sign than USD, which the file or the map names.")
  }

  @Test func `letters that mean several moneys propose none`() throws {
    let text = "Date;Type;Coin;Amount;Total\n2024-03-01;Buy;BTC;0.5;60.000,00 kr\n"
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(proposal.missing == ["currency"])
    let map = try proposal.partial.corrected(by: "currency==SEK")
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line) == [
        "2024-03-01T00:00:00Z +0.5 BTC -60000 SEK"
      ])
  }

  @Test func `an id that lost its digits is none`() throws {
    let text = """
      Date,Pair,Side,Amount,Price,Order ID
      2024-03-01 10:00:00,BTC/EUR,Buy,0.5,40000,1.70132E+18
      2024-03-02 10:00:00,BTC/EUR,Buy,0.5,40000,1701320289251329
      """
    #expect(
      try lines(text) == [
        "2024-03-01T10:00:00Z +0.5 BTC -20000 EUR",
        "2024-03-02T10:00:00Z +0.5 BTC -20000 EUR, [custom 1701320289251329]",
      ])
  }

  @Test func `columns of one name count only behind the figures they are of`() throws {
    let text = """
      When,Action,Bought,Cur,Sold,Cur,Fee,Cur
      2024-03-01,Trade,1,ETH,3000,EUR,5,EUR
      """
    #expect(try lines(text) == ["2024-03-01T00:00:00Z +1 ETH -3000 EUR, fee 5 EUR"])
    let reversed = """
      Cur,Fee,Cur,Sold,Cur,Bought,Action,When
      EUR,5,EUR,3000,ETH,1,Trade,2024-03-01
      """
    #expect(mapProposal(for: Array(reversed.utf8))?.map == nil)
    let kucoin = try Fixture.named("kucoin-2017").text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).reversed().joined(separator: ",")
    }
    #expect(throws: ImportError.self) {
      try readImport(Array(kucoin.joined(separator: "\n").utf8))
    }
  }

  @Test func `a row without a fee does not hide in which coins the others are`() throws {
    let text = """
      time,type,base-asset,quantity,quote-asset,total,fee,fee-currency
      2024-01-15 10:30:00,buy,BTC,0.5,USDT,25000.00,1.2,BNB
      2024-02-20 14:45:00,sell,BTC,0.02,USDT,1100.00,0.05,BNB
      2024-03-10 09:15:00,buy,ETH,0.2,USDT,400.00,-,-
      """
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    let map = try #require(proposal.map)
    #expect(map.column(.feeCurrency) == "fee-currency")
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line) == [
        "2024-01-15T10:30:00Z +0.5 BTC -25000 USDT, fee 1.2 BNB",
        "2024-02-20T14:45:00Z +1100 USDT -0.02 BTC, fee 0.05 BNB",
        "2024-03-10T09:15:00Z +0.2 ETH -400 USDT",
      ])
  }

  @Test func `a fee is found by a name that is misspelt`() throws {
    let text = """
      time,side,pair,amount,total,comission_amount
      2024-01-15 10:30:00,buy,BTC/USD,0.5,25000.00,61.12
      """
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(proposal.map?.column(.fee) == "comission_amount")
  }

  @Test func `what was given away in the columns of what is received leaves`() throws {
    let text = """
      received coin,received amount,date,type,traded currency,traded amount
      BTC,3,2018-03-04,Buy,USD,9000
      BTC,0.1,2018-03-06,GiftSent,,
      BTC,0.33,2018-03-08,Spending,USD,1000
      """
    let map = try ColumnMap(
      "date=date,side=type,received=received amount,received-coin=received coin,"
        + "spent=traded amount,spent-coin=traded currency")
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line) == [
        "2018-03-04T00:00:00Z +3 BTC -9000 USD", "2018-03-06T00:00:00Z payment -0.1 BTC",
        "2018-03-08T00:00:00Z payment -0.33 BTC, worth 1000 USD",
      ])
  }
}
