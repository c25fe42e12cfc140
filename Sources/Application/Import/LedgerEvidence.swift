import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio

/// The records, answers and overrides of a ledger, with pending changes applied.
struct LedgerEvidence {
  /// The facts of all records.
  private(set) var facts: [Fact] = []
  private var records = KnownRecords()
  private var files = KnownFiles()
  /// The answers by question.
  private(set) var answers: [Question.Key: Choice] = [:]
  private var overrides: [RowOverride] = []
  /// The rows that a person changed, in their state before files were removed or reread.
  private var changedRows: [UUID: Booked.ChangedRow] = [:]
  private var booked = BookedRows()
  private var unreadable = UnreadableRows()
  private var rowsOfVersionOne = RowsOfVersionOne()
  /// The coins that names meant before files were removed or reread.
  private var meanings = BookedMeanings()
  /// The digests of files whose deleted rows are restored.
  private var restored: Set<String> = []
  private var batch = EvidenceBatch()
  /// The stretch of time that was read; `nil` for the whole ledger.
  private var part: Part?
  /// The instants of the stretch's records by number, in microseconds since 1970.
  private var instants: [Int: Int64] = [:]

  /// A stretch of time of a ledger.
  private struct Part {
    let stretch: Stretch
    var opening: OpeningBalances
    /// The transactions from its sound date on, in ledger order.
    var transactions: [Transaction] = []
    /// The number of waiting records outside the stretch.
    var waitingElsewhere = 0
  }

  /// Reads a whole ledger.
  ///
  /// - Throws: `LedgerStoreError`.
  init(_ ledger: LedgerContents) throws {
    try readFiles(of: ledger)
    let count = try ledger.recordCount()
    facts.reserveCapacity(count)
    try ledger.forEachRecord { try add($0, of: ledger) }
    for (row, origin) in try ledger.transactionsWithOrigins() {
      if let origin, isKnown(origin) {
        booked.transactions.append((row, origin))
      } else if origin == nil && row.reference == nil {
        booked.typed.append(row)
      } else {
        rowsOfVersionOne.transactions.append(row)
      }
    }
    for (move, origin) in try ledger.movesWithOrigins() {
      if let origin, isKnown(origin) {
        booked.moves.append((move, origin))
      } else if origin == nil && move.reference == nil {
        booked.addOther(move)
      } else {
        rowsOfVersionOne.moves.append(move)
      }
    }
    if !files.stored.values.contains(where: { $0.form == VersionOneRows.form }) {
      rowsOfVersionOne.journal = try ledger.originalRows()
    }
  }

  /// Reads the stretch of time that a change reaches, to the end of the ledger.
  ///
  /// - Returns: `nil` if the stored state does not give the preceding balances.
  /// - Throws: `LedgerStoreError`.
  init?(_ ledger: LedgerContents, _ stretch: Stretch) throws {
    try readFiles(of: ledger)
    guard try read(stretch, of: ledger) else { return nil }
    try addUnreadable(of: ledger)
    part?.waitingElsewhere =
      try ledger.waitingCount()
      - records.states.values.count { $0.kind == .waits || $0.kind == .asks }
    guard let balances = try ledger.balances(before: stretch.sound, of: transactions) else {
      return nil
    }
    part?.opening.coins = balances
  }

  /// Reads one stretch of a ledger.
  ///
  /// - Parameters:
  ///   - common: The evidence shared by all stretches.
  ///   - new: Records that are being written, with their numbers.
  /// - Returns: `nil` if the derivation needs more of the ledger.
  /// - Throws: `LedgerStoreError`.
  init?(
    _ ledger: LedgerContents, _ stretch: Stretch, common: LedgerEvidence,
    adding new: some Sequence<(number: Int, record: Record)> = []
  ) throws {
    self = common
    for (number, record) in new {
      guard let first = record.facts.first else { continue }
      facts += record.facts
      records.add(number, of: first.source.file, line: record.line)
      instants[number] = first.instant.at
    }
    guard try read(stretch, of: ledger) else { return nil }
  }

  /// The evidence shared by all stretches of a ledger: its files, answers and overrides.
  ///
  /// - Throws: `LedgerStoreError`.
  static func common(of ledger: LedgerContents) throws -> LedgerEvidence {
    var evidence = LedgerEvidence()
    try evidence.readFiles(of: ledger)
    return evidence
  }

  /// Reads a stretch of time.
  ///
  /// - Returns: Whether the stretch can be derived without the rest of the ledger.
  private mutating func read(_ stretch: Stretch, of ledger: LedgerContents) throws -> Bool {
    part = Part(stretch: stretch, opening: OpeningBalances(start: stretch.sound, coins: [:]))
    files.withFacts = stretch.extents.digests
    let scopes = stretch.extents.scopes.map(\.stored)
    try ledger.forEachRecord(of: scopes, from: stretch.start, until: stretch.end) {
      try add($0, of: ledger)
    }
    // Dollar and other fiat amounts are compared over a whole file.
    guard !facts.contains(where: \.statesRate) else { return false }
    let (start, end) = (
      PrintedInstant(at: stretch.start).date, PrintedInstant(at: stretch.end).date
    )
    var last: [Transaction] = []
    for (row, origin) in try ledger.transactionsWithOrigins(from: start, until: end) {
      if row.date >= stretch.sound { last.append(row) }
      if let origin, isKnown(origin) {
        booked.transactions.append((row, origin))
      } else if row.date >= stretch.sound {
        booked.typed.append(row)
      }
    }
    for (move, origin) in try ledger.movesWithOrigins(from: start, until: end) {
      if let origin, isKnown(origin) { booked.moves.append((move, origin)) }
      if origin.map({ !isKnown($0) }) ?? true || move.date < stretch.sound {
        booked.addOther(move)
      }
    }
    let named = overrides.compactMap { $0.change.transfer ?? nil } + facts.compactMap(\.own?.id)
    let derived = Set(booked.transactions.map(\.row.id) + booked.moves.map(\.row.id))
    for id in named where !derived.contains(id) && !booked.otherIDs.contains(id) {
      guard try ledger.hasRow(id) else { continue }
      booked.otherIDs.insert(id)
      guard let partner = try ledger.partner(ofMove: id) else { continue }
      booked.partners[id] = partner
      if !derived.contains(partner) { booked.otherIDs.insert(partner) }
    }
    part?.transactions = last
    return true
  }

  /// Sets the balances at the start of the stretch.
  ///
  /// - Parameters:
  ///   - coins: The balance of each coin.
  ///   - moves: The ids of earlier moves that moves of the stretch may be paired with.
  mutating func setOpening(_ coins: [String: Quantity], moves: some Sequence<UUID> = []) {
    part?.opening.coins = coins
    booked.otherIDs.formUnion(moves)
  }

  /// The extents of a ledger's files.
  ///
  /// - Throws: `LedgerStoreError`.
  static func extents(of ledger: LedgerContents) throws -> FileExtents {
    var (extents, evidence) = (FileExtents(), LedgerEvidence())
    try evidence.readFiles(of: ledger)
    try ledger.forEachRecord { stored in
      extents.add(try evidence.facts(of: stored, in: ledger) ?? [])
    }
    return extents
  }

  private init() {}

  /// Reads the descriptions of some facts, and the unreadable records.
  ///
  /// - Throws: `LedgerStoreError`.
  init(_ ledger: LedgerContents, of facts: [Fact.ID: Fact]) throws {
    try readFiles(of: ledger)
    try addUnreadable(of: ledger)
    self.facts += facts.values
  }

  private mutating func readFiles(of ledger: LedgerContents) throws {
    for file in try ledger.files() {
      let digest = file.digestText
      files.stored[file.id] = .init(digest: digest, form: file.form)
      (files.numbers[digest], files.names[digest]) = (file.id, file.name)
      if ReadFile.hasLostZone(file.options) { files.withoutZone.insert(digest) }
    }
    for answer in try ledger.answers() {
      answers[Question.Key(answer.question)] = Choice(text: answer.choice)
    }
    overrides = try ledger.overrides()
  }

  private func isKnown(_ origin: RecordOrigin) -> Bool { records.states[origin.record] != nil }

  /// Adds a stored record.
  private mutating func add(_ stored: StoredRecord, of ledger: LedgerContents) throws {
    guard let file = files.stored[stored.file] else { return }
    if let cause = stored.record.cause {
      records.add(stored, of: file.digest)
      unreadable.add(
        cause, form: file.form, Fact.ID(file: file.digest, line: stored.record.line))
      files.withFacts.insert(file.digest)
    }
    guard let facts = try facts(of: stored, in: ledger) else { return }
    self.facts += facts
    files.withFacts.insert(file.digest)
    records.add(stored, of: file.digest)
    if part != nil { instants[stored.id] = stored.record.facts?.instant }
  }

  /// The facts of a stored record; `nil` if it is stored without facts.
  private func facts(of stored: StoredRecord, in ledger: LedgerContents) throws -> [Fact]? {
    guard let file = files.stored[stored.file], let kept = stored.record.facts else { return nil }
    let source = FactSource(
      form: file.form, file: file.digest, line: stored.record.line, cells: stored.record.cells)
    guard let facts = [Fact](bytes: kept.bytes, source: source) else {
      throw LedgerStoreError.unreadableRow(
        ledger.path, table: "record", sequence: stored.id, column: "facts")
    }
    return facts
  }

  /// Makes a file from the rows that version 1.0 imported.
  private mutating func adoptRowsOfVersionOne() {
    guard
      !rowsOfVersionOne.transactions.isEmpty || !rowsOfVersionOne.moves.isEmpty
        || !rowsOfVersionOne.journal.deletedReferences.isEmpty
    else { return }
    let order = rowsOfVersionOne.transactions.enumerated().sorted {
      ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
    }.map(\.element)
    // No record has this number: each row is written with the record assigned to it.
    let none = RecordOrigin(record: 0, part: -1)
    booked.transactions += order.map { ($0, none) }
    booked.transactions.sort { $0.row.date < $1.row.date }
    booked.moves += rowsOfVersionOne.moves.map { ($0, none) }
    let adopted = VersionOneRows(order, rowsOfVersionOne.moves, journal: rowsOfVersionOne.journal)
    add(adopted.file)
    overrides += adopted.overrides
    batch.overrides += adopted.overrides
    rowsOfVersionOne = RowsOfVersionOne()
  }

  /// Whether nothing in the ledger is derived from files.
  var isEmpty: Bool {
    facts.isEmpty && booked.transactions.isEmpty && booked.moves.isEmpty && unreadable.isEmpty
  }

  /// The names of files by digest.
  var names: [String: String] { files.names }

  /// The number that identifies a file in commands; `nil` for a file being imported.
  func number(ofFile digest: String) -> Int? {
    files.numbers[digest].flatMap { $0 > 0 ? $0 : nil }
  }

  /// The number of waiting records that are not derived here.
  var waitingElsewhere: Int { part?.waitingElsewhere ?? 0 }

  /// The stretch's transactions that count, in ledger order; empty if the whole ledger was read.
  var transactions: [Transaction] { part?.transactions ?? [] }

  /// The number of the stretch's counting rows before a date that are derived from files.
  func bookedCount(until end: Date) -> Int {
    let period = (part?.stretch.sound ?? .distantPast)..<end
    return booked.transactions.count { period.contains($0.row.date) }
      + booked.moves.count { period.contains($0.row.date) }
  }

  /// Whether the rows of the stretch before a date match those derived from files.
  func isDerived(
    until end: Date, _ rules: DerivationRules, _ valueRules: ValueRules
  ) -> Bool {
    let period = (part?.stretch.sound ?? .distantPast)..<end
    return BookDifference(
      from: booked.transactions.map(\.row).filter { period.contains($0.date) },
      moves: booked.moves.map(\.row).filter { period.contains($0.date) },
      to: derived(rules, valueRules).booked, until: end
    ).isEmpty
  }

  /// The questions about rows of a stretch of time.
  ///
  /// - Parameters:
  ///   - period: Its instants, in microseconds since 1970.
  ///   - reach: The greatest distance between rows that affect each other.
  /// - Returns: `nil` if rows outside the stretch affect the questions.
  func openQuestions(
    in period: Range<Int64>, reach: Int64, _ rules: DerivationRules, _ valueRules: ValueRules
  ) -> AskedOfStretch? {
    asked(by: derived(rules, valueRules), in: period, reach: reach, valueRules)
  }

  private func asked(
    by ledger: DerivedLedger, in period: Range<Int64>, reach: Int64, _ valueRules: ValueRules
  ) -> AskedOfStretch? {
    // Only all rows together show whether a question concerns less than a dollar, or whether a name
    // has two meanings.
    guard ledger.settled.keys.allSatisfy(\.isOfOneEvent),
      bookedMeanings(of: ledger, valueRules).isEmpty
    else { return nil }
    let asked = ledger.questions + zoneQuestions
    let named = Set(asked.flatMap { $0.waiting + $0.candidates })
    guard !named.isEmpty else { return AskedOfStretch(questions: [], facts: []) }
    let about = facts.filter { named.contains($0.id) }
    let instants = Dictionary(
      about.map { ($0.id, $0.instant.at) }, uniquingKeysWith: { first, _ in first })
    return AskedOfStretch(
      questions: asked.compactMap { $0.within(period, instants, reach: reach) }, facts: about)
  }

  /// The questions about unreadable rows.
  var unreadableQuestions: [Question] { unreadable.questions(answers) }

  /// The first instant that was read, in microseconds since 1970.
  var start: Int64 { part?.stretch.start ?? .min }

  /// The date from which rows are derived; `nil` for all.
  var derivedFrom: Date? { part?.stretch.sound }

  /// Why a row cannot be read.
  func reason(of row: Fact.ID) -> String { unreadable.reason(of: row) }

  mutating func apply(
    _ change: EvidenceChange, _ rules: DerivationRules, _ valueRules: ValueRules
  ) {
    if change.isOfFiles { adoptRowsOfVersionOne() }
    if !change.removed.isEmpty || !change.reread.isEmpty {
      let before = derived(rules, valueRules)
      changedRows = before.booked.changedRows
      meanings = bookedMeanings(of: before, valueRules)
    }
    remove(Set(change.removed))
    for (number, file) in change.reread.sorted(by: { $0.key < $1.key }) {
      forget([number])
      add(file, number: number)
    }
    for file in change.files {
      if change.bringsBackDeleted { restored.insert(file.digestText) }
      add(file)
    }
    answer(change.answers)
    for question in change.revoked where answers.removeValue(forKey: question) != nil {
      batch.revoked.append(question.text)
    }
  }

  private mutating func answer(_ new: [Question.Key: Choice]) {
    for (question, choice) in new where answers[question] != choice {
      answers[question] = choice
      batch.answers[question.text] = choice.text
    }
  }

  private mutating func add(_ file: ReadFile, number: Int? = nil) {
    var new = NewFile(file, number: number)
    let digest = file.digestText
    if let known = files.numbers[digest] {
      // For a file that version 1.0 imported, only the bytes are known.
      guard !files.withFacts.contains(digest), known > 0 else { return }
      forget([known])
      new.number = known
    }
    begin(file, number: new.number ?? 0)
    facts.reserveCapacity(facts.count + file.records.reduce(0) { $0 + $1.facts.count })
    new.records.reserveCapacity(file.records.count)
    for record in file.records {
      facts += record.facts
      let stored = NewRecord(record)
      if let cause = stored.cause {
        unreadable.add(cause, form: file.form, Fact.ID(file: digest, line: record.line))
      }
      new.records.append(stored)
    }
    records.add(new.records, of: digest, at: batch.files.count)
    batch.files.append(new)
  }

  /// Adds a file without its records.
  private mutating func begin(_ file: ReadFile, number: Int) {
    let digest = file.digestText
    files.withFacts.insert(digest)
    files.numbers[digest] = number
    files.names[digest] = file.name
    if ReadFile.hasLostZone(file.options) { files.withoutZone.insert(digest) }
    // A person's answer takes precedence over the file's.
    answer(
      Dictionary(
        file.coins.map { (Question.Key.coin($0), Choice.coin($1)) },
        uniquingKeysWith: { first, _ in first }
      ).filter { answers[$0.key] == nil })
  }

  /// Adds answers and files without their records, which each stretch adds.
  ///
  /// - Parameter new: Files that are not in the ledger.
  mutating func begin(_ new: [ReadFile], answers: [Question.Key: Choice]) {
    for file in new {
      begin(file, number: 0)
      batch.files.append(NewFile(file))
    }
    answer(answers)
  }

  /// Adds an unreadable record of a new file.
  mutating func add(_ unread: NewRecord, form: String, of file: String) {
    guard let cause = unread.cause else { return }
    unreadable.add(cause, form: form, Fact.ID(file: file, line: unread.line))
  }

  /// Removes and returns the files and answers to write.
  mutating func drainBatch() -> EvidenceBatch {
    defer { batch = EvidenceBatch() }
    return batch
  }

  /// Adds the ledger's unreadable records.
  ///
  /// - Throws: `LedgerStoreError`.
  mutating func addUnreadable(of ledger: LedgerContents) throws {
    for record in try ledger.unreadableRecords() { try add(record, of: ledger) }
  }

  /// The states of unreadable rows.
  var unreadableStates: [Fact.ID: RecordState] {
    Dictionary(unreadable.states(answers), uniquingKeysWith: { first, _ in first })
  }

  /// The changed states of the ledger's unreadable records, by record number.
  var changedUnreadableStates: [Int: RecordState] {
    var changed: [Int: RecordState] = [:]
    for (row, state) in unreadableStates {
      guard case .stored(let number)? = records.location(of: row.line, in: row.file),
        records.states[number] != state
      else { continue }
      changed[number] = state
    }
    return changed
  }

  private mutating func remove(_ numbers: Set<Int>) {
    forget(numbers)
    batch.removedFiles = numbers.sorted()
  }

  private mutating func forget(_ numbers: Set<Int>) {
    let digests = Set(files.numbers.filter { numbers.contains($0.value) }.keys)
    guard !digests.isEmpty else { return }
    facts.removeAll { digests.contains($0.source.file) }
    digests.forEach { records.forget($0) }
    unreadable.remove(digests)
    for digest in digests { files.numbers[digest] = nil }
    files.withoutZone.subtract(digests)
  }
}

extension LedgerEvidence {
  /// Derives the rows, and removes and returns the batch that writes them.
  ///
  /// - Parameter version: The version that derives the rows.
  /// - Returns: `nil` if only a stretch of time was read and the derivation needs more of the
  ///   ledger.
  mutating func derive(
    _ rules: DerivationRules, _ valueRules: ValueRules, version: String
  ) -> DerivedEvidence? {
    var back: [UUID] = []
    let extents = extents
    var ledger = self.ledger(rules, valueRules, overrides, extents)
    var valueRules = valueRules
    var meanings = bookedMeanings(of: ledger, valueRules)
    meanings.merge(self.meanings)
    if !meanings.isEmpty {
      guard part == nil else { return nil }
      let known = valueRules.meaning
      valueRules.meaning = { [meanings] in meanings.meaning($0, known: known($0, $1)) }
      ledger = self.ledger(rules, valueRules, overrides, extents)
    }
    if !restored.isEmpty {
      back = restoredRows(in: ledger)
      let kept = overrides.filter { !back.contains($0.row) }
      if !back.isEmpty { ledger = self.ledger(rules, valueRules, kept, extents) }
    }
    let sound = part?.stretch.sound ?? .distantPast
    let difference = BookDifference(
      from: booked.transactions.map(\.row).filter { $0.date >= sound },
      moves: booked.moves.map(\.row).filter { $0.date >= sound }, to: ledger.booked)
    var evidence = EvidenceBatch()
    swap(&evidence, &batch)
    evidence.withoutOverride = back
    let settled = ledger.settled.filter { answers[$0.key] != $0.value }
    for (key, choice) in settled { evidence.answers[key.text] = choice.text }
    evidence.revoked += lapsedAnswers(in: ledger)
    let moved = ledger.booked.movedOverrides.sorted { $0.key.uuidString < $1.key.uuidString }
    evidence.overrides += moved.map(\.value)
    evidence.withoutOverride += moved.map(\.key)
    setStates(of: ledger, in: &evidence)
    var written = LedgerBatch(difference)
    setOrigins(of: ledger, in: &evidence, &written)
    guard isWithinReach(written, &evidence) else { return nil }
    written.evidence = evidence
    let questions = ledger.questions + unreadableQuestions + zoneQuestions
    let openDays = openDays(of: questions)
    // Changed meanings of names are only found from all rows.
    written.derivationState =
      meanings.isEmpty
      ? DerivationState(
        version: version, extents: extents, isSettled: questions.isEmpty && openDays.isEmpty,
        openDays: openDays
      ).bytes : []
    return DerivedEvidence(
      origins: ledger.booked.origins,
      answered: ledger.derivation.answered.merging(ledger.booked.answered) { $1 },
      settled: settled, difference: difference, batch: written,
      questions: questions.sorted { $0.key < $1.key })
  }

  /// Derives the rows of one stretch of a changing ledger.
  ///
  /// - Parameters:
  ///   - period: Its instants, in microseconds since 1970.
  ///   - reach: The greatest distance between rows that affect each other.
  /// - Returns: `nil` if the derivation needs more of the ledger.
  func derive(
    in period: Range<Int64>, reach: Int64, _ rules: DerivationRules, _ valueRules: ValueRules
  ) -> DerivedStretch? {
    let ledger = derived(rules, valueRules)
    guard ledger.booked.movedOverrides.isEmpty,
      let asked = asked(by: ledger, in: period, reach: reach, valueRules)
    else { return nil }
    let end = PrintedInstant(at: period.upperBound).date
    let dates = (part?.stretch.sound ?? .distantPast)..<end
    let difference = BookDifference(
      from: booked.transactions.map(\.row).filter { dates.contains($0.date) },
      moves: booked.moves.map(\.row).filter { dates.contains($0.date) },
      to: ledger.booked, until: end)
    var evidence = EvidenceBatch()
    let settled = settled(by: ledger, in: period)
    for (key, choice) in settled { evidence.answers[key.text] = choice.text }
    evidence.revoked = lapsedAnswers(in: ledger, until: end)
    setStates(of: ledger, in: &evidence)
    let instants = instants
    evidence.states = evidence.states.filter { record, _ in
      instants[record].map(period.contains) ?? false
    }
    var written = LedgerBatch(difference)
    setOrigins(of: ledger, in: &evidence, &written, until: end)
    guard isWithinReach(written, &evidence) else { return nil }
    written.evidence = evidence
    return DerivedStretch(
      difference: difference, batch: written, asked: asked,
      answered: ledger.derivation.answered.merging(ledger.booked.answered) { $1 },
      settled: settled, rows: transactions.filter { $0.date < end }.after(written),
      moves: ledger.booked.moves.lazy.filter { $0.date < end }.map { ($0.id, $0.date) },
      facts: ledger.booked.origins.mapValues(\.fact),
      transfers: (
        ledger.derivation.transfers(before: period.lowerBound, reach: reach),
        ledger.derivation.transfers(before: period.upperBound, reach: reach)
      ))
  }

  /// The stored answers to questions that no longer concern less than a dollar.
  private func lapsedAnswers(
    in ledger: DerivedLedger, until end: Date = .distantFuture
  ) -> [String] {
    answers.filter { key, choice in
      guard choice == .giftBelowDollar, ledger.settled[key] != choice else { return false }
      guard let start = part?.stretch.changing else { return true }
      return key.date.map { (start..<end).contains($0) } ?? false
    }.map(\.key.text).sorted()
  }

  /// The newly settled questions about rows of a stretch, with their answers.
  private func settled(
    by ledger: DerivedLedger, in period: Range<Int64>
  ) -> [Question.Key: Choice] {
    guard !ledger.settled.isEmpty else { return [:] }
    let rows = Set(ledger.settledRows.values.joined())
    let own = Set(
      facts.lazy.filter { rows.contains($0.id) && period.contains($0.instant.at) }.map(\.id))
    return ledger.settled.filter { key, choice in
      answers[key] != choice && !own.isDisjoint(with: ledger.settledRows[key] ?? [])
    }
  }

  /// The days of rows with questions here, and those of open questions elsewhere.
  private func openDays(of questions: [Question]) -> [UTCDay] {
    let asked = Set(questions.flatMap { $0.waiting + $0.candidates })
    var days: Set<UTCDay> = []
    if let part {
      let first = UTCDay(part.stretch.sound)
      days.formUnion(part.stretch.openDays.filter { $0 <= first })
    }
    if !asked.isEmpty {
      for fact in facts where asked.contains(fact.id) { days.insert(UTCDay(fact.instant.date)) }
    }
    return days.sorted()
  }

  /// Questions about the time zones of renamed files; their rows count meanwhile.
  private var zoneQuestions: [Question] {
    files.withoutZone.sorted().compactMap { digest in
      let key = Question.Key.zone(ofFile: digest)
      let rows = facts.filter { $0.source.file == digest }.map(\.id)
      guard !rows.isEmpty, answers[key] != .keep else { return nil }
      return Question(
        key: key, kind: .whichZone, cause: key.text, waiting: [], candidates: rows,
        choices: [.keep])
    }
  }

  /// The extents of the files.
  private var extents: FileExtents {
    guard let part else { return FileExtents(facts) }
    var extents = part.stretch.extents
    let new = files.withFacts.subtracting(extents.digests)
    guard !new.isEmpty else { return extents }
    extents.merge(FileExtents(facts.lazy.filter { new.contains($0.source.file) }))
    return extents
  }

  /// Whether only rows within reach change; states of records near the start of the stretch, which
  /// lack the preceding rows, are left unchanged.
  private func isWithinReach(_ batch: LedgerBatch, _ evidence: inout EvidenceBatch) -> Bool {
    guard let part else { return true }
    let (sound, changing) = (part.stretch.sound, part.stretch.changing)
    func date(_ record: Int) -> Date? {
      instants[record].map { PrintedInstant(at: $0).date }
    }
    evidence.states = evidence.states.filter { record, _ in date(record).map { $0 >= sound } ?? true
    }
    return (batch.transactions + batch.changed + batch.removed).allSatisfy { $0.date >= changing }
      && (batch.moves + batch.changedMoves + batch.removedMoves).allSatisfy { $0.date >= changing }
      && evidence.states.keys.allSatisfy { date($0).map { $0 >= changing } ?? true }
  }

  /// The ledger as derived without a further change.
  func derived(_ rules: DerivationRules, _ valueRules: ValueRules) -> DerivedLedger {
    ledger(rules, valueRules, overrides, extents)
  }

  private func ledger(
    _ rules: DerivationRules, _ valueRules: ValueRules, _ overrides: [RowOverride],
    _ extents: FileExtents
  ) -> DerivedLedger {
    var valueRules = valueRules
    // A row that a person moved to another day gives no evidence for that day.
    let before = Dictionary(
      overrides.compactMap { override in
        if case .transaction(let before, _) = override.change {
          (override.row, before)
        } else {
          nil
        }
      }, uniquingKeysWith: { $1 })
    valueRules.evidence =
      BookedEvidence(
        booked.transactions.lazy.map { before[$0.row.id] ?? $0.row }, known: valueRules.evidence
      )
      .evidence
    var sources = DerivedLedger.Sources(
      facts: facts, answers: answers, overrides: overrides,
      typed: booked.typed + rowsOfVersionOne.transactions,
      typedMoves: booked.otherIDs.union(rowsOfVersionOne.moves.map(\.id)))
    (sources.changedRows, sources.partners) = (changedRows, booked.partners)
    (sources.extents, sources.opening) = (extents, part?.opening)
    return DerivedLedger(sources, rules: rules, valueRules: valueRules)
  }

  /// The names that meant another coin when ledger rows were booked.
  private func bookedMeanings(of ledger: DerivedLedger, _ rules: ValueRules) -> BookedMeanings {
    let changed = Set(overrides.map(\.row))
    var byRecord: [Int: [BookedMeanings.Row]] = [:]
    for (row, origin) in booked.transactions where !changed.contains(row.id) {
      byRecord[origin.record, default: []].append(
        BookedMeanings.Row(id: row.id, coinId: row.coinId, amount: row.amount))
    }
    for (move, origin) in booked.moves where !changed.contains(move.id) {
      byRecord[origin.record, default: []].append(
        BookedMeanings.Row(id: move.id, coinId: move.coinId, amount: move.amount.magnitude))
    }
    var meanings = BookedMeanings()
    guard !byRecord.isEmpty else { return meanings }
    let revoked = Set(batch.revoked)
    for event in ledger.derivation.events {
      let rows = (event.facts + event.evidence).flatMap { fact -> [BookedMeanings.Row] in
        guard case .stored(let number)? = records.location(of: fact.line, in: fact.file) else {
          return []
        }
        // A record may have several events, as a withdrawal and its fee in another coin.
        return (byRecord[number] ?? []).filter { row in
          ledger.booked.origins[row.id].map { $0.fact == event.id } ?? true
        }
      }
      guard !rows.isEmpty else { continue }
      meanings.add(event, rows) { name in
        let key = Question.Key.coin(name)
        guard answers[key] == nil, !revoked.contains(key.text) else { return nil }
        return .some(rules.meaning(name, event.instant.date))
      }
    }
    return meanings
  }

  /// The overrides that delete rows of events reported by files whose deleted rows are restored.
  private func restoredRows(in ledger: DerivedLedger) -> [UUID] {
    var reported: Set<Fact.ID> = []
    for fact in facts where restored.contains(fact.source.file) {
      reported.insert(fact.id)
      if case .enriches(let other)? = ledger.derivation.states[fact.id] { reported.insert(other) }
    }
    return overrides.filter { $0.change == .deleted }.map(\.row).filter { row in
      ledger.booked.changedRows[row].map { !reported.isDisjoint(with: $0.facts) } ?? false
    }
  }

  /// Sets each record's state; if its facts differ, the one that most needs a person's attention.
  private func setStates(of ledger: DerivedLedger, in evidence: inout EvidenceBatch) {
    // The facts of a record are adjacent.
    var last: (fact: Fact.ID, state: RecordState)?
    ledger.states.forEach { fact, state in
      let new = RecordState(state, of: fact)
      if let known = last, known.fact.line == fact.line, known.fact.file == fact.file {
        if new.outranks(known.state) { last?.state = new }
        return
      }
      if let last { set(last.state, of: last.fact, in: &evidence) }
      last = (fact, new)
    }
    if let last { set(last.state, of: last.fact, in: &evidence) }
    for (row, state) in unreadable.states(answers) { set(state, of: row, in: &evidence) }
  }

  private func set(_ state: RecordState, of row: Fact.ID, in evidence: inout EvidenceBatch) {
    switch records.location(of: row.line, in: row.file) {
    case .stored(let number):
      if records.states[number] != state { evidence.states[number] = state }
    case .added(let file, let record): evidence.files[file].records[record].state = state
    case nil: break
    }
  }

  /// Sets the origins of rows; a row whose record changed is written even if it is unchanged.
  ///
  /// - Parameter end: Only rows before this date count; `nil` for all.
  private func setOrigins(
    of ledger: DerivedLedger, in evidence: inout EvidenceBatch, _ batch: inout LedgerBatch,
    until end: Date? = nil
  ) {
    let known = Dictionary(
      booked.transactions.map { ($0.row.id, $0.origin) }
        + booked.moves.map { ($0.row.id, $0.origin) },
      uniquingKeysWith: { first, _ in first })
    var written = Set((batch.moves + batch.changedMoves).map(\.id))
    written.formUnion(batch.changed.lazy.map(\.id))
    written.formUnion(batch.transactions.lazy.map(\.id).filter { known[$0] != nil })
    var moved: Set<UUID> = []
    evidence.origins.reserveCapacity(ledger.booked.origins.count)
    var later: Set<UUID> = []
    if let end {
      later.formUnion(ledger.booked.transactions.lazy.filter { $0.date >= end }.map(\.id))
      later.formUnion(ledger.booked.moves.lazy.filter { $0.date >= end }.map(\.id))
    }
    for (id, origin) in ledger.booked.origins where !later.contains(id) {
      let new: EvidenceBatch.Origin
      switch records.location(of: origin.fact.line, in: origin.fact.file) {
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
