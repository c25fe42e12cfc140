import FoundationEssentials
import Portfolio

/// The place of a row in ledger order: by date, then by insertion.
struct RowPlace: Comparable {
  /// Milliseconds since 1970.
  let date: Int
  let sequence: Int

  /// Before every row.
  static let first = RowPlace(date: .min, sequence: 0)

  /// The first place that a row after this one can have.
  var next: RowPlace {
    // A damaged ledger can contain any number.
    RowPlace(date: date, sequence: sequence == .max ? sequence : sequence + 1)
  }

  static func < (left: RowPlace, right: RowPlace) -> Bool {
    (left.date, left.sequence) < (right.date, right.sequence)
  }
}

extension LedgerRow {
  /// Its place in ledger order.
  var place: RowPlace {
    RowPlace(date: transaction.date.millisecondsSince1970, sequence: sequence)
  }
}
