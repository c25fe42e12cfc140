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

  @Test func `a copy without seconds makes no difference among files that overlap`() throws {
    let rows = (1...9).map { day in
      let time = "2024-03-0\(day) 10:00:\(10 + day)"
      return (exact: "\(time),\(buy)", cut: "\(time.dropLast(3)),\(buy)")
    }
    let early = rows[..<6].map(\.exact)
    let late = rows[3...].map(\.exact)
    let copy = rows[2...].map(\.cut)
    let whole = rows.map(\.exact)
    for order in [
      [early, copy, late], [early, copy, whole], [late, copy, early], [copy, early, late],
      [early, late, copy],
    ] {
      let end = try order.reduce(ImportLedger(transactions: [])) { ledger, file in
        ledger.with(try plan(file, into: ledger))
      }
      #expect(end.transactions.count == 9)
    }
    // All of them at once, over what two of them brought.
    let two = ImportLedger(
      transactions: try plan(early).additions + (try plan(rows[6...].map(\.exact))).additions)
    let files = [early, late, copy].map { ([header] + $0).joined(separator: "\n") }
    #expect(try InterchangeTests.plan(files, policy(), into: two).additions.isEmpty)
    #expect(try InterchangeTests.plan(files, policy()).additions.count == 9)
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

  @Test(arguments: [false, true])
  func `ids that TaxBit makes anew at every export tell nothing`(hasOldIds: Bool) throws {
    let header =
      "Date,Transaction Type,Received Quantity,Received Currency,Sent Quantity,"
      + "Sent Currency,Fee Currency,Fee Amount,Market Value,Source,Internal Transfer,External ID"
    func export(_ id: String, _ value: String) -> String {
      """
      \(header)
      2019-05-21T21:39:50.000Z,Income,4.5,BTT,,,,,\(value),Binance,FALSE,\(id)-1
      2019-05-22T21:39:50.000Z,Income,0.3,BTT,,,,,0.02,Binance,FALSE,\(id)-2
      """
    }
    var rows = try InterchangeTests.plan([export("a", "0.01")], policy()).additions
    #expect(rows.count == 2)
    if hasOldIds {
      for index in rows.indices {
        rows[index].reference = Reference(source: "taxbit", id: "e\(index)")
      }
    }
    let again = try InterchangeTests.plan(
      [export("b", "0.011")], policy(), into: ImportLedger(transactions: rows))
    #expect(again.isEmpty)
    let together = try InterchangeTests.plan([export("a", "0.01"), export("b", "0.011")], policy())
    #expect(together.additions.count == 2)
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

  @Test(
    "digits that a spreadsheet cuts off make no new rows, in either order and both at once",
    arguments: [
      ("60000.00,0.0000123456789,0.740740734,0", "60000,1.23457E-05,0.740740734,0"),
      ("60000,0.12345678912345,7407.407347407,0", "60000,0.123456789,7407.407347,0"),
      ("60000,0.010,600.00,0.60", "60000,0.01,600,0.6"),
    ])
  func cutDigits(exact: String, cut: String) throws {
    func rows(_ figures: String) -> [String] {
      ["2024-03-01 10:00:37,BTCUSD,BUY,\(figures),USD", "2024-03-02 10:00:37,\(buy)"]
    }
    for (one, other) in [(rows(exact), rows(cut)), (rows(cut), rows(exact))] {
      #expect(try plan(one).additions.count == 2)
      #expect(try plan(other, into: try ledger(one)).isEmpty)
      let both = [one, other].map { ([header] + $0).joined(separator: "\n") }
      let plan = try InterchangeTests.plan(both, policy(), into: nil)
      #expect(plan.additions.count == 2 && plan.alreadyThere == 2)
    }
  }

  @Test func `seconds that are gone make no new rows in either order`() throws {
    let exact = ["2024-03-01 10:00:37,\(buy)", "2024-03-02 10:00:21,\(sale)"]
    let cut = ["2024-03-01 10:00,\(buy)", "2024-03-02 10:00,\(sale)"]
    for (one, other) in [(exact, cut), (cut, exact)] {
      #expect(try plan(other, into: try ledger(one)).isEmpty)
      let both = [one, other].map { ([header] + $0).joined(separator: "\n") }
      #expect(try InterchangeTests.plan(both, policy(), into: nil).additions.count == 2)
    }
  }

  @Test func `rows that differ in more digits come in, and the preview says so`() throws {
    let first = try ledger(["2024-03-01 10:00:37,\(buy)", "2024-03-02 10:00:21,\(sale)"])
    let cut = [
      "2024-03-01 10:00:37,BTCUSD,BUY,60000,0.010012,600.7,0.6,USD",
      "2024-03-02 10:00:21,BTCUSD,SELL,61000,0.005002,305.1,0.3,USD",
    ]
    let plan = try plan(cut, into: first)
    #expect(plan.additions.count == 2)
    #expect(plan.notices.contains(.digitsCut(rows: 2, file: "")))
    #expect(
      ImportNotice.digitsCut(rows: 2, file: "a.csv").sentence
        == "2 rows of a.csv may be in another file of the same form, too: times and coins are the same, "
        + "amounts within 1 %. If a program saved the file again and cut off digits, import the "
        + "original alone.")
    let others = cut.map { $0.replacing(",0.0", with: ",0.3") }
    #expect(try !self.plan(others, into: first).notices.contains { "\($0)".contains("digitsCut") })
  }

  @Test func `the rows of trades of several are the same in a file saved again`() throws {
    let header = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
    let exact =
      header + "L1,R1,2024-03-01 10:00:00,trade,,currency,XXBT,0.5000000000,0.0000000000,0.5\n"
      + "L2,R1,2024-03-01 10:00:00,trade,,currency,ZUSD,-30000.0000,12.5000,0\n"
      + ",W1,2024-03-02 10:00:00,withdrawal,,currency,XXBT,-0.1000000000,0.0001500000,\n"
      + "L3,W1,2024-03-02 11:00:00,withdrawal,,currency,XXBT,-0.1000000000,0.0001500000,0.4\n"
    let cut = exact.replacing("000000000", with: "").replacing(".0000", with: "")
      .replacing("12.5000", with: "12.5")
    #expect(cut != exact)
    for texts in [[exact, cut], [cut, exact]] {
      let plan = try InterchangeTests.plan(texts, policy(), into: nil)
      #expect(plan.additions.filter { $0.category == .trade }.count == 1)
      #expect(plan.moves.count == 1)
    }
  }

  @Test func `equal fills in both files stay as many as one of them has`() throws {
    let fill = "2024-03-01 10:00:37,BTCUSD,BUY,60000,0.01,600,0.6,USD"
    let again = "2024-03-01 10:00:37,BTCUSD,BUY,60000.0,0.010,600,0.6,USD"
    let near = "2024-03-01 10:00:37,BTCUSD,BUY,60000.0,0.01000001,600,0.6,USD"
    func both(_ one: [String], _ other: [String]) throws -> Int {
      let texts = [one, other].map { ([header] + $0).joined(separator: "\n") }
      return try InterchangeTests.plan(texts, policy(), into: nil).additions.count
    }
    #expect(try both([fill, fill], [again, again]) == 2)
    #expect(try both([fill], [again, again]) == 2)
    // What is equal is that row, so that the other one is new.
    #expect(try both([fill], [near, again]) == 2)
    // A row that is the same to the letter is nobody else's.
    #expect(try both([fill], [fill, again]) == 2)
  }
}
