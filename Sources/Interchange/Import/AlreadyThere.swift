import FoundationEssentials
import Portfolio

/// The rows of a file that the ledger does not have.
///
/// Rows and transactions are paired one to one, so that equal rows of one file, which are real
/// fills, all count. A pair is, in this order of preference:
/// 1. the same transaction id (bitpal's JSON): it may have been edited since;
/// 2. the same exchange reference for the same coin and direction, if neither the file nor the
/// ledger has it twice: it was imported before and may have been edited since;
/// 3. the same coin, direction, amount, price and instant, unless their references differ: those
/// are two fills that happen to be alike.
func rowsNotYetThere(_ rows: [PlannedRow], existing: [Transaction]) -> [PlannedRow] {
  guard !existing.isEmpty else { return rows }
  var ledger = UnpairedTransactions(existing)
  let references = rows.map { TradeReference($0.transaction) }
  let counts = Dictionary(references.compactMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
  var isThere = rows.map { ledger.takeIdentity(of: $0.transaction) }
  for (index, reference) in references.enumerated() where !isThere[index] {
    guard let reference, counts[reference] == 1 else { continue }
    isThere[index] = ledger.takeOnly(reference)
  }
  for (index, row) in rows.enumerated() where !isThere[index] {
    isThere[index] = ledger.takeContent(of: row.transaction, reference: references[index])
  }
  return zip(rows, isThere).filter { !$0.1 }.map(\.0)
}

/// What makes two transactions the same to an import; notes may be edited freely.
private struct Content: Hashable {
  let coinId: String
  let type: TransactionType
  let amount: Decimal
  let pricePerCoin: Decimal
  let milliseconds: Int

  init(_ transaction: Transaction) {
    coinId = transaction.coinId
    type = transaction.type
    amount = transaction.amount
    pricePerCoin = transaction.pricePerCoin
    milliseconds = transaction.date.millisecondsSince1970
  }
}

/// An exchange's id of a trade, and which part of the trade.
private struct TradeReference: Hashable {
  let text: String
  let coinId: String
  let type: TransactionType

  init?(_ transaction: Transaction) {
    guard let text = importReference(in: transaction.notes) else { return nil }
    self.text = text
    coinId = transaction.coinId
    type = transaction.type
  }
}

/// What makes two transactions the same, and the exchange's id of the trade, if it has one.
private struct Fill: Hashable {
  let content: Content
  let reference: TradeReference?
}

/// The ledger's transactions that no row has been paired with yet.
///
/// Lists hold the oldest last, and lose what is paired when they come upon it: however many rows
/// are alike, each is passed once.
private struct UnpairedTransactions {
  private var isPaired: [Bool]
  private var byId: [UUID: Int] = [:]
  private var byReference: [TradeReference: [Int]] = [:]
  private var byContent: [Content: [Int]] = [:]
  private var byFill: [Fill: [Int]] = [:]

  init(_ transactions: [Transaction]) {
    isPaired = Array(repeating: false, count: transactions.count)
    for index in transactions.indices.reversed() {
      let fill = Fill(
        content: Content(transactions[index]), reference: TradeReference(transactions[index]))
      byId[transactions[index].id] = index
      byContent[fill.content, default: []].append(index)
      byFill[fill, default: []].append(index)
      if let reference = fill.reference { byReference[reference, default: []].append(index) }
    }
  }

  mutating func takeIdentity(of row: Transaction) -> Bool {
    guard let index = byId[row.id] else { return false }
    return take(index)
  }

  mutating func takeOnly(_ reference: TradeReference) -> Bool {
    guard let indices = byReference[reference], indices.count == 1 else { return false }
    return take(indices[0])
  }

  mutating func takeContent(of row: Transaction, reference: TradeReference?) -> Bool {
    let content = Content(row)
    while let index = byFill[Fill(content: content, reference: reference)]?.popLast() {
      if take(index) { return true }
    }
    if reference == nil {
      while let index = byContent[content]?.popLast() {
        if take(index) { return true }
      }
    } else {
      while let index = byFill[Fill(content: content, reference: nil)]?.popLast() {
        if take(index) { return true }
      }
    }
    return false
  }

  private mutating func take(_ index: Int) -> Bool {
    guard !isPaired[index] else { return false }
    isPaired[index] = true
    return true
  }
}

/// The exchange's id that an import left at the end of a transaction's notes: `… [kraken TABC]`.
///
/// - Returns: `nil` for brackets of the user's own, which need not be unique.
func importReference(in notes: String?) -> String? {
  guard let notes, notes.hasSuffix("]"), let opening = notes.lastIndex(of: "[") else { return nil }
  let text = notes[notes.index(after: opening)...].dropLast()
  let words = text.split(separator: " ")
  guard words.count == 2, exchangesWithReferences.contains(words[0]) else { return nil }
  return String(text)
}

/// Exchanges whose id stands for one trade and no other.
private let exchangesWithReferences: Set<Substring> = [
  "bitstamp", "bittrex", "bitvavo", "coinbase", "coinbase-pro", "kraken",
]
