import FoundationEssentials
import GRDB
import Portfolio

/// The tables of transactions and moves, read row by row.
struct LedgerRows {
  let db: Database
  let path: String
  /// What follows from files besides, where a person changed something.
  var following: SQLiteLedger.Following?

  /// Calls `body` with each transaction that a clause selects.
  func forEach(
    _ clause: String, _ arguments: StatementArguments = [], _ body: (LedgerRow) throws -> Void
  ) throws {
    let index = LedgerStoreError.Location(path: path, table: LedgerTable.transactions.name)
    try cursor(.transactions, clause, arguments) { try body(LedgerRow($0, at: index)) }
  }

  /// Calls `body` with each move that a clause selects.
  func forEachMove(
    _ clause: String, _ arguments: StatementArguments = [], _ body: (MoveRow) throws -> Void
  ) throws {
    let index = LedgerStoreError.Location(path: path, table: LedgerTable.moves.name)
    try cursor(.moves, clause, arguments) { try body(MoveRow($0, at: index)) }
  }

  /// Calls `body` with the image and the columns of each row that a clause selects.
  func forEachStored(
    _ table: LedgerTable, _ clause: String, _ arguments: StatementArguments = [],
    _ body: (_ image: [UInt8], _ row: StatementColumns) throws -> Void
  ) throws {
    var image: [UInt8] = []
    try cursor(table, clause, arguments) { row in
      table.read(row, into: &image)
      try body(image, row)
    }
  }

  private func cursor(
    _ table: LedgerTable, _ clause: String, _ arguments: StatementArguments,
    _ body: (StatementColumns) throws -> Void
  ) throws {
    let statement = try db.makeStatement(
      sql: "SELECT \(table.list) FROM \(table.name) \(clause)")
    try statement.setArguments(arguments)
    try statement.forEachRow(body)
  }

  /// Every transaction in ledger order.
  func all() throws -> [Transaction] {
    var transactions: [Transaction] = []
    transactions.reserveCapacity(try count())
    try forEach("ORDER BY date, sequence") { transactions.append($0.transaction) }
    return transactions
  }

  /// One coin's transactions in ledger order.
  func history(of coinId: String) throws -> [Transaction] {
    var history: [Transaction] = []
    try forEach("WHERE coinId = ? ORDER BY date, sequence", [coinId]) {
      history.append($0.transaction)
    }
    return history
  }

  /// The last transaction of a coin in ledger order.
  func last(of coinId: String) throws -> Transaction? {
    var found: Transaction?
    try forEach("WHERE coinId = ? ORDER BY date DESC, sequence DESC LIMIT 1", [coinId]) {
      found = $0.transaction
    }
    return found
  }

  /// The transaction of that id.
  func row(_ id: UUID) throws -> LedgerRow? {
    var found: LedgerRow?
    try forEach("WHERE id = ?", [Data(id.stored)]) { found = $0 }
    return found
  }

  /// The transaction of that id.
  ///
  /// - Throws: `transactionNotFound`.
  func existing(_ id: UUID) throws -> LedgerRow {
    guard let row = try row(id) else { throw PortfolioError.transactionNotFound(id) }
    return row
  }

  /// The move of that id.
  func move(_ id: UUID) throws -> MoveRow? {
    var found: MoveRow?
    try forEachMove("WHERE id = ?", [Data(id.stored)]) { found = $0 }
    return found
  }

  /// The values stored at a place.
  func stored(_ table: LedgerTable, _ sequence: Int) throws -> [RowValue]? {
    var found: [RowValue]?
    try cursor(table, "WHERE sequence = ?", [sequence]) { found = table.values($0) }
    return found
  }

  func count() throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM ledgerTransaction") ?? 0
  }

  func hasPosition(_ coinId: String) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM position WHERE coinId = ?)", arguments: [coinId])
      ?? false
  }

  /// The highest place ever given to a row, deleted ones among them.
  ///
  /// - Throws: ``LedgerStoreError`` for a number that counting cannot have led to.
  func lastSequence(in table: LedgerTable) throws -> Int {
    let last =
      try Int.fetchOne(
        db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table.name]) ?? 0
    guard isCount(last) else {
      throw LedgerStoreError.damaged(path, detail: "the last place in \(table.name) is \(last)")
    }
    return last
  }
}
