import FoundationEssentials
import Portfolio

extension ImportPlanner {
  private func reportsOfLedger() -> OverlappingReports {
    var reported = OverlappingReports(ledger, bringsBackDeleted: policy.bringsBackDeleted)
    reported.record(ledger.transactions)
    return reported
  }

  /// What the ledger and the files before have that rows of a file are, by their references.
  private func known(of file: ImportFile, before firstRow: Int) -> OverlappingReports.Known {
    guard OverlappingReports.splitForms.contains(file.format) else { return [:] }
    var found: OverlappingReports.Known = [:]
    func add(_ row: Transaction, of form: String?) {
      guard let change = AccountChange(row) else { return }
      found[change, default: [:]][form, default: 0] += row.amount
    }
    let before = ledger.overview.beforeEdits.transactions
    for row in ledger.transactions where known.isOfFile(row.id) {
      add(before[row.id] ?? row, of: nil)
    }
    for row in rows[..<firstRow] {
      guard let reference = row.transaction.reference, known.wasMet(reference) else { continue }
      add(row.transaction, of: row.source.file)
    }
    return found
  }

  /// Leaves out what a file added and an earlier file, or the ledger, has already; where that is less
  /// complete, it is removed instead.
  ///
  /// - Returns: Where the file's rows and moves begin then.
  @discardableResult
  mutating func leaveOutOverlaps(
    of file: ImportFile, rows firstRow: Int, moves firstMove: Int
  ) -> (row: Int, move: Int) {
    // One file into an empty ledger overlaps with nothing.
    guard hasSeveralFiles || !ledger.isEmpty, file.format != .bitpal, file.format != .bitpalJSON
    else { return (firstRow, firstMove) }
    var reported = overlaps ?? reportsOfLedger()
    let lines = reported.lines(
      of: file, rows[firstRow...], moves[firstMove...], besides: known(of: file, before: firstRow),
      isNew: alreadyThere == reported.alreadyThere)
    reported.alreadyThere = alreadyThere
    overlaps = reported
    var sources: [Int: RowSource] = [:]
    for source in rows[firstRow...].map(\.source) + moves[firstMove...].map(\.source) {
      sources[source.line] = source
    }
    if !lines.leftOut.isEmpty {
      settleValues(ofLines: Set(lines.leftOut.keys), rows: firstRow)
      leftOut += lines.leftOut.compactMap { line, reason in
        sources[line].map { LeftOutRow(source: $0, reason: reason) }
      }
      rows.replaceSubrange(
        firstRow..., with: rows[firstRow...].filter { lines.leftOut[$0.source.line] == nil })
      moves.replaceSubrange(
        firstMove..., with: moves[firstMove...].filter { lines.leftOut[$0.source.line] == nil })
    }
    let count = (rows.count - firstRow, moves.count - firstMove)
    for (line, origins) in lines.lessComplete.sorted(by: { $0.key < $1.key }) {
      if let source = sources[line] { replaceLessComplete(origins, by: source) }
    }
    return (rows.count - count.0, moves.count - count.1)
  }

  /// Removes what says the same as a row that is more complete.
  private mutating func replaceLessComplete(
    _ origins: Set<ReportedChange.Origin>, by source: RowSource
  ) {
    hasLessComplete = true
    var places: Set<RowPlace> = []
    var references: Set<Reference> = []
    for origin in origins {
      switch origin {
      case .row(let place): places.insert(place)
      case .reference(let reference): references.insert(reference.ofTrade)
      }
    }
    let found = rows.map(\.source) + moves.map(\.source)
    for (place, sources) in Dictionary(grouping: found, by: \.rowPlace) where places.contains(place)
    {
      leftOut.append(LeftOutRow(source: sources[0], reason: .reportedElsewhere(source.place)))
    }
    rows.removeAll { places.contains($0.source.rowPlace) }
    moves.removeAll { places.contains($0.source.rowPlace) }
    let ofLedger = ledger.transactions.filter { row in
      row.reference.map { references.contains($0.ofTrade) } ?? false
    }
    let moved = ledger.moves.filter { $0.reference.map(references.contains) ?? false }
    release(ofLedger, moved)
    lessComplete.transactions += ofLedger
    lessComplete.moves += moved
  }
}
