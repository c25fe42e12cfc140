import FoundationEssentials
import Portfolio

/// The key that sorts a row in ledger order: by date, then by insertion.
struct RowSortKey: Comparable {
  /// Milliseconds since 1970.
  let date: Int
  let sequence: Int

  /// Before every row.
  static let first = RowSortKey(date: .min, sequence: 0)

  /// The least key that a row after this one can have.
  var next: RowSortKey {
    // A damaged ledger can contain any number.
    RowSortKey(date: date, sequence: sequence == .max ? sequence : sequence + 1)
  }

  static func < (left: RowSortKey, right: RowSortKey) -> Bool {
    (left.date, left.sequence) < (right.date, right.sequence)
  }
}

extension LedgerRow {
  /// Its key in ledger order.
  var sortKey: RowSortKey {
    RowSortKey(date: transaction.date.millisecondsSince1970, sequence: sequence)
  }
}
