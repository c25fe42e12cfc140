import Portfolio

extension ImportPlanner {
  /// Whether the user deleted what an import before made of a row; then it is left out, and said.
  mutating func isDeleted(_ reference: Reference?, _ source: RowSource) -> Bool {
    guard !policy.bringsBackDeleted, let reference, ledger.overview.deleted.contains(reference)
    else { return false }
    if leftOut.last?.source.place != source.place || leftOut.last?.reason != .deleted {
      leftOut.append(LeftOutRow(source: source, reason: .deleted))
    }
    return true
  }
}
