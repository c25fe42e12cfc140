public import FoundationEssentials
import GRDB
public import Portfolio

/// Rows of several kinds that are written as one change.
public struct LedgerBatch: Equatable, Sendable {
  /// New transactions, in the order of insertion.
  public var transactions: [Transaction]
  /// New moves.
  public var moves: [Move]
  /// Moves of the ledger with their new values, found by their ids.
  public var changedMoves: [Move]
  /// Transactions of the ledger with their new values, found by their ids.
  public var changed: [Transaction]
  /// Transactions of the ledger that others replace, found by their ids.
  public var removed: [Transaction]
  /// Moves that others replace.
  public var removedMoves: [Move]
  /// Files, records and answers, and which records the rows come from.
  public var evidence: EvidenceBatch

  /// Makes a batch.
  public init(
    transactions: [Transaction] = [], moves: [Move] = [], changedMoves: [Move] = [],
    changed: [Transaction] = [], removed: [Transaction] = [], removedMoves: [Move] = [],
    evidence: EvidenceBatch = EvidenceBatch()
  ) {
    self.changed = changed
    self.transactions = transactions
    self.moves = moves
    self.changedMoves = changedMoves
    self.removed = removed
    self.removedMoves = removedMoves
    self.evidence = evidence
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool {
    transactions.isEmpty && moves.isEmpty && changedMoves.isEmpty && changed.isEmpty
      && removed.isEmpty && removedMoves.isEmpty && evidence.isEmpty
  }
}

/// The ledger under the write lock; nothing is read until asked for.
public struct LedgerContents {
  let rows: LedgerRows

  /// The journal's newest entry, as ``SQLiteLedger/newestChange()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func newestChange() throws -> ChangeMark? { try Journal(db: rows.db).last()?.mark }

  /// How many transactions there are.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func count() throws -> Int { try rows.count() }

  /// Every transaction in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions() throws -> [Transaction] { try rows.all() }

  /// Calls `body` with each transaction of a coin, in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransaction(
    of coinId: String, _ body: (Transaction) throws -> Void
  ) throws {
    try rows.forEach("WHERE coinId = ? ORDER BY date, sequence", [coinId]) {
      try body($0.transaction)
    }
  }

  /// What transfers cost, in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transferFees() throws -> [Transaction] {
    var fees: [Transaction] = []
    try rows.forEach("WHERE kind = 'fee' ORDER BY date, sequence") {
      if $0.transaction.isTransferFee { fees.append($0.transaction) }
    }
    return fees
  }

  /// Every move, oldest first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func moves() throws -> [Move] {
    var moves: [Move] = []
    try rows.forEachMove("ORDER BY date, sequence") { moves.append($0.move) }
    return moves
  }
}

extension SQLiteLedger {
  /// Writes a batch computed from the ledger under the write lock.
  ///
  /// - Parameters:
  ///   - label: What the journal calls the change, such as `import trades.csv`.
  ///   - expected: What the caller has seen of the ledger.
  ///   - clock: Gives the present instant; read under the write lock.
  ///   - progress: Called with the transactions written so far.
  ///   - batch: Makes the batch of the ledger's contents.
  /// - Returns: The change's place in the journal; `nil` where the batch is empty.
  /// - Throws: As ``apply(_:now:)``, and what `batch` throws; nothing is changed then.
  @discardableResult
  public func add(
    label: String, expecting expected: [Expectation] = [], clock: () -> Date,
    progress: (Int) -> Void = { _ in }, _ batch: (LedgerContents) throws -> LedgerBatch
  ) throws -> Int? {
    let change: Int?? = try write(existingOrNew) { ledger in
      try ledger.require(expected)
      let batch = try batch(LedgerContents(rows: ledger))
      guard !batch.isEmpty else { return nil }
      let now = clock()
      return try ledger.change(
        label: label, now: now, expectedRows: batch.transactions.count
      ) { write in
        try ledger.put(batch, into: write, now: now, progress: progress)
      }
    }
    return change ?? nil
  }
}

extension SQLiteLedger {
  /// Writes any number of transactions one by one, and a batch after them, as
  /// one change.
  ///
  /// - Parameters:
  ///   - label: What the journal calls the change, such as `import trades.csv`.
  ///   - expected: What the caller has seen of the ledger.
  ///   - expectedRows: About how many transactions there will be.
  ///   - clock: Gives the present instant; read under the write lock.
  ///   - rows: Adds each transaction by calling `add`, and returns the moves.
  /// - Returns: The change's place in the journal; `nil` where nothing was written.
  /// - Throws: As ``apply(_:now:)``, and what `rows` throws; nothing is changed then.
  @discardableResult
  public func add(
    label: String, expecting expected: [Expectation] = [], expectedRows: Int,
    clock: () -> Date,
    streaming rows: (LedgerContents, _ add: (Transaction) throws -> Void) throws -> LedgerBatch
  ) throws -> Int? {
    var change: Int?
    func add(_ ledger: LedgerRows) throws {
      try ledger.require(expected)
      let now = clock()
      var write: LedgerWrite?
      func opened() throws -> LedgerWrite {
        if let write { return write }
        let opened = try LedgerWrite(
          ledger.db, path: ledger.path, now: now.storable, kind: .change, label: label,
          expectedRows: expectedRows)
        write = opened
        return opened
      }
      let batch = try rows(LedgerContents(rows: ledger)) { transaction in
        try opened().add(try transaction.storable(now: now))
      }
      if !batch.isEmpty {
        try opened().isDerivation()
        let origins = try ledger.put(batch.evidence, into: try opened(), now: now)
        try opened().replace(try ledger.changes(of: batch, origins, now: now))
      }
      try write?.finish()
      change = write?.sequence
    }
    if try !found(add) { try write(existingOrNew, add) }
    return change
  }
}

extension LedgerRows {
  /// Writes a batch.
  func put(
    _ batch: LedgerBatch, into write: LedgerWrite, now: Date, progress: (Int) -> Void = { _ in }
  ) throws {
    write.isDerivation()
    // What replaces them has the same references.
    try write.replace(try removals(of: batch))
    let origins = try put(batch.evidence, into: write, now: now)
    for (index, transaction) in batch.transactions.enumerated() {
      try write.add(try transaction.storable(now: now), origin: origins[transaction.id])
      progress(index + 1)
    }
    try write.replace(try changes(of: batch, origins, now: now))
  }

  fileprivate func removals(of batch: LedgerBatch) throws -> [RowChange] {
    let transactions = try batch.removed.map { removed in
      let row = try existing(removed.id)
      return RowChange.transaction(row, to: nil)
    }
    let moves = try batch.removedMoves.map { removed in
      guard let row = try move(removed.id) else { throw LedgerStoreError.moveNotFound(removed.id) }
      return RowChange.move(row, to: nil)
    }
    return transactions + moves
  }

  fileprivate func changes(
    of batch: LedgerBatch, _ origins: [UUID: RecordOrigin], now: Date
  ) throws -> [RowChange] {
    let last = try lastSequence(in: .moves)
    let added = try batch.moves.enumerated().map { index, move in
      RowChange.added(
        MoveRow(
          sequence: last + 1 + index, move: try move.storable(now: now), origin: origins[move.id]))
    }
    let transactions = try batch.changed.map { changed in
      let row = try existing(changed.id)
      return RowChange.transaction(
        row, to: try changed.storable(now: now), origin: origins[changed.id])
    }
    return transactions + added
      + (try batch.changedMoves.map { changed in
        guard let row = try move(changed.id) else {
          throw LedgerStoreError.moveNotFound(changed.id)
        }
        return .move(row, to: try changed.storable(now: now), origin: origins[changed.id])
      })
  }
}
