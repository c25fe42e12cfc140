import Exact

/// Asks once about rows with one cause.
///
/// Whether a coarse file repeats an instant of a finer one is one question for all legs of that
/// instant; equal rows of the instant are counted, so each of them has a question of its own.
struct QuestionCauses {
  /// Whether rows share a cause at all.
  let isShared: Bool
  private var asked: [Cause: (key: Question.Key, answer: Choice?)] = [:]
  private var occurrences: [Statement: Int] = [:]

  private struct Cause: Hashable {
    let file: Int
    let instant: PrintedInstant
    let occurrence: Int
  }

  private struct Statement: Hashable {
    let file: Int
    let instant: PrintedInstant
    let role: Role
    let amount: Amount
  }

  init(isShared: Bool) { self.isShared = isShared }

  /// The question of a row's cause, asked when it is the first of its cause.
  mutating func question(
    for row: Movement, ask: () -> (key: Question.Key, answer: Choice?)
  ) -> (key: Question.Key, answer: Choice?) {
    guard isShared else { return ask() }
    let statement = Statement(
      file: row.origin.file, instant: row.instant, role: row.role, amount: row.amount)
    occurrences[statement, default: 0] += 1
    let cause = Cause(
      file: row.origin.file, instant: row.instant, occurrence: occurrences[statement, default: 1])
    if let question = asked[cause] { return question }
    let question = ask()
    asked[cause] = question
    return question
  }
}
