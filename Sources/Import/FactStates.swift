import Exact

/// Collects the state of each fact, and the events.
struct FactStates {
  /// The facts by id.
  private let facts: FactList
  private var states: [FactState?]
  private var events: [Event] = []
  var contradictions: [Contradiction] = []

  init(_ facts: FactList) {
    self.facts = facts
    states = Array(repeating: nil, count: facts.count)
  }

  /// The identity of a movement's event: the first of its own facts.
  func id(of movement: Movement) -> Fact.ID { facts[movement.evidence.first].id }

  /// Adds a movement inside a scope.
  ///
  /// - Parameter isMoney: Whether it moves a currency, which may also come from outside.
  mutating func addInside(_ movement: Movement, isMoney: Bool) {
    for index in movement.evidence.all { states[index] = isMoney ? .money : .inside }
  }

  /// Records a fact that another one with the same identity replaces.
  mutating func addReplaced(_ index: Int, by fact: Fact.ID) { states[index] = .enriches(fact) }

  /// Adds an event, or a movement that waits.
  mutating func add(_ movement: Movement) {
    switch movement.fate {
    case .waits(let key): for index in movement.evidence.all { states[index] = .waits(key) }
    case .skipped(let key): for index in movement.evidence.all { states[index] = .skipped(key) }
    case .counts:
      let id = id(of: movement)
      for index in movement.evidence.enriching where states[index] == nil {
        states[index] = .enriches(id)
      }
      for index in movement.evidence.counting { states[index] = .counts(id) }
      events.append(event(of: movement, id: id))
    }
  }

  private func event(of movement: Movement, id: Fact.ID) -> Event {
    let counting = movement.evidence.counting
    let others = movement.evidence.enriching + movement.evidence.orders
    // Most events have one fact.
    let isAlone = counting.count == 1 && others.isEmpty
    return Event(
      of: movement, at: movement.evidence.first, id: id,
      furtherFacts: isAlone ? [] : Set(counting).sorted().dropFirst().map { facts[$0].id },
      evidence: isAlone ? [] : Set(others).subtracting(counting).sorted().map { facts[$0].id })
  }

  /// The derivation of everything added.
  func derivation(transfers: TransferPairing, log: QuestionLog) -> Derivation {
    var waiting: [Question.Key: [Fact.ID]] = [:]
    for (fact, state) in zip(facts, states) {
      if case .waits(let key) = state { waiting[key, default: []].append(fact.id) }
    }
    let questions = log.open.compactMap { pending -> Question? in
      // A report of lower precedence may have explained the waiting facts.
      let held = waiting[pending.key] ?? []
      guard pending.kind == .sameCoins || !held.isEmpty else { return nil }
      return Question(
        key: pending.key, kind: pending.kind, cause: cause(of: pending, waiting: held),
        waiting: held,
        candidates: Set(pending.candidates).sorted().map { facts[$0].id },
        choices: pending.choices)
    }
    let pairs = transfers.pairs.map { withdrawal, deposit in
      Transfer(
        withdrawal: id(of: withdrawal), deposit: id(of: deposit),
        loss: -withdrawal.amount.value - deposit.amount.value)
    }
    return Derivation(
      events: events, transfers: pairs.sorted { $0.withdrawal < $1.withdrawal },
      questions: questions.sorted { $0.key < $1.key }, answered: log.answered,
      contradictions: contradictions.sorted { ($0.fact, $0.form) < ($1.fact, $1.form) },
      states: FactTable(facts, states))
  }

  /// The properties that a question shares with others of its cause.
  private func cause(of question: QuestionLog.Pending, waiting: [Fact.ID]) -> String {
    let first = waiting.first ?? question.candidates.first.map { facts[$0].id }
    guard let first else { return question.kind.rawValue }
    guard let fact = facts.fact(first) else { return question.kind.rawValue }
    let scope = fact.scope
    return [question.kind.rawValue, scope.account, scope.owner, fact.source.format]
      .joined(separator: "|")
  }
}
