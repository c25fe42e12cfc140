import FoundationEssentials
import GRDB
import Portfolio

/// A transaction with its place of insertion.
struct LedgerRow {
  let sequence: Int
  let transaction: Transaction
}

extension LedgerRow {
  /// The columns in the order in which ``init(_:table:path:)`` reads them.
  static let columns = "sequence, id, coinId, type, amount, pricePerCoin, date, notes"

  /// Reads the columns of ``columns``, or names the one that cannot be read.
  init(_ row: Row, table: String, path: String) throws {
    let sequence = row[0] as Int? ?? 0
    func read<Text, Value>(_ column: String, _ text: Text?, _ read: (Text) throws -> Value?) throws
      -> Value
    {
      let value: Value?
      do { value = try text.flatMap(read) } catch is DecimalTextError { value = nil }
      guard let value else {
        throw LedgerStoreError.unreadableRow(
          path, table: table, sequence: sequence, column: column)
      }
      return value
    }
    self.sequence = sequence
    transaction = Transaction(
      id: try read("id", row[1] as String?) { UUID(uuidString: $0) },
      coinId: try read("coinId", row[2] as String?) { $0 },
      type: try read("type", row[3] as String?) { TransactionType(rawValue: $0) },
      amount: try read("amount", row[4] as String?) { try Decimal(exact: $0) },
      pricePerCoin: try read("pricePerCoin", row[5] as String?) { try Decimal(exact: $0) },
      date: try read("date", row[6] as Int?) { Date(millisecondsSince1970: $0) },
      notes: (row[7] as Data?).map { String(decoding: $0, as: UTF8.self) })
  }

  /// The values of ``columns``; notes go as bytes, for a text would end at its first zero byte.
  var arguments: [(any DatabaseValueConvertible)?] {
    [
      sequence, transaction.id.uuidString, transaction.coinId, transaction.type.rawValue,
      transaction.amount.canonicalText, transaction.pricePerCoin.canonicalText,
      transaction.date.millisecondsSince1970, transaction.notes.map { Data($0.utf8) },
    ]
  }
}

/// The two tables that hold rows, read alike.
struct LedgerRows {
  let db: Database
  let path: String

  /// Every transaction in ledger order.
  func all() throws -> [Transaction] {
    var transactions: [Transaction] = []
    transactions.reserveCapacity(
      try Int.fetchOne(db, sql: "SELECT count(*) FROM ledgerTransaction") ?? 0)
    try each("ledgerTransaction", "ORDER BY date, sequence") { transactions.append($0.transaction) }
    return transactions
  }

  /// One coin's transactions in ledger order.
  func history(of coinId: String) throws -> [Transaction] {
    var history: [Transaction] = []
    try each("ledgerTransaction", "WHERE coinId = ? ORDER BY date, sequence", [coinId]) {
      history.append($0.transaction)
    }
    return history
  }

  /// The transaction of that id.
  func row(_ id: UUID) throws -> LedgerRow? {
    var found: LedgerRow?
    try each("ledgerTransaction", "WHERE id = ?", [id.uuidString]) { found = $0 }
    return found
  }

  /// The highest place ever given to a transaction, deleted ones among them.
  func lastSequence() throws -> Int {
    try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'ledgerTransaction'")
      ?? 0
  }

  /// One side of a change.
  func images(of change: Int, _ side: Journal.Side) throws -> [LedgerRow] {
    var images: [LedgerRow] = []
    try each("changeRow", "WHERE change = ? AND side = ?", [change, side.rawValue]) {
      images.append($0)
    }
    return images
  }

  /// The rows of both tables that cannot be read.
  func unreadable() throws -> [LedgerStoreError] {
    var faults: [LedgerStoreError] = []
    for table in ["ledgerTransaction", "changeRow"] {
      let rows = try Row.fetchCursor(db, sql: "SELECT \(LedgerRow.columns) FROM \(table)")
      while let row = try rows.next() {
        do { _ = try LedgerRow(row, table: table, path: path) } catch let error as LedgerStoreError
        { faults.append(error) }
      }
    }
    return faults
  }

  private func each(
    _ table: String, _ clause: String, _ arguments: StatementArguments = [],
    _ body: (LedgerRow) throws -> Void
  ) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT \(LedgerRow.columns) FROM \(table) \(clause)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() { try body(LedgerRow(row, table: table, path: path)) }
  }
}
