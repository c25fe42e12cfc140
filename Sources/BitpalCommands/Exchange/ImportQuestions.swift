import Application
import CellGrid
import Import
import LedgerStore
import Portfolio
import Reports

/// Asks an import's questions on a terminal, in the order of the inbox.
///
/// Unanswered questions wait in the inbox.
struct ImportQuestions {
  /// The change with the answers.
  private(set) var change: EvidenceChange
  /// The outcome of the change.
  private(set) var preview: EvidenceOutcome

  private let service: ImportService
  private let context: AppContext
  private let style: ReportStyle
  private let files: Set<String>
  private var asked: Set<Question.Key> = []
  /// The effect of the change without further answers; computed on the first comparison.
  private var effectBefore: ChangeEffect?

  /// The maximum number of questions asked; more are left to the inbox, which shows details.
  private static let most = 5
  private static let shownRows = 3

  /// - Parameters:
  ///   - change: The files, with answers given by options.
  ///   - preview: The outcome of the change.
  init(
    _ service: ImportService, _ change: EvidenceChange, _ preview: EvidenceOutcome,
    _ context: AppContext, _ style: ReportStyle
  ) {
    (self.service, self.change, self.preview) = (service, change, preview)
    (self.context, self.style) = (context, style)
    files = Set(change.files.map(\.digestText))
  }

  /// Asks about the files of the import.
  ///
  /// - Throws: Errors from previews.
  mutating func ask() throws {
    var count = 0
    while count < Self.most, let group = nextGroup {
      count += 1
      asked.formUnion(group.questions.map(\.question.key))
      guard let answer = try answer(to: group) else { continue }
      for question in group.questions where question.question.accepts(answer) {
        change.answers[question.question.key] = answer
      }
      // An answer may resolve other questions and raise new ones.
      preview = try service.preview(change, withEffect: false)
      effectBefore = nil
    }
    if nextGroup != nil { Console.writeError("The other questions wait in `bitpal inbox`.") }
  }

  private var nextGroup: InboxGroup? {
    let open = preview.questions.filter { question in
      let facts = question.question.waiting + question.question.candidates
      return !asked.contains(question.question.key) && facts.contains { files.contains($0.file) }
    }
    return InboxGroup.groups(open).first
  }

  /// - Returns: `nil` if the question is left for later.
  private mutating func answer(to group: InboxGroup) throws -> Choice? {
    let question = group.first
    func show(_ text: String) {
      Console.writeError(style.isPrivate ? withoutAmounts(text) : text)
    }
    show("\n\(countOf(group.rowCount, "row")): \(cleaned(group.sentence))")
    list(group.questions.flatMap(\.rows), show)
    if !question.candidates.isEmpty {
      Console.writeError("They may belong to:")
      list(question.candidates, show)
    }
    if let advice = question.advice { show(cleaned(advice)) }
    let offers = question.answers
    for (number, offer) in offers.enumerated() {
      var line = "  \(number + 1)  \(cleaned(offer.words)): \(cleaned(offer.meaning))"
      if let choice = offer.choice {
        line += try effect(of: choice, on: group).words(style, context.catalogue)
      }
      Console.writeError(line)
    }
    while true {
      let line = Console.ask("Which one? [Enter: later]") ?? ""
      var words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let word = words.first, !Console.isLeaving(word) else { return nil }
      if let number = Int(word), offers.indices.contains(number - 1) {
        let offer = offers[number - 1]
        if let choice = offer.choice { return choice }
        words[0] = offer.word
        if words.count == 1 {
          let value = Console.ask("\(offer.words): which value?") ?? ""
          guard !Console.isLeaving(value) else { continue }
          words.append(value)
        }
      }
      do {
        let answer = try context.choice(words[0], value: words.count > 1 ? words[1] : nil)
        if let answer, question.question.accepts(answer) { return answer }
        Console.writeError(
          "That is not one of the answers. Type a number from 1 to \(offers.count), or press Enter to "
            + "answer later.")
      } catch let failure as CommandFailure {
        Console.writeError(failure.sentence)
      }
    }
  }

  private func list(_ rows: [InboxRow], _ show: (String) -> Void) {
    for row in rows.prefix(Self.shownRows) {
      show("  \(cleaned(row.file)) line \(row.line): \(cleaned(row.words))")
    }
    if rows.count > Self.shownRows { show("  and \(rows.count - Self.shownRows) more") }
  }

  /// How a choice changes the effect of the import.
  private mutating func effect(of choice: Choice, on group: InboxGroup) throws -> ChangeEffect {
    let before = try effectBefore ?? service.preview(change).effect
    effectBefore = before
    var answered = change
    for question in group.questions { answered.answers[question.question.key] = choice }
    return try service.preview(answered).effect.compared(with: before)
  }
}
