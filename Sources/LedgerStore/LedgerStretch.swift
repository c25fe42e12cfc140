public import Exact
public import FoundationEssentials
import GRDB
public import Portfolio

/// Reads time ranges of a ledger by indexes.
extension LedgerContents {
  /// The transactions in ledger order, with the origins of derived ones.
  ///
  /// - Parameters:
  ///   - date: The start; `nil` for all.
  ///   - end: The end, exclusive; `nil` for all.
  /// - Throws: ``LedgerStoreError``.
  public func transactionsWithOrigins(
    from date: Date? = nil, until end: Date? = nil
  ) throws -> [(row: Transaction, origin: RecordOrigin?)] {
    var found: [(Transaction, RecordOrigin?)] = []
    try forEachRow(from: date, until: end) { found.append(($0.transaction, $0.origin)) }
    return found
  }

  /// Calls `body` with each transaction in a time range, in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransaction(
    from date: Date, until end: Date, _ body: (Transaction) throws -> Void
  ) throws {
    try forEachRow(from: date, until: end) { try body($0.transaction) }
  }

  private func forEachRow(
    from date: Date?, until end: Date?, _ body: (LedgerRow) throws -> Void
  ) throws {
    try rows.forEach(
      "WHERE date >= ? AND date < ? AND sequence <= ? ORDER BY date, sequence",
      [
        date?.millisecondsSince1970 ?? Int.min, end?.millisecondsSince1970 ?? Int.max,
        self.end?.transactions ?? Int.max,
      ], body)
  }

  /// The moves, oldest first, with the origins of derived ones.
  ///
  /// - Parameters:
  ///   - date: The start; `nil` for all.
  ///   - end: The end, exclusive; `nil` for all.
  /// - Throws: ``LedgerStoreError``.
  public func movesWithOrigins(
    from date: Date? = nil, until end: Date? = nil
  ) throws -> [(row: Move, origin: RecordOrigin?)] {
    var found: [(Move, RecordOrigin?)] = []
    try rows.forEachMove(
      "WHERE date >= ? AND date < ? AND sequence <= ? ORDER BY date, sequence",
      [
        date?.millisecondsSince1970 ?? Int.min, end?.millisecondsSince1970 ?? Int.max,
        self.end?.moves ?? Int.max,
      ]
    ) { found.append(($0.move, $0.origin)) }
    return found
  }

  /// The number of transactions and moves that are derived from records.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func derivedRowCount() throws -> Int {
    try Int.fetchOne(
      rows.db,
      sql: """
        SELECT (SELECT count(*) FROM ledgerTransaction WHERE record IS NOT NULL)
          + (SELECT count(*) FROM ledgerMove WHERE record IS NOT NULL)
        """) ?? 0
  }

  /// The records that cannot be read without an answer.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func unreadableRecords() throws -> [StoredRecord] {
    var records: [StoredRecord] = []
    try rows.forEachRecord(
      "WHERE \(LedgerSchema.isOpen) AND state = 'asks' AND facts IS NULL ORDER BY file, line", []
    ) {
      records.append($0)
    }
    return records
  }

  /// Calls `body` with each record that has facts of some scopes in a time range.
  ///
  /// - Parameters:
  ///   - scopes: As ``NewRecord/Facts/scope``.
  ///   - instant: The first instant, in microseconds since 1970.
  ///   - end: The end, exclusive.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachRecord(
    of scopes: some Sequence<String>, from instant: Int64, until end: Int64 = .max,
    _ body: (StoredRecord) throws -> Void
  ) throws {
    for scope in scopes {
      try rows.forEachRecord(
        """
        WHERE scope = CAST(? AS TEXT) AND instant >= ? AND instant < ? AND sequence <= ?
        ORDER BY file, line, sequence
        """, [Data(scope.utf8), instant, end, self.end?.records ?? Int.max], body)
    }
  }

  /// Instants that divide the records of some scopes, in order, in microseconds since 1970.
  ///
  /// - Parameters:
  ///   - scopes: As ``NewRecord/Facts/scope``.
  ///   - count: The number of a scope's records between two of its instants.
  /// - Throws: ``LedgerStoreError``.
  public func instants(of scopes: some Sequence<String>, every count: Int) throws -> [Int64] {
    let statement = try rows.db.makeStatement(
      sql: """
        SELECT instant FROM record WHERE scope = CAST(?1 AS TEXT) AND instant > ?2
        ORDER BY instant LIMIT 1 OFFSET ?3
        """)
    var instants: [Int64] = []
    for scope in scopes {
      var last = Int64.min
      while let next = try Int64.fetchOne(
        statement, arguments: [Data(scope.utf8), last, count - 1])
      {
        instants.append(next)
        last = next
      }
    }
    return instants.sorted()
  }

  /// Whether version 1.0 imported rows that were deleted or are not linked to a file yet.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func hasRowsOfVersionOne() throws -> Bool {
    let isThere = try Bool.fetchOne(
      rows.db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM ledgerTransaction
            WHERE referenceId IS NOT NULL AND record IS NULL)
          OR EXISTS (SELECT 1 FROM ledgerMove WHERE referenceId IS NOT NULL AND record IS NULL)
        """)
    return try isThere ?? false || !originalRows().deletedReferences.isEmpty
  }

  /// The number of records that wait for an answer, or cannot be read without one.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func waitingCount() throws -> Int {
    try Int.fetchOne(
      rows.db, sql: "SELECT count(*) FROM record WHERE \(LedgerSchema.isOpen)") ?? 0
  }

  /// Calls `body` with each record before an instant that waits for an answer.
  ///
  /// - Parameters:
  ///   - instant: In microseconds since 1970.
  ///   - kinds: The first words of the questions that it waits for; all if empty.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachWaitingRecord(
    before instant: Int64, on kinds: [String] = [], _ body: (StoredRecord) throws -> Void
  ) throws {
    let isOfKind = kinds.map { _ in "reason LIKE ?" }.joined(separator: " OR ")
    try rows.forEachRecord(
      """
      WHERE \(LedgerSchema.isOpen) AND state = 'waits' AND instant < ?
      \(kinds.isEmpty ? "" : "AND (\(isOfKind))") ORDER BY instant
      """,
      StatementArguments([instant]) + StatementArguments(kinds.map { "\($0)|%" }), body)
  }

  /// Whether there is a transaction or a move with that id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func hasRow(_ id: UUID) throws -> Bool {
    try Bool.fetchOne(
      try rows.db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM ledgerTransaction WHERE id = ?1 AND sequence <= ?2)
            OR EXISTS (SELECT 1 FROM ledgerMove WHERE id = ?1 AND sequence <= ?3)
          """),
      arguments: [Data(id.stored), end?.transactions ?? Int.max, end?.moves ?? Int.max]) ?? false
  }

  /// The other half of a move's transfer.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func partner(ofMove id: UUID) throws -> UUID? { try rows.move(id)?.move.transfer }

  /// Each coin's balance before a date.
  ///
  /// - Parameter last: All transactions from that date on, in ledger order.
  /// - Returns: `nil` if the stored positions do not determine it exactly.
  /// - Throws: ``LedgerStoreError``.
  public func balances(
    before date: Date, of last: [Transaction]
  ) throws -> [String: Quantity]? {
    // The stored positions are those from before the change.
    guard let changes else { return try balances(before: last) }
    var old = changes.removed.filter { $0.transaction.date >= date }
    try forEachRow(from: date, until: nil) { row in
      if !changes.inserted.contains(row.sequence) { old.append(row) }
    }
    return try balances(before: old.sorted { $0.sortKey < $1.sortKey }.map(\.transaction))
  }

  /// Each coin's balance before the last transactions that the positions include.
  private func balances(before last: [Transaction]) throws -> [String: Quantity]? {
    let store = PositionStore(db: rows.db, path: rows.path)
    var balances: [String: Quantity] = [:]
    for summary in try store.summaries() {
      balances[summary.coinId] = summary.open?.exact.balance ?? .zero
    }
    var counts: [String: Int] = [:]
    for row in last.reversed() {
      guard let after = balances[row.coinId] else { return nil }
      guard !row.type.isAcquisition else {
        balances[row.coinId] = after - row.amount
        continue
      }
      balances[row.coinId] = after + row.amount
      guard after.isZero else { continue }
      // A sale that closes a position also removes the remainder within the tolerance.
      let count = counts[row.coinId] ?? 0
      guard let cycle = try store.closed(row.coinId, before: count), cycle.closingID == row.id
      else {
        return nil
      }
      counts[row.coinId] = count + 1
      balances[row.coinId] = row.amount + cycle.cycle.exact.balance
    }
    return balances
  }

  /// The state saved by the last derivation; `nil` if there is none, or if rows were undone or
  /// redone since, which other programs may have derived.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func derivationState() throws -> [UInt8]? {
    try Meta(db: rows.db).derivation().map { Array($0.state) }
  }
}

extension Meta {
  /// The key of the state that a derivation saves for the next one.
  static let derivation = "derivation"

  fileprivate func derivation() throws -> KeptDerivation? {
    try data(Self.derivation).flatMap { KeptDerivation(bytes: $0) }
  }

  /// Saves a derivation's state for the next one; an empty state removes it.
  ///
  /// - Parameter change: The number of the derivation's change.
  func keepDerivation(_ state: [UInt8], of change: Int) throws {
    guard !state.isEmpty else { return try forgetDerivation() }
    let kept = try derivation()
    guard kept?.state != Data(state) else { return }
    try keep(KeptDerivation(state: Data(state), change: change, before: kept?.state ?? Data()))
  }

  /// Restores the state from before a change that is undone; removes it if it is not known.
  ///
  /// - Parameter undoing: The number of the change that undoes it.
  func undoDerivation(of change: Int, undoing: Int) throws {
    guard let kept = try derivation(), change >= kept.change else { return try forgetDerivation() }
    // A later change did not save another state.
    guard change == kept.change else { return }
    guard !kept.before.isEmpty else { return try forgetDerivation() }
    try keep(KeptDerivation(state: kept.before, change: undoing, before: Data()))
  }

  private func keep(_ derivation: KeptDerivation) throws {
    try set(Self.derivation, derivation.bytes)
  }

  func forgetDerivation() throws {
    try db.execute(sql: "DELETE FROM meta WHERE name = ?", arguments: [Self.derivation])
  }
}

/// A saved state and the one before it.
private struct KeptDerivation {
  let state: Data
  /// The number of the change that saved it; no change since saved another.
  let change: Int
  /// The state before that change; empty if there was none or it is not known.
  let before: Data

  /// The change's number, the length of the state before, that state, and the state.
  var bytes: Data { Data("\(change)\0\(before.count)\0".utf8) + before + state }
}

extension KeptDerivation {
  /// Reads ``bytes``; `nil` for anything else.
  init?(bytes: Data) {
    let fields = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, let change = Int(String(decoding: fields[0], as: UTF8.self)),
      let count = Int(String(decoding: fields[1], as: UTF8.self)), count >= 0,
      count <= fields[2].count
    else { return nil }
    let (before, state) = (fields[2].prefix(count), fields[2].dropFirst(count))
    self.init(state: Data(state), change: change, before: Data(before))
  }
}
