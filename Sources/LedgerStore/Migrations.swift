import FoundationEssentials
import GRDB
public import Portfolio

/// The coins that were renamed or replaced, and what they carried along (SPEC §3.17).
struct Migrations {
  let db: Database
  let path: String

  /// The coins that a coin became.
  func successors(of coinId: String) throws -> [String] { try joined(coinId, from: "sell") }

  /// The coins that a coin was before.
  fileprivate func predecessors(of coinId: String) throws -> [String] {
    try joined(coinId, from: "buy")
  }

  /// The coins that a coin was before, over any chain, by id.
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

  /// All transactions of a coin and of those it came from, in ledger order; none where it came from
  /// no other.
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

  /// The lots that a coin's migrations bring, under every method that is kept.
  func carried(to coinId: String) throws -> CarriedLots {
    CarriedLots(try histories(to: coinId), methods: CostBasis.stored)
  }
}

extension LedgerContents {
  /// Some coins with those that they were before or became, over any chain of migrations.
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
  /// The text as SQL writes it.
  fileprivate var quotedAsText: String { "'\(replacing("'", with: "''"))'" }
}

extension SQLiteLedger {
  /// All transactions of a coin and of those it came from by migrations, in ledger order; none
  /// where it came from no other.
  ///
  /// `CarriedLots` of them are what its migrations bring.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func histories(joinedTo coinId: String) throws -> [Transaction] {
    try read(orElse: []) { try Migrations(db: $0.db, path: $0.path).histories(to: coinId) }
  }

  /// The coins that a coin was before, over any chain of migrations, by id.
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
