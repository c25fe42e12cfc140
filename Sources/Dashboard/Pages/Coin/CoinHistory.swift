import Exact
import FoundationEssentials
import Portfolio

/// One coin's transactions with the balance after each, so a change is checked from its own
/// position on instead of from the start.
struct CoinHistory {
  private let rows: [Transaction]
  private let balances: [Quantity]

  /// - Parameter rows: The coin's transactions in ledger order.
  init(_ rows: [Transaction]) {
    self.rows = rows
    var balance: Quantity = 0
    balances = rows.map { row in
      balance = row.balance(after: balance)
      return balance
    }
  }

  /// The final balance, optionally without some transactions.
  func held(without ids: Set<UUID> = []) -> Quantity {
    guard let row = firstRow(of: ids) else { return balances.last ?? 0 }
    return rest(from: row).filter { !ids.contains($0.id) }
      .reduce(balance(before: row)) { $1.balance(after: $0) }
  }

  /// When coins were acquired.
  var acquisitions: [Date] { rows.filter { $0.type.isAcquisition }.map(\.date) }

  /// Whether the history contains a transaction.
  func contains(_ id: UUID) -> Bool { row(of: id) != nil }

  /// Validates the history with some transactions removed and others added; an added transaction
  /// with the id of a removed one takes its position.
  ///
  /// - Throws: The first violated rule.
  func validate(
    without ids: Set<UUID>, with new: [Transaction] = [], now: Date
  ) throws(PortfolioError) {
    let dates = new.map { firstRow(notBefore: $0.date) }
    guard let start = ([firstRow(of: ids)].compactMap(\.self) + dates).min() else { return }
    var added = new
    var rest: [Transaction] = []
    for row in self.rest(from: start) {
      if let index = added.firstIndex(where: { $0.id == row.id }) {
        rest.append(added.remove(at: index))
      } else if !ids.contains(row.id) {
        rest.append(row)
      }
    }
    try Portfolio.validate(inLedgerOrder(rest + added), from: balance(before: start), now: now)
  }

  private func firstRow(of ids: Set<UUID>) -> Int? {
    ids.isEmpty ? nil : rows.firstIndex { ids.contains($0.id) }
  }

  private func row(of id: UUID) -> Int? { rows.firstIndex { $0.id == id } }

  /// Whether there are other transactions after an instant.
  func hasRows(after date: Date, without id: UUID) -> Bool {
    rows.contains { $0.id != id && $0.date > date }
  }

  private func balance(before row: Int) -> Quantity { row == 0 ? 0 : balances[row - 1] }

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
  /// The balance after the transaction, given the one before; dust counts as zero.
  func balance(after balance: Quantity) -> Quantity {
    guard type == .sell else { return balance + amount }
    let rest = balance - amount
    return rest.magnitude < closingTolerance ? 0 : rest
  }
}
