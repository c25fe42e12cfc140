public import Portfolio

/// Everything that the records and answers of a ledger say: the passes from facts to rows, one
/// after the other.
public struct DerivedLedger: Sendable, Equatable {
  /// What the rows of a ledger are derived from.
  public struct Sources: Sendable {
    /// The facts of all records.
    public var facts: [Fact]
    /// The answers by question.
    public var answers: [Question.Key: Choice]
    /// What a person changed on derived rows.
    public var overrides: [RowOverride]
    /// The rows that no record is the origin of.
    public var typed: [Transaction]

    /// Makes sources.
    public init(
      facts: [Fact], answers: [Question.Key: Choice] = [:], overrides: [RowOverride] = [],
      typed: [Transaction] = []
    ) {
      (self.facts, self.answers, self.overrides, self.typed) = (facts, answers, overrides, typed)
    }
  }

  /// What happened.
  public let derivation: Derivation
  /// The rows that it is in the ledger.
  public let booked: Booked
  /// The questions that are open, of all passes.
  public let questions: [Question]
  /// What became of each fact in the end.
  public let states: [Fact.ID: FactState]

  /// Derives the rows of a ledger.
  public init(_ sources: Sources, rules: DerivationRules, valueRules: ValueRules) {
    derivation = derive(sources.facts, rules: rules, answers: sources.answers)
    let valued = value(
      derivation, facts: sources.facts, rules: valueRules, answers: sources.answers)
    booked = book(
      valued, transfers: derivation.transfers, keys: RecordKeys(sources.facts),
      evidence: valueRules.evidence, typed: sources.typed, overrides: sources.overrides,
      answers: sources.answers)
    questions = (derivation.questions + valued.questions + booked.questions)
      .sorted { $0.key < $1.key }
    states = derivation.states.merging(booked.states) { $1 }
  }
}
