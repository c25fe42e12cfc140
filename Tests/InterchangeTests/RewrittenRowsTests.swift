import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Files without ids that a spreadsheet wrote anew after they were imported.
struct RewrittenRowsTests {
  private let header = "Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin"
  private let buy = "BTCUSD,BUY,60000,0.01,600,0.6,USD"
  private let sale = "BTCUSD,SELL,61000,0.005,305,0.3,USD"

  private func plan(_ rows: [String], into ledger: ImportLedger? = nil) throws -> ImportPlan {
    try InterchangeTests.plan(
      [([header] + rows).joined(separator: "\n")], policy(), into: ledger)
  }

  private func ledger(_ rows: [String]) throws -> ImportLedger {
    ImportLedger(transactions: try plan(rows).additions)
  }

  @Test func `a row whose seconds are gone is known again`() throws {
    let first = try ledger(["2024-03-01 10:00:37,\(buy)"])
    let again = try plan(["2024-03-01 10:00,\(buy)"], into: first)
    #expect(again.isEmpty && again.alreadyThere == 1)
    let column = "\(header),My note\n2024-03-01 10:00:37,\(buy),x"
    #expect(try InterchangeTests.plan([column], policy(), into: first).isEmpty)
  }

  @Test(
    "another minute, amount or price is another row",
    arguments: [
      "2024-03-01 10:01,BTCUSD,BUY,60000,0.01,600,0.6,USD",
      "2024-03-01 10:00,BTCUSD,BUY,60000,0.02,1200,0.6,USD",
      "2024-03-01 10:00,BTCUSD,BUY,61000,0.01,610,0.6,USD",
      "2024-03-01 10:00:36,BTCUSD,BUY,60000,0.01,600,0.6,USD",
    ])
  func another(row: String) throws {
    let first = try ledger(["2024-03-01 10:00:37,\(buy)"])
    #expect(try plan([row], into: first).additions.count == 1)
  }

  @Test func `equal rows of one minute are as many as the file has`() throws {
    let first = try ledger(["2024-03-01 10:00:05,\(buy)", "2024-03-01 10:00:37,\(buy)"])
    let rows = Array(repeating: "2024-03-01 10:00,\(buy)", count: 3)
    #expect(try plan(Array(rows[..<2]), into: first).isEmpty)
    let third = try plan(rows, into: first)
    #expect(third.additions.count == 1 && third.alreadyThere == 2)
  }

  @Test func `where one piece of a report ends and the next begins, both have rows`() throws {
    let first = try ledger(["2024-03-01 10:00:00,\(buy)", "2024-03-02 10:00:00,\(sale)"])
    // The same figures in other cells.
    let fill = "2024-03-02 10:00:00,BTCUSD,SELL,61000.0,0.005,305,0.3,USD"
    let later = ["2024-03-03 10:00:00,\(buy)", "2024-03-04 10:00:00,\(sale)"]
    #expect(try plan([fill] + later, into: first).additions.count == 3)
    let whole = ["2024-03-01 10:00:00,\(buy)", fill] + later
    #expect(try plan(whole, into: first).additions.count == 2)
  }

  @Test func `what another wallet has by chance at one moment stays`() throws {
    let days = (1...9).map { "2024-03-0\($0) 10:00:00" }
    let first = try ledger(days.map { "\($0),\(buy)" })
    let others = days.enumerated().map { index, day in
      "\(day),BTCUSD,BUY,60000.0,0.0\(index == 4 ? 1 : 3),\(index == 4 ? 600 : 1800),0.6,USD"
    }
    #expect(try plan(others, into: first).additions.count == 9)
  }

  @Test func `deposits and withdrawals are known again, their fees with them`() throws {
    let header = "Date,Currency,Amount,Address,Status"
    func move(_ date: String) throws -> ImportPlan {
      try InterchangeTests.plan(
        ["\(header)\n\(date),BTC,0.5,1abc,COMPLETE\n"], policy(), into: known)
    }
    var known = ImportLedger(transactions: [])
    known = known.with(try move("2024-03-01 10:00:37"))
    #expect(known.moves.count == 1)
    #expect(try move("2024-03-01 10:00").isEmpty)
    #expect(try move("2024-03-01 11:30").moves.count == 1)
  }
}
