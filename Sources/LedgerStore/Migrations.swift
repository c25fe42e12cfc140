import FoundationEssentials
import GRDB
public import Portfolio

/// The coins that were renamed or replaced, and the lots they carried over (SPEC §3.17).
struct Migrations {
  let db: Database
  let path: String

  /// The coins that a coin was migrated to.
  func successors(of coinId: String) throws -> [String] { try joined(coinId, from: "sell") }

  /// The coins that a coin was migrated from.
  fileprivate func predecessors(of coinId: String) throws -> [String] {
    try joined(coinId, from: "buy")
  }

  /// All coins that a coin was migrated from, over any number of steps, by id.
  func allPredecessors(of coinId: String) throws -> [String] {
    var found: Set<String> = []
    var next = try predecessors(of: coinId)
    while let other = next.popLast() {
      if other != coinId, found.insert(other).inserted { next += try predecessors(of: other) }
    }
    return found.sorted()
  }

  private func joined(_ coinId: String, from type: String) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT DISTINCT other.coinId FROM ledgerTransaction AS own
        JOIN ledgerTransaction AS other ON other.link = own.link AND other.kind = 'migrate'
        WHERE own.kind = 'migrate' AND own.coinId = ? AND own.type = ? AND other.type <> own.type
        ORDER BY 1
        """)
    return try String.fetchAll(statement, arguments: [coinId, type])
  }

  /// All transactions of a coin and its predecessors, in ledger order; none if it has no
  /// predecessor.
  func histories(to coinId: String) throws -> [Transaction] {
    let before = try allPredecessors(of: coinId)
    guard !before.isEmpty else { return [] }
    let list = (before + [coinId]).sorted().map { $0.quotedAsText }.joined(separator: ", ")
    var transactions: [Transaction] = []
    try LedgerRows(db: db, path: path).forEach(
      "WHERE coinId IN (\(list)) ORDER BY date, sequence"
    ) { transactions.append($0.transaction) }
    return transactions
  }

  /// The lots that a coin's migrations carry over, under every stored method.
  func carried(to coinId: String) throws -> CarriedLots {
    CarriedLots(try histories(to: coinId), methods: CostBasis.stored)
  }
}

extension LedgerContents {
  /// Some coins with all their predecessors and successors, over any number of steps.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func coins(joinedTo coinIds: Set<String>) throws -> Set<String> {
    let migrations = Migrations(db: rows.db, path: rows.path)
    var found: Set<String> = []
    var next = Array(coinIds)
    while let id = next.popLast() {
      guard found.insert(id).inserted else { continue }
      next += try migrations.predecessors(of: id) + migrations.successors(of: id)
    }
    return found
  }
}

extension String {
  /// The text as an SQL literal.
  fileprivate var quotedAsText: String { "'\(replacing("'", with: "''"))'" }
}

extension SQLiteLedger {
  /// All transactions of a coin and its predecessors, in ledger order; none if it has no
  /// predecessor.
  ///
  /// Its migrations carry over the `CarriedLots` of these.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func histories(joinedTo coinId: String) throws -> [Transaction] {
    try read(orElse: []) { try Migrations(db: $0.db, path: $0.path).histories(to: coinId) }
  }

  /// All coins that a coin was migrated from, over any number of steps, by id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func predecessors(of coinId: String) throws -> [String] {
    try read(orElse: []) { try Migrations(db: $0.db, path: $0.path).allPredecessors(of: coinId) }
  }

  /// The coins that took part in a migration, by id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func migratedCoins() throws -> [String] {
    try read(orElse: []) {
      try String.fetchAll(
        $0.db,
        sql: "SELECT DISTINCT coinId FROM ledgerTransaction WHERE kind = 'migrate' ORDER BY 1")
    }
  }

  /// All transactions of every coin that took part in a migration, in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func migratedHistories() throws -> [Transaction] {
    try read(orElse: []) { ledger in
      var transactions: [Transaction] = []
      try ledger.forEach(
        """
        WHERE coinId IN (SELECT coinId FROM ledgerTransaction WHERE kind = 'migrate')
        ORDER BY date, sequence
        """
      ) { transactions.append($0.transaction) }
      return transactions
    }
  }
}
