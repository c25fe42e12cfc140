import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// How the signs of amounts are used in a file without a type column, and the notes shown with a
/// map.
struct MapProposalMovesTests: ProposesMaps {
  @Test func `money that leaves when coins come was paid for them`() throws {
    let text = """
      date,asset,units,cash_eur,fee_eur
      2024-01-10,BTC,0.01,-420,-1.5
      2024-02-10,BTC,-0.004,190,-0.7
      """
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -420 EUR, fee 1.5 EUR",
        "2024-02-10T00:00:00Z +190 EUR -0.004 BTC, fee 0.7 EUR",
      ])
  }

  @Test func `money that comes and leaves with the coins is their worth, and the side is asked`()
    throws
  {
    let text = """
      Date,Payee,Amount (BTC),USD
      2024-01-09,Salary,0.5,23000.00
      2024-01-12,Bob,-0.1,-4300.00
      """
    let proposal = try proposal(text)
    #expect(proposal.map == nil)
    #expect(proposal.missing.contains("side"))
    #expect(!proposal.partial.has(.total))
    #expect(proposal.hasSignedAmounts)
    let value = text.replacing("USD", with: "Value USD").replacing("-4300", with: "4300")
    #expect(try self.proposal(value).missing == ["side"])
    // A column called total was paid.
    let total = value.replacing("Value USD", with: "Total USD")
    #expect(
      try lines(total).sorted() == [
        "2024-01-09T00:00:00Z +0.5 BTC -23000 USD", "2024-01-12T00:00:00Z +4300 USD -0.1 BTC",
      ])
  }

  @Test func `coins that were sent and received are no trades, whatever they were worth`() throws {
    let text = """
      Date,Description,Amount (BTC),Amount ($),Transaction Id
      29 Jul 2013 10:23,"Sent to ""one"" (1CQH)",-0.015,-1.50,289a
      29 Jul 2013 10:00,"Received with ""two"" (1GtM)",0.015,1.50,5eea
      """
    let map = try guess(text)
    #expect(map.literal(.side) == "move" && map.literal(.move) == "move" && !map.has(.total))
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line).sorted() == [
        "2013-07-29T10:00:00Z move 0.015 BTC, [custom 5eea]",
        "2013-07-29T10:23:00Z move -0.015 BTC, [custom 289a]",
      ])
  }

  @Test func `a total of coins without an amount is left out`() throws {
    let text = """
      Datum;Beschreibung;Betrag (BTC);Betrag (€)
      29 Jul 2013 10:23;Gesendet an 1CQH;-0.015;-1.15
      """
    let map = try guess(text)
    #expect(!map.has(.total) && map.literal(.currency) != "BTC")
  }

  @Test func `a file in which coins and money move is not of moves alone`() throws {
    let text = """
      Time,Method,Amount,Currency,Status,Fee
      2015-04-21 21:43:06,Order Fill,229.49,USD,Processed,0
      2015-04-21 21:43:06,Order Fill,-1.05,BTC,Processed,0
      2015-04-14 10:34:04,Invoice,-0.22,BTC,Processed,0
      """
    let proposal = try proposal(text)
    #expect(proposal.map == nil)
    #expect(proposal.partial.literal(.side) == nil && !proposal.partial.has(.move))
    #expect(proposal.missing.contains("side"))
  }

  @Test func `columns of debit and credit in one currency name it`() throws {
    let text = """
      DATE;DEBIT;DEBIT CURRENCY;CREDIT;CREDIT CURRENCY;BUY/SELL;QUANTITY;ASSET;PRICE PER UNIT
      05/09/2024;-1050;CHF;;;BUY;0.5;ETH;2100
      15/11/2024;;;420;CHF;SELL;0.2;ETH;2100
      """
    #expect(
      try lines(text) == [
        "2024-09-05T00:00:00Z +0.5 ETH -1050 CHF", "2024-11-15T00:00:00Z +420 CHF -0.2 ETH",
      ])
    let two = text.replacing("420;CHF", with: "420;EUR")
    #expect(try proposal(two).missing == ["currency"])
  }

  @Test func `dates are read as Hungarians write them`() throws {
    let text = """
      Dátum;Típus;Érme;Mennyiség;Összeg (HUF)
      2024.01.10.;Vétel;BTC;0,01;159000
      2024. 02. 12.;Eladás;BTC;0,004;71200
      2024.03.12. 10:30;Eladás;BTC;0,004;71200
      """
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -159000 HUF", "2024-02-12T00:00:00Z +71200 HUF -0.004 BTC",
        "2024-03-12T10:30:00Z +71200 HUF -0.004 BTC",
      ])
  }

  @Test func `what is said of another fee can be written as it stands`() throws {
    let text = """
      Date,Pair,Side,Amount,Price,Fee,Network fee
      2024-03-01 10:00:00,BTC/EUR,Buy,0.5,40000,10,2
      """
    #expect(
      try proposal(text).advice(onFee: "network fee")
        == "if it is a second fee in the same money, add second-fee=network fee; if it is the fee, "
        + "write fee=network fee in place of fee=fee")
    let coins = """
      Date,Type,Coin,Amount,Total USD,Fee Currency,Fee Amount,Fee USD
      2024-01-10,Buy,BTC,0.01,460,BNB,0.001,0.31
      """
    let proposal = try proposal(coins)
    #expect(proposal.unreadFees == ["fee usd"])
    #expect(
      proposal.advice(onFee: "fee usd")
        == "if it is the fee, write fee=fee usd,fee-currency==USD in place of fee=fee amount,"
        + "fee-currency=fee currency")
    let map = try #require(proposal.map).corrected(by: "fee=fee usd,fee-currency==USD")
    #expect(
      try readImport(Array(coins.utf8), map: map).results.map(\.line) == [
        "2024-01-10T00:00:00Z +0.01 BTC -460 USD, fee 0.31 USD"
      ])
    let costs = "Date,Coin,Action,Amount,Price,Currency,Costs\n2024-03-01,BTC,Buy,0.1,30,EUR,3\n"
    #expect(try self.proposal(costs).advice(onFee: "costs") == "if it is the fee, add fee=costs")
  }

  @Test func `columns that tell of a fee are named where the map has none`() throws {
    let text = """
      Date,Type,Coin,Amount,Amount after fee,Fee %,Total EUR
      2024-01-10,Buy,BTC,0.01,0.00998,0.2,420
      """
    #expect(try proposal(text).otherFeeColumns == ["amount after fee", "fee %"])
    let fee = text.replacing("Type,", with: "Type,Fee,").replacing("Buy,", with: "Buy,1,")
    #expect(try proposal(fee).otherFeeColumns == [])
  }

  @Test func `a map that reads one of several columns of one name says so`() throws {
    let text = """
      date,type,amount,coin,total,currency,total
      2024-01-10,buy,0.01,BTC,420,EUR,421
      """
    let proposal = try proposal(text)
    let map = try #require(proposal.map)
    #expect(
      proposal.repeatedNames(in: map) == ["2 columns are named total; the map reads the first"])
    #expect(
      proposal.repeatedNames(in: try map.corrected(by: "total=total#2")) == [
        "2 columns are named total; the map reads total#2"
      ])
    #expect(proposal.repeatedNames(in: try map.corrected(by: "net=total#2")) == [])
  }
}
