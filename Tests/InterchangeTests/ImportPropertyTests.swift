import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What holds of every format's own file, whatever is in it.
struct ImportPropertyTests {
  private func read(_ text: String, _ place: Int) throws -> ImportFile {
    try readImport(Array(text.utf8), name: "\(place)_btc.csv")
  }

  @Test(arguments: Fixture.names)
  func `a second import adds nothing, whatever was edited in between`(name: String) throws {
    let fixture = try Fixture.named(name)
    let first = try fixture.plan
    // bitpal's own rows without an id are known by what they say.
    guard first.format != .bitpal else { return }
    let edited = first.additions.map { added in
      Transaction(
        id: added.id, coinId: added.coinId, type: added.type, amount: added.amount + 1,
        pricePerCoin: 7, date: added.date, notes: "edited", account: "elsewhere",
        reference: added.reference)
    }
    let ledger = ImportLedger(
      transactions: (try fixture.covered.transactions + edited).sorted { $0.date < $1.date },
      moves: first.moves)
    let second = Covered.plan([try fixture.file], into: ledger)
    #expect(second.additions.map(\.summary) == [])
    #expect(second.moves.isEmpty)
  }

  @Test(arguments: Fixture.names)
  func `rows in any order make the same ledger`(name: String) throws {
    let fixture = try Fixture.named(name)
    let rows = try fixture.table.rows
    // Fills stand below their order, and what was given below what was received.
    let isOrdered =
      [
        "binance-orders-2023", "binance-orders-fills", "bitget-orders", "bitget-orders-short",
        "buenbit",
      ].contains(name)
    guard rows.count > 1, !isOrdered else { return }
    let written = try fixture.plan
    let file = try readImport(
      Array(try fixture.text(of: rows.reversed()).utf8), name: Fixture.fileName)
    let turned = Covered.plan([file], into: try fixture.covered)
    #expect(Set(turned.added) == Set(written.added))
    #expect(Set(turned.moves.map(\.amount)) == Set(written.moves.map(\.amount)))
  }

  /// The two parts of a file cut behind its middle row, each with the header; `nil` where the
  /// rows of one trade would be cut apart, where only all rows together show whose the file is, or
  /// where equal rows are told apart by their number only.
  private func halves(_ fixture: Fixture) throws -> [ImportFile]? {
    let (name, table) = (fixture.name, try fixture.table)
    let rows = table.rows
    let hasParts = try fixture.file.readings.contains { reading in
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
      try table.found.slashedColumns.isEmpty
    else { return nil }
    // Nobody's export ends between two rows of one id.
    let cut = name == "bitflyer-ja" ? 3 : rows.count / 2
    return try [rows[..<cut], rows[cut...]].enumerated().map {
      try read(try fixture.text(of: $0.element), $0.offset)
    }
  }

  @Test(arguments: Fixture.names)
  func `a file in two parts, given together, twice or in turn, makes the same ledger`(
    name: String
  ) throws {
    let fixture = try Fixture.named(name)
    guard let parts = try halves(fixture) else { return }
    let (start, written) = (try fixture.covered, try fixture.plan)
    let whole = try read(fixture.text, 2)
    for files in [parts, parts.reversed(), [parts[0], whole], [try fixture.file, whole]] {
      let again = Covered.plan(files, into: start)
      #expect(Set(again.added) == Set(written.added), "\(files.count) files")
      #expect(again.additions.count == written.additions.count)
      #expect(Set(again.moves.map(\.amount)) == Set(written.moves.map(\.amount)))
    }
    var ledger = start
    var added: [String] = []
    for part in parts {
      let plan = Covered.plan([part], into: ledger)
      added += plan.added
      ledger = ImportLedger(
        transactions: (ledger.transactions + plan.additions).sorted { $0.date < $1.date },
        moves: ledger.moves + plan.moves)
    }
    #expect(Set(added) == Set(written.added))
    #expect(Covered.plan([whole], into: ledger).additions.map(\.summary) == [])
  }
}
