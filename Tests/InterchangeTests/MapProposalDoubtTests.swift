import Foundation
import Portfolio
import Testing

@testable import Interchange

/// Columns that seem to be a fee, a price or what was paid: a proposed map reads none of them where
/// names or figures say that it is something else.
struct MapProposalDoubtTests {
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

  @Test(arguments: [
    ("Fee %,Fee", "fee"), ("Fee (%),Fee (EUR)", "fee (eur)"),
    ("Commission %,Commission EUR", "commission eur"), ("Gebühr (%),Gebühr (EUR)", "gebühr (eur)"),
    ("Taxa %,Taxa", "taxa"), ("Fee percent,Fee", "fee"),
  ])
  func `percents are not the fee`(names: String, fee: String) throws {
    let text = """
      Date,Side,Pair,Qty,Price,\(names),Total
      2024-01-10,BUY,BTC/EUR,0.01,42000,0.25,1.05,421.05
      2024-02-12,SELL,BTC/EUR,0.004,46000,0.25,0.46,183.54
      """
    #expect(try guess(text).column(.fee) == fee)
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -420 EUR, fee 1.05 EUR",
        "2024-02-12T00:00:00Z +184 EUR -0.004 BTC, fee 0.46 EUR",
      ])
  }

  @Test func `percents alone are no fee, whether the heading or the cells have the sign`() throws {
    let text = """
      Date,Side,Coin,Qty,Price USD,Fee,Total USD
      2024-01-10,BUY,BTC,0.01,42000,0.25%,420
      """
    #expect(try guess(text).column(.fee) == nil)
    let heading = text.replacing("Fee,", with: "Fee %,").replacing("0.25%", with: "0.25")
    #expect(try guess(heading).column(.fee) == nil)
  }

  @Test(arguments: [
    "Amount after fee", "Received after fee", "Amount without fees", "Qty excl. fee",
    "Menge nach Gebühr", "Betrag inkl. Gebühr", "Montant hors frais", "Importo senza commissioni",
    "Net of fees", "Fee-adjusted price", "Price after fees USD", "Fees included",
  ])
  func `what is before or after the fee is not the fee`(name: String) throws {
    let text = """
      Date,Type,Coin,Amount,\(name),Total EUR
      2024-01-10,Buy,BTC,0.01,0.00998,420
      """
    let proposal = try proposal(text)
    #expect(proposal.map?.has(.fee) == false)
    #expect(proposal.unreadFees == [])
  }

  @Test(arguments: ["Fee incl. VAT", "Total fee EUR", "Trading fee paid", "Fee amount"])
  func `a fee with a tax in it, and the whole of it, are fees`(name: String) throws {
    let text = """
      Date,Type,Coin,Amount,\(name),Total EUR
      2024-01-10,Buy,BTC,0.01,1.5,420
      """
    #expect(try guess(text).column(.fee) == name.lowercased())
  }

  @Test func `a column that is nearly the amount is not proposed for the fee`() throws {
    let text = """
      Date,Type,Coin,Amount,Amount uten gebyr fee,Total EUR
      2024-01-10,Buy,BTC,0.01,0.00998,420
      """
    #expect(try guess(text).column(.fee) == nil)
    #expect(try proposal(text).unreadFees == ["amount uten gebyr fee"])
  }

  @Test func `whether a fee was paid is not what it was paid in`() throws {
    let text = """
      Date,Type,Coin,Amount,Price USD,Total USD,Fee Paid?,Fee
      2024-01-10,Buy,BTC,0.01,46000,460,yes,1
      """
    #expect(try lines(text) == ["2024-01-10T00:00:00Z +0.01 BTC -460 USD, fee 1 USD"])
  }
}
