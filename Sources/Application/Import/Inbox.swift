public import Import

/// A row that a question is about.
public struct InboxRow: Sendable, Equatable {
  /// The file's name.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The parsed row; `nil` if the row cannot be read.
  public let fact: Fact?
  /// The row's content, or why it cannot be read, in one line.
  public let words: String
}

/// One value of a row.
public struct RowStatement: Sendable, Equatable {
  /// The label, such as `Amount`.
  public let name: String
  /// The formatted value, such as `0.002 BTC`.
  public let text: String
  /// Whether it is an amount, which privacy mode masks.
  public let isAmount: Bool

  init(_ name: String, _ text: String, isAmount: Bool = false) {
    (self.name, self.text, self.isAmount) = (name, text, isAmount)
  }
}

extension InboxRow {
  /// The row's values one by one, so rows can be compared side by side; for an unreadable row, the
  /// problem.
  public var statements: [RowStatement] {
    fact?.statements ?? [RowStatement("Problem", words)]
  }
}

/// A question with the rows that it concerns.
public struct InboxQuestion: Sendable, Equatable {
  /// The question.
  public let question: Question
  /// The rows that wait for the answer; if none waits, the rows that the question concerns.
  public let rows: [InboxRow]
  /// The rows that the waiting ones may belong to.
  public let candidates: [InboxRow]
  /// The question text in one or two sentences, from the person's point of view.
  public let sentence: String
  /// The possible answers, best evidence first; leaving rows out is last.
  public let offers: [AnswerOffer]
  /// How to resolve the question without an answer, in one sentence; `nil` if there is no way.
  public let advice: String?

  /// The offers that are stored as answers; a zone instead causes the file to be reread.
  public var answers: [AnswerOffer] { offers.filter { $0.value != .zone } }

  /// The identifier of the question in commands: eight letters and digits.
  public var id: String { question.key.id }
}

/// Questions with one cause; one answer may settle all of them.
public struct InboxGroup: Sendable, Equatable {
  /// The questions, at least one.
  public let questions: [InboxQuestion]

  /// The first question.
  public var first: InboxQuestion { questions[0] }
  /// The common question text; if the questions concern different coins, without naming them.
  public var sentence: String {
    let sentences = Set(questions.map(\.sentence))
    return sentences.count > 1
      ? first.question.kind.sentenceOfMany ?? first.sentence : first.sentence
  }
  /// The number of rows that wait or are asked about, each counted once.
  public var rowCount: Int { rows.count }

  fileprivate var rows: Set<Fact.ID> { Set(questions.flatMap(\.question.rows)) }
  fileprivate var isAboutStablecoin: Bool { first.question.kind == .stablecoin }

  /// Groups questions, the cause with the most rows first.
  ///
  /// The question of whether a stablecoin counts as dollars precedes the largest cause that it
  /// shares a row with, because its answer may resolve that cause.
  public static func groups(_ questions: [InboxQuestion]) -> [InboxGroup] {
    var causes: [Cause: [InboxQuestion]] = [:]
    for question in questions { causes[Cause(question), default: []].append(question) }
    let found = causes.map { cause, questions in
      let group = InboxGroup(questions: questions)
      return (cause: cause, group: group, rows: group.rows)
    }
    let weighted = found.map { cause, group, rows in
      let settled = group.isAboutStablecoin ? found.filter { !$0.rows.isDisjoint(with: rows) } : []
      let weight = settled.map(\.rows.count).reduce(rows.count, max)
      return (cause: cause, group: group, weight: weight, rows: rows.count)
    }
    return weighted.sorted { left, right in
      if left.weight != right.weight { return left.weight > right.weight }
      let areAboutStablecoins = (left.group.isAboutStablecoin, right.group.isAboutStablecoin)
      if areAboutStablecoins.0 != areAboutStablecoins.1 { return areAboutStablecoins.0 }
      return (right.rows, left.cause.text) < (left.rows, right.cause.text)
    }.map(\.group)
  }

  private struct Cause: Hashable {
    let text: String
    let choices: [Choice]

    init(_ question: InboxQuestion) {
      // The text for a missing value also names the day.
      let isWorth = question.question.kind == .noWorth
      (text, choices) = (
        isWorth ? question.sentence : question.question.cause, question.question.choices
      )
    }
  }
}

extension InboxQuestion {
  /// The number of file rows that wait for an answer to the questions, each counted once.
  public static func waitingRows(of questions: [InboxQuestion]) -> Int {
    Set(questions.lazy.filter { !$0.question.waiting.isEmpty }.flatMap(\.question.rows)).count
  }
}

extension Question {
  /// The waiting rows; if none waits, the rows that the question concerns.
  fileprivate var rows: Set<Fact.ID> {
    Set((waiting.isEmpty ? candidates : waiting).map { Fact.ID(file: $0.file, line: $0.line) })
  }
}

extension LedgerEvidence {
  /// Adds to questions the rows that they concern.
  func described(_ questions: [Question], _ titles: CoinTitles) -> [InboxQuestion] {
    guard !questions.isEmpty else { return [] }
    let wanted = Set(questions.flatMap { $0.waiting + $0.candidates })
    let known = Dictionary(
      facts.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    let counts = names.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    // The name, with the number if other files have the same name.
    func title(ofFile digest: String) -> String {
      let name = names[digest] ?? ""
      guard counts[name, default: 0] > 1, let number = number(ofFile: digest) else { return name }
      return "\(name) (file \(number))"
    }
    func row(_ id: Fact.ID) -> InboxRow {
      let fact = known[id]
      return InboxRow(
        file: names[id.file] ?? "", line: id.line, fact: fact,
        words: fact?.words ?? reason(of: id))
    }
    func rows(_ ids: [Fact.ID]) -> [InboxRow] {
      var lines: Set<Fact.ID> = []
      return ids.filter { lines.insert(Fact.ID(file: $0.file, line: $0.line)).inserted }.map(row)
    }
    return questions.map { question in
      let isHeld = !question.waiting.isEmpty
      let asked = isHeld ? question.waiting : question.candidates
      let waiting = rows(asked)
      return InboxQuestion(
        question: question, rows: waiting, candidates: isHeld ? rows(question.candidates) : [],
        sentence: question.sentence(
          about: waiting, in: asked.first.map { title(ofFile: $0.file) } ?? "this file", titles),
        offers: question.offers(about: waiting, titles),
        advice: asked.first.flatMap {
          question.advice(on: names[$0.file] ?? "", number: number(ofFile: $0.file))
        })
    }
  }
}
