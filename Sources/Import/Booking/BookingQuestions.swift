import Exact

/// Asks about events that cannot be booked without an answer.
struct BookingQuestions {
  private let log: QuestionLog
  private var pending: [Question.Key: Pending] = [:]
  /// Questions about less than a dollar, with the best answer, which resolves them.
  private(set) var settled: [Question.Key: Choice] = [:]

  private struct Pending {
    let kind: Question.Kind
    let cause: String
    var waiting: Set<Fact.ID> = []
    var candidates: Set<Fact.ID> = []
    let choices: [Choice]
  }

  init(answers: [Question.Key: Choice]) { log = QuestionLog(answers: answers) }

  /// The answers that were used, including those of settled questions.
  var answered: [Question.Key: Choice] { log.answered.merging(settled) { first, _ in first } }

  /// The open questions.
  var open: [Question] {
    pending.filter { settled[$0.key] == nil }.map { key, question in
      Question(
        key: key, kind: question.kind, cause: question.cause,
        waiting: question.waiting.sorted(), candidates: question.candidates.sorted(),
        choices: question.choices)
    }.sorted { $0.key < $1.key }
  }

  /// Asks one question about all events with the same parts.
  mutating func ask(
    _ kind: Question.Kind, parts: [String], about event: Event, choices: [Choice]
  ) -> (key: Question.Key, answer: Choice?) {
    let cause = ([kind.rawValue] + parts).joined(separator: "|")
    let key = Question.Key(cause)
    if let answer = log.answer(to: key, of: kind, choices: choices) { return (key, answer) }
    pending[key, default: Pending(kind: kind, cause: cause, choices: choices)]
      .waiting.formUnion(event.facts + event.evidence)
    return (key, nil)
  }

  /// Asks whether a stablecoin counts as dollars; the events count meanwhile.
  mutating func ask(about ticker: String, in event: Event) -> Choice? {
    let (key, choices) = (Question.Key.stablecoin(ticker), [Choice.dollars, .keep])
    if let answer = log.answer(to: key, of: .stablecoin, choices: choices) { return answer }
    let new = Pending(kind: .stablecoin, cause: key.text, choices: choices)
    pending[key, default: new].candidates.formUnion(event.facts)
    return nil
  }

  /// Records the answer that settles a question that was asked; `nil` leaves it to a person.
  mutating func record(_ key: Question.Key, as choice: Choice?) { settled[key] = choice }

  /// The rows of settled questions.
  var settledRows: [Question.Key: [Fact.ID]] {
    Dictionary(
      settled.keys.map { ($0, pending[$0]?.waiting.sorted() ?? []) }, uniquingKeysWith: { $1 })
  }

  /// The stored answer to a question that is not asked.
  func answer(to key: Question.Key) -> Choice? { log.answer(to: key) }

  /// Asks about one event.
  ///
  /// - Parameter cause: Identifies events with the same cause.
  mutating func ask(
    _ kind: Question.Kind, cause: String, about event: Event, choices: [Choice]
  ) -> (key: Question.Key, answer: Choice?) {
    let parts = [
      event.scope.account, event.scope.owner, "\(event.role.rawValue)", event.amount.asset,
      "\(event.instant.at)", event.amount.value.description,
    ]
    let question = log.ask(kind, parts: parts, candidates: [], choices: choices)
    guard question.answer == nil else { return question }
    pending[question.key] = Pending(
      kind: kind, cause: "\(kind.rawValue)|\(cause)", waiting: Set(event.facts + event.evidence),
      choices: choices)
    return question
  }
}
