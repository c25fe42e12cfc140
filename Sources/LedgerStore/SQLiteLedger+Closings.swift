public import FoundationEssentials
import GRDB
public import Portfolio

extension SQLiteLedger {
  /// The cycles that some transactions belong to: by the id of each one whose cycle has closed, the
  /// id of the sale that closed it.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func closedCycles(of transactions: [Transaction]) throws -> [UUID: UUID] {
    try read(orElse: [:]) { ledger in
      var cycles: [UUID: UUID] = [:]
      for (coinId, rows) in Dictionary(grouping: transactions, by: \.coinId) {
        let closings = try ledger.closings(of: coinId)
        guard !closings.isEmpty else { continue }
        for row in rows { cycles[row.id] = try ledger.closing(of: row, among: closings)?.id }
      }
      return cycles
    }
  }
}

extension LedgerRows {
  /// The sale that closed a transaction's cycle; its place among those of its own instant is read
  /// only where one of them closed a cycle.
  fileprivate func closing(of row: Transaction, among closings: [Closing]) throws -> Closing? {
    let date = row.date.millisecondsSince1970
    let first = closings.first(from: date, 0)
    guard first?.date == date else { return first }
    let statement = try db.cachedStatement(
      sql: "SELECT sequence FROM ledgerTransaction WHERE id = ?")
    let sequence = try Int.fetchOne(statement, arguments: [Data(row.id.stored)])
    return sequence.flatMap { closings.first(from: date, $0) }
  }
}

/// A sale that closed a position, and its place in the ledger's order.
struct Closing {
  let id: UUID
  let date: Int
  let sequence: Int
}

extension [Closing] {
  /// The first one at a place in the ledger's order or after it.
  func first(from date: Int, _ sequence: Int) -> Closing? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if (self[middle].date, self[middle].sequence) < (date, sequence) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < endIndex ? self[low] : nil
  }
}

extension LedgerRows {
  /// The sales that closed a coin's positions, in ledger order.
  fileprivate func closings(of coinId: String) throws -> [Closing] {
    var closings: [Closing] = []
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT sale.id, sale.date, sale.sequence FROM closedPosition AS closed
        JOIN ledgerTransaction AS sale ON sale.id = closed.closingId
        WHERE closed.coinId = ? ORDER BY closed.number
        """, arguments: [coinId])
    while let row = try rows.next() {
      guard let id = UUID(stored: Array(try row.required(0) as Data)) else { continue }
      let closing = Closing(id: id, date: try row.required(1), sequence: try row.required(2))
      closings.append(closing)
    }
    return closings
  }
}
