import FoundationEssentials
import Import
import LedgerStore

/// Proves, stretch by stretch, that the rows of a ledger are those that follow from its files.
struct DerivationProof {
  let rules: DerivationRules
  let valueRules: ValueRules
  /// What rows are derived by.
  let version: String

  /// Goes through a ledger.
  ///
  /// - Parameter size: How many records a stretch has, as a rule.
  /// - Returns: Whether the proof succeeds; only all rows at once show what differs.
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
    // Each row is in one of the stretches, and what is kept of files is what they are.
    return try isDerived && seen == walk.extents && compared == ledger.derivedRowCount()
  }
}
