import Exact
import FoundationEssentials
public import Import
import LedgerStore
import Portfolio

/// A row that a question is about.
public struct InboxRow: Sendable, Equatable {
  /// What its file is called.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// What it states; `nil` for a row that cannot be read.
  public let fact: Fact?
  /// What it states, or why it cannot be read, in one line.
  public let words: String
}

/// One thing that a row states.
public struct RowStatement: Sendable, Equatable {
  /// What it says: `Amount`.
  public let name: String
  /// The value as people write it: `0.002 BTC`.
  public let text: String
  /// Whether it is an amount, which privacy mode masks.
  public let isAmount: Bool

  init(_ name: String, _ text: String, isAmount: Bool = false) {
    (self.name, self.text, self.isAmount) = (name, text, isAmount)
  }
}

extension InboxRow {
  /// What the row states, thing by thing, so that rows can be read side by side; of a row that
  /// cannot be read, why not.
  public var statements: [RowStatement] {
    fact?.statements ?? [RowStatement("Problem", words)]
  }
}

/// A question with the rows that it is about.
public struct InboxQuestion: Sendable, Equatable {
  /// The question.
  public let question: Question
  /// The rows that wait for the answer; of a question that holds nothing, those it is about.
  public let rows: [InboxRow]
  /// The rows that the waiting ones may belong to.
  public let candidates: [InboxRow]
  /// What is asked, in one sentence.
  public let sentence: String

  /// The name by which commands know the question: eight letters and digits.
  public var id: String { question.key.id }
}

/// Questions with one cause; one answer may settle all of them.
public struct InboxGroup: Sendable, Equatable {
  /// The questions, at least one.
  public let questions: [InboxQuestion]

  /// The first of them.
  public var first: InboxQuestion { questions[0] }
  /// What all of them ask; where they are about different coins, without these.
  public var sentence: String {
    let sentences = Set(questions.map(\.sentence))
    return sentences.count > 1
      ? first.question.kind.sentenceOfMany ?? first.sentence : first.sentence
  }
  /// How many rows wait.
  public var rowCount: Int { questions.reduce(0) { $0 + $1.rows.count } }

  /// Groups questions, the cause with the most rows first.
  public static func groups(_ questions: [InboxQuestion]) -> [InboxGroup] {
    var causes: [Cause: [InboxQuestion]] = [:]
    for question in questions {
      causes[Cause(question.question), default: []].append(question)
    }
    return causes.sorted { left, right in
      let counts = [left, right].map { $0.value.reduce(0) { $0 + $1.rows.count } }
      if counts[0] != counts[1] { return counts[0] > counts[1] }
      return left.key.text < right.key.text
    }.map { InboxGroup(questions: $0.value) }
  }

  private struct Cause: Hashable {
    let text: String
    let choices: [Choice]

    init(_ question: Question) { (text, choices) = (question.cause, question.choices) }
  }
}

extension LedgerEvidence {
  /// Questions with the rows that they are about.
  func described(_ questions: [Question]) -> [InboxQuestion] {
    guard !questions.isEmpty else { return [] }
    let wanted = Set(questions.flatMap { $0.waiting + $0.candidates })
    let known = Dictionary(
      facts.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
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
      let waiting = rows(isHeld ? question.waiting : question.candidates)
      return InboxQuestion(
        question: question, rows: waiting, candidates: isHeld ? rows(question.candidates) : [],
        sentence: question.sentence(about: waiting))
    }
  }
}

extension Fact {
  /// What the fact states, in one line: `2024-03-19 19:43:31 trade 0.002 BTC for -100 EUR`.
  public var words: String {
    let paid = counter.map { " for \($0.text)" } ?? ""
    let charged = fee.map { ", fee \($0.text)" } ?? ""
    return "\(instant.text) \(scope.words) \(role.word) \(amount.text)\(paid)\(charged)"
  }
}

extension Fact {
  /// What the fact states, thing by thing.
  fileprivate var statements: [RowStatement] {
    func amounts(_ name: String, _ amount: Amount?) -> [RowStatement] {
      amount.map { [RowStatement(name, $0.text, isAmount: true)] } ?? []
    }
    return [
      RowStatement("When", instant.text), RowStatement("Account", scope.words),
      RowStatement("What", role.word),
    ] + amounts("Amount", amount) + amounts("For", counter) + amounts("Fee", fee)
      + ids.sorted { $0.key < $1.key }.map { RowStatement($0.key.kind.word, $0.value) }
  }
}

extension IDSpace.Kind {
  /// What people call an id of this kind.
  fileprivate var word: String {
    switch self {
    case .row: "Row id"
    case .trade: "Trade id"
    case .order: "Order id"
    case .hash: "Hash"
    }
  }
}

extension Scope {
  /// The place, and the owner where the file names one.
  fileprivate var words: String { owner.isEmpty ? place : "\(place) \(owner)" }
}

extension Amount {
  fileprivate var text: String { "\(value) \(asset.coinWord)" }
}

extension String {
  /// The name of an asset without what says which kind of name it is.
  fileprivate var coinWord: String {
    for prefix in ["id:", "coin:"] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }
}

extension PrintedInstant {
  /// The instant as precisely as it was written, in UTC.
  fileprivate var text: String {
    let text = date.utcText
    let isDay = width >= 86_400 * Self.second
    let (day, time) = (text.prefix(10), text.dropFirst(11))
    return isDay ? String(day) : "\(day) \(time.prefix(width > Self.second ? 5 : 8))"
  }
}

extension Role {
  /// The role as people call it.
  fileprivate var word: String {
    switch self {
    case .trade: "trade"
    case .convert: "swap"
    case .reward: "reward"
    case .deposit: "deposit"
    case .withdrawal: "withdrawal"
    case .inside: "move inside the account"
    case .settlement: "result of a contract"
    case .fee, .cost: "fee"
    case .gift: "gift"
    case .payment: "payment"
    case .exchange: "side of a trade"
    case .returned: "returned coins"
    }
  }
}

extension Question {
  /// What is asked, from the situation of the person.
  fileprivate func sentence(about rows: [InboxRow]) -> String {
    let fact = rows.lazy.compactMap(\.fact).first
    let coin = fact?.amount.asset.coinWord ?? "these coins"
    switch kind {
    case .sameOrTwo: return "Two reports may tell of one \(fact?.role.word ?? "event"), or of two."
    case .halfOfTrade: return "The other half of this trade of \(coin) is in none of your files."
    case .whichLegs: return "These rows of one instant can be joined to trades in several ways."
    case .restOfOrder: return "This order of \(coin) and the fills you have do not add up."
    case .sameCoins: return "A withdrawal and a deposit of \(coin) may be the same coins."
    case .whoseFile: return "This file does not say whose account it is of."
    case .unknownCoin: return "Which coin is \(name)?"
    case .noWorth: return "Nothing says what the \(subject) of this row was worth."
    case .uncovered: return "This \(subject) was sold, and none of your files says how you got it."
    case .unbookable: return "This row cannot be recorded: \(subject)."
    case .stablecoin: return "Does \(name) count as US dollars? Until you say so, it is a coin."
    case .unreadable: return rows.first?.words ?? "A row cannot be read."
    }
  }

  /// What the key names.
  private var name: String { key.text.split(separator: "|").dropFirst().joined(separator: "|") }
  private var subject: String {
    cause.split(separator: "|").dropFirst().joined(separator: "|")
  }
}

extension Question.Key {
  /// What was asked, in a few words, as a list of answers names it.
  public var words: String {
    if self == .openDeposits { return "deposits whose withdrawal no file reports" }
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard let kind = Question.Kind(rawValue: parts[0]) else { return text }
    guard parts.count > 1 else { return "every question: \(kind.topic)" }
    if parts.count == 8, let role = UInt8(parts[3]).flatMap(Role.init), let at = Int64(parts[5]) {
      let place = Import.Scope(place: parts[1], owner: parts[2]).words
      return "\(kind.topic): \(PrintedInstant(at: at).text) \(place) \(role.word) "
        + "\(parts[6]) \(parts[4].coinWord)"
    }
    return "\(kind.topic): \(parts.dropFirst().joined(separator: " "))"
  }
}

extension Question.Kind {
  /// What several questions about different coins ask; `nil` where none of them names a coin.
  fileprivate var sentenceOfMany: String? {
    switch self {
    case .sameOrTwo: "Two reports may tell of one event, or of two."
    case .halfOfTrade: "The other halves of these trades are in none of your files."
    case .restOfOrder: "These orders and the fills you have do not add up."
    case .sameCoins: "Withdrawals and deposits may be the same coins."
    case .noWorth: "Nothing says what these rows were worth."
    case .uncovered: "These coins were sold, and none of your files says how you got them."
    case .whichLegs, .whoseFile, .unknownCoin, .unbookable, .stablecoin, .unreadable: nil
    }
  }

  /// What a question of the kind is about.
  fileprivate var topic: String {
    switch self {
    case .sameOrTwo: "the same or two"
    case .halfOfTrade: "half of a trade"
    case .whichLegs: "which rows are one trade"
    case .restOfOrder: "an order and its fills"
    case .sameCoins: "the same coins"
    case .whoseFile: "whose file"
    case .unknownCoin: "which coin"
    case .noWorth: "what it was worth"
    case .uncovered: "sold, never bought"
    case .unbookable: "cannot be recorded"
    case .stablecoin: "as US dollars"
    case .unreadable: "cannot be read"
    }
  }
}

extension Choice {
  /// What the answer means for a kind of question, in one clause.
  public func meaning(for kind: Question.Kind) -> String {
    switch (self, kind) {
    case (.same, .sameCoins): "the same coins: a transfer, and what is missing was its fee"
    case (.same, .restOfOrder): "these fills are part of the order; only the rest counts"
    case (.same, _): "the same, told twice; it counts once"
    case (.two, .sameCoins): "not the same coins"
    case (.two, .restOfOrder): "the order counts in addition to the fills"
    case (.two, _): "two; both count"
    case (.keep, .stablecoin): "a coin"
    case (.keep, .whichLegs): "join them in the order of the file"
    case (.keep, _): "count this half at its own worth"
    case (.skip, _): "leave the rows out"
    case (.owner(let owner), _): "the account of \(owner)"
    case (.coin(let id), _): "the coin \(id)"
    case (.price(let price), .uncovered): "bought at \(price) US dollars each"
    case (.price(let price), _): "\(price) US dollars each"
    case (.gift, _): "received for nothing: they cost 0, and what they brought is gain"
    case (.dollars, _): "US dollars in cash, not a holding"
    }
  }
}
