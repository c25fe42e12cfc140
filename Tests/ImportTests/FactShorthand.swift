import Exact
import Import

/// Report forms, and short ways to write facts for tests.
enum Form: String {
  /// Fills with trade and order ids, exact to the second.
  case fills
  /// A complete report of whole events.
  case report
  /// A partial report of deposits and withdrawals with hashes.
  case moves
  /// A ledger of single legs: up to two seconds late, moves up to an hour.
  case statement
  /// A ledger of single legs, on time.
  case ledger
  /// Orders.
  case orders
  /// Orders with only the time of their placement.
  case placements
  /// Fills with estimated fees.
  case estimates

  static let row = IDSpace("row", .row)
  static let trade = IDSpace("trade", .trade)
  static let order = IDSpace("order", .order)

  static let rules = DerivationRules(
    traits: [
      "fills": FormTraits(rank: 0, roles: [.trade], idSpaces: [row, trade, order]),
      "report": FormTraits(rank: 1, roles: every, isComplete: true, idSpaces: [row, .hash]),
      "moves": FormTraits(rank: 2, roles: [.deposit, .withdrawal], idSpaces: [.hash]),
      "statement": FormTraits(
        rank: 3, roles: every, rows: .legs, isComplete: true,
        lateness: [.trade: 2_000_000, .reward: 2_000_000, .deposit: hour, .withdrawal: hour]),
      "ledger": FormTraits(
        rank: 4, roles: every, rows: .legs, isComplete: true, idSpaces: [row, trade]),
      "orders": FormTraits(rank: 5, roles: [.trade], rows: .orders),
      "placements": FormTraits(
        rank: 6, roles: [.trade], rows: .orders, ordersLackEnds: true),
      "estimates": FormTraits(rank: 0, roles: [.trade], feesAreEstimates: true),
    ],
    usualNetworkFees: ["BTC": number("0.0002"), "ETH": number("0.0012")],
    cashAssets: ["USDT", "EUR"])

  private static let every = Set(Role.allCases)
  private static let hour = 3600 * PrintedInstant.second
}

/// Parses a number; returns zero for anything else, which no test expects.
func number<Value: ExactValue>(_ text: String) -> Value { Value(text) ?? .zero }

/// Parses an amount such as `0.1 BTC`.
func amount(_ text: String) -> Amount {
  let parts = text.split(separator: " ").map(String.init)
  return Amount(parts[1], number(parts[0]))
}

/// An instant of 2024-06-15 from `12:00:07`, or from `12:00` without seconds.
func instant(_ text: String, dayOffset: Int64 = 0) -> PrintedInstant {
  let parts = text.split(separator: ":").compactMap { Int64($0) }
  let seconds = parts.reduce(0) { $0 * 60 + $1 } * (parts.count == 2 ? 60 : 1)
  let day = (1_718_409_600 + dayOffset * 86_400) * PrintedInstant.second
  return PrintedInstant(
    at: day + seconds * PrintedInstant.second,
    width: parts.count == 2 ? 60 * PrintedInstant.second : PrintedInstant.second)
}

/// A file of one form.
struct File {
  let form: Form
  let name: String
  var account = "exchange"
  var owner = ""
  private(set) var facts: [Fact] = []

  init(_ form: Form, _ name: String, account: String = "exchange", owner: String = "") {
    (self.form, self.name, self.account, self.owner) = (form, name, account, owner)
  }

  /// Adds a row.
  mutating func add(
    _ role: Role, at time: String, _ text: String, for counter: String? = nil, fee: String? = nil,
    pair: String? = nil, ids: [IDSpace: String] = [:], placed: String? = nil,
    balance: String? = nil, tolerance: Quantity = .zero, otherFees: [String] = [],
    dayOffset: Int64 = 0, worth: StatedWorth? = nil
  ) {
    let cells = [
      "\(role)", "\(dayOffset) \(time)", text, counter ?? "", fee ?? "", pair ?? "", balance ?? "",
      ids.values.sorted().joined(separator: " "),
    ].joined(separator: ",")
    var moved = amount(text)
    moved.tolerance = tolerance
    let market = pair.map { pair in
      let parts = pair.split(separator: "-").map(String.init)
      return AssetPair(base: parts[0], quote: parts[1])
    }
    facts.append(
      Fact(
        source: FactSource(form: form.rawValue, file: name, line: facts.count + 2, cells: cells),
        scope: Scope(account: account, owner: owner), role: role,
        instant: instant(time, dayOffset: dayOffset), amount: moved, counter: counter.map(amount),
        fee: fee.map(amount), otherFees: otherFees.map(amount), pair: market, ids: ids,
        orderStart: placed.map { instant($0).at }, balance: balance.map(number), worth: worth))
  }

  /// Adds the last rows of another file, with new line numbers.
  mutating func repeatRows(of other: File, suffix count: Int) {
    for var fact in other.facts.suffix(count) {
      (fact.source.file, fact.source.line) = (name, facts.count + 2)
      facts.append(fact)
    }
  }

  /// Adds both legs of a trade.
  mutating func addLegs(_ role: Role = .trade, at time: String, _ text: String, for money: String) {
    add(role, at: time, text)
    add(role, at: time, money)
  }
}

/// Derives the facts of some files.
func derived(_ files: [File], answers: [Question.Key: Choice] = [:]) -> Derivation {
  derive(files.flatMap(\.facts), rules: Form.rules, answers: answers)
}

extension Derivation {
  /// The events in short form: `trade 0.1 BTC for -4200 USDT fee 1 USDT`.
  var summary: [String] {
    events.map { event in
      let counter = event.counter.map { " for \($0.value) \($0.asset)" } ?? ""
      let fee = event.fee.map { " fee \($0.value) \($0.asset)" } ?? ""
      return "\(event.role) \(event.amount.value) \(event.amount.asset)\(counter)\(fee)"
    }
  }

  /// The kinds of the open questions.
  var kinds: [Question.Kind] { questions.map(\.kind) }

  /// The number of facts in each state.
  var tally: [String: Int] {
    states.values.reduce(into: [:]) { tally, state in
      let name =
        switch state {
        case .counts: "counts"
        case .enriches: "enriches"
        case .waits: "waits"
        case .inside: "inside"
        case .skipped: "skipped"
        case .money: "money"
        }
      tally[name, default: 0] += 1
    }
  }
}
