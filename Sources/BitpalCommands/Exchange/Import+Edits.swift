import Application
import FoundationEssentials
import Interchange
import LedgerStore
import Portfolio
import Reports

extension Import {
  /// Applies what was changed in exports of this ledger since they were written, as one change.
  ///
  /// - Throws: A refusal of an edit that breaks a rule; nothing is changed then.
  func applyEdits(of read: [ImportFile], _ context: AppContext) throws {
    let stored = try context.ledger.transactions(ids: read.flatMap(\.ownIds))
    let edits = read.flatMap { $0.editedRows(stored) }
    guard !edits.isEmpty else { return }
    let style = context.style(privacy)
    let evidence = try context.evidence()
    func apply(_ ledger: SQLiteLedger) throws -> [LedgerStep.Row] {
      try ledger.edit(
        edits.map { (id: $0.before.id, expected: Expectation.transaction($0.before)) },
        label: label, clock: context.clock
      ) { place, rows in
        guard let row = rows.first(where: { $0.id == edits[place].before.id }) else { return }
        rows = try edits[place].said.directed(at: row, of: rows).applied(to: rows, evidence)
      }
    }
    let rows = try apply(context.ledger.rehearsal)
    Console.print("\(countOf(rows.count, "row")) changed since the export:")
    for row in rows.prefix(Self.shownEdits) {
      guard let before = row.before, let after = row.after else { continue }
      let changes = before.changes(to: after, style).joined(separator: ", ")
      Console.print("  \(after.words(style)): \(changes)")
    }
    if rows.count > Self.shownEdits {
      Console.print("  and \(rows.count - Self.shownEdits) more")
    }
    guard !dryRun else { return }
    if mustAsk {
      let answer = Console.ask("Update \(countOf(rows.count, "transaction"))? [y/N]")
      guard ["y", "yes"].contains(answer?.lowercased() ?? "") else { return }
    }
    try context.service.write(note: writeNote) {
      try apply(context.ledger)
    } recorded: { rows in
      Console.print("Updated \(countOf(rows.count, "transaction")).")
    }
  }

  private static let shownEdits = 20

  /// Whether a long file is an export of this ledger, whose rows may have been changed since.
  func isExport(_ bytes: RowBytes, _ context: AppContext) throws -> Bool {
    let lines = try bytes.prefix(8_192).split(separator: UInt8(ascii: "\n")).prefix(2)
    guard let header = lines.first, let row = lines.dropFirst().first else { return false }
    let columns = header.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard let place = columns.firstIndex(where: { $0.elementsEqual("id".utf8) }) else {
      return false
    }
    let cells = row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard cells.indices.contains(place),
      let id = UUID(uuidString: String(decoding: cells[place], as: UTF8.self))
    else { return false }
    return try context.ledger.transaction(id) != nil
  }
}
