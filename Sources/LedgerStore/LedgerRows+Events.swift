import FoundationEssentials
import GRDB
import Portfolio

extension LedgerRows {
  /// The rows that are one event with a row, itself among them, in the order of insertion.
  func event(of row: LedgerRow) throws -> [LedgerRow] {
    guard let link = row.transaction.link else { return [row] }
    return try rows(linkedTo: link)
  }

  /// The transactions of an event, in the order of insertion.
  func rows(linkedTo link: UUID) throws -> [LedgerRow] {
    var rows: [LedgerRow] = []
    try forEach("WHERE link = ? ORDER BY sequence", [Data(link.stored)]) { rows.append($0) }
    return rows
  }

  /// What turns the rows of an event into others: rows keep their place by their id.
  ///
  /// - Returns: The changes of rows there are, and the rows to be added.
  func changes(
    from rows: [LedgerRow], to transactions: [Transaction]
  ) -> (changed: [RowChange], added: [Transaction]) {
    let after = Dictionary(transactions.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let known = Set(rows.map(\.transaction.id))
    let changed = rows.filter { after[$0.transaction.id] != $0.transaction }.map {
      RowChange.transaction($0, to: after[$0.transaction.id])
    }
    return (changed, transactions.filter { !known.contains($0.id) })
  }
}
