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
    "bitfinex-trades-month",
    // Half of an exchange looks like a payment; an explorer never writes half of a transaction.
    "bithomp",
    // Of several rows that may be the other half of a trade, the part has one only.
    "binance-statement-staking",
    // The whole trade, or order, is refused, because it is none.
    "binance-statement", "bitget-orders-short",
  ]
  /// Files of which a part says too little, so that its rows are refused until the whole file comes:
  /// the order of day and month, what the form is, whose wallet it is.
  private static let refusedInPart: Set<String> = [
    "accointing", "binance-earn-history", "etherscan-tokens", "subscan-transfers",
    "subscan-transfers-2024",
  ]
  /// Files whose trades, cut, are not joined again by giving both parts.
  ///
  /// A row that belongs to the one above it says nowhere to which. The whole file makes it good.
  private static let joinedByWholeOnly: Set<String> = [
    "binance-orders-2023", "binance-orders-fills", "bitget-orders", "buenbit",
  ]
  /// Files whose rows the ledger forgets where together they are nothing, so that one of them alone
  /// is a deposit or withdrawal behind the whole file as well.
  private static let forgotten: Set<String> = ["kraken-ledgers-futures", "kraken-transfers"]

  @Test(arguments: Fixture.names)
  func `a file cut at any row, imported in any order, makes the ledger of the whole`(
    name: String
  ) throws {
    guard !Self.exceptions.contains(name) else { return }
    let fixture = try Fixture.named(name)
    let rows = try fixture.table.rows
    guard rows.count > 1 else { return }
    func file(_ rows: some Sequence<String>, _ name: String) throws -> ImportFile {
      try readImport(Array(try fixture.text(of: rows).utf8), name: "\(name)_btc.csv")
    }
    /// Nothing, where nobody knows what the part is.
    func part(_ rows: some Sequence<String>, _ place: String) throws -> ImportFile {
      guard Self.refusedInPart.contains(name) else { return try file(rows, place) }
      do {
        return try file(rows, place)
      } catch {
        return ImportFile(format: .binanceEarn, readings: [])
      }
    }
    let (whole, start) = (try fixture.file, try fixture.covered)
    let wanted = try start.with(fixture.plan)
    for cut in 1..<rows.count {
      let (first, second) = (try part(rows[..<cut], "1"), try part(rows[cut...], "2"))
      let (one, two) = (Covered.after([first], start), Covered.after([second], start))
      let (oneTwo, twoOne) = (Covered.after([second], one), Covered.after([first], two))
      func compare(_ ledgers: (order: String, ledger: ImportLedger)...) {
        for (order, ledger) in ledgers {
          #expect(ledger.lines == wanted.lines, "cut behind row \(cut): \(order)")
        }
      }
      compare(
        ("1, whole", Covered.after([whole], one)), ("2, whole", Covered.after([whole], two)),
        ("1, 2, whole", Covered.after([whole], oneTwo)),
        ("2, 1, whole", Covered.after([whole], twoOne)),
        ("whole and 2", Covered.after([whole, second], start)))
      if !Self.forgotten.contains(name) {
        compare(
          ("whole, 1", Covered.after([first], wanted)),
          ("whole, 2", Covered.after([second], wanted)))
      }
      let together = [
        Covered.after([first, second], start), Covered.after([second, first], start), oneTwo,
        twoOne,
      ]
      guard !Self.refusedInPart.contains(name) else {
        for ledger in together {
          #expect(Set(ledger.lines).isSubset(of: wanted.lines), "cut behind row \(cut)")
        }
        continue
      }
      // Equal rows on both sides of a cut may be one that is in both files.
      if !Self.joinedByWholeOnly.contains(name), rows[cut - 1] != rows[cut] {
        compare(("together", together[0]), ("turned round", together[1]))
      }
      // Where no trade is cut, nothing is missing either.
      guard first.halves.isEmpty, second.halves.isEmpty, !whole.joins(cut) else { continue }
      compare(("1, 2", oneTwo), ("2, 1", twoOne))
    }
  }
}

extension ImportLedger {
  /// The ledger after a plan was written, of which each row can go but once.
  func with(_ plan: ImportPlan) -> ImportLedger {
    let removed = plan.replaced.map(\.id) + plan.replacedMoves.map(\.id)
    let gone = Set(removed)
    #expect(gone.count == removed.count)
    let changed = Dictionary(plan.changedMoves.map { ($0.id, $0) }) { $1 }
    let kept = transactions.filter { !gone.contains($0.id) }
    return ImportLedger(
      transactions: (kept + plan.additions).sorted { $0.date < $1.date },
      moves: moves.filter { !gone.contains($0.id) }.map { changed[$0.id] ?? $0 } + plan.moves)
  }

  /// Everything that it says, in an order of its own.
  var lines: [String] {
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
      guard case .refused(let row) = reading else { return nil }
      switch row.reason {
      case .halfATrade, .fillAlone: return row
      default: return nil
      }
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
