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

  /// Leaves out what a file added and an earlier one, or the ledger, tells already.
  mutating func leaveOutToldTwice(
    of file: ImportFile, rows firstRow: Int, moves firstMove: Int
  ) {
    // One file into an empty ledger has nobody else to tell of it.
    guard hasSeveralFiles || !ledger.isEmpty, file.format != .bitpal, file.format != .bitpalJSON
    else { return }
    var told = toldTwice ?? toldByLedger()
    let lines = told.lines(
      of: file, rows[firstRow...], moves[firstMove...], besides: known(of: file, before: firstRow),
      isNew: alreadyThere == told.alreadyThere)
    told.alreadyThere = alreadyThere
    toldTwice = told
    guard !lines.isEmpty else { return }
    settleValues(ofLines: Set(lines.keys), rows: firstRow)
    var sources: [Int: RowSource] = [:]
    for source in rows[firstRow...].map(\.source) + moves[firstMove...].map(\.source) {
      sources[source.line] = source
    }
    leftOut += lines.compactMap { line, reason in
      sources[line].map { LeftOutRow(source: $0, reason: reason) }
    }
    rows.replaceSubrange(
      firstRow..., with: rows[firstRow...].filter { lines[$0.source.line] == nil })
    moves.replaceSubrange(
      firstMove..., with: moves[firstMove...].filter { lines[$0.source.line] == nil })
  }
}
