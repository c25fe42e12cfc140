import FoundationEssentials
import Import
import LedgerStore

/// Checks, stretch by stretch, that the rows of a ledger match those derived from its files.
struct DerivationCheck {
  let rules: DerivationRules
  let valueRules: ValueRules
  /// The version that derives the rows.
  let version: String

  /// Checks a ledger.
  ///
  /// - Parameter size: The usual number of records in a stretch.
  /// - Returns: Whether they match. If not, only deriving all rows at once shows the
  ///   differences.
  /// - Throws: `LedgerStoreError`.
  func succeeds(in ledger: LedgerContents, size: Int = 8_000) throws -> Bool {
    guard let walk = try StretchWalk(ledger, rules, version: version, size: size) else {
      return false
    }
    var seen = FileExtents()
    var compared = 0
    let isDerived = try walk.forEach(
      in: ledger,
      reading: { part, end in
        seen.add(part.facts)
        compared += part.bookedCount(until: end)
      },
      deriving: { [rules, valueRules] part, period in
        let end = PrintedInstant(at: period.upperBound).date
        return part.isDerived(until: end, rules, valueRules) ? () : nil
      }
    ) { _ in
    }
    // Every row is in one of the stretches, and the stored file extents match the files.
    return try isDerived && seen == walk.extents && compared == ledger.derivedRowCount()
  }
}
