import Exact
public import FoundationEssentials
public import Portfolio

/// The ledger derived from records and answers: runs the passes from facts to rows in order.
public struct DerivedLedger: Sendable, Equatable {
  /// The inputs of a ledger's derivation.
  public struct Sources: Sendable {
    /// The facts of all records, or of those from an instant on.
    public var facts: [Fact]
    /// The extents of the files, if not all facts are loaded.
    public var extents: FileExtents?
    /// The rows already booked, if not all facts are loaded.
    public var opening: OpeningBalances?
    /// The answers by question.
    public var answers: [Question.Key: Choice]
    /// The user's changes to derived rows.
    public var overrides: [RowOverride]
    /// The rows that overrides changed when now missing reports still counted.
    public var changedRows: [UUID: Booked.ChangedRow] = [:]
    /// The transactions that no record produced.
    public var typed: [Transaction]
    /// The ids of the moves that no record produced.
    public var typedMoves: Set<UUID>
    /// The other halves of their transfers, by id.
    public var partners: [UUID: UUID] = [:]

    /// Makes sources.
    public init(
      facts: [Fact], answers: [Question.Key: Choice] = [:], overrides: [RowOverride] = [],
      typed: [Transaction] = [], typedMoves: Set<UUID> = []
    ) {
      (self.facts, self.answers, self.overrides) = (facts, answers, overrides)
      (self.typed, self.typedMoves) = (typed, typedMoves)
    }
  }

  /// The derived events.
  public let derivation: Derivation
  /// The ledger rows of the events.
  public let booked: Booked
  /// The open questions of all passes.
  public let questions: [Question]
  /// Questions about less than a dollar, with the best answer, which resolves them.
  public let settled: [Question.Key: Choice]
  /// The rows of these questions.
  public let settledRows: [Question.Key: [Fact.ID]]
  /// The final state of each fact.
  public var states: FactTable<FactState> {
    booked.states.isEmpty ? derivation.states : derivation.states.merging(booked.states)
  }

  /// Derives the rows of a ledger.
  public init(_ sources: Sources, rules: DerivationRules, valueRules: ValueRules) {
    var (sources, settled) = (sources, [Question.Key: Choice]())
    let facts = FactList(sources.facts)
    var rows: [Question.Key: [Fact.ID]] = [:]
    var passes = Passes(facts, sources, rules, valueRules)
    // An answer may raise the next question; each round settles at least one.
    while true {
      let small = passes.smallQuestions(valueRules).filter { settled[$0.key] == nil }
      guard !small.isEmpty else { break }
      for question in passes.questions where small[question.key] != nil {
        rows[question.key] = question.waiting
      }
      for (key, choice) in small {
        settled[key] = choice
        sources.answers[key] = choice
      }
      passes.answer(small, sources, rules, valueRules)
    }
    self.settled = settled.merging(passes.booked.settled) { first, _ in first }
    settledRows = rows.merging(passes.booked.settledRows) { first, _ in first }
    (derivation, booked, questions) = (passes.derivation, passes.booked, passes.questions)
  }
}

/// The passes.
private struct Passes {
  private let facts: FactList
  private let keys: RecordKeys
  private(set) var derivation: Derivation
  private(set) var booked = Booked()
  private(set) var questions: [Question] = []

  init(
    _ facts: FactList, _ sources: DerivedLedger.Sources, _ rules: DerivationRules,
    _ valueRules: ValueRules
  ) {
    (self.facts, keys) = (facts, RecordKeys(facts))
    derivation = Self.derivation(facts, sources, rules)
    book(sources, valueRules)
  }

  /// Repeats the passes that some answers change.
  ///
  /// - Parameters:
  ///   - answers: The new answers.
  ///   - sources: The sources including these answers.
  mutating func answer(
    _ answers: [Question.Key: Choice], _ sources: DerivedLedger.Sources, _ rules: DerivationRules,
    _ valueRules: ValueRules
  ) {
    if derivation.questions.contains(where: { answers[$0.key] != nil }) {
      derivation = Self.derivation(facts, sources, rules)
    }
    // Free the old rows first: there may be a million.
    booked = Booked()
    book(sources, valueRules)
  }

  private static func derivation(
    _ facts: FactList, _ sources: DerivedLedger.Sources, _ rules: DerivationRules
  ) -> Derivation {
    derive(
      facts, of: sources.extents, rules: rules, answers: sources.answers,
      changed: Set(sources.overrides.map(\.row)))
  }

  private mutating func book(_ sources: DerivedLedger.Sources, _ valueRules: ValueRules) {
    let valuer = Valuer(derivation, facts: facts, rules: valueRules, answers: sources.answers)
    var booking = BookingSources(
      typed: sources.typed, typedMoves: sources.typedMoves, overrides: sources.overrides,
      answers: sources.answers)
    (booking.changedRows, booking.opening) = (sources.changedRows, sources.opening)
    booking.partners = sources.partners
    booked = Import.book(derivation, valuedBy: valuer, keys: keys, booking)
    let moot = booked.moot
    let asked = (derivation.questions + valuer.questions.open + booked.questions)
      .filter { !moot.contains($0.key) }
      .sorted { $0.key < $1.key }
    guard let start = sources.opening?.start else {
      questions = asked
      return
    }
    // At the start of the stretch, rows lack their predecessors.
    let about = Set(asked.flatMap { $0.waiting + $0.candidates })
    let later = Set(
      facts.lazy.filter { $0.instant.date >= start && about.contains($0.id) }.map(\.id))
    questions = asked.filter { !later.isDisjoint(with: $0.waiting + $0.candidates) }
  }

  /// The best answers to questions about rows that are worth less than a dollar in total.
  ///
  /// Rows are only left out if there is no other answer.
  func smallQuestions(_ rules: ValueRules) -> [Question.Key: Choice] {
    let asked = questions.filter { question in
      // The value of the coins missing for a sale is only known when it is booked.
      guard question.kind != .uncovered, let best = question.choices.first,
        !question.waiting.isEmpty
      else { return false }
      return best != .skip || !question.kind.takesValue
    }
    guard !asked.isEmpty else { return [:] }
    var small: [Question.Key: Choice] = [:]
    for question in asked {
      let known = question.waiting.compactMap { facts.fact($0)?.dollars(rules) }
      guard known.count == question.waiting.count,
        known.reduce(.zero, +) < 1
      else { continue }
      small[question.key] = question.choices[0]
    }
    return small
  }
}

extension Fact {
  /// The moved value in US dollars of the day, without a sign; `nil` if unknown.
  fileprivate func dollars(_ rules: ValueRules) -> Cost? {
    let day = UTCDay(instant.date)
    let price: ExactDecimal?
    switch rules.meaning(amount.asset, instant.date) {
    case .money(usDollarCode), .dollars: price = 1
    case .money(let code): price = rules.evidence.rate(of: code, on: day)?.rate
    case .coin(let id): price = rules.evidence.price(of: id, on: day)?.rate
    case nil: price = nil
    }
    return price.map { amount.value.magnitude * Price($0) }
  }
}
