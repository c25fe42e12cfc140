import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import Threads

/// Adds large files to a ledger, one stretch of time after another.
///
/// One stretch is derived while the previous one is written. Memory holds two stretches and the
/// packed records of the files.
struct LargeImport {
  /// Thrown if the result depends on rows outside the stretch: all rows must be derived at once.
  struct NeedsAllRows: Error {}

  /// The outcome of the import.
  struct Result {
    var changes = RowChanges()
    /// The answers that were used.
    var answered: [Question.Key: Choice] = [:]
    /// Questions about less than a dollar, with the best answer, which resolves them.
    var settled: [Question.Key: Choice] = [:]
    /// The number of waiting records before the first stretch.
    var waitingElsewhere = 0
    /// The states of each file's rows, in the order of the files.
    var files: [FileOutcome]
    /// The rows whose dollar value is far from the day's price.
    var prices: PriceCheck
    var questions = OpenQuestions.Found()
  }

  /// The files to import.
  let files: [ReadFile]
  /// The date from which rows are derived; `nil` if all are.
  let derivedFrom: Date?
  private let answers: [Question.Key: Choice]
  private let rules: DerivationRules
  private let valueRules: ValueRules
  private let version: String
  private let new: NewRecords
  private let extents: FileExtents
  private let reach: Int64
  private let start: Stretch?
  private let periods: [Range<Int64>]

  private static let longestStretch = 32_000

  /// Divides the imported rows into stretches.
  ///
  /// - Parameter size: The usual minimum number of records in a stretch.
  /// - Throws: ``NeedsAllRows``, and `LedgerStoreError`.
  init(
    _ change: EvidenceChange, _ ledger: LedgerContents, _ rules: DerivationRules,
    _ valueRules: ValueRules, version: String, size: Int
  ) throws {
    var stored = Set(try ledger.files().map(\.digestText))
    guard change.onlyAdds, !change.files.contains(where: { stored.contains($0.digestText) }),
      !change.files.contains(where: \.records.statesRates), try !ledger.hasRowsOfVersionOne()
    else { throw NeedsAllRows() }
    files = change.files.filter { stored.insert($0.digestText).inserted }
    (answers, self.rules, self.valueRules) = (change.answers, rules, valueRules)
    self.version = version
    new = NewRecords(files.map(\.records))
    var extents =
      try ledger.keptDerivation(version: version)?.extents ?? LedgerEvidence.extents(of: ledger)
    for file in files { extents.merge(file.records.extents) }
    let reach = extents.reach(rules)
    guard reach < FileExtents.unlimitedReach,
      try ledger.overrides().allSatisfy({ $0.change.distance <= reach })
    else {
      throw NeedsAllRows()
    }
    (self.extents, self.reach) = (extents, reach)
    let start = try Stretch(change, ledger, rules, valueRules, version: version)
    (self.start, derivedFrom) = (start, start?.sound)
    // Each stretch also derives the rows within reach; long stretches keep that overhead small.
    let wanted = max(size, min(Self.longestStretch, 8 * new.count(within: reach)))
    let marks = max(1, wanted / StretchWalk.marksOfStretch)
    let instants =
      try ledger.instants(of: extents.scopes.map(\.stored), every: marks)
      + new.instants(every: marks)
    let first = start.map { Int64($0.sound.millisecondsSince1970) * 1_000 } ?? .min
    periods = StretchWalk.periods(between: instants.sorted()).filter { $0.upperBound > first }
      .map { max($0.lowerBound, first)..<$0.upperBound }
  }

  /// Derives and writes all stretches.
  ///
  /// - Parameters:
  ///   - ledger: The ledger before the change.
  ///   - writer: Writes the change.
  /// - Throws: ``NeedsAllRows``, `LedgerStoreError` and `PortfolioError`.
  func write(_ ledger: LedgerContents, _ writer: BatchWriter) throws -> Result {
    var writing = Writing(ledger, writer, Result(files, valueRules.evidence))
    let common = try begin(&writing)
    var balances = BookedBalances()
    if let start {
      try ledger.forEachWaitingRecord(before: periods[0].lowerBound) { _ in
        writing.result.waitingElsewhere += 1
      }
      try ledger.forEachTransaction(from: .distantPast, until: start.sound) { balances.apply($0) }
    }
    var moves: [(id: UUID, date: Date)] = []
    var transfers: Set<Transfer>?
    var running: (task: BackgroundTask<DerivedStretch?, Never>, period: Range<Int64>)?
    defer { running?.task.wait() }
    for period in periods {
      var part = try evidence(of: period, common, writing)
      let derived = try running.map {
        (stretch: try Self.required($0.task, after: &transfers), period: $0.period)
      }
      for row in derived?.stretch.rows ?? [] { balances.apply(row) }
      moves += derived?.stretch.moves ?? []
      let first = PrintedInstant(at: part.start).date
      moves.removeAll { $0.date < first }
      part.setOpening(balances.coins, moves: moves.lazy.map(\.id))
      running = (
        BackgroundTask { [part, reach, rules, valueRules] in
          part.derive(in: period, reach: reach, rules, valueRules)
        }, period
      )
      if let derived { try write(derived.stretch, of: derived.period, &writing) }
    }
    if let last = running {
      running = nil
      try write(Self.required(last.task, after: &transfers), of: last.period, &writing)
    }
    try end(common, &writing)
    return writing.result
  }

  /// A derived stretch, if it continues the previous one.
  ///
  /// - Parameter transfers: The last transfers of the previous stretch, `nil` for the first;
  ///   updated to those of this one.
  private static func required(
    _ task: BackgroundTask<DerivedStretch?, Never>, after transfers: inout Set<Transfer>?
  ) throws -> DerivedStretch {
    guard let derived = task.value(),
      transfers ?? derived.transfers.before == derived.transfers.before
    else { throw NeedsAllRows() }
    transfers = derived.transfers.last
    return derived
  }

  /// The state of the write.
  private struct Writing {
    let ledger: LedgerContents
    let writer: BatchWriter
    /// The numbers of the new files, in their order.
    var numbers: [Int] = []
    /// The number of the first record with facts.
    var firstNumber: Int
    var result: Result

    init(_ ledger: LedgerContents, _ writer: BatchWriter, _ result: Result) {
      (self.ledger, self.writer, self.result) = (ledger, writer, result)
      firstNumber = writer.firstRecord
    }

    /// Writes records; each gets the next number.
    mutating func write(_ records: [(location: NewRecords.Location, record: NewRecord)]) throws {
      for (location, record) in records { result.files[Int(location.file)].add(record.state) }
      try writer.write(
        records.map { FileRecord(file: numbers[Int($0.location.file)], record: $0.record) })
    }
  }

  /// Writes the files, the answers and the records without facts.
  private func begin(_ writing: inout Writing) throws -> LedgerEvidence {
    var common = try LedgerEvidence.common(of: writing.ledger)
    try common.addUnreadable(of: writing.ledger)
    common.begin(files, answers: answers)
    var records = new.withoutFacts.map { location in
      (location: location, record: NewRecord(new.packed(at: location), state: nil))
    }
    for (location, record) in records {
      let file = files[Int(location.file)]
      common.add(record, form: file.form, of: file.digestText)
    }
    var batch = LedgerBatch(evidence: common.drainBatch())
    batch.evidence.states = common.changedUnreadableStates
    try writing.writer.write(batch)
    let numbers = Dictionary(
      try writing.ledger.files().map { ($0.digestText, $0.id) }, uniquingKeysWith: { $1 })
    writing.numbers = files.map { numbers[$0.digestText] ?? 0 }
    let states = common.unreadableStates
    for index in records.indices {
      let row = Fact.ID(
        file: files[Int(records[index].location.file)].digestText, line: records[index].record.line)
      if let state = states[row] { records[index].record.state = state }
    }
    try writing.write(records)
    writing.firstNumber += records.count
    return common
  }

  /// The evidence for one stretch.
  private func evidence(
    of period: Range<Int64>, _ common: LedgerEvidence, _ writing: Writing
  ) throws -> LedgerEvidence {
    let stretch = Stretch(period, reach: reach, of: extents, changing: start?.changing)
    // `FactList` skips its sort if facts are in file order.
    let added = new.positions(from: stretch.start, until: stretch.end).map { position in
      (number: writing.firstNumber + position, location: new[position])
    }.sorted { ($0.location.file, $0.location.index) < ($1.location.file, $1.location.index) }
    let part = try LedgerEvidence(
      writing.ledger, stretch, common: common,
      adding: added.lazy.map { ($0.number, new.record(at: $0.location)) })
    guard let part else { throw NeedsAllRows() }
    return part
  }

  private func write(
    _ derived: DerivedStretch, of period: Range<Int64>, _ writing: inout Writing
  ) throws {
    var batch = derived.batch
    let positions = new.positions(from: period.lowerBound, until: period.upperBound)
    try writing.write(
      positions.map { position in
        let location = new[position]
        let state = batch.evidence.states.removeValue(forKey: writing.firstNumber + position)
        return (location: location, record: NewRecord(new.packed(at: location), state: state))
      })
    try writing.writer.write(batch)
    guard writing.result.questions.add(derived.asked) else { throw NeedsAllRows() }
    writing.result.answered.merge(derived.answered) { $1 }
    writing.result.settled.merge(derived.settled) { $1 }
    let difference = derived.difference
    writing.result.changes.add(difference)
    let digests = Set(files.map(\.digestText))
    for row in difference.added where !difference.reordered.contains(row.id) {
      guard let fact = derived.facts[row.id], digests.contains(fact.file) else { continue }
      writing.result.prices.add(row, from: fact)
    }
  }

  /// Stores the derivation state for the next import.
  private func end(_ common: LedgerEvidence, _ writing: inout Writing) throws {
    let questions = writing.result.questions
    var days = questions.days
    if let start {
      let first = UTCDay(start.sound)
      days.formUnion(start.openDays.filter { $0 <= first })
    }
    let isSettled = questions.isEmpty && common.unreadableQuestions.isEmpty && days.isEmpty
    var batch = LedgerBatch()
    batch.derivationState =
      DerivationState(
        version: version, extents: extents, isSettled: isSettled, openDays: days.sorted()
      ).bytes
    try writing.writer.write(batch)
  }
}

extension LargeImport.Result {
  fileprivate init(_ files: [ReadFile], _ evidence: Evidence) {
    self.init(
      files: files.map { FileOutcome(name: $0.name) }, prices: PriceCheck(evidence: evidence))
  }
}
