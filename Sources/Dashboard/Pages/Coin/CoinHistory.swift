import FoundationEssentials
import Portfolio

/// The transactions of one coin with the balance after each, so that a change is checked from its
/// own place on and not from the beginning.
struct CoinHistory {
  private let rows: [Transaction]
  private let balances: [Decimal]

  /// - Parameter rows: The coin's transactions in ledger order.
  init(_ rows: [Transaction]) {
    self.rows = rows
    var balance: Decimal = 0
    balances = rows.map { row in
      balance = row.balance(after: balance)
      return balance
    }
  }

  /// What is held in the end, or would be without one of the transactions.
  func held(without id: UUID? = nil) -> Decimal {
    guard let id, let row = row(of: id) else { return balances.last ?? 0 }
    return rest(from: row + 1).reduce(balance(before: row)) { $1.balance(after: $0) }
  }

  /// When coins were bought or received.
  var acquisitions: [Date] { rows.filter { $0.type.isAcquisition }.map(\.date) }

  /// Whether the transaction is one of these.
  func contains(_ id: UUID) -> Bool { row(of: id) != nil }

  /// Checks the history as it would stand without one of its transactions.
  ///
  /// - Throws: The first rule that would be broken.
  func validate(without id: UUID, now: Date) throws(PortfolioError) {
    guard let row = row(of: id) else { return }
    try Portfolio.validate(rest(from: row + 1), from: balance(before: row), now: now)
  }

  /// Checks the history as it would stand with a transaction, in place of one with its id if there
  /// is one.
  ///
  /// - Throws: The first rule that would be broken.
  func validate(with transaction: Transaction, now: Date) throws(PortfolioError) {
    let old = row(of: transaction.id)
    let start = min(old ?? rows.count, firstRow(notBefore: transaction.date))
    var rest = rest(from: start)
    if let old { rest[old - start] = transaction } else { rest.append(transaction) }
    try Portfolio.validate(inLedgerOrder(rest), from: balance(before: start), now: now)
  }

  private func row(of id: UUID) -> Int? { rows.firstIndex { $0.id == id } }

  /// Whether there are other transactions after an instant.
  func hasRows(after date: Date, without id: UUID) -> Bool {
    rows.contains { $0.id != id && $0.date > date }
  }

  private func balance(before row: Int) -> Decimal { row == 0 ? 0 : balances[row - 1] }

  private func rest(from row: Int) -> [Transaction] { Array(rows[row...]) }

  private func firstRow(notBefore date: Date) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].date < date { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Transaction {
  /// What is held of the coin after this, given what was held before; dust is forgotten.
  func balance(after balance: Decimal) -> Decimal {
    guard type == .sell else { return balance + amount }
    let rest = balance - amount
    return abs(rest) < closingTolerance ? 0 : rest
  }
}
