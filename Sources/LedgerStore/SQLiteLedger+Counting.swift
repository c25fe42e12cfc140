import FoundationEssentials
import GRDB
public import Portfolio
import Threads

extension SQLiteLedger {
  /// Calls `body` with the transactions of a query in ledger order, without what no figure depends
  /// on: notes, account and reference are absent, whatever the row has.
  ///
  /// - Parameters:
  ///   - query: Which transactions; its order, limit and offset do not count.
  ///   - body: Receives them, one after the other.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransactionCounted(
    _ query: TransactionQuery, _ body: (Transaction) throws -> Void
  ) throws {
    try forEachRowCounted(query) { transaction, _ in try body(transaction) }
  }

  /// The same with each transaction's place, by which the ledger orders those of one instant.
  ///
  /// - Parameters:
  ///   - query: Which transactions; its order, limit and offset do not count.
  ///   - body: Receives them with their places, one after the other.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachRowCounted(
    _ query: TransactionQuery, _ body: (_ transaction: Transaction, _ place: Int) throws -> Void
  ) throws {
    try read(orElse: ()) { ledger in
      let (condition, arguments) = query.condition
      try ledger.forEachCounted("\(condition) ORDER BY date, sequence", arguments) {
        try body($0.transaction, $0.sequence)
      }
    }
  }
}

extension LedgerRows {
  /// The columns that figures follow from, in the places of ``LedgerTable/transactions``; `NULL`
  /// for the others costs nothing to read.
  static let countedList = LedgerTable.transactions.columns.map { column in
    ["notes", "account", "referenceSource", "referenceId", "valuationSource"].contains(column.name)
      ? "NULL" : column.name
  }.joined(separator: ", ")

  func forEachCounted(
    _ clause: String, _ arguments: StatementArguments, _ body: (LedgerRow) throws -> Void
  ) throws {
    try forEachAhead(Self.countedList, clause, arguments, body)
  }

  /// Calls `body` with each transaction that a clause selects, while the next are read already.
  ///
  /// - Parameter list: The columns in the places of ``LedgerTable/transactions``.
  func forEachAhead(
    _ list: String, _ clause: String, _ arguments: StatementArguments = [],
    _ body: (LedgerRow) throws -> Void
  ) throws {
    let table = LedgerTable.transactions
    let place = LedgerStoreError.Place(path: path, table: table.name)
    let statement = try db.makeStatement(
      sql: "SELECT \(list) FROM \(table.name) \(clause)")
    try statement.setArguments(arguments)
    try ReadAhead(statement: statement, place: place).forEach(body)
  }
}

/// The rows of a statement: one thread reads the next while another works with those before.
///
/// Unchecked, because a statement is not `Sendable`: only one thread reads from it at a time.
private struct ReadAhead: @unchecked Sendable {
  private static let batchSize = 256

  let statement: Statement
  let place: LedgerStoreError.Place

  func forEach(_ body: (LedgerRow) throws -> Void) throws {
    defer { statement.reset() }
    let batches = MadeAhead(isLast: { $0.count < Self.batchSize }) { try next() }
    try batches.forEach { batch in for row in batch { try body(row) } }
  }

  private func next() throws -> [LedgerRow] {
    var rows: [LedgerRow] = []
    rows.reserveCapacity(Self.batchSize)
    while rows.count < Self.batchSize, let row = try statement.nextRow() {
      rows.append(try LedgerRow(row, at: place))
    }
    return rows
  }
}
