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
    verb: "inbox",
    abstract: "List what imported files leave open, and answer it.",
    discussion: """
      Rows that are not clear wait here; everything else of their files counts. An answer is kept \
      in the ledger, counts for later imports as well, and can be revoked.


      """
        + examples(
          "bitpal inbox", "bitpal inbox show 5d27c0be", "bitpal inbox answer 5d27c0be gift",
          "bitpal inbox answers"),
    subcommands: [
      InboxList.self, InboxShow.self, InboxAnswer.self, InboxKeep.self, InboxAnswers.self,
      InboxRevoke.self,
    ],
    defaultSubcommand: InboxList.self)
}

/// `bitpal inbox list`, which is also `bitpal inbox`.
struct InboxList: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "list", abstract: "List the open questions, those with the most rows first.",
    discussion: collapseOrder("Answers")
      + examples("bitpal inbox list", "bitpal inbox list --json"))

  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let groups = InboxGroup.groups(try context.importService().questions())
    try Report.inbox(groups, context.style(privacy)).write(report, context)
  }
}

/// `bitpal inbox show`.
struct InboxShow: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "show", abstract: "Show a question with its rows, and what each answer does.",
    discussion: examples("bitpal inbox show 5d27c0be", "bitpal inbox show 5d27c0be --private"))

  @Argument(help: "The question's id in `bitpal inbox`, or its first letters.") var id: String
  @Flag(name: .shortAndLong, help: "List every row, however many.") var verbose = false
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    let service = try context.importService()
    let group = try context.inboxGroup(id, in: service.questions())
    let question = group.question
    func show(_ text: String) {
      Console.print(style.isPrivate ? withoutAmounts(text) : text)
    }
    show(cleaned(question.sentence))
    list(question.rows, show)
    if !question.candidates.isEmpty {
      Console.print("They may belong to:")
      list(question.candidates, show)
    }
    if let advice = question.advice { show(cleaned(advice)) }
    let others = group.others.count
    if others > 0 {
      Console.print("\(countOf(others, "question")) like it: --like-these answers all of them.")
    }
    let effects = try service.effects(
      of: question.offers.compactMap(\.choice), on: [question.question.key])
    var rest = effects[...]
    Console.print("Answers:")
    for offer in question.offers {
      let effect = offer.choice == nil ? nil : rest.popFirst()
      Console.print(
        "  bitpal inbox answer \(question.id) \(cleaned(offer.words))\n    "
          + cleaned(offer.meaning) + (effect?.words(style, context.catalogue) ?? ""))
    }
  }

  private func list(_ rows: [InboxRow], _ show: (String) -> Void) {
    let shown = verbose ? rows.count : Self.shownRows
    for row in rows.prefix(shown) {
      show("  \(cleaned(row.file)) line \(row.line): \(cleaned(row.words))")
    }
    if rows.count > shown { show("  and \(rows.count - shown) more (--verbose lists all)") }
  }

  private static let shownRows = 8
}

/// `bitpal inbox answer`.
struct InboxAnswer: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "answer", abstract: "Answer a question of the inbox.",
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
    let group = try context.inboxGroup(id, in: service.questions())
    if choice.lowercased() == "zone", group.question.question.kind == .whichZone {
      guard let value, !value.isEmpty else {
        throw CommandFailure(
          "The answer lacks the zone.",
          help: "Name it: bitpal inbox answer \(cleaned(id)) zone UTC+2", .refused)
      }
      return try context.answer(group.question, zone: value, dryRun, privacy)
    }
    guard let answer = try context.choice(choice, value: value) else {
      throw CommandFailure(
        "'\(cleaned(choice))' is not an answer.",
        help: "`bitpal inbox show \(cleaned(id))` lists the "
          + "answers.", .refused)
    }
    let asked = [group.question] + (likeThese ? group.others : [])
    let fitting = asked.filter { $0.question.accepts(answer) }
    guard fitting.contains(group.question) else {
      let known = group.question.offers.map(\.words)
      throw CommandFailure(
        "'\(cleaned(choice))' is not an answer to this question.",
        help: "Answer with "
          + "\(known.joined(separator: ", ")).", .refused)
    }
    let answers = Dictionary(
      fitting.map { ($0.question.key, answer) }, uniquingKeysWith: { first, _ in first })
    let change = EvidenceChange.answer(answers)
    let preview = try service.preview(change)
    let words = ImportDescription(preview, [], style, context.catalogue)
    if dryRun {
      return Console.print(
        "Would add \(words.size)\(preview.effect.words(style, context.catalogue)).")
    }
    try context.service.write(note: writeNote) {
      try service.apply(
        change, label: "answer \(answer.words)", expecting: [.newestChange(seen)])
    } recorded: { outcome in
      Console.print(
        "Answered \(countOf(fitting.count, "question")) with \(answer.words). Added "
          + "\(ImportDescription(outcome, [], style, context.catalogue).size)\(preview.effect.words(style, context.catalogue))."
      )
      let open = Set(outcome.questions.map(\.question.key))
      let left = group.others.filter {
        open.contains($0.question.key) && $0.question.accepts(answer)
      }
      guard let next = left.first else { return }
      Console.print(
        "\(countOf(left.count, "question")) like it \(left.count == 1 ? "is" : "are") open: bitpal inbox "
          + "answer \(next.id) \(answer.words) --like-these")
    }
  }
}

/// `bitpal inbox keep`.
struct InboxKeep: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "keep",
    abstract: "Count a row although another one reports the same.",
    discussion: """
      `bitpal files show` lists such rows as known, with the row that counts. Other rows of the \
      file that report the same trade are counted with it. `bitpal inbox revoke` takes it back.


      """
        + examples("bitpal inbox keep 2 17 --dry-run", "bitpal inbox keep 2 17"))

  @Argument(help: "The file's number in `bitpal files`.") var number: Int
  @Argument(help: "The line of the row.") var line: Int
  @Flag(name: .long, help: "Only show what would change.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let file = try context.importedFile(number).file
    let record = try context.record(of: file, line: line)
    let seen = try context.ledger.newestChange()
    let repeated = try context.importService().repeatedRows(of: number, line: line)
    let row = "Line \(line) of \(cleaned(file.name))"
    guard let key = repeated.keptRows(with: line) else {
      throw try refusal(of: record, row, in: file, repeated, context)
    }
    let change = EvidenceChange.answer([key: .two])
    try context.change(
      change, label: "keep line \(line) of \(file.name)", dryRun, privacy,
      expecting: [.newestChange(seen)]
    ) { "\(row) \(dryRun ? "would count" : "counts"): \($0)." }
  }

  /// Why a row that repeats no other, or only deleted ones, cannot be kept.
  ///
  /// - Parameter name: The row's file and line.
  private func refusal(
    of row: StoredRecord, _ name: String, in file: ImportedFile, _ repeated: RepeatedRows,
    _ context: AppContext
  ) throws -> CommandFailure {
    let state = row.record.state
    let question = state.reason.map { Question.Key($0).id } ?? ""
    let others = "`bitpal files show \(number)` lists the rows that repeat others as known."
    let back = "`bitpal import FILE --with-deleted` brings it back."
    let hasRows = try !context.ledger.imports.rows(madeOf: [row.id]).isEmpty
    let (reason, help): (String, String) =
      switch state.kind {
      case _ where repeated.isDeleted(line):
        (
          "\(name) is the same as \(repeated.names(of: row) ?? "another row"), which you deleted.",
          back
        )
      case _ where state.isDeleted(hasRows: hasRows):
        ("\(name) no longer counts, because you deleted its transaction.", back)
      case .waits:
        ("\(name) waits for an answer.", "`bitpal inbox show \(question)` shows the question.")
      case .asks: ("\(name) cannot be read.", "`bitpal inbox` asks what to do with it.")
      case .skipped:
        ("\(name) is skipped, as you answered.", "`bitpal inbox answers` lists your answers.")
      case .counts:
        if let kept = try keptAnswer(in: file, context) {
          ("\(name) is kept already.", "`bitpal inbox revoke \(kept.id)` takes it back.")
        } else {
          ("\(name) counts already.", others)
        }
      case .inside, .leftOut:
        ("\(name) is left out: \(state.words(hasRows: hasRows) ?? "it moves nothing").", others)
      case .elsewhere: ("\(name) does not repeat another row.", others)
      }
    return CommandFailure(reason, help: help, .refused)
  }

  /// The answer that keeps the row; `nil` if there is none.
  private func keptAnswer(in file: ImportedFile, _ context: AppContext) throws -> Question.Key? {
    try context.ledger.imports.answers().map { Question.Key($0.question) }.first { key in
      key.keptRows.map { $0.file == file.digestText && $0.lines.contains(line) } ?? false
    }
  }
}

/// `bitpal inbox answers`.
struct InboxAnswers: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "answers", abstract: "List the answers you gave, the oldest first.",
    discussion: examples("bitpal inbox answers", "bitpal inbox answers --json"))

  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    try Report.answers(
      context.ledger.imports.answers(), of: context.importedFileNames(), context.style(privacy)
    ).write(report, context)
  }
}

/// `bitpal inbox revoke`.
struct InboxRevoke: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "revoke", abstract: "Revoke an answer.",
    discussion: examples("bitpal inbox answers", "bitpal inbox revoke 5d27c0be"))

  @Argument(help: "The answer's id in `bitpal inbox answers`, or its first letters.")
  var id: String
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let found = try context.ledger.imports.answers().map { Question.Key($0.question) }
      .filter { $0.id.hasPrefix(id.lowercased()) }
    guard !id.isEmpty, let key = found.first else {
      throw CommandFailure(
        "There is no answer \(cleaned(id)).",
        help: "`bitpal inbox answers` lists yours.",
        .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure(
        "\(cleaned(id)) begins several ids.",
        help: "Give more letters.", .refused)
    }
    let service = try context.importService()
    let change = try context.revoking(key)
    try context.service.write(note: writeNote) {
      try service.apply(change, label: "revoke an answer")
    } recorded: { outcome in
      Console.print("Revoked. \(countOf(outcome.questions.count, "question")) open.")
    }
  }
}

extension AppContext {
  /// Parses an answer; `nil` if it is not a valid one.
  ///
  /// - Parameters:
  ///   - word: The answer, such as `gift`.
  ///   - value: Its value, such as a coin or a price in US dollars.
  /// - Throws: A refusal of an invalid coin or price.
  func choice(_ word: String, value: String?) throws -> Choice? {
    guard let value else {
      guard word.lowercased() != "price" else {
        throw CommandFailure(
          "The price is missing.", help: "What one coin was worth in dollars: price 41000.", .usage)
      }
      return Choice(text: word.lowercased())
    }
    switch word.lowercased() {
    case "coin": return .coin(try coinId(of: value))
    case "price":
      let price = try decimal(value, of: "price")
      guard price > 0 else {
        throw CommandFailure(
          "A price is greater than zero.", help: "To leave the row out, answer skip.", .usage)
      }
      return .price(Price(price))
    case "owner": return .owner(value)
    default: return nil
    }
  }

  /// The question whose id begins with a prefix, grouped with similar ones.
  ///
  /// - Throws: A refusal if no question or several match.
  fileprivate func inboxGroup(
    _ prefix: String, in questions: [InboxQuestion]
  ) throws -> (question: InboxQuestion, others: [InboxQuestion]) {
    let found = questions.filter { !prefix.isEmpty && $0.id.hasPrefix(prefix.lowercased()) }
    guard let question = found.first else {
      throw CommandFailure(
        "There is no question \(cleaned(prefix)).",
        help: "`bitpal inbox` lists the open ones.",
        .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure(
        "\(cleaned(prefix)) begins several ids.",
        help: "Give more letters.", .refused)
    }
    let group = InboxGroup.groups(questions).first { $0.questions.contains(question) }
    return (question, group?.questions.filter { $0 != question } ?? [])
  }
}

extension Report {
  /// A report of open questions by cause.
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
        let answers = group.first.offers.map(\.words)
        return [
          .text(group.first.id), .number(group.rowCount), .number(group.questions.count),
          .text(question.kind.rawValue), .text(sentence),
          FormattedValue(
            data: .array(answers.map { .string($0) }), text: answers.joined(separator: ", ")),
        ]
      },
      emptyNote: "Nothing waits: every row of your files counts, or is left out for a reason.")
  }

  /// A report of the ledger's answers.
  ///
  /// - Parameter files: The names of files by digest.
  fileprivate static func answers(
    _ answers: [StoredAnswer], of files: [String: String], _ style: ReportStyle
  ) -> Report {
    Report(
      columns: [
        Column("id", "Id"), Column("question", "Question", minimumWidth: 20),
        Column("answer", "Answer"), Column("date", "Given", collapseOrder: 1),
      ],
      rows: answers.map { answer in
        let key = Question.Key(answer.question)
        let words = cleaned(key.words(naming: files))
        return [
          .text(key.id),
          .text(style.isPrivate ? withoutAmounts(words) : words, data: answer.question),
          .text(answer.words, data: answer.choice),
          FormattedValue(data: .instant(answer.date), text: style.calendar.dayText(answer.date)),
        ]
      },
      emptyNote: "You have answered nothing yet. `bitpal inbox` lists what is open.")
  }
}

extension Choice {
  /// The answer as typed.
  var words: String { text }
}

extension StoredAnswer {
  /// The answer as typed; a row is kept without one.
  var words: String { Question.Key(question).keptRows == nil ? choice : "count both" }
}
