import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Prices next to columns for both sides of a trade.
struct PricesOfSidesTests {
  private let header =
    "date,type,sent_coin,sent_amount,received_coin,received_amount,fee,fee_coin,price_usd\n"

  private func proposal(_ text: String) throws -> MapProposal {
    try #require(mapProposal(for: Array(text.utf8)))
  }

  private func lines(_ text: String, _ map: ColumnMap? = nil) throws -> [String] {
    let map = try map ?? #require(try proposal(text).map)
    return try readImport(Array(text.utf8), map: map).results.map(\.line)
  }

  @Test func `coins times their price are what was paid, or what they were worth`() throws {
    let text = """
      \(header)2023-01-05,BUY,,,DOT,1.5,1.00,USD,4.8
      2023-02-02,STAKING,,,AVAX,0.5,0,USD,16
      2023-02-18,SELL,DOT,0.5,,,1.00,USD,6
      2023-02-19,RECEIVE,,,DOT,0.5,0,USD,6
      2023-02-20,SPEND,DOT,0.25,,,0,USD,6
      2023-02-21,SELL,DOT,0.5,,,0,USD,
      """
    #expect(
      try lines(text).sorted() == [
        "2023-01-05T00:00:00Z +1.5 DOT -7.2 USD, fee 1 USD",
        "2023-02-02T00:00:00Z reward +0.5 AVAX, worth 8 USD",
        "2023-02-18T00:00:00Z +3 USD -0.5 DOT, fee 1 USD",
        "2023-02-19T00:00:00Z move 0.5 DOT",
        "2023-02-20T00:00:00Z payment -0.25 DOT, worth 1.5 USD",
        "7: refused, oneSided(\"SELL\", \"DOT\")",
      ])
  }

  @Test func `a price next to what was received alone says what it was worth`() throws {
    let text = """
      date,type,received_coin,received_amount,price_usd,fee
      2024-01-01T12:00:00Z,staking,ETH,0.5,1800,0
      2024-01-02T12:00:00Z,airdrop,SOL,0.25,100,0
      2024-01-03T12:00:00Z,buy,BTC,0.5,40000,0
      2024-01-04T12:00:00Z,receive,BTC,0.5,40000,0
      """
    #expect(
      try lines(text) == [
        "2024-01-01T12:00:00Z reward +0.5 ETH, worth 900 USD",
        "2024-01-02T12:00:00Z reward +0.25 SOL, worth 25 USD",
        "2024-01-03T12:00:00Z +0.5 BTC -20000 USD", "2024-01-04T12:00:00Z move 0.5 BTC",
      ])
    // Without known words, the coins may only have been moved.
    let wordless = text.replacing("type,", with: "colour,").replacing("staking", with: "blue")
    #expect(mapProposal(for: Array(wordless.utf8))?.map == nil)
  }

  @Test func `between two coins the price of either one says what they were worth`() throws {
    let text = """
      date,type,sent_asset,sent_amount,sent_asset_price_usd,received_asset,received_amount,\
      received_asset_price_usd
      2024-04-15,TRADE,BTC,0.25,65000,ETH,4.5,3611.11
      2024-04-16,TRADE,BTC,0.25,,ETH,4,3600
      2024-04-17,BUY,,,,BTC,0.5,60000
      """
    #expect(
      try lines(text) == [
        "2024-04-15T00:00:00Z +4.5 ETH -0.25 BTC, worth 16250 USD",
        "2024-04-16T00:00:00Z +4 ETH -0.25 BTC, worth 14400 USD",
        "2024-04-17T00:00:00Z +0.5 BTC -30000 USD",
      ])
    // A single price does not say which of the two coins it is for.
    let alone = header + "2023-03-18,TRADE,DOT,0.7,AVAX,0.3,0,USD,16.9\n"
    #expect(try lines(alone) == ["2023-03-18T00:00:00Z +0.3 AVAX -0.7 DOT"])
  }

  @Test func `where no heading names the money of the prices it is asked for`() throws {
    let text = """
      type,buyCoin,sellCoin,buyAmount,sellAmount,buyPricePerCoin,sellPricePerCoin,date
      BUY,BTC,,0.1,,80000,,2024-11-01
      SELL,,BTC,,0.1,,90000,2024-11-02
      """
    let proposal = try proposal(text)
    #expect(proposal.missing == ["currency"])
    #expect(
      try lines(text, proposal.partial.corrected(by: "currency==EUR")) == [
        "2024-11-01T00:00:00Z +0.1 BTC -8000 EUR", "2024-11-02T00:00:00Z +9000 EUR -0.1 BTC",
      ])
    #expect(
      try lines(text, proposal.partial) == [
        "2: refused, missingCell(\"currency\")", "3: refused, missingCell(\"currency\")",
      ])
  }

  @Test func `a price that is the rate of both sides is not proposed`() throws {
    let rate = """
      date,sent_coin,sent_amount,received_coin,received_amount,price
      2024-03-01,BTC,0.1,ETH,2,0.05
      """
    #expect(try #require(proposal(rate).map).column(.price) == nil)
    let total = """
      date,type,sent_coin,sent_amount,received_coin,received_amount,price_usd
      2024-03-01,BUY,USD,3000,BTC,0.1,3000
      2024-03-02,STAKING,,,ETH,2,4000
      """
    #expect(try #require(proposal(total).map).column(.price) == nil)
  }
}
