import FoundationEssentials
import Portfolio

/// Where a row is in ledger order: by date, and where dates are equal as rows came.
struct RowPlace: Comparable {
  /// Milliseconds since 1970.
  let date: Int
  let sequence: Int

  /// Before every row.
  static let first = RowPlace(date: .min, sequence: 0)

  /// The first place that a row after this one can have.
  var next: RowPlace {
    // A damaged ledger holds any number.
    RowPlace(date: date, sequence: sequence == .max ? sequence : sequence + 1)
  }

  static func < (left: RowPlace, right: RowPlace) -> Bool {
    (left.date, left.sequence) < (right.date, right.sequence)
  }
}

extension LedgerRow {
  /// Where it is in ledger order.
  var place: RowPlace {
    RowPlace(date: transaction.date.millisecondsSince1970, sequence: sequence)
  }
}
