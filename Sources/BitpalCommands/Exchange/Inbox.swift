import Application
import ArgumentParser
import CellGrid
import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import Reports

/// `bitpal inbox`.
struct Inbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "List what imported files leave open, and answer it.",
    discussion: """
      Rows that are not clear wait here; everything else of their files counts. An answer is kept \
      in the ledger, counts for later imports as well, and can be revoked.


      """
        + examples(
          "bitpal inbox", "bitpal inbox show 5d27c0be", "bitpal inbox answer 5d27c0be gift",
          "bitpal inbox answers"),
    subcommands: [
      InboxList.self, InboxShow.self, InboxAnswer.self, InboxAnswers.self, InboxRevoke.self,
    ],
    defaultSubcommand: InboxList.self)
}

/// `bitpal inbox list`, which is also `bitpal inbox`.
struct InboxList: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the open questions, those with the most rows first.",
    discussion: givingWay("Answers")
      + examples("bitpal inbox list", "bitpal inbox list --json"))

  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let groups = InboxGroup.groups(try context.importService().current().questions)
    Report.inbox(groups, context.style(privacy)).write(report, context)
  }
}

/// `bitpal inbox show`.
struct InboxShow: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a question with its rows, and what each answer does.",
    discussion: examples("bitpal inbox show 5d27c0be", "bitpal inbox show 5d27c0be --private"))

  @Argument(help: "The question's id in `bitpal inbox`, or its first letters.") var id: String
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    let service = try context.importService()
    let group = try context.inboxGroup(id, in: service.current().questions)
    let question = group.question
    func show(_ text: String) {
      Console.print(cleaned(style.isPrivate ? withoutAmounts(text) : text))
    }
    show(question.sentence)
    for row in question.rows { show("  \(row.file) line \(row.line): \(row.words)") }
    if !question.candidates.isEmpty {
      Console.print("It may belong to:")
      for row in question.candidates { show("  \(row.file) line \(row.line): \(row.words)") }
    }
    let others = group.others.count
    if others > 0 {
      Console.print("\(countOf(others, "question")) like it: --like-these answers all of them.")
    }
    let choices = question.question.choices
    let effects = try service.effects(of: choices, on: [question.question.key])
    Console.print("Answers:")
    for (choice, effect) in zip(choices, effects) {
      Console.print(
        "  bitpal inbox answer \(question.id) \(choice.words)\n    "
          + choice.meaning(for: question.question.kind) + effect.words(style))
    }
    for template in question.question.kind.templates {
      Console.print(
        "  bitpal inbox answer \(question.id) \(template.words)\n    \(template.meaning)")
    }
  }
}

/// `bitpal inbox answer`.
struct InboxAnswer: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answer a question of the inbox.",
    discussion: examples(
      "bitpal inbox answer 5d27c0be price 0.35", "bitpal inbox answer 5d27c0be gift --dry-run",
      "bitpal inbox answer 5d27c0be skip --like-these"))

  @Argument(help: "The question's id in `bitpal inbox`, or its first letters.") var id: String
  @Argument(help: "The answer, as `bitpal inbox show` lists it.") var choice: String
  @Argument(help: "What the answer needs, such as a coin's id or a price in dollars.")
  var value: String?
  @Flag(name: .long, help: "Answer every question with the same cause.") var likeThese = false
  @Flag(name: .long, help: "Answer this question alone, which is the default.")
  var onlyThis = false
  @Flag(name: .long, help: "Only show what would change.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    guard !likeThese || !onlyThis else {
      throw ValidationError("Give --like-these or --only-this, not both.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    let service = try context.importService()
    let seen = try context.ledger.newestChange()
    let group = try context.inboxGroup(id, in: service.current().questions)
    guard let answer = try context.choice(choice, value: value) else {
      throw CommandFailure(
        "'\(cleaned(choice))' is not an answer. `bitpal inbox show \(cleaned(id))` lists those there "
          + "are.", .refused)
    }
    let asked = [group.question] + (likeThese ? group.others : [])
    let fitting = asked.filter { $0.question.accepts(answer) }
    guard fitting.contains(group.question) else {
      let known =
        group.question.question.choices.map(\.words)
        + group.question.question.kind.templates.map(\.words)
      throw CommandFailure(
        "'\(cleaned(choice))' is not an answer to this question. Answer with "
          + "\(known.joined(separator: ", ")).", .refused)
    }
    let answers = Dictionary(
      fitting.map { ($0.question.key, answer) }, uniquingKeysWith: { first, _ in first })
    let change = EvidenceChange.answer(answers)
    let preview = try service.preview(change)
    let words = ImportDescription(preview, [], style)
    if dryRun {
      return Console.print(
        "Would add \(words.size)\(preview.effect.words(style)).")
    }
    try context.service.write(note: writeNote) {
      try service.apply(
        change, label: "answer \(answer.words)", expecting: [.newestChange(seen)])
    } recorded: { outcome in
      Console.print(
        "Answered \(countOf(fitting.count, "question")) with \(answer.words). Added "
          + "\(ImportDescription(outcome, [], style).size)\(preview.effect.words(style)).")
    }
  }
}

/// `bitpal inbox answers`.
struct InboxAnswers: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "answers", abstract: "List the answers you gave, the oldest first.",
    discussion: examples("bitpal inbox answers", "bitpal inbox answers --json"))

  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    Report.answers(try context.ledger.answers(), context.style(privacy)).write(report, context)
  }
}

/// `bitpal inbox revoke`.
struct InboxRevoke: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Take an answer back.",
    discussion: examples("bitpal inbox answers", "bitpal inbox revoke 5d27c0be"))

  @Argument(help: "The answer's id in `bitpal inbox answers`, or its first letters.")
  var id: String
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let found = try context.ledger.answers().map { Question.Key($0.question) }
      .filter { $0.id.hasPrefix(id.lowercased()) }
    guard !id.isEmpty, let key = found.first else {
      throw CommandFailure(
        "There is no answer \(cleaned(id)). `bitpal inbox answers` lists those there are.",
        .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure("\(cleaned(id)) begins several ids: give more letters.", .refused)
    }
    let service = try context.importService()
    try context.service.write(note: writeNote) {
      try service.apply(.revoke([key]), label: "revoke an answer")
    } recorded: { outcome in
      Console.print("Revoked. \(countOf(outcome.questions.count, "question")) open.")
    }
  }
}

extension AppContext {
  /// An answer as a person types it; `nil` for words that are none.
  ///
  /// - Parameters:
  ///   - word: The answer, such as `gift`.
  ///   - value: What it needs, such as the word of a coin or a price in dollars.
  /// - Throws: A refusal of a coin or price that cannot be read.
  func choice(_ word: String, value: String?) throws -> Choice? {
    guard let value else { return Choice(text: word.lowercased()) }
    switch word.lowercased() {
    case "coin": return .coin(try coinId(of: value))
    case "price": return .price(ExactDecimal(try decimal(value, of: "price")))
    case "owner": return .owner(value)
    default: return nil
    }
  }

  /// The question whose id begins with some letters, and those like it.
  ///
  /// - Throws: A refusal where there is none, or several.
  fileprivate func inboxGroup(
    _ prefix: String, in questions: [InboxQuestion]
  ) throws -> (question: InboxQuestion, others: [InboxQuestion]) {
    let found = questions.filter { !prefix.isEmpty && $0.id.hasPrefix(prefix.lowercased()) }
    guard let question = found.first else {
      throw CommandFailure(
        "There is no question \(cleaned(prefix)). `bitpal inbox` lists those that are open.",
        .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure("\(cleaned(prefix)) begins several ids: give more letters.", .refused)
    }
    let group = InboxGroup.groups(questions).first { $0.questions.contains(question) }
    return (question, group?.questions.filter { $0 != question } ?? [])
  }
}

extension Report {
  /// Open questions by cause.
  fileprivate static func inbox(_ groups: [InboxGroup], _ style: ReportStyle) -> Report {
    Report(
      columns: [
        Column("id", "Id"), Column("rows", "Rows", isNumber: true),
        Column("questions", nil), Column("kind", nil),
        Column("question", "Question", minimumWidth: 20, isProse: true),
        Column("answers", "Answers", collapseOrder: 1),
      ],
      rows: groups.map { group in
        let question = group.first.question
        let sentence = style.isPrivate ? withoutAmounts(group.sentence) : group.sentence
        let answers = question.choices.map(\.words) + question.kind.templates.map(\.words)
        return [
          .text(group.first.id), .number(group.rowCount), .number(group.questions.count),
          .text(question.kind.rawValue), .text(sentence),
          FormattedValue(
            data: .array(answers.map { .string($0) }), text: answers.joined(separator: ", ")),
        ]
      },
      emptyNote: "Nothing waits: every row of your files counts, or is left out for a reason.")
  }

  /// The answers of a ledger.
  fileprivate static func answers(_ answers: [StoredAnswer], _ style: ReportStyle) -> Report {
    Report(
      columns: [
        Column("id", "Id"), Column("question", "Question", minimumWidth: 20),
        Column("answer", "Answer"), Column("date", "Given", collapseOrder: 1),
      ],
      rows: answers.map { answer in
        [
          .text(Question.Key(answer.question).id),
          .text(
            style.isPrivate ? withoutAmounts(answer.words) : answer.words, data: answer.question),
          .text(answer.choice),
          FormattedValue(data: .instant(answer.date), text: style.calendar.dayText(answer.date)),
        ]
      },
      emptyNote: "You gave no answer yet. `bitpal inbox` lists what is open.")
  }
}

extension StoredAnswer {
  /// What was asked, in a few words.
  var words: String { cleaned(Question.Key(question).words) }
}

extension Choice {
  /// The answer as it is typed.
  var words: String { text }
}

/// An answer with a value of the person's own.
struct AnswerTemplate {
  /// What the value is.
  enum Value: String {
    case coin = "ID"
    case price = "DOLLARS"
  }

  /// The answer without its value.
  let word: String
  let value: Value
  let meaning: String

  /// The answer as it is typed.
  var words: String { "\(word) \(value.rawValue)" }
}

extension Question.Kind {
  /// Answers with a value of the person's own.
  var templates: [AnswerTemplate] {
    switch self {
    case .unknownCoin:
      [
        AnswerTemplate(
          word: "coin", value: .coin, meaning: "the coin with this id; `bitpal coins` finds it")
      ]
    case .noWorth:
      [AnswerTemplate(word: "price", value: .price, meaning: "what one coin was worth")]
    case .uncovered:
      [
        AnswerTemplate(
          word: "price", value: .price, meaning: "what one coin cost when you bought them")
      ]
    default: []
    }
  }
}

extension ChangeEffect {
  /// What this effect has more than another.
  func compared(with other: ChangeEffect) -> ChangeEffect {
    var difference = self
    for (coin, amount) in other.holdings {
      difference.holdings[coin, default: .zero] = holdings[coin, default: .zero] - amount
    }
    difference.holdings = difference.holdings.filter { !$0.value.isZero }
    difference.gain = gain.flatMap { gain in other.gain.map { gain - $0 } }
    difference.income = income.flatMap { income in other.income.map { income - $0 } }
    return difference
  }

  /// What it does to holdings and gains, after a colon; empty where nothing changes.
  func words(_ style: ReportStyle) -> String {
    let parts = parts(style)
    return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
  }

  /// The same as a clause of its own.
  func clause(_ style: ReportStyle) -> String {
    let parts = parts(style)
    return parts.isEmpty ? "changes no holding and no gain" : parts.joined(separator: ", ")
  }

  private func parts(_ style: ReportStyle) -> [String] {
    let shown = holdings.sorted { $0.key < $1.key }.prefix(3)
    var parts = shown.map { coin, amount in
      "\(coin) \(amount.isNegative ? "-" : "+")"
        + (style.isPrivate ? FormattedValue.mask : amount.magnitude.description)
    }
    let others = holdings.count - shown.count
    if others > 0 { parts.append("\(countOf(others, "coin")) more") }
    for (name, value) in [("gain", gain), ("income", income)] {
      guard let value else {
        parts.append("\(name) unknown")
        continue
      }
      guard !value.isZero else { continue }
      parts.append(
        "\(name) \(FormattedValue.change(value.decimal).text(isPrivate: style.isPrivate))")
    }
    return parts
  }
}
