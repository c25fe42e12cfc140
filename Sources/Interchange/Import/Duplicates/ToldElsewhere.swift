import FoundationEssentials
import Portfolio

extension ImportPlanner {
  private func toldByLedger() -> ToldTwice {
    var told = ToldTwice(ledger, bringsBackDeleted: policy.bringsBackDeleted)
    told.tell(ledger.transactions)
    return told
  }

  /// What the ledger and the files before have that rows of a file are, by their references.
  private func known(of file: ImportFile, before firstRow: Int) -> ToldTwice.Known {
    guard ToldTwice.splitForms.contains(file.format) else { return [:] }
    var found: ToldTwice.Known = [:]
    func add(_ row: Transaction, of form: String?) {
      guard let happening = Happening(row) else { return }
      found[happening, default: [:]][form, default: 0] += row.amount
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

  /// Leaves out what a file added and an earlier one, or the ledger, tells already; what tells less
  /// of the same goes instead.
  ///
  /// - Returns: Where the file's rows and moves begin then.
  @discardableResult
  mutating func leaveOutToldTwice(
    of file: ImportFile, rows firstRow: Int, moves firstMove: Int
  ) -> (row: Int, move: Int) {
    // One file into an empty ledger has nobody else to tell of it.
    guard hasSeveralFiles || !ledger.isEmpty, file.format != .bitpal, file.format != .bitpalJSON
    else { return (firstRow, firstMove) }
    var told = toldTwice ?? toldByLedger()
    let lines = told.lines(
      of: file, rows[firstRow...], moves[firstMove...], besides: known(of: file, before: firstRow),
      isNew: alreadyThere == told.alreadyThere)
    told.alreadyThere = alreadyThere
    toldTwice = told
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
    for (line, sayers) in lines.outdone.sorted(by: { $0.key < $1.key }) {
      if let source = sources[line] { outdo(sayers, by: source) }
    }
    return (rows.count - count.0, moves.count - count.1)
  }

  /// Takes out what says the same as a row that says more.
  private mutating func outdo(_ sayers: Set<Telling.Sayer>, by source: RowSource) {
    hasOutdone = true
    var places: Set<RowPlace> = []
    var references: Set<Reference> = []
    for sayer in sayers {
      switch sayer {
      case .row(let place): places.insert(place)
      case .reference(let reference): references.insert(reference.ofTrade)
      }
    }
    let found = rows.map(\.source) + moves.map(\.source)
    for (place, sources) in Dictionary(grouping: found, by: \.rowPlace) where places.contains(place)
    {
      leftOut.append(LeftOutRow(source: sources[0], reason: .toldElsewhere(source.place)))
    }
    rows.removeAll { places.contains($0.source.rowPlace) }
    moves.removeAll { places.contains($0.source.rowPlace) }
    let ofLedger = ledger.transactions.filter { row in
      row.reference.map { references.contains($0.ofTrade) } ?? false
    }
    let moved = ledger.moves.filter { $0.reference.map(references.contains) ?? false }
    release(ofLedger, moved)
    outdone.transactions += ofLedger
    outdone.moves += moved
  }
}
