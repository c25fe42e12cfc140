import Exact
public import FoundationEssentials
import GRDB
public import Portfolio
import Synchronization
import Threads

extension SQLiteLedger {
  /// Every transaction in ledger order; empty if there is no file.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions() throws -> [Transaction] {
    try read(orElse: []) { try $0.all() }
  }

  /// The transactions a query selects.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions(_ query: TransactionQuery) throws -> [Transaction] {
    var transactions: [Transaction] = []
    try forEachTransaction(query) { transactions.append($0) }
    return transactions
  }

  /// Calls `body` with each transaction a query selects.
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

  /// The number of transactions a query selects, ignoring its limit and offset.
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

  /// The transaction with that id, or `nil`.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transaction(_ id: UUID) throws -> Transaction? {
    try read(orElse: nil) { try $0.row(id)?.transaction }
  }

  /// The existing transactions among some ids.
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

  /// The transactions whose id begins with some hexadecimal digits, ignoring dashes and case.
  ///
  /// - Returns: At most `limit`, by id; none if the text cannot begin an id.
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

  /// Each coin's position, and the totals of closed cycles.
  ///
  /// Regardless of the number of transactions, this reads one small row per coin and one per
  /// selected closed cycle.
  ///
  /// - Parameter wanted: Which closed cycles to read.
  /// - Returns: The positions by coin id, and these cycles, oldest first for each coin.
  /// - Throws: ``LedgerStoreError``.
  public func positions(
    closed wanted: ClosedSelection = .none
  ) throws -> (summaries: [CoinPositionSummary], closed: PackedCycles) {
    try read(orElse: ([], [])) { ledger in
      let store = PositionStore(db: ledger.db, path: path)
      return (try store.summaries(), try store.closed(wanted))
    }
  }

  /// The number of changes made to this ledger so far.
  ///
  /// Every change increases it, and widget files record the version they were made from.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func version() throws -> Int {
    try read(orElse: 0) { try Meta(db: $0.db).integer("version") ?? 0 }
  }

  /// The name of the time zone whose days count for gains; `nil` if none is stored yet.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func taxZone() throws -> String? {
    try read(orElse: nil) { try Meta(db: $0.db).text(Meta.taxZone) }
  }

  /// Reads the ledger as of one instant.
  ///
  /// - Returns: What `body` returns; `nil` if there is no ledger.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func contents<Value>(_ body: (LedgerContents) throws -> Value) throws -> Value? {
    try read(orElse: nil) { try body(LedgerContents(rows: $0)) }
  }

  /// The balances of every account, by account and coin, from transactions and moves, without
  /// zeros.
  ///
  /// - Parameters:
  ///   - account: Only this account; `nil` for all, including rows without an account.
  ///   - coinIds: Only these coins; `nil` for all.
  ///   - end: The end of the last day included; `nil` for the present.
  /// - Throws: ``LedgerStoreError``.
  public func balances(
    of account: String? = nil, coinIds: [String]? = nil, before end: DayEnd? = nil
  ) throws -> [AccountBalance] {
    let placeholders = (coinIds ?? []).map { _ in "?" }.joined(separator: ", ")
    let parts = [
      account.map { _ in "account = ?" }, coinIds.map { _ in "coinId IN (\(placeholders))" },
      end.map { _ in "date < ? AND date IS NOT ?" },
    ].compactMap(\.self)
    let condition = parts.isEmpty ? "" : "WHERE \(parts.joined(separator: " AND "))"
    let arguments =
      (account.map { StatementArguments([$0]) } ?? StatementArguments())
      + StatementArguments(coinIds ?? [])
      + (end.map {
        [$0.instant.millisecondsSince1970, $0.nextDay?.millisecondsSince1970]
      } ?? StatementArguments())
    return try read(orElse: []) { ledger in
      var sums: [String?: [String: Quantity]] = [:]
      try ledger.forEachCounted(condition, arguments, withAccounts: true) { row in
        let row = row.transaction
        sums[row.account, default: [:]][row.coinId, default: 0] +=
          row.type.isAcquisition ? row.amount : -row.amount
      }
      try ledger.forEachMove(condition, arguments) { row in
        sums[row.move.account, default: [:]][row.move.coinId, default: 0] +=
          row.move.amount - row.move.fee
      }
      return sums.flatMap { account, coins in
        coins.filter { $0.value != 0 }
          .map { AccountBalance(account: account, coinId: $0.key, amount: $0.value) }
      }.sorted { ($0.account ?? "", $0.coinId) < ($1.account ?? "", $1.coinId) }
    }
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
  /// The names of accounts in transactions and moves, sorted.
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
    // Skip from one name to the next in the index, so that further rows of an account are not read.
    try String.fetchAll(
      db,
      sql: """
        WITH RECURSIVE named(account) AS (
          SELECT min(account) FROM ledgerTransaction WHERE account IS NOT NULL
          UNION ALL
          SELECT (SELECT min(account) FROM ledgerTransaction WHERE account > named.account)
          FROM named WHERE named.account IS NOT NULL)
        SELECT account FROM named WHERE account IS NOT NULL
        UNION SELECT account FROM ledgerMove ORDER BY account
        """)
  }
}

extension SQLiteLedger {
  /// The sequence numbers of a query's rows, in its order.
  ///
  /// A sorted or filtered list reads them once, at four bytes per row, and then each of its pages
  /// equally fast with ``transactions(at:)``. They are valid until ``dataVersion()`` changes.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func sequences(_ query: TransactionQuery) throws -> [Int32] {
    try read(orElse: []) { ledger in
      try query.addFunctions(to: ledger.db)
      let (condition, arguments) = query.condition
      return try ledger.sequences(
        in: .transactions, "\(condition) \(query.orderAndPage)", arguments)
    }
  }

  /// The transactions with some sequence numbers, in their order; missing ones are skipped.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions(at sequences: some Collection<Int32>) throws -> [Transaction] {
    try read(orElse: []) { ledger in
      var transactions: [Transaction] = []
      transactions.reserveCapacity(sequences.count)
      for sequence in sequences {
        try ledger.forEach("WHERE sequence = ?", [Int(sequence)]) {
          transactions.append($0.transaction)
        }
      }
      return transactions
    }
  }

  /// The sequence number of a transaction; `nil` if there is none with that id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func sequence(of id: UUID) throws -> Int32? {
    try read(orElse: nil) { ledger in
      try Int.fetchOne(
        ledger.db, sql: "SELECT sequence FROM ledgerTransaction WHERE id = ?",
        arguments: [Data(id.stored)]
      ).map(Int32.init(truncatingIfNeeded:))
    }
  }

  /// The number of rows of a query before a transaction; `nil` if the query does not select it.
  ///
  /// - Parameter query: In ledger order or its reverse; its limit and offset are ignored.
  /// - Throws: ``LedgerStoreError``.
  public func rowsBefore(_ id: UUID, in query: TransactionQuery) throws -> Int? {
    try read(orElse: nil) { ledger in
      guard let row = try ledger.row(id) else { return nil }
      try query.addFunctions(to: ledger.db)
      let (sql, arguments) = query.condition
      let condition = sql.isEmpty ? "WHERE" : "\(sql) AND"
      let key: StatementArguments = [row.transaction.date.millisecondsSince1970, row.sequence]
      let isThere = try Bool.fetchOne(
        ledger.db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM ledgerTransaction \(condition) (date, sequence) = (?, ?))
          """, arguments: arguments + key)
      guard isThere == true else { return nil }
      let comparison = query.order == .oldestFirst ? "<" : ">"
      return try Int.fetchOne(
        ledger.db,
        sql: """
          SELECT count(*) FROM ledgerTransaction \(condition) (date, sequence) \(comparison) (?, ?)
          """, arguments: arguments + key)
    }
  }
}

extension LedgerRows {
  /// The sequence numbers of the rows that a clause selects, in its order.
  func sequences(
    in table: LedgerTable, _ clause: String, _ arguments: StatementArguments
  ) throws -> [Int32] {
    let found = try Row.fetchCursor(
      db, sql: "SELECT sequence FROM \(table.name) \(clause)", arguments: arguments)
    var sequences: [Int32] = []
    while let row = try found.next() {
      sequences.append(Int32(truncatingIfNeeded: try row.required(0) as Int))
    }
    return sequences
  }
}

/// The sales that closed positions, read once per coin.
public final class ClosedCycles {
  private let ledger: SQLiteLedger
  private var closings: [String: [Closing]] = [:]

  /// Makes a cache for a ledger, which must not change while it is in use.
  public init(in ledger: SQLiteLedger) { self.ledger = ledger }

  /// The closed cycles of some transactions: the id of the closing sale by transaction id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func cycles(of transactions: [Transaction]) throws -> [UUID: UUID] {
    try ledger.read(orElse: [:]) { ledger in
      var cycles: [UUID: UUID] = [:]
      for row in transactions {
        let known = try closings[row.coinId] ?? ledger.closings(of: row.coinId)
        closings[row.coinId] = known
        if !known.isEmpty { cycles[row.id] = try ledger.closing(of: row, among: known)?.id }
      }
      return cycles
    }
  }
}

extension LedgerRows {
  /// The sale that closed a transaction's cycle.
  ///
  /// The sequence number is read only if a sale at the same instant closed a cycle.
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

/// A sale that closed a position, and its position in ledger order.
struct Closing {
  let id: UUID
  let date: Int
  let sequence: Int
}

extension [Closing] {
  /// The first one at or after a position in ledger order.
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

/// The number of a coin's transactions valued by a stablecoin or a daily price.
public struct EstimatedRows: Equatable, Sendable {
  /// All estimated transactions.
  public let all: Int
  /// Those that are purchases of the open cycle and affect the cost basis of the holding.
  public let held: Int
}

extension SQLiteLedger {
  /// The tickers of the stablecoins that count as dollars in this ledger.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func stablecoinsAsDollars() throws -> Set<String> {
    try read(orElse: []) { ledger in
      try String.fetchSet(
        ledger.db,
        sql: """
          SELECT DISTINCT paymentCurrency FROM ledgerTransaction
          WHERE \(LedgerSchema.isEstimated) AND valuationKind = ? AND paymentCurrency IS NOT NULL
          """, arguments: [Valuation.Kind.stablecoin.rawValue])
    }
  }

  /// The number of transactions of unknown worth: their coins count, their value does not.
  ///
  /// - Parameter coinIds: Only these coins; empty for all.
  /// - Throws: ``LedgerStoreError``.
  public func countOfUnknownWorth(coinIds: [String] = []) throws -> Int {
    try read(orElse: 0) { ledger in
      let placeholders = coinIds.map { _ in "?" }.joined(separator: ", ")
      return try Int.fetchOne(
        ledger.db,
        sql: "SELECT count(*) FROM ledgerTransaction WHERE \(LedgerSchema.isOfUnknownWorth)"
          + (coinIds.isEmpty ? "" : " AND coinId IN (\(placeholders))"),
        arguments: StatementArguments(coinIds)) ?? 0
    }
  }

  /// The rows whose dollar value is estimated, and the trades whose fee sale is one of them; both
  /// are found by indexes.
  private static let estimated = """
    SELECT coinId, type, date, sequence FROM ledgerTransaction WHERE \(LedgerSchema.isEstimated)
    UNION
    SELECT trade.coinId, trade.type, trade.date, trade.sequence
    FROM ledgerTransaction AS sale JOIN ledgerTransaction AS trade
      ON trade.link = sale.link AND trade.feeCurrency = sale.coinId AND trade.feeRate IS NOT NULL
    WHERE sale.kind = 'fee' AND sale.\(LedgerSchema.isEstimated)
    """

  /// The number of estimated transactions before an instant, of one coin or of all.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func estimatedCount(of coinId: String?, before end: Date) throws -> Int {
    try read(orElse: 0) { ledger in
      try Int.fetchOne(
        ledger.db,
        sql: "SELECT count(*) FROM (\(Self.estimated)) "
          + "WHERE date < ?1 AND (?2 IS NULL OR coinId = ?2)",
        arguments: [end.millisecondsSince1970, coinId]) ?? 0
    }
  }

  /// The coins with estimated transactions and their counts, read from a partial index.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func estimatedRows() throws -> [String: EstimatedRows] {
    try read(orElse: [:]) { ledger in
      let rows = try Row.fetchAll(
        ledger.db,
        sql: """
          WITH ending AS (
            SELECT closedPosition.coinId AS coinId, sale.date AS date, sale.sequence AS sequence
            FROM (SELECT coinId, max(number) AS number FROM closedPosition GROUP BY coinId) AS last
            JOIN closedPosition USING (coinId, number)
            JOIN ledgerTransaction AS sale ON sale.id = closedPosition.closingId)
          SELECT row.coinId, count(*),
            sum(row.type <> 'sell' AND (ending.coinId IS NULL
              OR (row.date, row.sequence) > (ending.date, ending.sequence)))
          FROM (\(Self.estimated)) AS row LEFT JOIN ending USING (coinId) GROUP BY row.coinId
          """)
      return Dictionary(
        try rows.map {
          (try $0.required(0), EstimatedRows(all: try $0.required(1), held: try $0.required(2)))
        },
        uniquingKeysWith: { first, _ in first })
    }
  }
}

extension SQLiteLedger {
  /// Calls `body` with the transactions of a query in ledger order, with only the fields that
  /// figures depend on: notes, account and reference are omitted.
  ///
  /// - Parameters:
  ///   - query: Which transactions; its order, limit and offset are ignored.
  ///   - withAccounts: Whether to include accounts.
  ///   - body: Receives each transaction.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransactionCounted(
    _ query: TransactionQuery, withAccounts: Bool = false,
    _ body: (Transaction) throws -> Void
  ) throws {
    try read(orElse: ()) { ledger in
      let (condition, arguments) = query.condition
      let clause = "\(condition) ORDER BY date, sequence"
      try ledger.forEachCounted(clause, arguments, withAccounts: withAccounts) {
        try body($0.transaction)
      }
    }
  }

  /// As ``forEachTransactionCounted(_:withAccounts:_:)``, but coin by coin, with accounts, and with
  /// each transaction's sequence number, which orders those of one instant.
  ///
  /// - Parameters:
  ///   - query: Which transactions; its order, limit and offset are ignored.
  ///   - coinIds: Only these coins; `nil` for all.
  ///   - span: Only coins traded in this time range; `nil` for all.
  ///   - counted: Makes the values that `body` receives, in the same order; it runs on the reading
  ///     thread, while `body` uses the previous values.
  ///   - body: Receives each coin's values in ledger order, coin by coin.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachRowByCoin(
    _ query: TransactionQuery, of coinIds: [String]? = nil, tradedIn span: Range<Date>? = nil,
    as counted: @escaping @Sendable (Transaction) -> Transaction = { $0 },
    _ body: (_ transaction: Transaction, _ order: Int) throws -> Void
  ) throws {
    try read(orElse: ()) { ledger in
      let traded = try span.map { try ledger.coins(tradedIn: $0, of: query.coinId) }
      let wanted = coinIds.map(Set.init)
      let coins = traded.map { $0.filter { wanted?.contains($0) ?? true } } ?? coinIds
      let queries =
        coins?.map { id in
          var query = query
          query.coinId = id
          return query
        } ?? [query]
      for query in queries {
        let (condition, arguments) = query.condition
        try ledger.forEachCounted(
          "\(condition) ORDER BY \(query.coinId == nil ? "coinId, " : "")date, sequence", arguments,
          withAccounts: true, as: counted
        ) { try body($0.transaction, $0.sequence) }
      }
    }
  }
}

extension LedgerRows {
  /// The coins with a transaction in a time range, by id; optionally only one of them.
  fileprivate func coins(tradedIn span: Range<Date>, of coinId: String?) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT coinId FROM position AS coin
        WHERE \(coinId == nil ? "?3 IS NULL" : "coinId = ?3") AND EXISTS (
          SELECT 1 FROM ledgerTransaction WHERE coinId = coin.coinId AND date >= ?1 AND date < ?2)
        ORDER BY coinId
        """,
      arguments: [
        span.lowerBound.millisecondsSince1970, span.upperBound.millisecondsSince1970, coinId,
      ])
  }

  /// The columns that figures depend on, at their indexes in ``LedgerTable/transactions``; the
  /// others are read as `NULL`, which is free.
  static let countedList = list(without: ["account"])
  private static let countedListWithAccounts = list(without: [])

  private static func list(without names: [String]) -> String {
    let absent = names + ["notes", "referenceSource", "referenceId", "valuationSource"]
    return LedgerTable.transactions.columns.map { column in
      absent.contains(column.name) ? "NULL" : column.name
    }.joined(separator: ", ")
  }

  func forEachCounted(
    _ clause: String, _ arguments: StatementArguments, withAccounts: Bool = false,
    as counted: @escaping @Sendable (Transaction) -> Transaction = { $0 },
    _ body: (LedgerRow) throws -> Void
  ) throws {
    try forEachAhead(
      withAccounts ? Self.countedListWithAccounts : Self.countedList, clause, arguments,
      as: counted, body)
  }

  /// Calls `body` with each transaction that a clause selects, reading the next ones meanwhile.
  ///
  /// - Parameters:
  ///   - list: The columns, at their indexes in ``LedgerTable/transactions``.
  ///   - counted: Makes the values that `body` receives, on the reading thread.
  func forEachAhead(
    _ list: String, _ clause: String, _ arguments: StatementArguments = [],
    as counted: @escaping @Sendable (Transaction) -> Transaction = { $0 },
    _ body: (LedgerRow) throws -> Void
  ) throws {
    let table = LedgerTable.transactions
    let location = LedgerStoreError.Location(path: path, table: table.name)
    let statement = try db.makeStatement(
      sql: "SELECT \(list) FROM \(table.name) \(clause)")
    try statement.setArguments(arguments)
    let rows = ReadAhead(statement) { columns in
      var row = try LedgerRow(columns, at: location)
      row.transaction = counted(row.transaction)
      return row
    }
    try rows.forEach(body)
  }
}

extension SQLiteLedger {
  /// Calls `body` with every transaction in ledger order, with only the fields compared with an
  /// import's rows: without payment, fee, valuation and price, and only notes that end in a
  /// bracket.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransactionCompared(_ body: (Transaction) throws -> Void) throws {
    try read(orElse: ()) { try $0.forEachCompared(body) }
  }

  /// Starts paging through the transactions from an instant onward.
  ///
  /// It uses a separate connection, so it can be read while this ledger is being written, and does
  /// not show uncommitted changes.
  public func pages(from date: Date) -> TransactionPages {
    TransactionPages(of: SQLiteLedger(path: path), from: date)
  }
}

extension LedgerContents {
  /// As ``SQLiteLedger/forEachTransactionCompared(_:)``.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransactionCompared(_ body: (Transaction) throws -> Void) throws {
    try rows.forEachCompared(body)
  }

  /// The transactions from an instant onward, in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions(since date: Date) throws -> [Transaction] {
    var transactions: [Transaction] = []
    try rows.forEach("WHERE date >= ? ORDER BY date, sequence", [date.millisecondsSince1970]) {
      transactions.append($0.transaction)
    }
    return transactions
  }
}

/// Transactions in ledger order, read page by page.
public final class TransactionPages: Sendable {
  private let ledger: SQLiteLedger
  private let key: Mutex<(date: Int, sequence: Int)>

  /// The page size.
  private static let size = 512

  fileprivate init(of ledger: SQLiteLedger, from date: Date) {
    self.ledger = ledger
    key = Mutex((date.millisecondsSince1970 - 1, Int.max))
  }

  /// The next transactions; empty after the last.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func next() throws -> [Transaction] {
    try key.withLock { key in
      let (date, sequence) = key
      let rows: [LedgerRow] = try ledger.read(orElse: []) { ledger in
        var rows: [LedgerRow] = []
        try ledger.forEach(
          "WHERE (date, sequence) > (?, ?) ORDER BY date, sequence LIMIT ?",
          [date, sequence, Self.size]
        ) { rows.append($0) }
        return rows
      }
      if let last = rows.last {
        key = (last.transaction.date.millisecondsSince1970, last.sequence)
      }
      return rows.map(\.transaction)
    }
  }
}

extension LedgerRows {
  /// The columns compared for all transactions, at their indexes in ``LedgerTable/transactions``.
  private static let comparedList = LedgerTable.transactions.columns.map { column in
    switch column.name {
    case "pricePerCoin": "'0'"
    case "notes": "CASE WHEN notes LIKE '%]' THEN notes END"
    case "feeAmount": "CASE WHEN feeRate IS NOT NULL THEN feeAmount END"
    case "paymentAmount", "paymentCurrency", "valuationKind", "valuationRate", "valuationSource",
      "valuationDay":
      "NULL"
    default: column.name
    }
  }.joined(separator: ", ")

  fileprivate func forEachCompared(_ body: (Transaction) throws -> Void) throws {
    try forEachAhead(Self.comparedList, "ORDER BY date, sequence") { try body($0.transaction) }
  }
}

extension SQLiteLedger {
  /// The digest of each coin's rows, in hexadecimal, and their number.
  ///
  /// Data derived from the rows and stored outside the ledger is valid while the digest is the
  /// same.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func digests() throws -> [(coinId: String, digest: String, rowCount: Int)] {
    try read(orElse: []) { ledger in
      try Row.fetchAll(
        ledger.db, sql: "SELECT coinId, digest, rowCount FROM position ORDER BY coinId"
      ).map {
        (try $0.required(0), (try $0.required(1) as Data).hexadecimalText, try $0.required(2))
      }
    }
  }
}

/// One entry of the journal, for a list.
public struct LoggedChange: Equatable, Sendable {
  /// What an entry represents.
  public enum Kind: Equatable, Sendable {
    /// The rows from before the journal began.
    case start
    /// A change.
    case change
    /// The undoing of the change with that number.
    case undo(Int)
    /// The redoing of the change with that number.
    case redo(Int)
  }

  /// What it represents.
  public let kind: Kind
  /// Whether it is a change that was undone.
  public let isUndone: Bool
  /// Its counts, label, time and mark.
  public let step: PendingStep
}

extension SQLiteLedger {
  /// The journal's entries, newest first.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of entries.
  ///   - isIncluded: Selects entries by the time at which they were made, or `nil` if unknown.
  /// - Throws: ``LedgerStoreError``.
  public func log(
    limit: Int = 100, where isIncluded: (Date?) -> Bool = { _ in true }
  ) throws -> [LoggedChange] {
    try read(orElse: []) { ledger in
      let rows = try Row.fetchCursor(
        ledger.db, sql: "SELECT \(JournalEntry.columns) FROM change ORDER BY sequence DESC")
      var entries: [JournalEntry] = []
      while entries.count < limit, let row = try rows.next() {
        let entry = try JournalEntry(reading: row)
        if isIncluded(entry.date.map { Date(millisecondsSince1970: $0) }) { entries.append(entry) }
      }
      return try entries.map { entry in
        LoggedChange(
          kind: .init(entry), isUndone: entry.state == .undone || entry.state == .dropped,
          step: try PendingStep(entry, in: ledger.db))
      }
    }
  }

  /// The journal's newest entry, or `nil`.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func newestChange() throws -> ChangeMark? {
    try read(orElse: nil) { try Journal(db: $0.db).last()?.mark }
  }
}

extension LoggedChange.Kind {
  fileprivate init(_ entry: JournalEntry) {
    self =
      switch entry.kind {
      case .start: .start
      case .change: .change
      case .undo: .undo(entry.target ?? 0)
      case .redo: .redo(entry.target ?? 0)
      }
  }
}
