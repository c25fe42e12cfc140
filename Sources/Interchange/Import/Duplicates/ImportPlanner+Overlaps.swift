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

  /// Leaves out what a file added and an earlier file, or the ledger, has already; where that is
  /// less complete, it is replaced.
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
      isNew: alreadyThere == reported.alreadyThere,
      ReachOfFile(of: file, isWhole: nearRows == nil),
      refused: Set(refusedReplacing.keys.lazy.filter { $0.file == file.name }.map(\.line)))
    reported.alreadyThere = alreadyThere
    overlaps = reported
    hasLessComplete = hasLessComplete || lines.hasParts
    var sources: [Int: RowSource] = [:]
    for source in rows[firstRow...].map(\.source) + moves[firstMove...].map(\.source) {
      sources[source.line] = source
    }
    settleValues(ofLines: Set(lines.leftOut.keys), rows: firstRow)
    leftOut += lines.leftOut.compactMap { line, reason in
      sources[line].map { LeftOutRow(source: $0, reason: reason) }
    }
    let gone = refuse(lines, sources).union(lines.leftOut.keys)
    if !gone.isEmpty {
      rows.replaceSubrange(
        firstRow..., with: rows[firstRow...].filter { !gone.contains($0.source.line) })
      moves.replaceSubrange(
        firstMove..., with: moves[firstMove...].filter { !gone.contains($0.source.line) })
    }
    let count = (rows.count - firstRow, moves.count - firstMove)
    for (line, replaced) in lines.replacing.sorted(by: { $0.key < $1.key }) {
      if let source = sources[line] { replace(replaced, by: source) }
    }
    return (rows.count - count.0, moves.count - count.1)
  }

  /// Refuses rows of which the ledger has a part that the user changed, so that nothing of it counts
  /// twice, and those that cannot come in.
  ///
  /// - Returns: Their lines.
  private mutating func refuse(
    _ lines: OverlappingLines, _ sources: [Int: RowSource]
  ) -> Set<Int> {
    var gone: Set<Int> = []
    func part(of line: Int) -> Transaction? {
      guard let origins = lines.partly[line] else { return nil }
      let parts = ledger.transactions.filter { row in
        row.reference.map { origins.contains(.reference($0)) } ?? false
      }
      // Where the user deleted one of them, the others are as they came in.
      let edits = ledger.overview.beforeEdits.transactions
      return parts.first { edits[$0.id] != nil } ?? parts.first
    }
    for line in lines.refused.union(lines.partly.keys).sorted() {
      guard let source = sources[line] else { continue }
      let row =
        part(of: line).map { RefusedRow(source: source, reason: .partInLedger($0)) }
        ?? refusedReplacing[source.rowPlace]
      guard let row else { continue }
      refused.append(row)
      let coins = rows.lazy.filter { $0.source.rowPlace == source.rowPlace }
        .map(\.transaction.coinId)
      incomplete[source.rowPlace, default: []].formUnion(coins)
      gone.insert(line)
    }
    return gone
  }

  /// Removes what says the same as a row that is more complete, or a part of it.
  private mutating func replace(_ replaced: OverlappingLines.Replaced, by source: RowSource) {
    hasLessComplete = true
    replacing.insert(source.rowPlace)
    var places: Set<RowPlace> = []
    var references: Set<Reference> = []
    for origin in replaced.origins {
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
    if replaced.isPart {
      self.replaced += ofLedger
      replacedMoves += moved
    } else {
      lessComplete.transactions += ofLedger
      lessComplete.moves += moved
    }
  }
}
