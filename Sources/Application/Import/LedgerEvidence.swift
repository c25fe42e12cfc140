import FoundationEssentials
import Import
import LedgerStore
import Portfolio

/// The records, answers and overrides of a ledger, and what a change makes of them.
struct LedgerEvidence {
  /// Where a record is: in the ledger, or on its way.
  private enum Place {
    case stored(Int)
    case added(file: Int, record: Int)
  }

  private struct RecordID: Hashable {
    let file: String
    let line: Int
  }

  private var facts: [Fact] = []
  private var places: [RecordID: Place] = [:]
  private var states: [Int: RecordState] = [:]
  private var files: [String: Int] = [:]
  private var answers: [Question.Key: Choice] = [:]
  private var overrides: [RowOverride] = []
  private var typed: [Transaction] = []
  private var rows: [(row: Transaction, origin: RecordOrigin)] = []
  private var moves: [(row: Move, origin: RecordOrigin)] = []
  private var batch = EvidenceBatch()

  /// Reads a ledger.
  init(_ ledger: LedgerContents) throws {
    let known = Dictionary(
      try ledger.files().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    files = Dictionary(
      known.values.map { ($0.digestText, $0.id) }, uniquingKeysWith: { first, _ in first })
    try ledger.forEachRecord { stored in
      guard let file = known[stored.file] else { return }
      let source = FactSource(
        form: file.form, file: file.digestText, line: stored.record.line,
        cells: stored.record.cells)
      guard let bytes = stored.record.facts?.bytes else { return }
      guard let facts = [Fact](bytes: bytes, source: source) else {
        throw LedgerStoreError.unreadableRow(
          ledger.path, table: "record", sequence: stored.id, column: "facts")
      }
      self.facts += facts
      states[stored.id] = stored.record.state
      places[RecordID(file: file.digestText, line: stored.record.line)] = .stored(stored.id)
    }
    for answer in try ledger.answers() {
      answers[Question.Key(answer.question)] = Choice(text: answer.choice)
    }
    overrides = try ledger.overrides().compactMap { stored in
      RowOverride(record: stored.record, text: stored.change)
    }
    // Rows of files that were read without facts are, like typed ones, not derived.
    typed = try ledger.typedTransactions()
    for (row, origin) in try ledger.derivedTransactions() {
      if states[origin.record] != nil { rows.append((row, origin)) } else { typed.append(row) }
    }
    moves = try ledger.derivedMoves().filter { states[$0.origin.record] != nil }
  }

  mutating func apply(_ change: EvidenceChange) {
    switch change {
    case .add(let files): for file in files { add(file) }
    case .remove(let numbers): remove(Set(numbers))
    case .answer(let new):
      answers.merge(new) { $1 }
      for (question, choice) in new { batch.answers[question.text] = choice.text }
    case .revoke(let questions):
      for question in questions where answers.removeValue(forKey: question) != nil {
        batch.revoked.append(question.text)
      }
    }
  }

  private mutating func add(_ file: ReadFile) {
    var new = NewFile(
      name: file.name, form: file.form, options: file.options, account: file.account,
      bytes: file.bytes, records: [])
    let digest = new.digestText
    guard files[digest] == nil else { return }
    files[digest] = 0
    for record in file.records {
      let id = RecordID(file: digest, line: record.line)
      places[id] = .added(file: batch.files.count, record: new.records.count)
      facts += record.facts
      new.records.append(NewRecord(record))
    }
    batch.files.append(new)
  }

  private mutating func remove(_ numbers: Set<Int>) {
    let digests = Set(files.filter { numbers.contains($0.value) }.keys)
    facts.removeAll { digests.contains($0.source.file) }
    places = places.filter { !digests.contains($0.key.file) }
    batch.removedFiles = numbers.sorted()
  }

  /// Derives the rows, and what writes them.
  func derived(
    _ rules: DerivationRules, _ valueRules: ValueRules
  ) -> (ledger: DerivedLedger, difference: BookDifference, batch: LedgerBatch) {
    let ledger = DerivedLedger(
      DerivedLedger.Sources(
        facts: facts, answers: answers, overrides: overrides, typed: typed),
      rules: rules, valueRules: valueRules)
    let difference = BookDifference(
      from: rows.map(\.row), moves: moves.map(\.row), to: ledger.booked)
    var evidence = batch
    setStates(of: ledger, in: &evidence)
    var written = LedgerBatch(
      transactions: difference.added, moves: difference.addedMoves,
      changedMoves: difference.changedMoves, changed: difference.changed,
      removed: difference.removed, removedMoves: difference.removedMoves)
    setOrigins(of: ledger, in: &evidence, &written)
    written.evidence = evidence
    return (ledger, difference, written)
  }

  /// The state of each record: what most of a person's attention goes to, where its facts differ.
  private func setStates(of ledger: DerivedLedger, in evidence: inout EvidenceBatch) {
    var found: [RecordID: RecordState] = [:]
    for (fact, state) in ledger.states {
      let id = RecordID(file: fact.file, line: fact.line)
      let new = RecordState(state)
      if let other = found[id], other.rank >= new.rank { continue }
      found[id] = new
    }
    for (id, state) in found {
      switch places[id] {
      case .stored(let number):
        if states[number] != state { evidence.states[number] = state }
      case .added(let file, let record): evidence.files[file].records[record].state = state
      case nil: break
      }
    }
  }

  /// Where the rows come from; a row whose record changed is written even if it is the same.
  private func setOrigins(
    of ledger: DerivedLedger, in evidence: inout EvidenceBatch, _ batch: inout LedgerBatch
  ) {
    let known = Dictionary(
      rows.map { ($0.row.id, $0.origin) } + moves.map { ($0.row.id, $0.origin) },
      uniquingKeysWith: { first, _ in first })
    let written = Set(
      (batch.transactions + batch.changed).map(\.id) + (batch.moves + batch.changedMoves).map(\.id))
    var moved: Set<UUID> = []
    for (id, origin) in ledger.booked.origins {
      let place = places[RecordID(file: origin.fact.file, line: origin.fact.line)]
      let new: EvidenceBatch.Origin
      switch place {
      case .stored(let number): new = .stored(RecordOrigin(record: number, part: origin.part))
      case .added(let file, let record):
        new = .added(file: file, record: record, part: origin.part)
      case nil: continue
      }
      if let old = known[id], !written.contains(id) {
        guard new != .stored(old) else { continue }
        moved.insert(id)
      }
      evidence.origins[id] = new
    }
    guard !moved.isEmpty else { return }
    batch.changed += ledger.booked.transactions.filter { moved.contains($0.id) }
    batch.changedMoves += ledger.booked.moves.filter { moved.contains($0.id) }
  }
}

extension NewRecord {
  /// A record as the ledger keeps it; what becomes of its facts is known when they are derived.
  fileprivate init(_ record: Record) {
    let facts = record.facts.first.map { first in
      Facts(
        scope: "\(first.scope.place)\u{1F}\(first.scope.owner)", instant: first.instant.at,
        bytes: record.facts.bytes)
    }
    let state =
      switch record.state {
      case .read: RecordState(.elsewhere)
      case .leftOut(let reason):
        RecordState(.leftOut, reason: "\(reason.kind.rawValue) \(reason.word)")
      case .asks(let question): RecordState(.asks, reason: question.reason)
      }
    self.init(line: record.line, cells: record.cells, state: state, facts: facts)
  }
}

extension RecordState {
  fileprivate init(_ state: FactState) {
    switch state {
    case .counts: self.init(.counts)
    case .enriches: self.init(.elsewhere)
    case .waits(let key): self.init(.waits, reason: key.text)
    case .inside: self.init(.inside)
    case .skipped(let key): self.init(.skipped, reason: key.text)
    }
  }

  /// Which state a record has whose facts have several.
  fileprivate var rank: Int {
    switch kind {
    case .waits: 5
    case .counts: 4
    case .elsewhere: 3
    case .skipped: 2
    default: 1
    }
  }
}
