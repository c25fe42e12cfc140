public import FoundationEssentials
public import Portfolio

/// A text with a masked version for private mode.
public struct MaskableText: Equatable, Hashable, Sendable {
  /// Visible text.
  public let text: String
  /// Text in private mode.
  public let masked: String

  /// Creates a text; without a masked version, both are the same.
  public init(_ text: String, masked: String? = nil) {
    (self.text, self.masked) = (text, masked ?? text)
  }

  /// The text, masked in private mode.
  func text(isPrivate: Bool) -> String { isPrivate ? masked : text }
}

/// Open questions about imported files and the answers given, at one ledger version.
public struct InboxBook: Equatable, Sendable {
  /// The ledger version.
  public var version: Int
  /// The journal's newest entry; an answer is refused if there is a newer one.
  public var mark: ChangeMark?
  /// Open questions grouped by cause, most rows first.
  public var causes: [OpenCause]
  /// Effective answers, oldest first.
  public var answers: [GivenAnswer]

  /// Creates a book.
  public init(
    version: Int, mark: ChangeMark? = nil, causes: [OpenCause] = [], answers: [GivenAnswer] = []
  ) {
    (self.version, self.mark, self.causes, self.answers) = (version, mark, causes, answers)
  }
}

/// Open questions with a common cause; the first one is shown.
public struct OpenCause: Equatable, Sendable {
  /// Keys of the questions, at least one.
  public var keys: [String]
  /// Name of the first question in commands.
  public var id: String
  /// Number of rows concerned by all of the questions.
  public var rowCount: Int
  /// One sentence describing all of the questions.
  public var sentence: MaskableText
  /// The text of the first question.
  public var question: MaskableText
  /// Rows of the first question; only the first ones if there are many.
  public var rows: [StatedRow]
  /// Rows that those may belong to.
  public var candidates: [StatedRow]
  /// Number of rows and candidates of the first question.
  public var ownCount: Int
  /// Possible answers, best evidence first.
  public var offers: [OfferedAnswer]

  /// Creates a cause.
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

/// A row of a file as a list of statements.
public struct StatedRow: Equatable, Sendable {
  /// A value stated by the row.
  public struct Statement: Equatable, Sendable {
    /// Its label, such as `Amount`.
    public var name: String
    /// The value.
    public var value: MaskableText

    /// Creates a statement.
    public init(_ name: String, _ value: MaskableText) { (self.name, self.value) = (name, value) }
  }

  /// File and line, followed by the row's values.
  public var statements: [Statement]

  /// Creates a row.
  public init(_ statements: [Statement]) { self.statements = statements }

  subscript(_ name: String) -> MaskableText? { statements.first { $0.name == name }?.value }
}

/// A possible answer to a question.
public struct OfferedAnswer: Equatable, Sendable {
  /// A value that the user adds to an answer.
  public enum Value: Equatable, Sendable {
    /// The CoinGecko id of a coin.
    case coin
    /// US dollars for one coin.
    case price
  }

  /// The stored answer, such as `gift`, or its prefix if a value follows.
  public var choice: String
  /// Its meaning in one clause.
  public var meaning: String
  /// The value to add; `nil` for a complete answer.
  public var value: Value?

  /// Creates an answer.
  public init(_ choice: String, _ meaning: String, value: Value? = nil) {
    (self.choice, self.meaning, self.value) = (choice, meaning, value)
  }
}

/// An answer given by the user.
public struct GivenAnswer: Equatable, Sendable {
  /// The key of the question.
  public var key: String
  /// The question.
  public var question: MaskableText
  /// The answer.
  public var choice: MaskableText
  /// When it was given.
  public var date: Date

  /// Creates an answer.
  public init(key: String, question: MaskableText, choice: MaskableText, date: Date) {
    (self.key, self.question, self.choice, self.date) = (key, question, choice, date)
  }
}

/// An answer to be recorded in the ledger.
public struct AnswerToGive: Equatable, Sendable {
  /// The keys of the questions.
  public var keys: [String]
  /// The stored form of the answer.
  public var choice: String
  /// The journal's newest entry when the questions were read.
  public var seen: ChangeMark?

  /// Creates an answer.
  public init(keys: [String], choice: String, seen: ChangeMark?) {
    (self.keys, self.choice, self.seen) = (keys, choice, seen)
  }
}

/// A request for the effects of answers on holdings and gains.
public struct EffectRequest: Hashable, Sendable {
  /// The ledger version.
  public var version: Int
  /// Keys of the questions to answer.
  public var keys: [String]
  /// The stored forms of the answers.
  public var choices: [String]

  /// Creates a request.
  public init(version: Int, keys: [String], choices: [String]) {
    (self.version, self.keys, self.choices) = (version, keys, choices)
  }
}
