public import FoundationEssentials
public import Portfolio

/// A text, and how it reads while amounts are masked.
public struct MaskableText: Equatable, Hashable, Sendable {
  /// What is read.
  public let text: String
  /// What is read while amounts are masked.
  public let masked: String

  /// Makes a text; one without amounts reads the same either way.
  public init(_ text: String, masked: String? = nil) {
    (self.text, self.masked) = (text, masked ?? text)
  }

  /// The visible form.
  func text(isPrivate: Bool) -> String { isPrivate ? masked : text }
}

/// What imported files leave open, and what was answered, at one version of the ledger.
public struct InboxBook: Equatable, Sendable {
  /// The version of the ledger that this is of.
  public var version: Int
  /// The journal's newest entry: an answer is refused once there is a newer one.
  public var mark: ChangeMark?
  /// The open questions by their causes, the one with the most rows first.
  public var causes: [OpenCause]
  /// The answers that count, the oldest first.
  public var answers: [GivenAnswer]

  /// Makes a book.
  public init(
    version: Int, mark: ChangeMark? = nil, causes: [OpenCause] = [], answers: [GivenAnswer] = []
  ) {
    (self.version, self.mark, self.causes, self.answers) = (version, mark, causes, answers)
  }
}

/// Open questions with one cause; the first is shown.
public struct OpenCause: Equatable, Sendable {
  /// The keys of the questions, at least one.
  public var keys: [String]
  /// The name by which commands know the first.
  public var id: String
  /// How many rows all of them are about.
  public var rowCount: Int
  /// What all of them ask, in one sentence.
  public var sentence: MaskableText
  /// What the first asks.
  public var question: MaskableText
  /// Rows that the first is about; of very many the first ones.
  public var rows: [StatedRow]
  /// The rows that those may belong to.
  public var candidates: [StatedRow]
  /// How many rows and candidates the first has.
  public var ownCount: Int
  /// The answers there are, the one with the best evidence first.
  public var offers: [OfferedAnswer]

  /// Makes a cause.
  public init(
    keys: [String], id: String, rowCount: Int, sentence: MaskableText,
    question: MaskableText? = nil, rows: [StatedRow],
    candidates: [StatedRow] = [], ownCount: Int? = nil, offers: [OfferedAnswer]
  ) {
    (self.keys, self.id, self.rowCount, self.sentence) = (keys, id, rowCount, sentence)
    (self.rows, self.candidates, self.offers) = (rows, candidates, offers)
    self.question = question ?? sentence
    self.ownCount = ownCount ?? rows.count + candidates.count
  }
}

/// A row of a file, thing by thing.
public struct StatedRow: Equatable, Sendable {
  /// One thing that the row states.
  public struct Statement: Equatable, Sendable {
    /// What it says: `Amount`.
    public var name: String
    /// The value.
    public var value: MaskableText

    /// Makes a statement.
    public init(_ name: String, _ value: MaskableText) { (self.name, self.value) = (name, value) }
  }

  /// The file and the line, then what they say.
  public var statements: [Statement]

  /// Makes a row.
  public init(_ statements: [Statement]) { self.statements = statements }

  subscript(_ name: String) -> MaskableText? { statements.first { $0.name == name }?.value }
}

/// One of the answers to a question.
public struct OfferedAnswer: Equatable, Sendable {
  /// What a person adds to an answer.
  public enum Value: Equatable, Sendable {
    /// The CoinGecko id of a coin.
    case coin
    /// US dollars for one coin.
    case price
  }

  /// The answer as it is stored, such as `gift`; where a value is added, what comes before it.
  public var choice: String
  /// What it means, in one clause.
  public var meaning: String
  /// What a person adds, `nil` for an answer that is complete.
  public var value: Value?

  /// Makes an answer.
  public init(_ choice: String, _ meaning: String, value: Value? = nil) {
    (self.choice, self.meaning, self.value) = (choice, meaning, value)
  }
}

/// An answer that a person gave.
public struct GivenAnswer: Equatable, Sendable {
  /// The key of the question.
  public var key: String
  /// What was asked.
  public var question: MaskableText
  /// What was answered.
  public var choice: MaskableText
  /// When.
  public var date: Date

  /// Makes an answer.
  public init(key: String, question: MaskableText, choice: MaskableText, date: Date) {
    (self.key, self.question, self.choice, self.date) = (key, question, choice, date)
  }
}

/// An answer on its way into the ledger.
public struct AnswerToGive: Equatable, Sendable {
  /// The keys of the questions.
  public var keys: [String]
  /// The answer as it is stored.
  public var choice: String
  /// The journal's newest entry when the questions were read.
  public var seen: ChangeMark?

  /// Makes an answer.
  public init(keys: [String], choice: String, seen: ChangeMark?) {
    (self.keys, self.choice, self.seen) = (keys, choice, seen)
  }
}

/// Answers whose effects on holdings and gains are wanted.
public struct EffectRequest: Hashable, Sendable {
  /// The version of the ledger.
  public var version: Int
  /// The keys of the questions that each answer would be given to.
  public var keys: [String]
  /// The answers as they are stored.
  public var choices: [String]

  /// Makes a request.
  public init(version: Int, keys: [String], choices: [String]) {
    (self.version, self.keys, self.choices) = (version, keys, choices)
  }
}
