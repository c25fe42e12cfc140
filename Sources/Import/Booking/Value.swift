import Exact
public import FoundationEssentials
public import Portfolio

/// The meaning of an asset's name in a file.
public enum AssetMeaning: Sendable, Hashable {
  /// Fiat currency, by its ISO 4217 code in capitals.
  case money(String)
  /// A stablecoin that the user declared to be dollars, by its ticker and its CoinGecko id.
  case dollars(String, coinId: String)
  /// A coin, by its CoinGecko id.
  case coin(String)

  /// The coin to keep holdings of; `nil` for cash.
  var coinId: String? { if case .coin(let id) = self { id } else { nil } }

  /// The coin of a row that a ledger held.
  var ownCoinId: String? {
    switch self {
    case .money: nil
    case .dollars(_, let id), .coin(let id): id
    }
  }

  /// The currency as named in terms.
  var currency: String {
    switch self {
    case .money(let code): code
    case .dollars(let ticker, _): ticker
    case .coin(let id): id
    }
  }
}

/// The inputs of valuing in addition to the derivation and the answers.
public struct ValueRules: Sendable {
  /// The meaning of an asset's name at an instant; `nil` if unknown.
  public var meaning: @Sendable (String, Date) -> AssetMeaning?
  /// The known rates and prices.
  public var evidence: Evidence
  /// The name of a scope's account.
  public var account: @Sendable (Scope) -> String
  /// Stablecoins that may count as dollars, by ticker with their CoinGecko ids.
  public var stablecoins: [String: String]

  /// Makes rules.
  public init(
    meaning: @escaping @Sendable (String, Date) -> AssetMeaning?, evidence: Evidence,
    stablecoins: [String: String] = [:],
    account: @escaping @Sendable (Scope) -> String = { scope in
      scope.owner.isEmpty ? scope.account : "\(scope.account) \(scope.owner)"
    }
  ) {
    (self.meaning, self.evidence, self.account) = (meaning, evidence, account)
    self.stablecoins = stablecoins
  }
}

extension ValueRules {
  /// Whether a price or a name's meaning that facts wait for may be known now; other questions are
  /// resolved only by a person or by nearby rows.
  public func mayResolve(_ facts: [Fact], waitingFor question: Question.Key) -> Bool {
    let amounts = facts.flatMap { fact in
      ([fact.amount, fact.counter, fact.fee].compactMap(\.self) + fact.otherFees)
        .map { (name: $0.asset, date: fact.instant.date) }
    }
    switch question.kind {
    case .unknownCoin: return amounts.allSatisfy { meaning($0.name, $0.date) != nil }
    case .noWorth:
      return amounts.contains { amount in
        let day = UTCDay(amount.date)
        switch meaning(amount.name, amount.date) {
        case .money(let code):
          return code != usDollarCode && evidence.rate(of: code, on: day) != nil
        case .coin(let id), .dollars(_, let id): return evidence.price(of: id, on: day) != nil
        case nil: return false
        }
      }
    default: return false
    }
  }
}

/// The terms of an event.
enum EventOutcome: Sendable, Equatable {
  /// The input a user would type to record it, with the evidence for its dollars.
  case terms([EventTerms])
  /// Terms with an open question about the value: they count, with an unknown value until answered.
  case unvalued([EventTerms], Question.Key)
  /// Only money moved, which the ledger does not hold.
  case money
  /// The event waits for an answer.
  case waits(Question.Key)
  /// An answer leaves the event out.
  case skipped(Question.Key)
  /// A row of one of bitpal's own files, its coin, and the coin of a fee in another one.
  case own(OwnRow, coinId: String, feeCoinId: String?)
}

/// Values each event of a derivation and records the evidence (SPEC §3.13).
final class Valuer {
  let rules: ValueRules
  let worths: StatedWorths
  let transfers: [Fact.ID: Transfer]
  let arrivals: [Fact.ID: Amount]
  /// Whether deposits without a reported withdrawal are gifts.
  let depositsAreGifts: Bool
  private let facts: FactList
  private let paired: Set<Fact.ID>
  private(set) var questions: BookingQuestions

  init(
    _ derivation: Derivation, facts: FactList, rules: ValueRules,
    answers: [Question.Key: Choice]
  ) {
    (self.rules, self.facts) = (rules, facts)
    let dollars = Set(rules.stablecoins.keys.filter { answers[.stablecoin($0)] == .dollars })
    worths = StatedWorths(facts) { name, date in
      let meaning = rules.meaning(name, date)
      guard dollars.contains(name), case .coin(let id)? = meaning, rules.stablecoins[name] == id
      else { return meaning }
      return .dollars(name, coinId: id)
    }
    transfers = Dictionary(
      derivation.transfers.map { ($0.withdrawal, $0) }, uniquingKeysWith: { first, _ in first })
    arrivals = Dictionary(
      derivation.events.lazy.filter { $0.role == .deposit }.map { ($0.id, $0.amount) },
      uniquingKeysWith: { first, _ in first })
    paired = Set(derivation.transfers.map(\.deposit))
    questions = BookingQuestions(answers: answers)
    depositsAreGifts = questions.answer(to: .openDeposits) == .gift
  }

  /// Whether a person declared the event, a deposit, to be a gift.
  func isGift(_ event: Event) -> Bool {
    depositsAreGifts && event.role == .deposit && !paired.contains(event.id)
  }

  /// The event's row in one of bitpal's own files.
  func ownRow(of event: Event) -> OwnRow? { facts[event.position].own }

  /// The meaning of an asset's name; the user's answer overrides everything else.
  private func meaning(of name: String, in event: Event) -> AssetMeaning? {
    var meaning = rules.meaning(name, event.instant.date)
    if case .coin(let id)? = questions.answer(to: .coin(name)) { meaning = .coin(id) }
    guard case .coin(let id)? = meaning, rules.stablecoins[name] == id else { return meaning }
    return questions.ask(about: name, in: event) == .dollars ? .dollars(name, coinId: id) : meaning
  }

  /// The terms of an event.
  func outcome(of event: Event) -> EventOutcome {
    let fees = event.otherFees
    var meanings: [String: AssetMeaning] = [:]
    for amount in [event.amount, event.counter, event.fee].compactMap(\.self) + fees {
      let name = amount.asset
      if let known = meaning(of: name, in: event) {
        meanings[name] = known
        continue
      }
      let question = questions.ask(.unknownCoin, parts: [name], about: event, choices: [.skip])
      switch question.answer {
      case .coin(let id): meanings[name] = .coin(id)
      case nil: return .waits(question.key)
      default: return .skipped(question.key)
      }
    }
    if let own = ownRow(of: event) {
      guard let id = meanings[event.amount.asset]?.ownCoinId else { return .money }
      var feeCoin: String?
      if case .coin(let coin)? = event.fee.flatMap({ meanings[$0.asset] }) { feeCoin = coin }
      // Rows of version 1.0 stay as they are.
      guard facts[event.position].legacyReference == nil else {
        return .own(own, coinId: id, feeCoinId: feeCoin)
      }
      // Their accounts are whole names, to which no owner is added.
      let account = rules.account(Scope(account: event.scope.account))
      return .own(own.spelled(account: account), coinId: id, feeCoinId: feeCoin)
    }
    let maker = TermsMaker(event, fees: fees, meanings: meanings, valuer: self)
    switch maker.terms() {
    case .terms(let terms): return .terms(terms)
    case .money: return .money
    case .twoFees:
      let question = questions.ask(
        .unbookable, cause: "Its fees are in two currencies.", about: event, choices: [.skip])
      return question.answer == nil ? .waits(question.key) : .skipped(question.key)
    case .noWorth(let coinId):
      let question = questions.ask(.noWorth, cause: coinId, about: event, choices: [.skip])
      switch question.answer {
      case .price(let price): return .terms(maker.terms(at: price))
      case nil: return .unvalued(maker.terms(at: nil), question.key)
      default: return .skipped(question.key)
      }
    }
  }
}
