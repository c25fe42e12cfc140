import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What holds of every format's own file, whatever is in it.
struct ImportPropertyTests {
  private func plan(_ texts: [String], into ledger: ImportLedger) throws -> ImportPlan {
    Covered.plan(
      try texts.enumerated().map { try readImport(Array($1.utf8), name: "x\($0).csv") },
      into: ledger)
  }

  private func cover(_ text: String) throws -> ImportLedger {
    Covered.cover(try readImport(Array(text.utf8), name: "x0.csv"))
  }

  @Test(arguments: FormatFixtureTests.names)
  func `a second import adds nothing, whatever was edited in between`(name: String) throws {
    let text = try FormatFixtureTests.text("\(name).csv")
    let covered = try cover(text)
    let first = try plan([text], into: covered)
    // bitpal's own rows without an id are known by what they say.
    guard first.format != .bitpal else { return }
    let edited = first.additions.map { added in
      Transaction(
        id: added.id, coinId: added.coinId, type: added.type, amount: added.amount + 1,
        pricePerCoin: 7, date: added.date, notes: "edited", account: "elsewhere",
        reference: added.reference)
    }
    let ledger = ImportLedger(
      transactions: (covered.transactions + edited).sorted { $0.date < $1.date },
      moves: first.moves)
    let second = try plan([text], into: ledger)
    #expect(second.additions.map(\.summary) == [])
    #expect(second.moves.isEmpty)
  }

  @Test(arguments: FormatFixtureTests.names)
  func `rows in any order make the same ledger`(name: String) throws {
    let text = try FormatFixtureTests.text("\(name).csv")
    let table = try #require(
      CSVTable.find(in: Array(text.utf8)) { header in
        FormatReader.all.contains { $0.recognizes(header) }
      })
    let rows = try table.records().map(\.row.text)
    // Fills stand below their order, and what was given below what was received.
    let isOrdered =
      [
        "binance-orders-2023", "binance-orders-fills", "bitget-orders", "bitget-orders-short",
        "buenbit",
      ].contains(name)
    guard rows.count > 1, !isOrdered else { return }
    let ledger = try cover(text)
    let written = try plan([([table.line.text] + rows).joined(separator: "\n")], into: ledger)
    let turned = try plan(
      [([table.line.text] + rows.reversed()).joined(separator: "\n")], into: ledger)
    #expect(Set(turned.added) == Set(written.added))
    #expect(Set(turned.moves.map(\.amount)) == Set(written.moves.map(\.amount)))
  }

  /// The text of a file cut in two behind its middle row, each with the header; `nil` where the
  /// rows of one trade would be cut apart, where only all rows together show whose the file is, or
  /// where equal rows are told apart by their number only.
  private func halves(_ name: String) throws -> (whole: String, parts: [String])? {
    let text = try FormatFixtureTests.text("\(name).csv")
    let table = try #require(
      CSVTable.find(in: Array(text.utf8)) { header in
        FormatReader.all.contains { $0.recognizes(header) }
      })
    let rows = try table.records().map(\.row.text)
    let hasParts = try readImport(Array(text.utf8), name: "x.csv").readings.contains { reading in
      if case .leftOut(let row) = reading, case .partOfTrade = row.reason { true } else { false }
    }
    let needsRows =
      hasParts
      || [
        "binance-orders-2023", "binance-orders-fills", "bitfinex-trades-month", "bitget-orders",
        "bitget-orders-short",
        "etherscan-tokens",
      ].contains(name)
    // What shows the order of day and month may be in one half only.
    guard rows.count > 1, !needsRows, Set(rows).count == rows.count,
      try table.slashedColumns.isEmpty
    else { return nil }
    // Nobody's export ends between two rows of one id.
    let cut = name == "bitflyer-ja" ? 3 : rows.count / 2
    let head = table.line.text
    return (
      ([head] + rows).joined(separator: "\n"),
      [rows[..<cut], rows[cut...]].map { ([head] + $0).joined(separator: "\n") }
    )
  }

  @Test(arguments: FormatFixtureTests.names)
  func `a file in two parts, given together or twice, makes the same ledger`(name: String) throws {
    guard let (whole, parts) = try halves(name) else { return }
    let ledger = try cover(whole)
    let written = try plan([whole], into: ledger)
    for files in [parts, parts.reversed(), [parts[0], whole], [whole, whole]] {
      let again = try plan(files, into: ledger)
      #expect(Set(again.added) == Set(written.added), "\(files.count) files")
      #expect(again.additions.count == written.additions.count)
      #expect(Set(again.moves.map(\.amount)) == Set(written.moves.map(\.amount)))
    }
  }

  @Test(arguments: FormatFixtureTests.names)
  func `a file in two parts, one after the other, makes the same ledger`(name: String) throws {
    guard let (whole, parts) = try halves(name) else { return }
    let start = try cover(whole)
    let written = try plan([whole], into: start)
    var ledger = start
    var added: [String] = []
    for part in parts {
      let plan = try plan([part], into: ledger)
      added += plan.added
      ledger = ImportLedger(
        transactions: (ledger.transactions + plan.additions).sorted { $0.date < $1.date },
        moves: ledger.moves + plan.moves)
    }
    #expect(Set(added) == Set(written.added))
    #expect(try plan([whole], into: ledger).additions.map(\.summary) == [])
  }
}
