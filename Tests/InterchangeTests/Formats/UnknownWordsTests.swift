import Foundation
import Testing

@testable import Interchange

/// What becomes of a word that a form does not know, in whichever column it stands.
struct UnknownWordsTests {
  private static let word = "Zyzzyva"

  /// The header of a file and one of its rows, of which one cell is a word that nobody knows.
  private struct Variant {
    let column: String
    let line: Int
    let text: String
  }

  private static func variants(_ name: String) throws -> [Variant] {
    let text = try FormatFixtureTests.text("\(name).csv")
    let table = CSVTable.find(in: Array(text.utf8)) { header in
      FormatReader.all.contains { $0.recognizes(header) }
    }
    guard let table else { return [] }
    let delimiter = String(Character(table.line.delimiter))
    let above = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = try table.records()
    return table.header.columns.flatMap { column, place in
      rows.prefix(5).compactMap { record -> Variant? in
        guard record[column].contains(where: \.isLetter), let top = rows.first?.row.line else {
          return nil
        }
        var cells = record.row.cells
        cells[place] = word
        let row = cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
        let head = above.prefix(top - 1).joined(separator: "\n")
        return Variant(
          column: column, line: top, text: head + "\n" + row.joined(separator: delimiter))
      }
    }
  }

  private static func readings(_ variant: Variant, _ map: String? = nil) throws -> [Reading] {
    let words = try map.map { try ColumnMap($0) }
    // Some forms are known by the words of their types.
    let file = Result { try readImport(Array(variant.text.utf8), map: words) }
    guard case .success(let file) = file else { return [] }
    return file.readings.filter { $0.source.line == variant.line }
  }

  /// Forms whose rows say how much of an order was executed, or when: without that nothing was,
  /// whatever the state is called.
  private static let formsOfOrders: Set<String> = [
    "binance-orders", "binance-orders-2019", "binance-orders-side", "bitget-orders", "mexc-orders",
    "swan-withdrawals", "woo-x",
  ]

  @Test(arguments: FormatFixtureTests.names.filter { !formsOfOrders.contains($0) })
  func `no row is left out for a state that nobody knows`(name: String) throws {
    for variant in try Self.variants(name) {
      for case .leftOut(let row) in try Self.readings(variant) {
        guard case .notCarriedOut(let state) = row.reason else { continue }
        #expect(!state.contains(Self.word), "\(variant.column): \(row.source.text)")
      }
    }
  }

  /// The maps that a refused row's cure names: of each list, one must be of use.
  private static func cures(_ reading: Reading) -> [[String]] {
    guard case .refused(let row) = reading else { return [] }
    switch row.reason {
    case .unknownKind(let word) where word.lowercased().contains(Self.word.lowercased()):
      // What came in is no payment, what went out no reward.
      return [["reward=\(word)", "payment=\(word)"], ["skip=\(word)"], ["skip=*"]]
    case .unknownSide(let word): return [["buy=\(word)"], ["sell=\(word)"], ["skip=\(word)"]]
    default: return []
    }
  }

  @Test(arguments: FormatFixtureTests.names)
  func `a word that a row is refused for can be named`(name: String) throws {
    for variant in try Self.variants(name) {
      for ways in Set(try Self.readings(variant).flatMap(Self.cures)) {
        let left = try ways.map { try Self.readings(variant, $0).flatMap(Self.cures) }
        #expect(left.contains([]), "\(variant.column), \(ways)")
      }
    }
  }
}
