import Application
import CellGrid
import FoundationEssentials
import Import
import ImportForms
import LedgerStore
import Portfolio
import Reports

/// A file on its way into the ledger.
struct ImportedInput {
  /// What was read of it.
  let file: ReadFile
  /// Its path, or what messages call it.
  let path: String
}

extension Import {
  /// Applies what was changed in exports of this ledger since they were written, as one change.
  ///
  /// - Throws: A refusal of an edit that breaks a rule; nothing is changed then.
  func applyEdits(of read: [ImportedInput], _ context: AppContext) throws {
    let edits = try read.flatMap { try context.editedRows(of: $0) }
    guard !edits.isEmpty else { return }
    let style = context.style(privacy)
    let evidence = try context.evidence()
    func apply(_ ledger: SQLiteLedger) throws -> [EventChange] {
      try ledger.edit(
        events: edits.compactMap(\.id), expecting: edits.flatMap(\.expected), label: label,
        clock: context.clock
      ) { try edits[$0].apply(to: &$1, evidence) }
    }
    let lines = try apply(context.ledger.rehearsal).flatMap { $0.lines(style) }
    guard !lines.isEmpty else { return }
    Console.print("\(countOf(lines.count, "row")) changed since the export:")
    for line in lines.prefix(Self.shownEdits) { Console.print("  \(line)") }
    if lines.count > Self.shownEdits {
      Console.print("  and \(lines.count - Self.shownEdits) more")
    }
    guard !dryRun else { return }
    if mustAsk {
      guard Console.isConfirmed("Update \(countOf(lines.count, "row"))? [y/N]") else { return }
    }
    try context.service.write(note: writeNote) {
      try apply(context.ledger)
    } recorded: { changes in
      Console.print("Updated \(countOf(changes.flatMap { $0.lines(style) }.count, "row")).")
    }
  }

  private static let shownEdits = 20
}

extension AppContext {
  /// Whether the ledger has every row of an exported file, by its id: the file says nothing that
  /// is not known, and the rows must not outlive the files that brought them.
  func hasEveryRow(of file: ReadFile) throws -> Bool {
    let ids = file.ownIDs
    guard ids.areAll,
      try ledger.transactions(ids: Array(ids.transactions)).count == ids.transactions.count
    else { return false }
    guard !ids.moves.isEmpty else { return true }
    return ids.moves.isSubset(of: Set(try ledger.moves.all().map(\.id)))
  }

  /// What an export of this ledger says otherwise than the ledger does.
  fileprivate func editedRows(of input: ImportedInput) throws -> [EditedRow] {
    let ids = input.file.ownIDs
    let stored = try ledger.transactions(ids: Array(ids.transactions))
    // A half that is written down may have its other half in the ledger alone.
    let storedMoves = ids.moves.isEmpty ? [] : try ledger.moves.all()
    guard !stored.isEmpty || storedMoves.contains(where: { ids.moves.contains($0.id) }) else {
      return []
    }
    let moves = Dictionary(storedMoves.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    do throws(ImportError) {
      return try readImport(input.file.bytes, name: input.path).editedRows(stored, moves: moves)
    } catch {
      throw CommandFailure.refused(input.path, error.message)
    }
  }
}

extension ReadFile {
  /// The ids that rows of bitpal's own files state, and whether every row states one.
  fileprivate var ownIDs: (transactions: Set<UUID>, moves: Set<UUID>, areAll: Bool) {
    var ids = (transactions: Set<UUID>(), moves: Set<UUID>(), areAll: !records.isEmpty)
    for record in records {
      guard case .read = record.state, let own = record.facts.first?.own, own.hasID else {
        ids.areAll = false
        continue
      }
      switch own.content {
      case .transaction(let row): ids.transactions.insert(row.id)
      case .move(let row): ids.moves.insert(row.id)
      }
    }
    return ids
  }
}

extension EditedRow {
  /// The rows that the edit was made of.
  fileprivate var expected: [Expectation] {
    switch self {
    case .transaction(let before, _): [.transaction(before)]
    case .moves(let before, _): before.map(Expectation.move)
    }
  }
}

extension EventChange {
  /// A line for each row that changed, came or went: `Buy 1 bitcoin: price 20000 → 21000`.
  fileprivate func lines(_ style: ReportStyle) -> [String] {
    let moves = zip(before.moves, after.moves).compactMap { old, new in
      line(new.words(style), old.changes(to: new, style))
    }
    let changed = before.transactions.compactMap { old -> String? in
      guard let new = after.transactions.first(where: { $0.id == old.id }) else {
        return "\(old.words(style)): gone"
      }
      return line(new.words(style), old.changes(to: new, style))
    }
    let added = after.transactions.filter { new in
      !before.transactions.contains { $0.id == new.id }
    }.map { "\($0.words(style)): added" }
    return moves + changed + added
  }

  private func line(_ words: String, _ changes: [String]) -> String? {
    changes.isEmpty ? nil : "\(words): \(changes.joined(separator: ", "))"
  }
}
