import Exact
import Foundation
import Import
import Testing

@testable import ImportForms
@testable import ImportText

/// Every fixture as records: each row belongs to one record, and deriving their facts agrees with
/// the reader of the whole file.
struct RecordsOfFixturesTests {
  @Test(arguments: Fixture.names)
  func `every row is one record`(name: String) throws {
    let fixture = try Fixture.named(name)
    let file = try records(of: fixture.text)
    let rows = try fixture.table.records.map(\.row.line)
    let above = file.records.count { !rows.contains($0.line) }
    #expect(file.records.map(\.line).filter(rows.contains) == rows)
    #expect(above == 0 || file.records.count == rows.count + above)
    let read = file.records.count { $0.state == .read }
    let leftOut = file.records.count { if case .leftOut = $0.state { true } else { false } }
    let asked = file.records.count { if case .asks = $0.state { true } else { false } }
    #expect(read + leftOut + asked == file.records.count)
    #expect(file.records.allSatisfy { $0.state == .read || $0.facts.isEmpty })
  }

  @Test(arguments: Fixture.names)
  func `derived movements are those of the readers`(name: String) throws {
    let fixture = try Fixture.named(name)
    let file = try fixture.file
    let expected = MovementSums(file.results, account: file.format.account ?? "").counting
    let derivation = derivation([try records(of: fixture.text)])
    let found = MovementSums(derivation).counting
    let differences = found.differences(from: expected)
    #expect(
      differences.isEmpty == (Self.readOtherwise[name] == nil),
      "\(differences), \(derivation.questions.map(\.key.text))")
  }

  /// Fixtures in which the reader of the whole file differs, and why.
  private static let readOtherwise = [
    "anycoin": lastFill, "anycoin-dase": lastFill,
    "kraken-ledgers-pending":
      "A withdrawal is of the instant at which it was booked; the reader takes that of the row "
      + "that announced it, which another file may lack.",
  ]
  private static let lastFill =
    "An order is of the instant of its last fill; the reader takes that of its first row."

  @Test(arguments: Fixture.names)
  func `two parts of a file say what the whole file says`(name: String) throws {
    let fixture = try Fixture.named(name)
    let rows = try fixture.table.rows
    let whole = MovementSums(derivation([try records(of: try fixture.text(of: rows))])).counting
    var differences: [String] = []
    func compare(_ first: [String], _ second: [String]) throws {
      do {
        let parts = [
          try records(of: try fixture.text(of: first), file: "b"),
          try records(of: try fixture.text(of: second), file: "a"),
        ]
        differences += MovementSums(derivation(parts)).counting.differences(from: whole)
      } catch let error as ImportError {
        differences.append("\(error)")
      }
    }
    for cut in rows.indices.dropFirst() {
      try compare(Array(rows[..<cut]), Array(rows[cut...]))
    }
    let isEven = { (index: Int) in index.isMultiple(of: 2) }
    try compare(
      rows.indices.filter(isEven).map { rows[$0] },
      rows.indices.filter { !isEven($0) }.map { rows[$0] })
    #expect(differences.isEmpty == (Self.notSplit[name] == nil), "\(differences)")
  }

  /// Fixtures whose result changes when they are split, and why.
  private static let notSplit = [
    "accointing": evidence, "binance-earn-history": evidence, "bitfinex-trades-month": evidence,
    "etherscan-tokens": evidence, "subscan-transfers": evidence,
    "subscan-transfers-2024": evidence,
    "binance-orders-2023": rowsBelow, "binance-orders-fills": rowsBelow, "bitget-orders": rowsBelow,
    "bitget-orders-short": rowsBelow, "buenbit": rowsBelow,
    "kucoin-account":
      "Only the order of rows in one file says which rows of an instant are one trade.",
    "nexo": "A sale that pays a loan back is written on two rows up to a minute apart.",
    "crypto-com-mco":
      "The swap of August 2020 is written as a whole and as its parts, some without an id.",
  ]
  private static let evidence =
    "Only other rows show the order of day and month, the owner's address, or whose form it is."
  private static let rowsBelow = "A row without a date or id belongs to the order above it."
}

extension MovementSums {
  /// The differences between two totals.
  func differences(from expected: MovementSums) -> [String] {
    let keys = Set(keys).union(expected.keys).sorted()
    return keys.compactMap { key in
      let (mine, theirs) = (self[key], expected[key])
      return mine == theirs
        ? nil : "\(key): \(mine?.description ?? "nothing"), not \(theirs?.description ?? "nothing")"
    }
  }
}
