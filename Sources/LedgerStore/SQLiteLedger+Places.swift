public import FoundationEssentials
import GRDB
public import Portfolio

extension SQLiteLedger {
  /// The places in the ledger of a query's rows, in its order.
  ///
  /// A list that is sorted or filtered reads them once, four bytes a row, and then its pages by
  /// ``transactions(at:)``, each as fast as the first. They hold until ``dataVersion()`` changes.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func places(_ query: TransactionQuery) throws -> [Int32] {
    try read(orElse: []) { ledger in
      try query.addFunctions(to: ledger.db)
      let (condition, arguments) = query.condition
      return try ledger.places(
        in: .transactions, "\(condition) \(query.orderAndPage)", arguments)
    }
  }

  /// The transactions at some places, in their order; those that are gone are left out.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions(at places: some Collection<Int32>) throws -> [Transaction] {
    try read(orElse: []) { ledger in
      var transactions: [Transaction] = []
      transactions.reserveCapacity(places.count)
      for place in places {
        try ledger.forEach("WHERE sequence = ?", [Int(place)]) {
          transactions.append($0.transaction)
        }
      }
      return transactions
    }
  }

  /// Where in the ledger a transaction is; `nil` where there is none of that id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func place(of id: UUID) throws -> Int32? {
    try read(orElse: nil) { ledger in
      try Int.fetchOne(
        ledger.db, sql: "SELECT sequence FROM ledgerTransaction WHERE id = ?",
        arguments: [Data(id.stored)]
      ).map(Int32.init(truncatingIfNeeded:))
    }
  }

  /// How many rows of a query come before a transaction; `nil` where the query does not find it.
  ///
  /// - Parameter query: In the ledger's order or its reverse; its limit and offset do not count.
  /// - Throws: ``LedgerStoreError``.
  public func rowsBefore(_ id: UUID, in query: TransactionQuery) throws -> Int? {
    try read(orElse: nil) { ledger in
      guard let row = try ledger.row(id) else { return nil }
      try query.addFunctions(to: ledger.db)
      let (sql, arguments) = query.condition
      let condition = sql.isEmpty ? "WHERE" : "\(sql) AND"
      let place: StatementArguments = [row.transaction.date.millisecondsSince1970, row.sequence]
      let isThere = try Bool.fetchOne(
        ledger.db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM ledgerTransaction \(condition) (date, sequence) = (?, ?))
          """, arguments: arguments + place)
      guard isThere == true else { return nil }
      let comparison = query.order == .oldestFirst ? "<" : ">"
      return try Int.fetchOne(
        ledger.db,
        sql: """
          SELECT count(*) FROM ledgerTransaction \(condition) (date, sequence) \(comparison) (?, ?)
          """, arguments: arguments + place)
    }
  }
}

extension LedgerRows {
  /// The places of the rows that a clause selects, in its order.
  func places(
    in table: LedgerTable, _ clause: String, _ arguments: StatementArguments
  ) throws -> [Int32] {
    let found = try Row.fetchCursor(
      db, sql: "SELECT sequence FROM \(table.name) \(clause)", arguments: arguments)
    var places: [Int32] = []
    while let row = try found.next() {
      places.append(Int32(truncatingIfNeeded: try row.required(0) as Int))
    }
    return places
  }
}
