public import Exact

/// A question that must be answered before some facts count.
public struct Question: Sendable, Hashable {
  /// The kind of question.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Whether two reports report one event or two.
    case sameOrTwo = "same"
    /// A leg whose counterpart is missing.
    case halfOfTrade = "half"
    /// Legs of one instant that can be joined to trades in several ways.
    case whichLegs = "legs"
    /// An order and fills that do not add up to it: whether they are part of it.
    case restOfOrder = "rest"
    /// A withdrawal and a deposit that may be the same coins.
    case sameCoins = "coins"
    /// A file without an owner, for an account that has several.
    case whoseFile = "owner"
    /// Which coin the name of an asset means.
    case unknownCoin = "coin"
    /// The value of coins without evidence of one.
    case noWorth = "worth"
    /// The origin of sold coins that no record brings in.
    case uncovered
    /// What to do with a record that contradicts itself.
    case unbookable = "record"
    /// Whether a stablecoin counts as US dollars; until answered it is a coin.
    case stablecoin = "dollars"
    /// What to do with rows that cannot be read.
    case unreadable = "row"
    /// The zone of a file's times, if the original file name stated it; until answered they are
    /// UTC.
    case whichZone = "zone"

    /// Whether an answer may include a value from the person, such as a price.
    var takesValue: Bool { [.unknownCoin, .noWorth, .uncovered].contains(self) }

    /// Whether an answer with a value from the person is allowed.
    func accepts(_ choice: Choice) -> Bool {
      switch (self, choice) {
      case (.unknownCoin, .coin(let id)): !id.isEmpty
      case (.noWorth, .price(let price)), (.uncovered, .price(let price)): price > .zero
      default: false
      }
    }
  }

  /// The subject of the question, equal in every derivation that asks it.
  public struct Key: Sendable, Hashable, Comparable {
    /// The key as text, as answers are stored under it.
    public let text: String

    /// Makes a key from its text.
    public init(_ text: String) { self.text = text }

    /// Orders by text.
    public static func < (left: Key, right: Key) -> Bool { left.text < right.text }
  }

  /// The key.
  public let key: Key
  /// The kind of question.
  public let kind: Kind
  /// The key shared by questions with one cause: kind, account, owner and form.
  ///
  /// One answer can apply to all of them.
  public let cause: String
  /// The facts that wait for the answer.
  public let waiting: [Fact.ID]
  /// The facts that the waiting ones may belong to.
  public let candidates: [Fact.ID]
  /// The possible answers, best evidence first; leaving rows out is last.
  public let choices: [Choice]

  /// Makes a question.
  ///
  /// - Parameter choices: The answers by evidence; `skip` is moved to the end.
  public init(
    key: Key, kind: Kind, cause: String, waiting: [Fact.ID], candidates: [Fact.ID] = [],
    choices: [Choice]
  ) {
    (self.key, self.kind, self.cause) = (key, kind, cause)
    (self.waiting, self.candidates) = (waiting, candidates)
    self.choices = choices.filter { $0 != .skip } + choices.filter { $0 == .skip }
  }

  /// Whether an answer is valid for the question.
  public func accepts(_ choice: Choice) -> Bool {
    choices.contains(choice) || kind.accepts(choice)
  }
}

extension Question.Key {
  /// The kind of question; `nil` for any other key.
  public var kind: Question.Kind? {
    Question.Kind(rawValue: String(text.prefix { $0 != "|" }))
  }
  /// The key of a person's general answer to all questions of a kind without an answer of their
  /// own.
  public static func every(_ kind: Question.Kind) -> Question.Key { Self(kind.rawValue) }
  /// The key of the answer about deposits without a reported withdrawal.
  public static let openDeposits = Self("deposits")
  /// The key of the coin that the name of an asset means.
  public static func coin(_ name: String) -> Question.Key { Self("coin|\(name)") }
  /// The key of a person's answer that rows count although others report the same.
  ///
  /// - Parameters:
  ///   - lines: The lines on which the rows begin.
  ///   - file: The digest of their file.
  public static func keptRows(_ lines: some Sequence<Int>, of file: String) -> Question.Key {
    Self("\(keptRowsWord)|\(file)|\(lines.sorted().map(String.init).joined(separator: " "))")
  }
  private static let keptRowsWord = "kept"
  /// The rows of such a key: the digest of their file and their lines; `nil` for any other key.
  public var keptRows: (file: String, lines: [Int])? {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.keptRowsWord else { return nil }
    return (String(parts[1]), parts[2].split(separator: " ").compactMap { Int($0) })
  }
  /// The accounts of a question about the hashes that both report; `nil` for any other key.
  public var accountsOfHashes: [String]? {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    return kind == .sameOrTwo && parts.count == 4 ? Array(parts[1...2]) : nil
  }
  /// The key of the zone of a file's times.
  public static func zone(ofFile digest: String) -> Question.Key {
    Self("\(Question.Kind.whichZone.rawValue)|\(digest)")
  }
  /// The key of whether a stablecoin counts as dollars.
  public static func stablecoin(_ ticker: String) -> Question.Key { Self("dollars|\(ticker)") }
}

/// An answer to a question.
public enum Choice: Sendable, Hashable {
  /// The same event, order or coins.
  case same
  /// Two events: both count.
  case two
  /// Count a leg without its counterpart, or join legs in file order.
  case keep
  /// Leave the rows out.
  case skip
  /// The file belongs to this owner.
  case owner(String)
  /// The name means the coin with this CoinGecko id.
  case coin(String)
  /// US dollars for one coin: its value, or the cost of missing coins.
  case price(Price)
  /// Missing coins or deposits were received without payment.
  case gift
  /// Missing coins count as a gift while they are worth less than a dollar.
  ///
  /// Stored to list what was decided without a person; a derivation decides it again.
  case giftBelowDollar
  /// The stablecoin counts as US dollars.
  case dollars
  /// The zone of a file's times; the file is read with it.
  case zone(String)

  /// The answer as stored.
  public var text: String {
    switch self {
    case .same: "same"
    case .two: "two"
    case .keep: "keep"
    case .skip: "skip"
    case .owner(let owner): "owner \(owner)"
    case .coin(let id): "coin \(id)"
    case .price(let price): "price \(price)"
    case .gift: "gift"
    case .giftBelowDollar: Self.giftBelowDollarText
    case .dollars: "dollars"
    case .zone(let zone): "zone \(zone)"
    }
  }

  private static let giftBelowDollarText = "gift below $1"

  /// Reads a stored answer; `nil` for any other text.
  public init?(text: String) {
    switch text {
    case "same": self = .same
    case "two": self = .two
    case "keep": self = .keep
    case "skip": self = .skip
    case "gift": self = .gift
    case Self.giftBelowDollarText: self = .giftBelowDollar
    case "dollars": self = .dollars
    default:
      guard let space = text.firstIndex(of: " ") else { return nil }
      let value = String(text[text.index(after: space)...])
      switch text[..<space] {
      case "owner": self = .owner(value)
      case "coin": self = .coin(value)
      case "zone": self = .zone(value)
      case "price":
        guard let price = Price(value) else { return nil }
        self = .price(price)
      default: return nil
      }
    }
  }
}

/// Asks once about rows with one cause.
///
/// Whether a coarse file repeats an instant of a finer one is one question for all legs of that
/// instant. Equal rows of the instant are counted, so each has its own question.
struct QuestionCauses {
  /// Whether rows can share a cause.
  let isShared: Bool
  private var asked: [Cause: (key: Question.Key, answer: Choice?)] = [:]
  private var occurrences: [Statement: Int] = [:]

  private struct Cause: Hashable {
    let file: Int
    let instant: PrintedInstant
    let occurrence: Int
  }

  private struct Statement: Hashable {
    let file: Int
    let instant: PrintedInstant
    let role: Role
    let amount: Amount
  }

  init(isShared: Bool) { self.isShared = isShared }

  /// The question for a row's cause, asked at its first row.
  mutating func question(
    for row: Movement, ask: () -> (key: Question.Key, answer: Choice?)
  ) -> (key: Question.Key, answer: Choice?) {
    guard isShared else { return ask() }
    let statement = Statement(
      file: row.origin.file, instant: row.instant, role: row.role, amount: row.amount)
    occurrences[statement, default: 0] += 1
    let cause = Cause(
      file: row.origin.file, instant: row.instant, occurrence: occurrences[statement, default: 1])
    if let question = asked[cause] { return question }
    let question = ask()
    asked[cause] = question
    return question
  }
}

/// Asks questions, resolves those with an answer, and collects the rest.
final class QuestionLog {
  private let answers: [Question.Key: Choice]
  private var occurrences: [String: Int] = [:]
  private(set) var open: [Pending] = []
  private(set) var answered: [Question.Key: Choice] = [:]

  /// A question whose waiting facts are known at the end of a derivation.
  struct Pending {
    let key: Question.Key
    let kind: Question.Kind
    let candidates: [Int]
    let choices: [Choice]
  }

  init(answers: [Question.Key: Choice]) { self.answers = answers }

  /// The rows that count by a person's answer although others report the same: their lines by file.
  var keptRows: [String: Set<Int>] {
    var lines: [String: Set<Int>] = [:]
    for (key, choice) in answers where choice == .two {
      if let rows = key.keptRows { lines[rows.file, default: []].formUnion(rows.lines) }
    }
    return lines
  }

  /// Replaces the candidates of a question.
  func swap(_ key: Question.Key, candidates: [Int]) {
    open = open.map { question in
      question.key == key
        ? Pending(
          key: key, kind: question.kind, candidates: candidates, choices: question.choices)
        : question
    }
  }

  /// Asks about a movement.
  ///
  /// - Parameter candidates: The facts, by position, that it may belong to.
  /// - Returns: The question's key, and the answer if it is one of the choices.
  func ask(
    _ kind: Question.Kind, about movement: Movement, candidates: [Int], choices: [Choice]
  ) -> (key: Question.Key, answer: Choice?) {
    ask(kind, parts: parts(of: movement), candidates: candidates, choices: choices)
  }

  /// The texts that identify a question about a movement.
  private func parts(of movement: Movement) -> [String] {
    [
      movement.scope.account, movement.scope.owner, "\(movement.role.rawValue)",
      movement.amount.asset, "\(movement.instant.at)", movement.amount.value.description,
    ]
  }

  /// Asks a question identified by some texts.
  func ask(
    _ kind: Question.Kind, parts: [String], candidates: [Int], choices: [Choice]
  ) -> (key: Question.Key, answer: Choice?) {
    let next = nextKey(kind, parts: parts)
    occurrences[next.stem, default: 0] += 1
    if let answer = answer(to: next.key, of: kind, choices: choices) { return (next.key, answer) }
    open.append(Pending(key: next.key, kind: kind, candidates: candidates, choices: choices))
    return (next.key, nil)
  }

  /// The stored answer to the next question about a movement, which need not be asked.
  func nextAnswer(_ kind: Question.Kind, about movement: Movement) -> Choice? {
    answers.isEmpty
      ? nil : answers[nextKey(kind, parts: parts(of: movement)).key] ?? answers[.every(kind)]
  }

  private func nextKey(
    _ kind: Question.Kind, parts: [String]
  ) -> (key: Question.Key, stem: String) {
    // Equal questions are about equal facts, so only their number differs.
    let stem = ([kind.rawValue] + parts).joined(separator: "|")
    return (Question.Key("\(stem)|\(occurrences[stem, default: 0] + 1)"), stem)
  }

  /// The stored answer to a question that is not asked.
  func answer(to key: Question.Key) -> Choice? {
    guard let answer = answers[key] else { return nil }
    answered[key] = answer
    return answer
  }

  /// The answer to a question, if it is one of the choices.
  func answer(to key: Question.Key, of kind: Question.Kind, choices: [Choice]) -> Choice? {
    for key in [key, .every(kind)] {
      guard let answer = answers[key], choices.contains(answer) || kind.accepts(answer) else {
        continue
      }
      answered[key] = answer
      return answer
    }
    return nil
  }
}
