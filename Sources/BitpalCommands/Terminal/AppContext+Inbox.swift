import Application
import CellGrid
import Dashboard
import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import Reports

/// The dashboard's Inbox page: its questions, the effects of answers, and answering.
extension AppContext {
  /// The maximum number of a question's rows that a page shows.
  private static let maxRows = 24

  /// The open questions of imported files.
  ///
  /// - Parameter version: The ledger's version.
  /// - Throws: If the ledger cannot be read.
  func inboxBook(version: Int) throws -> InboxBook {
    // Read the mark before the questions, so that a concurrent change causes an answer to be
    // refused.
    let mark = try ledger.newestChange()
    let groups = InboxGroup.groups(try importService().questions())
    let names = try importedFileNames()
    return InboxBook(
      version: version, mark: mark, causes: groups.map { OpenCause($0, most: Self.maxRows) },
      answers: try ledger.imports.answers().map { GivenAnswer($0, of: names) })
  }

  /// The effect of each possible answer.
  ///
  /// - Throws: If the ledger cannot be read.
  func effects(_ request: EffectRequest) throws -> [MaskableText] {
    let choices = try request.choices.map(choice)
    let effects = try importService().effects(
      of: choices, on: request.keys.map { Question.Key($0) })
    let styles = [false, true].map { style(isPrivate: $0) }
    return effects.map { effect in
      MaskableText(effect.clause(styles[0], catalogue), masked: effect.clause(styles[1], catalogue))
    }
  }

  /// Applies an answer.
  func apply(
    _ answer: AnswerToGive, note: (ChangeNote) -> Void, recorded: () -> Void
  ) throws {
    let choice = try choice(answer.choice)
    let answers = answer.keys.map { (Question.Key($0), choice) }
    try apply(
      .answer(Dictionary(answers, uniquingKeysWith: { first, _ in first })),
      label: "answer \(choice.words)", seen: answer.seen, note: note, recorded: recorded)
  }

  /// Changes the ledger's evidence if the ledger hasn't changed since the user saw it.
  func apply(
    _ change: EvidenceChange, label: String, seen: ChangeMark?, note: (ChangeNote) -> Void,
    recorded: () -> Void
  ) throws {
    let imports = try importService()
    try service.write(note: note) {
      try imports.apply(change, label: label, expecting: [.newestChange(seen)])
    } recorded: { _ in
      recorded()
    }
  }

  private func choice(_ text: String) throws -> Choice {
    guard let choice = Choice(text: text) else {
      throw CommandFailure("'\(cleaned(text))' is not an answer.", .refused)
    }
    return choice
  }
}

extension MaskableText {
  /// A sentence from the ledger or a file, which may contain amounts.
  fileprivate init(hiding text: String) {
    let text = cleaned(text)
    self.init(text, masked: withoutAmounts(text))
  }
}

extension OpenCause {
  /// - Parameter most: The maximum number of rows and candidates to keep.
  fileprivate init(_ group: InboxGroup, most: Int) {
    let first = group.first
    self.init(
      keys: group.questions.map(\.question.key.text), id: first.id, rowCount: group.rowCount,
      sentence: MaskableText(hiding: group.sentence),
      question: MaskableText(hiding: first.sentence),
      rows: first.rows.prefix(most).map(StatedRow.init),
      candidates: first.candidates.prefix(most).map(StatedRow.init),
      ownCount: first.rows.count + first.candidates.count,
      offers: first.answers.map { offer in
        OfferedAnswer(
          offer.word, cleaned(offer.meaning),
          value: offer.value.map { $0 == .coin ? .coin : .price })
      })
  }
}

extension StatedRow {
  fileprivate init(_ row: InboxRow) {
    self.init(
      [
        Statement("File", MaskableText(cleaned(row.file))),
        Statement("Line", MaskableText("\(row.line)")),
      ]
        + row.statements.map { statement in
          let text = cleaned(statement.text)
          return Statement(
            statement.name,
            MaskableText(text, masked: statement.isAmount ? FormattedValue.mask : nil))
        })
  }
}

extension GivenAnswer {
  /// - Parameter files: The names of files by digest.
  fileprivate init(_ answer: StoredAnswer, of files: [String: String]) {
    self.init(
      key: answer.question,
      question: MaskableText(hiding: Question.Key(answer.question).words(naming: files)),
      choice: MaskableText(hiding: answer.words), date: answer.date)
  }
}
