import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Lines above the header: export preambles, and rows of another table.
struct PreambleTests {
  private static let tradeOgre = "Date,Coin,Amount,TxID\n2024-01-10,BTC,0.2,abc\n"

  @Test func `rows of a table above the header are refused by their lines`() throws {
    let text = """
      Trades
      Date,Type,Coin,Amount,Price EUR,Total EUR
      2024-01-15,Buy,BTC,0.1,40000,4000
      2024-02-15,Sell,BTC,0.05,45000,2250

      Deposits

      """
    let file = try readImport(Array((text + Self.tradeOgre).utf8))
    #expect(
      file.results.map(\.line) == [
        "3: refused, aboveHeader", "4: refused, aboveHeader",
        "2024-01-10T00:00:00Z move 0.2 BTC, #abc",
      ])
    #expect(
      RefusalReason.aboveHeader.sentence
        == "The row is above the header line: move that line to the top, or "
        + "put each table into a file of its own.")
  }

  @Test func `rows that a spreadsheet sorted above the header are refused`() throws {
    let sorted = "2024-01-09,BTC,0.5,abd\n" + Self.tradeOgre
    #expect(
      try readImport(Array(sorted.utf8)).results.map(\.line) == [
        "1: refused, aboveHeader", "2024-01-10T00:00:00Z move 0.2 BTC, #abc",
      ])
  }

  @Test(arguments: [
    "Report,2024-01-31\n", "Account 4711,from 2024-01-01,to 2024-01-31\n",
    "Account,4711,created,2024-01-01,rows,1\n", "Date,2024-01-01,,\nRows,1,,\n",
  ])
  func `what exports write above their tables is no row`(preamble: String) throws {
    #expect(
      try readImport(Array((preamble + Self.tradeOgre).utf8)).results.map(\.line) == [
        "2024-01-10T00:00:00Z move 0.2 BTC, #abc"
      ])
  }

  @Test func `a row is never the line that names the columns`() throws {
    let text = """
      alpha,beta,gamma,delta,epsilon
      2026-02-06 13:06:18,SOL/USDT,BUY,82.11,0.2
      2026-02-10 09:30:00,BTC/USDT,SELL,45000,0.1
      """
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(proposal.header == ["alpha", "beta", "gamma", "delta", "epsilon"])
    let map = try ColumnMap(
      "date=2026-02-06 13:06:18,pair=sol/usdt,side=buy,amount=0.2,price=82.11")
    #expect(throws: ImportError.self) { try readImport(Array(text.utf8), map: map) }
  }
}
