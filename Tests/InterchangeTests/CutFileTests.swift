import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Exports that end anywhere, even in the middle of a trade, and overlap: what is in the ledger at
/// the end is what the whole file says.
struct CutFileTests {
  /// Files of which a part says something else than the whole does, and why.
  private static let exceptions: Set<String> = [
    // What shows the order of day and month may be in one part only.
    "accointing", "bitfinex-trades-month",
    // Of a part nobody knows that its types are the form's, or whose wallet it is.
    "binance-earn-history", "etherscan-tokens",
    // The name of the file is the coin's.
    "trezor", "trezor-suite-old",
    // Rows that belong to a row above or beside them, which no id names.
    "binance-orders-fills", "bitget-orders", "buenbit", "crypto-com-invest", "crypto-com-mco",
    "kraken-ledgers-futures", "kraken-transfers", "nexo",
    // Half of an exchange looks like a payment; an explorer never writes half of a transaction.
    "bithomp",
    // A withdrawal is of the moment at which another row says that it is pending.
    "kraken-ledgers-pending",
    // Of several rows that may be the other half of a trade, the part has one only.
    "binance-statement-staking",
    // The whole trade is refused, because it is none.
    "binance-statement",
  ]

  @Test(arguments: FormatFixtureTests.names)
  func `a file cut at any row, imported in any order, makes the ledger of the whole`(
    name: String
  ) throws {
    guard !Self.exceptions.contains(name) else { return }
    let text = try FormatFixtureTests.text("\(name).csv")
    let table = try #require(
      CSVTable.find(in: Array(text.utf8)) { header in
        FormatReader.all.contains { $0.recognizes(header) }
      })
    let rows = try table.records().map(\.row.text)
    guard rows.count > 1 else { return }
    func file(_ rows: some Sequence<String>, _ name: String) throws -> ImportFile {
      let head = table.header.preamble + table.line.text
      return try readImport(Array(([head] + rows).joined(separator: "\n").utf8), name: name)
    }
    let whole = try file(rows, "whole.csv")
    let start = Covered.cover(whole)
    let wanted = Covered.after([whole], start)
    for cut in 1..<rows.count {
      let (first, second) = (try file(rows[..<cut], "1.csv"), try file(rows[cut...], "2.csv"))
      let (one, two) = (Covered.after([first], start), Covered.after([second], start))
      let (oneTwo, twoOne) = (Covered.after([second], one), Covered.after([first], two))
      for (order, ledger) in [
        ("1, whole", Covered.after([whole], one)), ("2, whole", Covered.after([whole], two)),
        ("1, 2, whole", Covered.after([whole], oneTwo)),
        ("2, 1, whole", Covered.after([whole], twoOne)),
        ("together", Covered.after([first, second], start)),
        ("turned round", Covered.after([second, first], start)),
        ("whole and 2", Covered.after([whole, second], start)),
        ("whole, 1", Covered.after([first], wanted)), ("whole, 2", Covered.after([second], wanted)),
      ] {
        #expect(ledger.lines == wanted.lines, "cut behind row \(cut): \(order)")
      }
      // Where no trade is cut, nothing is missing either.
      guard first.halves.isEmpty, second.halves.isEmpty, !whole.joins(cut) else { continue }
      #expect(oneTwo.lines == wanted.lines, "cut behind row \(cut): 1, 2")
      #expect(twoOne.lines == wanted.lines, "cut behind row \(cut): 2, 1")
    }
  }
}

extension ImportLedger {
  /// The ledger after a plan was written.
  func with(_ plan: ImportPlan) -> ImportLedger {
    let gone = Set(plan.replaced.map(\.id) + plan.replacedMoves.map(\.id))
    let changed = Dictionary(plan.changedMoves.map { ($0.id, $0) }) { $1 }
    let kept = transactions.filter { !gone.contains($0.id) }
    return ImportLedger(
      transactions: (kept + plan.additions).sorted { $0.date < $1.date },
      moves: moves.filter { !gone.contains($0.id) }.map { changed[$0.id] ?? $0 } + plan.moves)
  }

  /// Everything that it says, in an order of its own.
  fileprivate var lines: [String] {
    (transactions.map { row in
      [
        row.summary, row.category?.rawValue ?? "", row.account ?? "",
        row.payment.map { "for \($0.amount.canonicalText) \($0.currency)" } ?? "",
        row.fee.map { "fee \($0.amount.canonicalText) \($0.currency ?? "of it")" } ?? "",
      ].joined(separator: " ")
    }
      + moves.map { move in
        "\(move.date.utcText) \(move.amount.canonicalText) \(move.coinId) at \(move.account), fee "
          + "\(move.fee.canonicalText)\(move.transfer == nil ? "" : ", paired")"
      }).sorted()
  }
}

extension ImportFile {
  /// Rows that are half of a trade.
  fileprivate var halves: [RefusedRow] {
    readings.compactMap { reading in
      guard case .refused(let row) = reading, case .halfATrade = row.reason else { return nil }
      return row
    }
  }

  /// Whether rows before and behind a place make one trade.
  fileprivate func joins(_ cut: Int) -> Bool {
    let lines = readings.compactMap { $0.group?.rows.map(\.record.row.line) }
    let all = Set(readings.map(\.source.line)).sorted()
    guard cut < all.count else { return true }
    return lines.contains { rows in
      rows.contains { $0 < all[cut] } && rows.contains { $0 >= all[cut] }
    }
  }
}
