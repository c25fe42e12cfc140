import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// A known format whose file does not state the currency of its figures.
struct StatedCurrencyTests {
  private let bare = """
    Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price at Transaction,Subtotal,\
    Total (inclusive of fees),Fees,Notes
    2024-03-05T10:00:00Z,Buy,BTC,0.5,40000,20000,20050,50,
    2024-03-06T10:00:00Z,Send,BTC,0.1,41000,4100,4100,0,
    2024-03-07T10:00:00Z,Receive,ETH,1,2000,2000,2000,0,
    """

  @Test func `nothing is taken for granted, and what only moves needs no money`() throws {
    let file = try imported(bare)
    #expect(
      file.unread == [
        "2: The file does not name its currency; add --map currency==USD if it is US dollars."
      ])
    #expect(file.moves.map(\.amount.description) == ["-0.1", "1"])
  }

  @Test func `the money of the map counts`() throws {
    let setting = ImportSetting(
      evidence: ["EUR 2024-03-05": "1.1"], map: try ColumnMap("currency==EUR"))
    let file = try imported(bare, setting)
    #expect(file.unread == [])
    #expect(file.added == ["2024-03-05T10:00:00Z buy 0.5 bitcoin 44110"])
  }

  @Test func `Portfolio Performance's list of all transactions names none`() throws {
    let text = try Fixture.named("portfolio-performance-all").text
    let file = try readImport(Array(text.utf8), map: try ColumnMap("currency==EUR"))
    #expect(
      file.results.map(\.line) == ["2024-02-12T00:00:00Z +0.01 BTC -500 EUR, fee 1 EUR"])
  }

  @Test func `money that the file names is not replaced`() throws {
    let named = bare.replacing("Spot Price at", with: "USD Spot Price at")
    let file = try imported(named, ImportSetting(map: try ColumnMap("currency==EUR")))
    #expect(file.added == ["2024-03-05T10:00:00Z buy 0.5 bitcoin 40100"])
  }
}
