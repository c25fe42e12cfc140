import Exact

/// Asks questions, answers those that have an answer, and keeps the rest.
final class QuestionLog {
  private let answers: [Question.Key: Choice]
  private var occurrences: [String: Int] = [:]
  private(set) var open: [Pending] = []
  private(set) var answered: [Question.Key: Choice] = [:]

  /// A question whose waiting facts are known at the end of a derivation.
  struct Pending {
    let key: Question.Key
    let kind: Question.Kind
    let candidates: [Int]
    let choices: [Choice]
  }

  init(answers: [Question.Key: Choice]) { self.answers = answers }

  /// Makes other facts the ones that those which wait may belong to.
  func swap(_ key: Question.Key, candidates: [Int]) {
    open = open.map { question in
      question.key == key
        ? Pending(
          key: key, kind: question.kind, candidates: candidates, choices: question.choices)
        : question
    }
  }

  /// Asks about a movement.
  ///
  /// - Parameter candidates: The facts, by position, that it may belong to.
  /// - Returns: The question's key, and the answer where one of the choices was given.
  func ask(
    _ kind: Question.Kind, about movement: Movement, candidates: [Int], choices: [Choice]
  ) -> (key: Question.Key, answer: Choice?) {
    let parts = [
      movement.scope.place, movement.scope.owner, "\(movement.role.rawValue)",
      movement.amount.asset, "\(movement.instant.at)", movement.amount.value.description,
    ]
    return ask(kind, parts: parts, candidates: candidates, choices: choices)
  }

  /// Asks about what some texts identify.
  func ask(
    _ kind: Question.Kind, parts: [String], candidates: [Int], choices: [Choice]
  ) -> (key: Question.Key, answer: Choice?) {
    // Equal questions are about equal facts, so only their number differs.
    let stem = ([kind.rawValue] + parts).joined(separator: "|")
    occurrences[stem, default: 0] += 1
    let key = Question.Key("\(stem)|\(occurrences[stem, default: 1])")
    if let answer = answer(to: key, of: kind, choices: choices) { return (key, answer) }
    open.append(Pending(key: key, kind: kind, candidates: candidates, choices: choices))
    return (key, nil)
  }

  /// What a person said of something that is not asked.
  func standing(_ key: Question.Key) -> Choice? {
    guard let answer = answers[key] else { return nil }
    answered[key] = answer
    return answer
  }

  /// The answer to a question, where one of the choices was given.
  func answer(to key: Question.Key, of kind: Question.Kind, choices: [Choice]) -> Choice? {
    for key in [key, .every(kind)] {
      guard let answer = answers[key], choices.contains(answer) || kind.accepts(answer) else {
        continue
      }
      answered[key] = answer
      return answer
    }
    return nil
  }
}
