public import FoundationEssentials
import GRDB
public import Portfolio

extension SQLiteLedger {
  /// Every transaction in ledger order; none when there is no file.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions() throws -> [Transaction] {
    try read(orElse: []) { try $0.all() }
  }

  /// The transactions of a query.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions(_ query: TransactionQuery) throws -> [Transaction] {
    var transactions: [Transaction] = []
    try forEachTransaction(query) { transactions.append($0) }
    return transactions
  }

  /// Calls `body` with the transactions of a query, one after the other.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransaction(
    _ query: TransactionQuery = TransactionQuery(), _ body: (Transaction) throws -> Void
  ) throws {
    try read(orElse: ()) { ledger in
      try query.addFunctions(to: ledger.db)
      let (condition, arguments) = query.condition
      try ledger.forEach("\(condition) \(query.orderAndPage)", arguments) {
        try body($0.transaction)
      }
    }
  }

  /// How many transactions a query finds, its limit and offset aside.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func count(_ query: TransactionQuery = TransactionQuery()) throws -> Int {
    try read(orElse: 0) { ledger in
      try query.addFunctions(to: ledger.db)
      let (condition, arguments) = query.condition
      let sql =
        condition.isEmpty
        ? "SELECT sum(rowCount) FROM position"
        : "SELECT count(*) FROM ledgerTransaction \(condition)"
      return try Int.fetchOne(ledger.db, sql: sql, arguments: arguments) ?? 0
    }
  }

  /// One coin's transactions in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func history(of coinId: String) throws -> [Transaction] {
    try transactions(TransactionQuery(coinId: coinId))
  }

  /// The coins that have transactions, by id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func coinIds() throws -> [String] {
    try read(orElse: []) { try $0.coinIds() }
  }

  /// The transaction of that id; `nil` where there is none.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transaction(_ id: UUID) throws -> Transaction? {
    try read(orElse: nil) { try $0.row(id)?.transaction }
  }

  /// Transactions by their ids, as far as there are any.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions(ids: [UUID]) throws -> [UUID: Transaction] {
    guard !ids.isEmpty else { return [:] }
    return try read(orElse: [:]) { ledger in
      var found: [UUID: Transaction] = [:]
      for id in ids { found[id] = try ledger.row(id)?.transaction }
      return found
    }
  }

  /// The transactions whose id begins with some hexadecimal digits, dashes and case aside.
  ///
  /// - Returns: At most `limit`, by id; none for a text that no id begins with.
  /// - Throws: ``LedgerStoreError``.
  public func transactions(idPrefix: String, limit: Int = 10) throws -> [Transaction] {
    guard let range = Self.idRange(idPrefix) else { return [] }
    return try read(orElse: []) { ledger in
      var found: [Transaction] = []
      try ledger.forEach(
        "WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
        [Data(range.lower), Data(range.upper), limit]
      ) { found.append($0.transaction) }
      return found
    }
  }

  /// What is held of every coin, and every cycle that closed, oldest first for each coin.
  ///
  /// However many transactions there are, only one small row for each coin and closed cycle is
  /// read.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func positions() throws -> (summaries: [CoinPositionSummary], closed: [ClosedCycle]) {
    try read(orElse: ([], [])) { ledger in
      let store = PositionStore(db: ledger.db, path: path)
      return (try store.summaries(), try store.closed())
    }
  }

  /// One coin's position with its parcels; `nil` where the coin has no transactions.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func position(of coinId: String) throws -> CoinPosition? {
    try read(orElse: nil) {
      try PositionStore(db: $0.db, path: path).whole(coinId)
    }
  }

  /// The number of changes made to this ledger so far; every change makes it greater, and widget
  /// files made from it carry it.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func version() throws -> Int {
    try read(orElse: 0) { try Meta(db: $0.db).integer("version") ?? 0 }
  }

  /// The bounds of all ids that begin with some hexadecimal digits.
  static func idRange(_ prefix: String) -> (lower: [UInt8], upper: [UInt8])? {
    let digits = prefix.filter { $0 != "-" }.map { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count <= 32, !digits.contains(nil) else { return nil }
    let known = digits.compactMap { $0 }
    func bytes(_ filler: Int) -> [UInt8] {
      let all = known + Array(repeating: filler, count: 32 - known.count)
      return stride(from: 0, to: 32, by: 2).map { UInt8(all[$0] * 16 + all[$0 + 1]) }
    }
    return (bytes(0), bytes(15))
  }
}

extension SQLiteLedger {
  /// The accounts that transactions and moves name, by name.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func accounts() throws -> [String] {
    try read(orElse: []) { try $0.accounts() }
  }
}

extension LedgerContents {
  /// As ``SQLiteLedger/coinIds()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func coinIds() throws -> [String] { try rows.coinIds() }

  /// As ``SQLiteLedger/accounts()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func accounts() throws -> [String] { try rows.accounts() }
}

extension LedgerRows {
  fileprivate func coinIds() throws -> [String] {
    try String.fetchAll(db, sql: "SELECT coinId FROM position ORDER BY coinId")
  }

  fileprivate func accounts() throws -> [String] {
    // From one name to the next over the index, so that rows of one account cost nothing.
    try String.fetchAll(
      db,
      sql: """
        WITH RECURSIVE named(account) AS (
          SELECT min(account) FROM ledgerTransaction
          UNION ALL
          SELECT (SELECT min(account) FROM ledgerTransaction WHERE account > named.account)
          FROM named WHERE named.account IS NOT NULL)
        SELECT account FROM named WHERE account IS NOT NULL
        UNION SELECT account FROM ledgerMove ORDER BY account
        """)
  }
}
