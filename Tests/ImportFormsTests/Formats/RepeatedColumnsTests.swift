import BitpalTesting
import Foundation
import Testing

@testable import ImportForms
@testable import ImportText

/// Columns with equal names, or read by position: in another order they are read correctly or not
/// at all.
struct RepeatedColumnsTests {
  /// Files with two columns of the same name, or with columns read by position.
  static let names: [String] = {
    do {
      return try Fixture.names.filter { name in
        let header = try Fixture.named(name).table.names
        let named = header.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
          .filter { !$0.isEmpty }
        return Set(named).count < named.count || ["coinmama", "yobit"].contains(name)
      }
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  @Test func `there are such files`() {
    #expect(Self.names.count > 8)
    #expect(Set(Self.names).isSuperset(of: ["cointracking", "kucoin-2017", "coinmama"]))
  }

  @Test(arguments: names)
  func `in no other order a row says anything else`(name: String) throws {
    let table = try Fixture.named(name).table
    let (delimiter, rows) = (table.delimiter, [table.names] + table.records.map(\.row.cells))
    let expected = Set(try Self.facts(rows, delimiter))
    for order in Self.orders(of: rows[0]) {
      let moved = rows.map { row in order.map { $0 < row.count ? row[$0] : "" } }
      // A file with an unknown header is not read.
      let facts = Result { try Self.facts(moved, delimiter) }
      guard case .success(let facts) = facts else { continue }
      let others = facts.filter { !expected.contains($0) }
      #expect(others.isEmpty, "\(moved[0])")
    }
  }

  /// Some column orders: all columns shuffled, with and without keeping each next to its unit.
  private static func orders(of header: [String]) -> [[Int]] {
    var random = SeededGenerator(seed: 6)
    let order = Array(header.indices)
    var lots: [[Int]] = []
    for index in order {
      let isUnit = header[index].lowercased().hasPrefix("cur.")
      if isUnit, !lots.isEmpty { lots[lots.count - 1].append(index) } else { lots.append([index]) }
    }
    let together = (0..<20).map { _ in lots.shuffled(using: &random).flatMap(\.self) }
    // If units are separated from their amounts, only the header could show it.
    let isOfUnits = lots.count < order.count
    let apart = isOfUnits ? [] : (0..<20).map { _ in order.shuffled(using: &random) }
    return [Array(order.reversed())] + together + apart
  }

  /// The results of the rows, without refused ones.
  private static func facts(_ rows: [[String]], _ delimiter: String) throws -> [String] {
    let text = rows.map { row in
      row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: delimiter)
    }.joined(separator: "\n")
    return try readImport(Array(text.utf8)).results.compactMap { result in
      switch result {
      case .refused: nil
      case .leftOut(let row): "\(row.source.line): \(row.reason)"
      default: result.line
      }
    }
  }
}
