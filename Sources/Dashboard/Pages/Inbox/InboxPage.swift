import FoundationEssentials
import Portfolio

/// The Inbox page: open questions about imported files, and the answers given.
struct InboxPage: Page {
  static let tab = DashboardTab.inbox
  static let context = DashboardContext.inbox
  static let action = ActionID.goInbox
  static let emptyTitle: String? = nil

  private(set) var book: InboxBook?
  /// Selection in the list of causes.
  var causes = RowList()
  /// The selected answer; `nil` while keys move through the questions.
  private(set) var offer: Int?
  /// Whether an answer applies to all questions with the same cause.
  private(set) var isForAll = false
  /// Whether the answers given are shown.
  private(set) var showsAnswers = false
  /// Selection in the list of answers given, newest first.
  var answers = RowList()
  private var effects: [EffectOf: MaskableText] = [:]
  private var version: Int?

  private struct EffectOf: Hashable {
    let keys: [String]
    let choice: String
  }

  mutating func show(_ data: DashboardData) { version = data.ledger.version }

  /// Shows a new book; the selection stays on its question.
  mutating func show(_ book: InboxBook) {
    guard book.version == version else { return }
    let key = selected?.keys.first
    if book.mark != self.book?.mark || book.causes != self.book?.causes { effects = [:] }
    self.book = book
    let index = book.causes.firstIndex { key.map($0.keys.contains) ?? false }
    if index == nil { (offer, isForAll) = (nil, false) }
    causes.go(to: index ?? causes.selection, count: book.causes.count) { _ in true }
    answers.go(to: answers.selection, count: book.answers.count) { _ in true }
    if let last = selected?.offers.indices.last { offer = offer.map { min($0, last) } }
  }

  /// Stores the effects of answers.
  mutating func show(_ words: [MaskableText], for request: EffectRequest) {
    guard request.version == book?.version else { return }
    for (choice, text) in zip(request.choices, words) {
      effects[EffectOf(keys: request.keys, choice: choice)] = text
    }
  }

  var selected: OpenCause? {
    book.flatMap { book in
      book.causes.indices.contains(causes.selection) ? book.causes[causes.selection] : nil
    }
  }
  var selectedOffer: OfferedAnswer? {
    offer.flatMap { offer in
      selected.flatMap { $0.offers.indices.contains(offer) ? $0.offers[offer] : nil }
    }
  }
  /// The answers given, newest first.
  var given: [GivenAnswer] { book?.answers.reversed() ?? [] }
  var selectedAnswer: GivenAnswer? {
    given.indices.contains(answers.selection) ? given[answers.selection] : nil
  }
  /// Keys of the questions that an answer applies to.
  var askedKeys: [String] { selected.map { isForAll ? $0.keys : Array($0.keys.prefix(1)) } ?? [] }

  /// The effect of an answer on holdings and gains; `nil` until known.
  func effect(of choice: String, on keys: [String]) -> MaskableText? {
    effects[EffectOf(keys: keys, choice: choice)]
  }

  /// Requests the book if it is not read yet, then the effects of the visible answers.
  func readings(in state: DashboardState) -> [LedgerReading] {
    guard let version else { return [] }
    guard let book, book.version == version else { return [.inbox(version: version)] }
    var asked: AnswerToGive?
    if case .answer(let answer, _) = state.question { asked = answer }
    let keys = asked?.keys ?? askedKeys
    let choices =
      asked.map { [$0.choice] }
      ?? (showsAnswers ? [] : selected?.offers.filter { $0.value == nil }.map(\.choice) ?? [])
    let missing = choices.filter { effect(of: $0, on: keys) == nil }
    guard !missing.isEmpty else { return [] }
    return [.effects(EffectRequest(version: version, keys: keys, choices: missing))]
  }

  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .answers:
      showsAnswers.toggle()
      offer = nil
    case .revoke: return selectedAnswer.map { .ask(.revoke($0, seen: book?.mark)) } ?? .done
    case .likeThese: isForAll.toggle()
    case .left: offer = nil
    case .right: offer = offer ?? 0
    case .open:
      guard let offered = selectedOffer else {
        offer = selected.map { _ in 0 }
        return .done
      }
      guard offered.value == nil else { return .type(AnswerLine.word + "\(offered.choice) ") }
      return .ask(question(offered.choice, offered.meaning))
    default: move(action, in: state)
    }
    return .done
  }

  /// A question confirming an answer to the selected questions.
  func question(_ choice: String, _ meaning: String?) -> Question {
    .answer(AnswerToGive(keys: askedKeys, choice: choice, seen: book?.mark), meaning: meaning)
  }

  private mutating func move(_ action: ActionID, in state: DashboardState) {
    let page = state.inboxListArea.rows
    if showsAnswers {
      answers.selection = state.target(
        of: action, from: answers.selection, page: page, count: given.count)
    } else if let offer, let count = selected?.offers.count {
      self.offer = state.target(of: action, from: offer, page: count, count: count)
    } else {
      let index = causes.selection
      causes.selection = state.target(
        of: action, from: index, page: page, count: book?.causes.count ?? 0)
      if causes.selection != index { isForAll = false }
    }
  }

  /// Goes back to the questions.
  mutating func goBack() { (showsAnswers, offer) = (false, nil) }

  /// Whether answers rather than questions have the keys.
  var hasWayBack: Bool { showsAnswers || offer != nil }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .open: !showsAnswers && selected != nil && state.goneLedger == nil
    case .left: offer != nil
    case .right: !showsAnswers && offer == nil && selected != nil
    case .likeThese: !showsAnswers && (selected?.keys.count ?? 0) > 1
    case .answers: showsAnswers || book?.answers.isEmpty == false
    case .revoke: showsAnswers && selectedAnswer != nil && state.goneLedger == nil
    default: true
    }
  }

  mutating func select(_ row: Int) {
    guard !showsAnswers else { return answers.selection = row }
    // Answers are numbered after all questions.
    let count = book?.causes.count ?? 0
    if row >= count {
      offer = row - count
    } else {
      if row != causes.selection { isForAll = false }
      (causes.selection, offer) = (row, nil)
    }
  }

  mutating func scrollToSelection(in state: DashboardState) {
    let height = state.inboxListArea.rows
    causes.clampScroll(count: book?.causes.count ?? 0, height: height)
    answers.clampScroll(count: given.count, height: height)
  }

  func copiedText(in state: DashboardState) -> String? {
    if showsAnswers {
      return selectedAnswer.map { answer in
        [answer.question, answer.choice].map { $0.text(isPrivate: state.isPrivate) }
          .joined(separator: "\t")
      }
    }
    return selected.map { "\($0.id)\t\($0.sentence.text(isPrivate: state.isPrivate))" }
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.draw(self, state: state)
  }
}
