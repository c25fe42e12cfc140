import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Columns that classify incoming or outgoing coins and give their direction.
struct MapProposalLabelTests: ProposesMaps {
  private static let labels = """
    Date,Type,In Amount,In Currency,Out Amount,Out Currency,Label
    2024-01-15 10:00:00,trade,0.01,BTC,420,USD,
    2024-01-17 10:00:00,deposit,1,ETH,,,
    2024-01-18 10:00:00,deposit,0.01,ETH,,,Staking
    2024-01-19 10:00:00,withdrawal,,,0.5,ETH,payment
    2024-01-20 10:00:00,deposit,5,ETH,,,gift
    """

  @Test func `a label says what a deposit or a withdrawal was`() throws {
    #expect(try proposal(Self.labels).map?.text.contains("label=label") == true)
    #expect(
      try lines(Self.labels) == [
        "2024-01-15T10:00:00Z +0.01 BTC -420 USD",
        "2024-01-17T10:00:00Z move 1 ETH",
        "2024-01-18T10:00:00Z reward +0.01 ETH",
        "2024-01-19T10:00:00Z payment -0.5 ETH",
        "2024-01-20T10:00:00Z gift +5 ETH",
      ])
  }

  @Test func `labels that say nothing bitpal knows are not proposed, and refused where named`()
    throws
  {
    let text = Self.labels.replacing("Staking", with: "my yield")
    #expect(try proposal(text).map?.text.contains("label=") == false)
    let map = try ColumnMap(
      "date=date,side=type,received=in amount,received-coin=in currency,spent=out amount,"
        + "spent-coin=out currency,label=label")
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line).contains(
        "4: refused, unknownLabel(\"my yield\", isOut: false)"))
    let named = try map.corrected(by: "reward=my yield")
    #expect(
      try readImport(Array(text.utf8), map: named).results.map(\.line).contains(
        "2024-01-18T10:00:00Z reward +0.01 ETH"))
  }

  @Test func `a label is next to one amount with a sign, too`() throws {
    let text = """
      Date,Type,Coin,Amount,Tag
      2024-01-15 10:00:00,transfer,ETH,1,
      2024-01-16 10:00:00,transfer,ETH,0.01,airdrop
      2024-01-17 10:00:00,transfer,ETH,-0.5,payment
      2024-01-18 10:00:00,transfer,ETH,-0.25,
      2024-01-19 10:00:00,transfer,ETH,-0.25,staking
      """
    let said = try lines(text).sorted()
    #expect(
      said == [
        "2024-01-15T10:00:00Z move 1 ETH",
        "2024-01-16T10:00:00Z reward +0.01 ETH",
        "2024-01-17T10:00:00Z payment -0.5 ETH",
        "2024-01-18T10:00:00Z move -0.25 ETH",
        "6: refused, unknownLabel(\"staking\", isOut: true)",
      ])
  }

  private static let ledger = """
    Date,Description,Credit,Debit,Asset,Balance
    2024-01-15 10:00:00,Deposit,0.5,,ETH,0.5
    2024-01-16 10:00:00,Staking reward,0.001,,ETH,0.501
    2024-01-17 10:00:00,Withdrawal,,0.2,ETH,0.301
    """

  @Test func `coins that were credited came, and those that were debited went`() throws {
    #expect(
      try lines(Self.ledger) == [
        "2024-01-15T10:00:00Z move 0.5 ETH",
        "2024-01-16T10:00:00Z reward +0.001 ETH",
        "2024-01-17T10:00:00Z move -0.2 ETH",
      ])
  }

  @Test(arguments: [("Staking reward", "Monday"), ("0.2,ETH", "200,EUR"), ("0.5,,", "0.5,0.5,")])
  func `where words, coins or figures do not bear it out, credit and debit mean nothing`(
    what: String, other: String
  ) throws {
    // Nothing is read from money alone, and a row with both is not a ledger row.
    let text =
      other.hasSuffix("EUR")
      ? Self.ledger.replacing("ETH", with: "EUR") : Self.ledger.replacing(what, with: other)
    #expect(try proposal(text).map == nil)
  }
}
