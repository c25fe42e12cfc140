import FoundationEssentials
import Portfolio

/// The rows of a file that the ledger does not have.
///
/// Rows and transactions are paired one to one, so that equal rows of one file, which are real fills,
/// all count. A pair is, in this order of preference:
/// 1. the same transaction id (bitpal's JSON), or the same exchange reference for the same coin and
///    direction: the row was imported before, and may have been edited since;
/// 2. the same coin, direction, amount, price and instant, unless both carry a reference: those are
///    two fills that happen to be alike.
func rowsNotYetThere(_ rows: [PlannedRow], existing: [Transaction]) -> [PlannedRow] {
  guard !existing.isEmpty else { return rows }
  var ledger = UnpairedTransactions(existing)
  var isThere = rows.map { ledger.takeIdentity(of: $0.transaction) }
  for (index, row) in rows.enumerated() where !isThere[index] {
    isThere[index] = ledger.takeContent(of: row.transaction)
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

/// The ledger's transactions that no row has been paired with yet.
private struct UnpairedTransactions {
  private let transactions: [Transaction]
  private let references: [TradeReference?]
  private var isPaired: [Bool]
  private var byId: [UUID: Int] = [:]
  private var byReference: [TradeReference: [Int]] = [:]
  private var byContent: [Content: [Int]] = [:]

  init(_ transactions: [Transaction]) {
    self.transactions = transactions
    references = transactions.map { TradeReference($0) }
    isPaired = Array(repeating: false, count: transactions.count)
    // Backwards, so that the oldest stands last and is taken first.
    for index in transactions.indices.reversed() {
      byId[transactions[index].id] = index
      byContent[Content(transactions[index]), default: []].append(index)
      if let reference = references[index] { byReference[reference, default: []].append(index) }
    }
  }

  mutating func takeIdentity(of row: Transaction) -> Bool {
    if let index = byId[row.id], !isPaired[index] {
      isPaired[index] = true
      return true
    }
    guard let reference = TradeReference(row), let indices = byReference[reference] else {
      return false
    }
    let free = indices.last { !isPaired[$0] && Content(transactions[$0]) == Content(row) }
    guard let index = free ?? indices.last(where: { !isPaired[$0] }) else { return false }
    isPaired[index] = true
    return true
  }

  mutating func takeContent(of row: Transaction) -> Bool {
    let hasReference = TradeReference(row) != nil
    guard
      let index = byContent[Content(row)]?.last(where: { index in
        !isPaired[index] && !(hasReference && references[index] != nil)
      })
    else { return false }
    isPaired[index] = true
    return true
  }
}

/// The exchange's id that an import left at the end of a transaction's notes: `… [kraken TABC]`.
func importReference(in notes: String?) -> String? {
  guard let notes, notes.hasSuffix("]"), let opening = notes.lastIndex(of: "[") else { return nil }
  let text = notes[notes.index(after: opening)...].dropLast()
  return text.isEmpty ? nil : String(text)
}
