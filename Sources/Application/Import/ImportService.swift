public import CoinCatalogue
public import Exact
public import FoundationEssentials
public import Import
public import LedgerStore
public import Portfolio

/// The result of a change of the evidence.
public struct EvidenceOutcome: Sendable {
  /// The changes to the rows of the ledger.
  public let changes: RowChanges
  /// The questions about derived rows that are open afterwards.
  public fileprivate(set) var questions: [InboxQuestion]
  /// The number of file rows that wait for an answer afterwards, each counted once.
  public fileprivate(set) var waitingRows: Int
  /// The answers that are used.
  public let answered: [Question.Key: Choice]
  /// Questions about less than a dollar, with the best answer, which resolves them.
  public let settled: [Question.Key: Choice]
  /// The date from which rows were derived, because the change reaches no further; `nil` if all
  /// were.
  public let derivedFrom: Date?
  /// The outcome of the rows of new files, in the order of the files.
  public let files: [FileOutcome]
  /// Things to check in new files.
  public let notices: [ImportNotice]
  /// The effect on holdings and gains; empty unless a preview requested it.
  public let effect: ChangeEffect
  /// The change's index in the journal; `nil` if nothing changes.
  public let change: Int?
}

/// The outcome of the rows of a file.
public struct FileOutcome: Sendable, Equatable {
  /// The file's name.
  public let name: String
  /// The number of records in each state.
  public private(set) var states: [RecordState.Kind: Int] = [:]
  /// The number of rows left out, by reason.
  public private(set) var leftOut: [String: Int] = [:]

  init(name: String) { self.name = name }

  /// Counts one more record.
  mutating func add(_ state: RecordState) {
    states[state.kind, default: 0] += 1
    if state.kind == .leftOut { leftOut[state.reason ?? "", default: 0] += 1 }
  }
}

/// Adds files and answers to a ledger and books the rows derived from them.
///
/// The rows of the ledger are a function of its records, answers and overrides. Each change to
/// these derives the rows again and writes the difference with it as one journal change. A preview
/// does the same on a rehearsal of the ledger.
public struct ImportService: Sendable {
  let ledger: SQLiteLedger
  let rules: DerivationRules
  let valueRules: ValueRules
  private let counting: ChangeEffect.Counting
  private let catalogue: CoinCatalogue
  let version: String
  private let clock: @Sendable () -> Date
  /// The most rows derived at once; larger imports are divided into stretches of this many.
  var stretchSize = 4_000

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - ledger: The ledger.
  ///   - rules: The declarations of forms.
  ///   - valueRules: The meanings of names and the values of coins.
  ///   - costBasis: How gains are counted when describing the effect of a choice.
  ///   - calendar: The calendar whose days count.
  ///   - lots: How lots are kept with a book for each account; `nil` for one book over all.
  ///   - catalogue: The names of coins.
  ///   - version: The version that derives rows; if it differs from the stored one, all rows are
  ///     derived again.
  ///   - clock: The present instant.
  public init(
    ledger: SQLiteLedger, rules: DerivationRules, valueRules: ValueRules,
    costBasis: CostBasis = .average, calendar: LocalCalendar = .utc, lots: LotsPerAccount? = nil,
    catalogue: CoinCatalogue = .builtIn, version: String = "",
    clock: @escaping @Sendable () -> Date
  ) {
    (self.ledger, self.rules, self.valueRules) = (ledger, rules, valueRules)
    counting = ChangeEffect.Counting(costBasis: costBasis, calendar: calendar, lots: lots)
    (self.catalogue, self.version, self.clock) = (catalogue, version, clock)
  }

  /// Computes the result of a change without writing anything.
  ///
  /// - Parameter withEffect: Whether to compute the effect on holdings and gains, which loads all
  ///   rows into memory.
  /// - Throws: As ``apply(_:label:expecting:)``.
  public func preview(
    _ change: EvidenceChange, withEffect: Bool = true
  ) throws -> EvidenceOutcome {
    if !withEffect,
      let outcome = try known(change)
        ?? applyByStretches(change, label: "preview", to: ledger.rehearsal)
    {
      return outcome
    }
    return try apply(
      change, label: "preview", expecting: [], to: ledger.rehearsal, withEffect: withEffect)
  }

  /// Writes a change and the rows derived from it, or nothing.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - label: The label in the journal, such as `import trades.csv`.
  ///   - expected: The parts of the ledger that the caller has seen.
  /// - Throws: `LedgerStoreError`, and `PortfolioError` if a row that a person typed needs coins
  ///   that the change would remove.
  public func apply(
    _ change: EvidenceChange, label: String, expecting expected: [Expectation] = []
  ) throws -> EvidenceOutcome {
    if let outcome = try known(change)
      ?? applyByStretches(change, label: label, expecting: expected, to: ledger)
    {
      return outcome
    }
    return try apply(change, label: label, expecting: expected, to: ledger)
  }

  /// The outcome of a change that adds only known files and answers.
  ///
  /// - Returns: `nil` if it adds anything new, or if a waiting row can now be booked.
  private func known(_ change: EvidenceChange) throws -> EvidenceOutcome? {
    guard change.onlyAdds, !change.files.isEmpty else { return nil }
    let isKnown = try ledger.contents { contents in
      let answers = Dictionary(
        try contents.answers().map { ($0.question, $0.choice) }, uniquingKeysWith: { $1 })
      guard let kept = try contents.keptDerivation(version: version),
        change.files.allSatisfy({ kept.extents.digests.contains($0.digestText) }),
        change.answers.allSatisfy({ answers[$0.key.text] == $0.value.text })
      else { return false }
      return try contents.firstResolvable(valueRules, before: .max) == nil
    }
    guard isKnown ?? false else { return nil }
    var outcome = EvidenceOutcome.nothing
    outcome.questions = try questions()
    outcome.waitingRows = InboxQuestion.waitingRows(of: outcome.questions)
    return outcome
  }

  /// Writes a large import, or any import that requires deriving all rows of a large ledger.
  ///
  /// - Returns: `nil` for any other change, or if all rows must be derived at once; nothing is
  ///   changed then.
  func applyByStretches(
    _ change: EvidenceChange, label: String, expecting expected: [Expectation] = [],
    to ledger: SQLiteLedger
  ) throws -> EvidenceOutcome? {
    let count = change.files.reduce(0) { $0 + $1.records.count }
    guard change.onlyAdds, !change.files.isEmpty else { return nil }
    if count <= stretchSize {
      let isLarge = try ledger.contents { contents in
        try contents.keptDerivation(version: version) == nil
          && contents.recordCount() > stretchSize
      }
      guard isLarge ?? false else { return nil }
    }
    var made: (import: LargeImport, result: LargeImport.Result, changeNumber: Int)?
    var questions: [InboxQuestion] = []
    do {
      try ledger.add(label: label, expecting: expected, count: count, clock: clock) {
        contents, writer in
        let large = try LargeImport(
          change, contents, rules, valueRules, version: version, size: stretchSize)
        let result = try large.write(contents, writer)
        questions = try result.questions.described(in: contents, titles)
        made = (large, result, writer.change)
      }
    } catch is LargeImport.NeedsAllRows {
      return nil
    }
    guard let (large, result, changeNumber) = made else { return nil }
    return EvidenceOutcome(
      changes: result.changes,
      questions: questions,
      waitingRows: result.waitingElsewhere + InboxQuestion.waitingRows(of: questions),
      answered: result.answered,
      settled: result.settled,
      derivedFrom: large.derivedFrom,
      files: result.files,
      notices: notices(of: large.files, result.prices),
      effect: ChangeEffect(counting.costBasis),
      change: changeNumber)
  }

  private func apply(
    _ change: EvidenceChange, label: String, expecting expected: [Expectation],
    to ledger: SQLiteLedger, withEffect: Bool = false
  ) throws -> EvidenceOutcome {
    var derived: (result: DerivedEvidence, open: OpenRows, effect: ChangeEffect?)?
    let changeNumber = try ledger.add(label: label, expecting: expected, clock: clock) { contents in
      guard let (evidence, result) = try self.derived(change, contents) else {
        return LedgerBatch()
      }
      // The evidence is as large as all files, so free it before the rows are written.
      derived = (
        result, OpenRows(evidence, result, titles),
        withEffect ? try ChangeEffect(result.difference, of: contents, counting, now: clock()) : nil
      )
      return result.batch
    }
    guard let (result, open, effect) = derived else { return .nothing }
    return outcome(of: result, open, change: changeNumber, files: change.files, effect: effect)
  }

  /// The open questions after a derivation.
  private struct OpenRows {
    let questions: [InboxQuestion]
    let waiting: Int
    let derivedFrom: Date?

    init(_ evidence: LedgerEvidence, _ result: DerivedEvidence, _ titles: CoinTitles) {
      questions = evidence.described(result.questions, titles)
      waiting = evidence.waitingElsewhere + InboxQuestion.waitingRows(of: questions)
      derivedFrom = evidence.derivedFrom
    }
  }

  private var titles: CoinTitles {
    CoinTitles(
      catalogue: catalogue, meaning: valueRules.meaning, cashAssets: rules.cashAssets)
  }

  /// Derives the result of a change, limited to the stretch of time that it can reach if possible.
  private func derived(
    _ change: EvidenceChange, _ contents: LedgerContents
  ) throws -> (LedgerEvidence, DerivedEvidence)? {
    let change = try change.withoutSameFiles(in: contents)
    if let part = try part(reachedBy: change, contents), let found = derived(change, part) {
      return found
    }
    return derived(change, try LedgerEvidence(contents))
  }

  /// The stretch of time that a change can reach; `nil` if that is the whole ledger.
  private func part(
    reachedBy change: EvidenceChange, _ contents: LedgerContents
  ) throws -> LedgerEvidence? {
    try Stretch(change, contents, rules, valueRules, version: version).flatMap {
      try LedgerEvidence(contents, $0)
    }
  }

  private func derived(
    _ change: EvidenceChange, _ evidence: LedgerEvidence
  ) -> (LedgerEvidence, DerivedEvidence)? {
    var evidence = evidence
    evidence.apply(change, rules, valueRules)
    let result = evidence.derive(rules, valueRules, version: version)
    return result.map { (evidence, $0) }
  }

  private func outcome(
    of result: DerivedEvidence, _ open: OpenRows, change: Int?, files: [ReadFile] = [],
    effect: ChangeEffect? = nil
  ) -> EvidenceOutcome {
    EvidenceOutcome(
      changes: RowChanges(result.difference),
      questions: open.questions,
      waitingRows: open.waiting,
      answered: result.answered,
      settled: result.settled,
      derivedFrom: open.derivedFrom,
      files: result.batch.evidence.files.map(FileOutcome.init),
      notices: notices(of: files, result),
      effect: effect ?? ChangeEffect(counting.costBasis),
      change: change)
  }

  /// Things to check in added files.
  private func notices(of files: [ReadFile], _ result: DerivedEvidence) -> [ImportNotice] {
    let digests = Set(result.batch.evidence.files.map(\.digestText))
    let named = files.map { (file: $0, digest: $0.digestText) }.filter {
      digests.contains($0.digest)
    }
    guard !named.isEmpty else { return [] }
    let difference = result.difference
    var prices = PriceCheck(evidence: valueRules.evidence)
    for row in difference.added where !difference.reordered.contains(row.id) {
      guard let origin = result.origins[row.id]?.fact,
        named.contains(where: { $0.digest == origin.file })
      else { continue }
      prices.add(row, from: origin)
    }
    return notices(of: named.map(\.file), prices)
  }

  private func notices(of new: [ReadFile], _ prices: PriceCheck) -> [ImportNotice] {
    // The import is written already: a notice is not worth an error.
    var accounts: [String] = []
    do { accounts = try ledger.accounts() } catch {}
    accounts += new.flatMap { $0.records.extents.scopes.map(\.account) }
    let hasOthers = accounts.contains { !$0.isEmpty }
    return new.flatMap { balanceNotices($0.records) } + prices.notices
      + new.filter { hasOthers && $0.lacksAccount }.map { .noAccount(file: $0.name) }
      + new.compactMap { file in
        let rows = rowsWithCutDigits(file.bytes)
        return rows > 0 ? .cutDigits(file: file.name, rows: rows) : nil
      }
      + new.compactMap { file in
        file.unusedZone.map { .unusedZone($0, file: file.name) }
      }
  }

  /// Derives the rows of the ledger without a change.
  ///
  /// - Returns: The open questions, and the differences from the booked rows, which are empty in a
  ///   consistent ledger.
  /// - Throws: `LedgerStoreError`.
  public func current() throws -> EvidenceOutcome {
    guard try ledger.imports.hasFacts() else { return .nothing }
    return try ledger.contents { contents in
      var evidence = try LedgerEvidence(contents)
      let result = evidence.derive(rules, valueRules, version: version)
      return result.map { outcome(of: $0, OpenRows(evidence, $0, titles), change: nil) }
    }.flatMap(\.self) ?? .nothing
  }

  /// The number of ledger rows that differ from those derived from its files; zero in a consistent
  /// ledger.
  ///
  /// - Throws: `LedgerStoreError`.
  public func differingRows() throws -> Int {
    guard try ledger.imports.hasFacts() else { return 0 }
    let check = DerivationCheck(rules: rules, valueRules: valueRules, version: version)
    if try ledger.contents({ try check.succeeds(in: $0) }) ?? true { return 0 }
    return try current().changes.rows
  }

  /// The open questions.
  ///
  /// If the last derivation left none, nothing is derived: any change that could raise one derives
  /// the rows again.
  ///
  /// - Throws: `LedgerStoreError`.
  public func questions() throws -> [InboxQuestion] {
    guard try ledger.imports.hasFacts() else { return [] }
    let open = OpenQuestions(rules: rules, valueRules: valueRules, version: version)
    let found = try ledger.contents { try open.find(in: $0, titles) }
    return try found.flatMap(\.self) ?? current().questions
  }

  /// Derives how rows from files change after a person changed the ledger.
  ///
  /// - Parameters:
  ///   - contents: The ledger including the person's change, inside its transaction.
  ///   - rules: The declarations of forms.
  ///   - valueRules: The meanings of names and the values of coins.
  ///   - version: The version that derives rows.
  /// - Throws: `LedgerStoreError`.
  public static func following(
    _ contents: LedgerContents, rules: DerivationRules, valueRules: ValueRules,
    version: String = ""
  ) throws -> LedgerBatch {
    if let stretch = try Stretch(contents, rules, valueRules, version: version),
      var part = try LedgerEvidence(contents, stretch),
      let derived = part.derive(rules, valueRules, version: version)
    {
      return derived.batch
    }
    var evidence = try LedgerEvidence(contents)
    return evidence.derive(rules, valueRules, version: version)?.batch ?? LedgerBatch()
  }

  /// The effect of each choice when applied to all the given questions.
  ///
  /// - Throws: `LedgerStoreError`.
  public func effects(
    of choices: [Choice], on questions: [Question.Key]
  ) throws -> [ChangeEffect] {
    let changes = choices.map { choice in
      EvidenceChange.answer(
        Dictionary(questions.map { ($0, choice) }, uniquingKeysWith: { first, _ in first }))
    }
    return try ledger.contents { contents in
      // The reach of an answer depends only on its question, so one read serves all choices.
      let reached = changes.isEmpty ? nil : try part(reachedBy: changes[0], contents)
      var whole: LedgerEvidence?
      return try changes.map { change in
        var found = reached.flatMap { derived(change, $0) }
        if found == nil {
          let all = try whole ?? LedgerEvidence(contents)
          (whole, found) = (all, derived(change, all))
        }
        guard let (_, result) = found else { return ChangeEffect(counting.costBasis) }
        return try ChangeEffect(result.difference, of: contents, counting, now: clock())
      }
    } ?? []
  }

  /// The answers of the ledger, oldest first.
  ///
  /// - Throws: `LedgerStoreError`.
  public func answers() throws -> [StoredAnswer] { try ledger.imports.answers() }
}

extension EvidenceOutcome {
  fileprivate static let nothing = EvidenceOutcome(
    changes: RowChanges(), questions: [], waitingRows: 0, answered: [:], settled: [:],
    derivedFrom: nil, files: [], notices: [],
    effect: ChangeEffect(.average), change: nil)
}

extension FileOutcome {
  fileprivate init(_ file: NewFile) {
    self.init(name: file.name)
    for record in file.records { add(record.state) }
  }
}

/// The effect of row changes on holdings and gains.
public struct ChangeEffect: Sendable, Equatable {
  /// The change in held coins, by coin; no zeros.
  public var holdings: [String: Quantity] = [:]
  /// The change in realized gain in US dollars under the cost basis; `nil` if a value is unknown.
  public var gain: Cost? = .zero
  /// The change in income in US dollars.
  public var income: Cost? = .zero
  /// How the gain is counted.
  public let costBasis: CostBasis

  /// No effect.
  init(_ costBasis: CostBasis) { self.costBasis = costBasis }

  /// How gains are counted.
  struct Counting: Sendable {
    let costBasis: CostBasis
    let calendar: LocalCalendar
    /// How lots are kept with a book for each account; `nil` for one book over all.
    let lots: LotsPerAccount?

    func gains(_ rows: [Transaction], _ moves: [Move], now: Date) -> Gains {
      let accounts = lots.map {
        AccountMoves(moves, rules: $0, calendar: calendar, until: now)
      }
      return computeGains(
        rows, costBasis: costBasis, calendar: calendar,
        carrying: CarriedLots(
          inLedgerOrder(rows), methods: [costBasis], calendar: calendar, accounts: accounts))
    }
  }

  /// - Parameters:
  ///   - ledger: The ledger before the change.
  ///   - now: The present instant.
  /// - Throws: `LedgerStoreError`.
  init(
    _ difference: BookDifference, of ledger: LedgerContents, _ counting: Counting, now: Date
  ) throws {
    self.init(counting.costBasis)
    let changedMoves = difference.addedMoves + difference.changedMoves + difference.removedMoves
    let touched = Set(
      (difference.added + difference.changed + difference.removed).map(\.coinId)
        + (counting.lots == nil ? [] : changedMoves.map(\.coinId)))
    guard !touched.isEmpty else { return }
    // A coin's cost depends on the coins it was migrated from.
    let coins = try ledger.coins(joinedTo: touched)
    var before: [Transaction] = []
    for coin in coins { try ledger.forEachTransaction(of: coin) { before.append($0) } }
    let moves =
      counting.lots == nil ? [] : try ledger.moves().filter { coins.contains($0.coinId) }
    let gone = Set((difference.removed + difference.changed).map(\.id))
    let after =
      before.filter { !gone.contains($0.id) } + difference.changed + difference.added
    let goneMoves = Set((difference.removedMoves + difference.changedMoves).map(\.id))
    let movesAfter =
      moves.filter { !goneMoves.contains($0.id) } + difference.changedMoves + difference.addedMoves
    for (rows, sign) in [(before, ExactDecimal(-1)), (after, 1)] {
      for row in rows {
        let coins = row.type.isAcquisition ? row.amount : -row.amount
        holdings[row.coinId, default: .zero] = holdings[row.coinId, default: .zero] + coins * sign
      }
    }
    holdings = holdings.filter { !$0.value.isZero }
    let gains = [
      counting.gains(after, movesAfter, now: now), counting.gains(before, moves, now: now),
    ]
    func change(_ total: (Gains) -> Cost?) -> Cost? {
      total(gains[0]).flatMap { new in total(gains[1]).map { new - $0 } }
    }
    gain = change(\.totals.gain)
    income = change { gains in
      gains.income.lazy.filter { !$0.isUnvalued }.map(\.exactValue).reduce(Cost.zero) {
        sum, value in
        sum.flatMap { sum in value.map { sum + $0 } }
      }
    }
  }
}
