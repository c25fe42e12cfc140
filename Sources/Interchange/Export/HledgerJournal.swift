import Exact
import FoundationEssentials
public import Portfolio

/// The ledger as a journal for hledger, prices included.
///
/// Purchases are booked at what they cost, sales at the average cost of the moment, and the
/// difference to what a sale brought goes to `income:realized`. So `hledger bal --gain
/// assets:coins` is bitpal's unrealized result under average cost, and `hledger bal
/// income:realized` the realized one, with the sign income has. Coins that are held and have no
/// price stand under `assets:unpriced`.
///
/// - Parameters:
///   - transactions: Every transaction, in ledger order.
///   - coins: The coins as last priced; a price is dated by the UTC day of its `lastUpdated`.
/// - Returns: UTF-8 text. Amounts keep every digit; reports show cents.
public func hledgerJournal(_ transactions: [Transaction], coins: [Coin]) -> String {
  var journal = HledgerJournal(coins: coins)
  for transaction in transactions { journal.note(transaction) }
  journal.declare()
  for transaction in transactions { journal.book(transaction) }
  return journal.text
}

/// Writes a ledger as a journal for hledger, record by record.
///
/// - Parameters:
///   - records: The ledger, of which the moves are left out.
///   - coins: The coins as last priced; a price is dated by the UTC day of its `lastUpdated`.
///   - write: Receives the text of ``hledgerJournal(_:coins:)`` piece by piece.
/// - Throws: What reading and `write` throw.
public func writeHledgerJournal(
  _ records: some LedgerRecords, coins: [Coin], to write: (String) throws -> Void
) throws {
  var journal = HledgerJournal(coins: coins)
  try records.forEachTransaction { journal.note($0) }
  journal.declare()
  try records.forEachTransaction { transaction in
    journal.book(transaction)
    try write(journal.nextText())
  }
  try write(journal.nextText())
}

/// What is held of a coin under average cost.
private struct Position {
  var amount: Decimal = 0
  var cost: Decimal = 0

  /// Takes coins out and returns what they had cost; leaves the residue of a closed cycle.
  mutating func sell(_ sold: Decimal) -> (cost: Decimal, residue: Decimal) {
    let rest = amount - sold
    guard abs(rest) >= closingTolerance, amount > 0 else {
      defer { self = Position() }
      return (cost, rest)
    }
    let share = (cost * sold).divided(by: amount)
    amount = rest
    cost -= share
    return (share, 0)
  }
}

private struct HledgerJournal {
  private(set) var text = """
    decimal-mark .
    commodity 1000.00 USD
    account equity:cash
    account income:realized

    """
  private let priced: Set<String>
  private var unpriced: Set<String> = []
  private var balances: [String: Position] = [:]
  private var positions: [String: Position] = [:]

  init(coins: [Coin]) {
    var priced: Set<String> = []
    for coin in coins.sorted(by: { $0.id < $1.id }) {
      guard let price = coin.currentPrice, let date = coin.lastUpdated else { continue }
      priced.insert(coin.id)
      text += "P \(date.utcDayText) \(commodity(coin.id)) \(price.canonicalText) USD\n"
    }
    self.priced = priced
  }

  /// The text written so far, which is let go.
  mutating func nextText() -> String {
    defer { text = "" }
    return text
  }

  /// Notes a coin and what is held of it, before anything is written.
  mutating func note(_ transaction: Transaction) {
    balances[transaction.coinId, default: Position()].add(transaction)
  }

  /// Names every account and commodity, so that hledger's strict mode accepts the journal.
  mutating func declare() {
    unpriced = Set(balances.filter { $0.value.amount > 0 }.keys).subtracting(priced)
    for coinId in balances.keys.sorted() {
      text += "account \(account(of: coinId))\ncommodity \(commodity(coinId))\n"
    }
  }

  mutating func book(_ transaction: Transaction) {
    let total = transaction.total
    let held = positions[transaction.coinId, default: Position()]
    positions[transaction.coinId, default: Position()].add(transaction)
    text += "\n\(transaction.date.utcDayText) * \(transaction.type.rawValue)\n"
    text += "    ; \(transaction.date.utcText)\n"
    for line in (transaction.notes ?? "").split(whereSeparator: \.isNewline) {
      text += "    ; \(shown(line))\n"
    }
    switch transaction.type {
    case .buy, .gift:
      post(transaction.coinId, transaction.amount, cost: total)
      post("equity:cash", dollars: -total)
    case .sell:
      var before = held
      let (cost, residue) = before.sell(transaction.amount)
      post(transaction.coinId, -transaction.amount, cost: cost)
      post("equity:cash", dollars: total)
      post("income:realized", dollars: cost - total)
      // What is left of a closed cycle, or was sold beyond it, is forgotten.
      if residue != 0 { post(transaction.coinId, -residue, cost: 0, isVirtual: true) }
    }
  }

  private mutating func post(
    _ coinId: String, _ amount: Decimal, cost: Decimal, isVirtual: Bool = false
  ) {
    let name = account(of: coinId)
    text += "    \(isVirtual ? "(\(name))" : name)  \(amount.canonicalText) \(commodity(coinId))"
    text += " @@ \(cost.canonicalText) USD\n"
  }

  private func account(of coinId: String) -> String {
    "assets:\(unpriced.contains(coinId) ? "unpriced" : "coins"):\(escaped(coinId))"
  }

  private mutating func post(_ account: String, dollars: Decimal) {
    text += "    \(account)  \(dollars.canonicalText) USD\n"
  }
}

extension Position {
  fileprivate mutating func add(_ transaction: Transaction) {
    if transaction.type == .sell {
      _ = sell(transaction.amount)
    } else {
      amount += transaction.amount
      cost += transaction.total
    }
  }
}

/// A commodity by its coin id, always quoted, because ids hold digits and hyphens.
private func commodity(_ coinId: String) -> String { "\"\(escaped(coinId))\"" }

/// An id in which everything but letters, digits, `.`, `_` and `-` is percent-encoded, so that two
/// ids never become one account.
private func escaped(_ id: String) -> String {
  var text = ""
  for byte in id.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      text.unicodeScalars.append(Unicode.Scalar(byte))
    default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
  return text
}

/// A line of notes without control characters.
private func shown(_ line: Substring) -> String {
  String(
    String.UnicodeScalarView(
      line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
}
