import FoundationEssentials
import Interchange
import LedgerStore

/// The files of an import, as the ledger keeps them: their bytes, and what became of each row.
struct KeptFiles {
  private let account: String?
  private let map: String?
  private var files: [(bytes: [UInt8], file: ImportFile)] = []

  /// - Parameters:
  ///   - account: The account that the user named.
  ///   - map: The column map that the user gave.
  init(account: String?, map: String?) { (self.account, self.map) = (account, map) }

  /// Adds a file that was read.
  mutating func add(_ bytes: [UInt8], _ file: ImportFile) { files.append((bytes, file)) }

  /// What a plan writes of the files; nothing where it adds nothing to the ledger.
  ///
  /// Of a file that the ledger has, the rows that come in now are noted with its records.
  ///
  /// - Throws: `LedgerStoreError`.
  func batch(for plan: ImportPlan, in ledger: LedgerContents) throws -> EvidenceBatch {
    var batch = EvidenceBatch()
    guard !plan.isEmpty else { return batch }
    var digests: Set<[UInt8]> = []
    for (bytes, file) in files {
      let new = NewFile(
        name: Self.name(file.name), form: file.format.rawValue, options: map ?? "",
        account: account, bytes: bytes, records: [])
      guard digests.insert(new.digest).inserted else { continue }
      let rows = plan.rows(of: file)
      if let stored = try ledger.file(digest: new.digest) {
        try note(rows, of: stored.file.id, in: ledger, &batch)
      } else {
        add(new, rows, to: &batch)
      }
    }
    return batch
  }

  private func add(_ file: NewFile, _ rows: [FileRow], to batch: inout EvidenceBatch) {
    var file = file
    for (index, row) in rows.enumerated() {
      file.records.append(
        NewRecord(line: row.line, cells: row.cells, state: RecordState(row.outcome)))
      for (part, id) in row.ids.enumerated() {
        batch.origins[id] = .added(file: batch.files.count, record: index, part: part)
      }
    }
    batch.files.append(file)
  }

  /// Notes what becomes now of rows that were refused, or left out, when the file came in.
  private func note(
    _ rows: [FileRow], of file: Int, in ledger: LedgerContents, _ batch: inout EvidenceBatch
  ) throws {
    let recorded = rows.filter { !$0.ids.isEmpty }
    guard !recorded.isEmpty else { return }
    let records = Dictionary(
      try ledger.records(of: file).map { ($0.record.line, $0.id) },
      uniquingKeysWith: { first, _ in first })
    for row in recorded {
      guard let record = records[row.line] else { continue }
      batch.states[record] = RecordState(row.outcome)
      for (part, id) in row.ids.enumerated() {
        batch.origins[id] = .stored(RecordOrigin(record: record, part: part))
      }
    }
  }

  /// The last part of a path, by which a person knows the file.
  private static func name(_ path: String) -> String {
    if path == "-" { return "standard input" }
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension FileRow {
  /// The rows of the ledger that are made of it.
  fileprivate var ids: [UUID] {
    if case .recorded(let ids) = outcome { ids } else { [] }
  }
}

extension RecordState {
  fileprivate init(_ outcome: FileRow.Outcome) {
    switch outcome {
    case .recorded: self.init(.counts)
    case .known: self.init(.elsewhere)
    case .leftOut(let reason): self.init(.leftOut, reason: reason)
    case .refused(let reason): self.init(.asks, reason: reason)
    }
  }
}
