public import Portfolio

/// A row that was refused, and what the ledger knows it by since it was mended.
public struct MendedRow: Hashable, Sendable {
  /// The digest of the row as it was refused.
  public let refused: String
  /// The reference of what became of it.
  public let reference: Reference

  /// Makes one of what was kept.
  public init(refused: String, reference: Reference) {
    (self.refused, self.reference) = (refused, reference)
  }
}

/// The column in which refused rows carry their reasons; it is not part of what a row says.
let reasonColumn = "bitpal reason"

extension RowDigest {
  /// What stands before the digest of a refused row, behind its reason.
  private static let label = " [row "

  /// The digest that stands behind the reason of a row that was refused before.
  init?(behindReason reason: String) {
    guard reason.hasSuffix("]"), let found = reason.ranges(of: Self.label).last else { return nil }
    let text = reason[found.upperBound...].dropLast()
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// A reason with the digest of the row as it was refused, by which it is known again when mended.
  func behind(_ reason: String) -> String { "\(reason)\(Self.label)\(text)]" }
}

extension ImportPlanner {
  /// Remembers what became of a row that was refused before; a deposit may become a gift, too.
  mutating func noteMended(_ reading: Reading, as reference: Reference?) {
    guard let refused = reading.source.refused, let reference else { return }
    var references = [reference]
    if case .move(let facts) = reading { references += reference.gifts(hash: facts.hash) }
    // Rows of a trade may have been refused together, or each by itself.
    let rows = reading.group?.rows.compactMap(\.record.source.refused) ?? []
    for row in Set([refused] + rows) {
      mended += references.map { MendedRow(refused: row.text, reference: $0) }
    }
  }

  /// Whether the ledger has what became of a row that cannot be taken: mended, or taken with other
  /// options.
  mutating func hasMended(_ source: RowSource, reference: Reference?) -> Bool {
    if let reference, known.ledgerHas(reference) { return true }
    guard !mendedBefore.isEmpty, var references = mendedBefore[source.digest.text],
      let place = references.firstIndex(where: known.ledgerHas)
    else { return false }
    // Of equal rows each was mended by itself.
    references.remove(at: place)
    mendedBefore[source.digest.text] = references
    return true
  }
}
