import Foundation
import Portfolio

@testable import Interchange

/// Ledgers that have what a file tells in another form.
extension StreamedFileTests {
  /// The same ledger, told by another export of the same account.
  static func toldByOthers(_ ledger: ImportLedger) -> ImportLedger {
    var transactions = ledger.transactions
    for index in transactions.indices {
      transactions[index].reference = Reference(source: "other", id: "x\(index)")
    }
    return ImportLedger(transactions: transactions, moves: ledger.moves)
  }

  /// The same ledger, told by another generation of the same report, which has no ids.
  static func toldBefore(_ ledger: ImportLedger) -> ImportLedger {
    var transactions = ledger.transactions
    for (index, row) in transactions.enumerated() {
      let digits = String(index, radix: 16)
      let id = String(repeating: "a", count: 32 - digits.count) + digits
      transactions[index].reference = row.reference.map {
        Reference(source: $0.source, id: id)
      }
    }
    return ImportLedger(transactions: transactions, moves: ledger.moves)
  }

  /// The same ledger after the user edited some of it, and deleted some; sales are covered.
  static func changedSince(_ ledger: ImportLedger) -> ImportLedger {
    let sold = Set(ledger.transactions.lazy.filter { $0.type == .sell }.map(\.coinId))
    var kept = sold.sorted().map {
      Transaction(
        coinId: $0, type: .buy, amount: 1_000_000, pricePerCoin: 5,
        date: Date(millisecondsSince1970: 0))
    }
    var before: [Transaction] = []
    var deleted: Set<Reference> = []
    for (index, row) in ledger.transactions.enumerated() {
      var row = row
      before.append(row)
      if index % 3 == 1 {
        if let reference = row.reference { deleted.insert(reference) }
        continue
      }
      row.date.addTimeInterval(index % 4 == 0 ? 3_000_000 : -3_000_000)
      if index % 2 == 0 { row.account = "Elsewhere" }
      kept.append(row)
    }
    return ImportLedger(
      transactions: kept.sorted { $0.date < $1.date }, moves: ledger.moves, deleted: deleted,
      beforeEdits: RowsBeforeEdits(before))
  }
}
