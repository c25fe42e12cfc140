import CellGrid
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Widgets

/// A confirmation question.
enum Question: Equatable, Sendable {
  /// Delete a transaction and its event.
  case delete(Transaction, event: [Transaction])
  /// Delete a move and the other half of its transfer.
  case deleteMove(RecordedEvent)
  case leaveForm
  /// Undo or redo a change of more than one row.
  case step(LedgerDirection, LedgerPreview)
  /// Create a new ledger where the old one vanished.
  case beginLedger
  /// Replace an existing file.
  case replace(DashboardJob)
  /// Answer questions about imported files; the meaning is one clause.
  case answer(AnswerToGive, meaning: String?)
  /// Revoke an answer, provided the ledger is unchanged.
  case revoke(GivenAnswer, seen: ChangeMark?)

  /// Whether a yes deletes something or discards unsaved or written data.
  var losesSomething: Bool {
    switch self {
    case .delete, .deleteMove, .leaveForm, .replace: true
    case .step, .beginLedger, .answer, .revoke: false
    }
  }
}

extension DashboardState {
  /// Lines of the question: the action and its consequence.
  func lines(of question: Question) -> [String] {
    switch question {
    case .step(let direction, let step): lines(of: step, direction)
    case .beginLedger:
      ["Begin a new ledger?", "The old one is missing: \(goneLedger ?? "")"]
    case .replace(let job): ["Replace \(cleaned(job.file ?? ""))?", "The file exists already."]
    case .leaveForm: ["Leave without saving?", "What you typed will be lost."]
    case .delete(let transaction, let event):
      [
        "Delete the \(description(transaction, event)) on \(days.day(transaction.date))?",
        consequence(event),
      ]
    case .deleteMove(let event): lines(ofDeleting: event)
    case .answer(let answer, let meaning): lines(of: answer, meaning)
    case .revoke(let answer, _):
      [
        "Revoke the answer \(answer.choice.text(isPrivate: isPrivate))?",
        answer.question.text(isPrivate: isPrivate),
      ]
    }
  }

  /// Asks about an answer: `Answer 41 questions with same: the same, reported twice?`.
  private func lines(of answer: AnswerToGive, _ meaning: String?) -> [String] {
    let count = answer.keys.count
    let many = count == 1 ? "" : " \(FormattedFigure.count(count)) questions with"
    let effect = inbox.effect(of: answer.choice, on: answer.keys)
    return [
      "Answer\(many) \(cleaned(answer.choice))\(meaning.map { ": \($0)" } ?? "")?",
      effect?.text(isPrivate: isPrivate) ?? "Working out what it does…",
    ]
  }

  /// Asks about a move: `Delete the transfer of 0.05 BTC, Coinbase → Ledger, on 2026-04-28?`.
  private func lines(ofDeleting event: RecordedEvent) -> [String] {
    guard let move = event.moves.first else { return [] }
    let coins = size(move.amount.magnitude, move.coinId)
    let halves = event.moves.count > 1 ? "Both halves are deleted" : "It is deleted"
    let fee = event.transactions.first.map { ", with the fee of \(size($0))" } ?? ""
    return [
      "Delete the \(move.kind.noun) of \(coins), \(event.route(cleaned)), on "
        + "\(days.day(move.date))?",
      "\(halves)\(fee).",
    ]
  }

  /// What would be deleted, such as `swap of 0.1 BTC for 1.6 ETH`.
  private func description(_ transaction: Transaction, _ event: [Transaction]) -> String {
    let terms = EventTerms(of: event, isMoney: Currency.isKnown)
    let kind = terms.kind ?? transaction.kind
    let noun = kind == .give ? TransactionKind.gift.noun : kind.noun
    guard let other = terms.other, let coinId = terms.coinId, let amount = terms.amount else {
      return "\(noun) of \(size(transaction))"
    }
    let word = kind == .migrate ? "to" : "for"
    return "\(noun) of \(size(amount, coinId)) \(word) \(size(other.amount, other.coinId))"
  }

  private func lines(of step: LedgerPreview, _ direction: LedgerDirection) -> [String] {
    let word = direction == .undo ? "Undo" : "Redo"
    let label = step.label.isEmpty ? "the last change" : "\"\(cleaned(step.label))\""
    let when = step.date.map { " of \(days.minute($0))" } ?? ""
    let (added, deleted) =
      direction == .undo ? (step.deleted, step.added) : (step.added, step.deleted)
    let parts = [
      ("added", added), ("edited", step.edited), ("deleted", deleted),
      (step.moves == 1 ? "move" : "moves", step.moves),
    ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return [
      "\(word) \(label)\(when)?", "It changes \(step.rows) rows: \(parts.joined(separator: ", "))",
    ]
  }

  private func consequence(_ event: [Transaction]) -> String {
    let ids = Set(event.map(\.id))
    var lefts: [String] = []
    for coinId in event.map(\.coinId) {
      guard let history = history(of: coinId) else { return "Working out what that leaves…" }
      let left = history.held(without: ids)
      let text = left == 0 ? "no \(transactions.book[coinId].symbol)" : size(left, coinId)
      if !lefts.contains(text) { lefts.append(text) }
    }
    return "You will own \(lefts.joined(separator: " and "))."
  }

  /// One coin's transactions and balances; `nil` if not read yet or too many to keep.
  ///
  /// Without them, the ledger checks a change on write.
  func history(of coinID: String) -> CoinHistory? {
    guard let data else { return nil }
    guard data.ledger.coinIDs.contains(coinID) else { return CoinHistory([]) }
    guard let detail = details[coinID], detail.isWhole, detail.version == data.ledger.version
    else { return nil }
    return CoinHistory(detail.rows)
  }

  /// Asks whether to delete; the coins' histories may still have to be read.
  mutating func askToDelete(_ transaction: Transaction, of event: [Transaction]) {
    isQuestionChecked = false
    ask(.delete(transaction, event: event))
    checkQuestion()
  }

  /// Withdraws a question as soon as its action is known to be refused, and says why.
  mutating func checkQuestion() {
    guard case .delete(let transaction, let event) = question, !isQuestionChecked else { return }
    let histories = Set(event.map(\.coinId)).sorted().compactMap { history(of: $0) }
    guard histories.count == Set(event.map(\.coinId)).count else { return }
    isQuestionChecked = true
    guard histories.contains(where: { $0.contains(transaction.id) }) else {
      question = nil
      return
    }
    do {
      for history in histories {
        try history.validate(
          without: Set(event.map(\.id)), now: lastInstant ?? transaction.date)
      }
    } catch {
      question = nil
      showMessage(refusal(error), isError: true)
    }
  }

  /// Asks a question, unless there is no room to show it.
  mutating func ask(_ question: Question) {
    guard hasRoom(for: question) else {
      return showMessage("The question does not fit: enlarge the window", isError: true)
    }
    self.question = question
  }

  /// An error's sentence, without amounts in private mode.
  func refusal(_ error: PortfolioError) -> String {
    if isPrivate, case .insufficientBalance(_, _, _, let date, let kind) = error {
      let day = date.map { "the \(kind.noun) of \(days.day($0))" } ?? "this \(kind.noun)"
      return "You own too little for \(day)"
    }
    return error.sentence(by: days.calendar)
  }
}
