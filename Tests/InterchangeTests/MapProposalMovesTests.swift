import Foundation
import Portfolio
import Testing

@testable import Interchange

/// What the signs of amounts say of a file without a column of what happened, and what of a map is
/// said beside it.
struct MapProposalMovesTests {
  private func proposal(_ text: String) throws -> MapProposal {
    try #require(mapProposal(for: Array(text.utf8)))
  }

  private func guess(_ text: String) throws -> ColumnMap {
    let proposal = try proposal(text)
    return proposal.map ?? proposal.partial
  }

  private func lines(_ text: String) throws -> [String] {
    let map = try #require(try proposal(text).map)
    return try readImport(Array(text.utf8), map: map).readings.map(\.line)
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
      try readImport(Array(coins.utf8), map: map).readings.map(\.line) == [
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
    #expect(try proposal(text).columnsBesideFee == ["amount after fee", "fee %"])
    let fee = text.replacing("Type,", with: "Type,Fee,").replacing("Buy,", with: "Buy,1,")
    #expect(try proposal(fee).columnsBesideFee == [])
  }
}
