import FoundationEssentials
import GRDB
import Portfolio

extension LedgerRows {
  /// Writes files, records, answers and overrides.
  ///
  /// - Returns: The origins of rows, by their ids.
  func put(
    _ batch: EvidenceBatch, into write: LedgerWrite, now: Date
  ) throws -> [UUID: RecordOrigin] {
    guard !batch.isEmpty else { return [:] }
    var changes: [RowChange] = []
    for number in batch.removedFiles { changes += try removal(of: number) }
    for (number, state) in batch.states.sorted(by: { $0.key < $1.key }) {
      guard let before = try stored(.records, number) else { continue }
      var after = before
      (after[4], after[5]) = (.text(state.kind.rawValue), .init(state.reason))
      changes.append(
        RowChange(table: .records, sequence: number, before: before, after: after))
    }
    changes += try keyed(
      .answers, "question", now,
      added: batch.answers.sorted { $0.key < $1.key }.map { (.text($0.key), $0.value) },
      removed: batch.revoked.map { .text($0) })
    changes += try keyed(
      .overrides, "id", now,
      added: batch.overrides.map { (.blob($0.row.stored), $0.text) },
      removed: batch.withoutOverride.map { .blob($0.stored) })
    let (files, records) = try add(batch.files, into: write, now: now)
    try write.replace(changes + files)
    return batch.origins.mapValues { origin in
      switch origin {
      case .stored(let origin): origin
      case .added(let file, let record, let part):
        RecordOrigin(record: records[file] + record, part: part)
      }
    }
  }

  /// Adds files with their records.
  ///
  /// - Returns: The rows of the files, and the place of the first record of each.
  private func add(
    _ files: [NewFile], into write: LedgerWrite, now: Date
  ) throws -> (files: [RowChange], records: [Int]) {
    guard !files.isEmpty else { return ([], []) }
    try removeUnreachableContents()
    var last = try lastSequence(in: .files)
    var (changes, first) = ([RowChange](), [Int]())
    for file in files {
      let digest = file.digest
      let known = try file.number.flatMap { try stored(.files, $0) }
      if known == nil { last += 1 }
      let place = known == nil ? last : file.number ?? last
      try db.execute(
        sql: "INSERT OR REPLACE INTO fileContent (digest, size, packed) VALUES (?, ?, ?)",
        arguments: [Data(digest), file.bytes.count, Data(packed(file.bytes))])
      changes.append(
        RowChange(
          table: .files, sequence: place, before: known,
          after: [
            .integer(place), .blob(digest), .text(file.name), .text(file.form),
            .text(file.options), .init(file.account),
            known?[6] ?? .integer(now.millisecondsSince1970), .integer(file.bytes.count),
          ]))
      if known != nil { changes += try recordRemovals(of: place) }
      var firstRecord: Int?
      for record in file.records {
        let place = try write.addRecord(record.values(file: place))
        firstRecord = firstRecord ?? place
      }
      first.append(firstRecord ?? 0)
    }
    return (changes, first)
  }

  private func removal(of file: Int) throws -> [RowChange] {
    guard let row = try stored(.files, file) else { return [] }
    return [RowChange(table: .files, sequence: file, before: row, after: nil)]
      + (try recordRemovals(of: file))
  }

  private func recordRemovals(of file: Int) throws -> [RowChange] {
    try Int.fetchAll(
      db, sql: "SELECT sequence FROM record WHERE file = ? ORDER BY sequence", arguments: [file]
    ).map { place in
      RowChange(
        table: .records, sequence: place, before: try stored(.records, place), after: nil)
    }
  }

  /// Writes what people changed on derived rows.
  func put(
    overrides: [(row: UUID, text: String?)], into write: LedgerWrite, now: Date
  ) throws {
    guard !overrides.isEmpty else { return }
    try write.replace(
      try keyed(
        .overrides, "id", now,
        added: overrides.compactMap { row, text in text.map { (.blob(row.stored), $0) } },
        removed: overrides.compactMap { row, text in text == nil ? .blob(row.stored) : nil }))
  }

  /// What sets and removes rows that a key identifies.
  private func keyed(
    _ table: LedgerTable, _ column: String, _ now: Date, added: [(RowValue, String)],
    removed: [RowValue]
  ) throws -> [RowChange] {
    var last = try lastSequence(in: table)
    var changes: [RowChange] = []
    let isText = table.columns.contains { $0.name == column && $0.kind == .freeText }
    for (key, text) in added.map({ ($0.0, Optional($0.1)) }) + removed.map({ ($0, nil) }) {
      let old = try Int.fetchOne(
        db,
        sql: """
          SELECT sequence FROM \(table.name)
          WHERE \(column) = \(isText ? "CAST(? AS TEXT)" : "?")
          """, arguments: [key.bytes])
      if let old {
        changes.append(
          RowChange(table: table, sequence: old, before: try stored(table, old), after: nil))
      }
      guard let text else { continue }
      last += 1
      changes.append(
        RowChange(
          table: table, sequence: last, before: nil,
          after: [
            .integer(last), key, .text(text), .integer(now.millisecondsSince1970),
          ]))
    }
    return changes
  }

  /// Removes the bytes of files that neither the ledger has nor a change that can be undone or
  /// redone.
  func removeUnreachableContents() throws {
    var reachable = try Data.fetchSet(db, sql: "SELECT digest FROM importFile")
    let images = try Data.fetchAll(
      db,
      sql: """
        SELECT image FROM changeRow JOIN change ON change.sequence = changeRow.change
        WHERE tableName = 'importFile' AND change.state IN ('done', 'undone')
        """)
    for image in images {
      let columns = ImageColumns(values: RowImage.decode(Array(image)) ?? [])
      if let digest = columns.bytes(1) { reachable.insert(Data(digest)) }
    }
    for digest in try Data.fetchAll(db, sql: "SELECT digest FROM fileContent")
    where !reachable.contains(digest) {
      try db.execute(sql: "DELETE FROM fileContent WHERE digest = ?", arguments: [digest])
    }
  }
}

extension RowValue {
  /// The bytes of a text or blob.
  fileprivate var bytes: Data? {
    switch self {
    case .text(let text): Data(text.utf8)
    case .blob(let bytes): Data(bytes)
    case .null, .integer: nil
    }
  }
}
