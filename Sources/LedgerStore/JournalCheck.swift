import FoundationEssentials
import GRDB

/// Replays the journal and checks each entry's hash, the resulting rows and what can be undone.
struct JournalCheck {
  let db: Database
  /// The highest sequence number of each table that an entry names.
  private(set) var lastSequences: [String: Int] = [:]
  private var states: [Int: JournalEntry.State] = [:]
  private var done: [Int] = []
  private var kept = 0
  private var undone: [Int] = []

  init(db: Database) { self.db = db }

  /// - Parameter rows: The digest of the rows of the ledger.
  mutating func run(rows: RowDigest, _ report: inout StorageReport) throws {
    let journal = Journal(db: db)
    var (result, hash) = (RowDigest(), [UInt8]())
    let cursor = try Row.fetchCursor(
      db, sql: "SELECT \(JournalEntry.columns) FROM change ORDER BY sequence")
    while let row = try cursor.next() {
      report.changes += 1
      guard let entry = JournalEntry(row), entry.sequence == report.changes else {
        report.add("change \(report.changes) is missing from the journal")
        return
      }
      do {
        result = try replayed(entry, after: result, journal, &report)
        let isChained = try entry.hash == journal.chained(entry, after: hash)
        if !isChained { report.add("change \(entry.sequence) of the journal was altered") }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        report.add(error.message ?? "change \(entry.sequence) of the journal cannot be read")
        return
      }
      if result != entry.result {
        report.add("change \(entry.sequence) of the journal does not lead to its result")
      }
      (result, hash) = (entry.result, entry.hash)
      note(entry)
    }
    lastSequences["change"] = report.changes
    if result != rows { report.add("the journal does not lead to the rows there are") }
    let head = try Meta(db: db).data("head").map { Array($0) } ?? []
    if head != hash { report.add("the journal does not end where it was last written") }
    try compareStates(&report)
    try checkMeta(&report)
  }

  private mutating func replayed(
    _ entry: JournalEntry, after result: RowDigest, _ journal: Journal,
    _ report: inout StorageReport
  ) throws -> RowDigest {
    var result = result
    if let range = entry.added {
      result += range.digest
      noteSequence(range.last, in: .transactions)
    }
    if let range = entry.records {
      result += range.digest
      noteSequence(range.last, in: .records)
    }
    var images: [(table: LedgerTable, sequence: Int)] = []
    try journal.forEachImage(of: entry.sequence) { image in
      let digest = RowDigest(image: image.image)
      if image.side == .after { result += digest } else { result -= digest }
      if images.last?.sequence != image.sequence || images.last?.table.name != image.table.name {
        images = [(image.table, image.sequence)]
        noteSequence(image.sequence, in: image.table)
      }
    }
    return result
  }

  private mutating func noteSequence(_ sequence: Int, in table: LedgerTable) {
    lastSequences[table.name] = max(lastSequences[table.name] ?? 0, sequence)
  }

  private mutating func note(_ entry: JournalEntry) {
    switch entry.kind {
    case .start: break
    case .change:
      for change in undone { states[change] = .dropped }
      undone = []
      done.append(entry.sequence)
      states[entry.sequence] = .done
      if done.count - kept > Journal.undoable {
        states[done[kept]] = .kept
        kept += 1
      }
    case .undo:
      guard done.count > kept, let last = done.popLast(), last == entry.target else { return }
      states[last] = .undone
      undone.append(last)
    case .redo:
      guard let last = undone.popLast(), last == entry.target else { return }
      states[last] = .done
      done.append(last)
    }
  }

  private func compareStates(_ report: inout StorageReport) throws {
    let rows = try Row.fetchCursor(db, sql: "SELECT sequence, state FROM change ORDER BY sequence")
    while let row = try rows.next() {
      let sequence: Int = try row.required(0)
      let state = (row.value(1) as String?).flatMap(JournalEntry.State.init)
      if states[sequence] != state {
        report.add("change \(sequence) has the wrong state")
      }
    }
  }

  private func checkMeta(_ report: inout StorageReport) throws {
    let names = try String.fetchAll(db, sql: "SELECT name FROM meta ORDER BY name")
    let known = ["head", "version", Meta.daily, Meta.derivation, Meta.taxZone]
    for name in names where !known.contains(name) {
      report.add("meta holds \(name), which no bitpal wrote")
    }
    let types = try Row.fetchAll(
      db,
      sql: """
        SELECT name FROM meta WHERE typeof(value) <>
          CASE WHEN name = 'version' THEN 'integer'
            WHEN name IN ('\(Meta.daily)', '\(Meta.taxZone)') THEN 'text' ELSE 'blob' END
        """)
    for row in types { report.add("meta holds \(row.value(0) ?? "a value") of another type") }
    let version = try Meta(db: db).integer("version")
    let writes = try Int.fetchOne(db, sql: "SELECT count(*) FROM change WHERE date IS NOT NULL")
    if let writes, writes > version ?? 0 {
      report.add("the ledger's version is lower than its number of changes")
    }
  }
}
