public import FoundationEssentials
import GRDB
public import Portfolio

extension SQLiteLedger {
  /// Applies a change completely, or throws and changes nothing.
  ///
  /// - Throws: `PortfolioError` if the change is refused, otherwise ``LedgerStoreError``.
  public func apply(_ change: LedgerChange, now: Date) throws {
    try apply(change, label: Self.label(of: change), clock: { now })
  }

  /// Applies a change completely, reporting the number of rows written.
  ///
  /// - Throws: The errors of ``apply(_:now:)``.
  public func apply(_ change: LedgerChange, now: Date, progress: (Int) -> Void) throws {
    try apply(change, label: Self.label(of: change), clock: { now }, progress: progress)
  }

  /// Applies a change computed from the ledger under the write lock.
  ///
  /// - Parameter change: Receives a closure that reads every transaction in ledger order.
  /// - Throws: The errors of ``apply(_:now:)``, and what `change` throws; nothing changes in that
  ///   case.
  public func apply(
    now: Date, progress: (Int) -> Void,
    _ change: (_ transactions: () throws -> [Transaction]) throws -> LedgerChange
  ) throws {
    try apply(label: "", clock: { now }, progress: progress) { try change($0.all) }
  }

  /// Applies a change completely, or throws and changes nothing.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - label: Its label in the journal, such as `buy`.
  ///   - clock: Returns the current time; called under the write lock.
  ///   - progress: Called with the number of rows written so far.
  /// - Throws: `PortfolioError` if the change is refused, otherwise ``LedgerStoreError``.
  public func apply(
    _ change: LedgerChange, label: String, clock: () -> Date, progress: (Int) -> Void = { _ in }
  ) throws {
    try apply(label: label, clock: clock, progress: progress) { _ in change }
  }

  private func apply(
    label: String, clock: () -> Date, progress: (Int) -> Void,
    _ change: (LedgerRows) throws -> LedgerChange
  ) throws {
    try write(existingOrNew) { ledger in
      switch try change(ledger) {
      case .add(let transactions):
        try ledger.add(
          label: label, now: clock(), expectedRows: transactions.count, progress: progress
        ) { add in
          for transaction in transactions { try add(transaction) }
        }
      case .edit(let transaction):
        _ = try ledger.replace(transaction, label: label, now: clock())
      case .delete(let id): try ledger.delete(id, label: label, now: clock())
      }
    }
  }

  /// Adds transactions as `rows` produces them, all or none.
  ///
  /// They are never all in memory at once.
  ///
  /// - Parameters:
  ///   - label: The change's label in the journal, such as `import trades.csv`.
  ///   - expectedRows: The approximate number; a large one makes adding faster.
  ///   - clock: Returns the current time; called under the write lock.
  ///   - progress: Called with the number of rows written so far.
  ///   - rows: Adds each transaction by calling `add`.
  /// - Throws: The errors of ``apply(_:now:)``, and what `rows` throws.
  public func add(
    label: String, expectedRows: Int = 0, clock: () -> Date, progress: (Int) -> Void = { _ in },
    _ rows: (_ add: (Transaction) throws -> Void) throws -> Void
  ) throws {
    try write(existingOrNew) {
      try $0.add(
        label: label, now: clock(), expectedRows: expectedRows, progress: progress, rows)
    }
  }

  /// Changes the rows of one event, under the write lock.
  ///
  /// - Parameters:
  ///   - id: One of its transactions.
  ///   - expected: The ledger state the caller has seen.
  ///   - label: The change's label in the journal.
  ///   - clock: Returns the current time; called under the write lock.
  ///   - change: Edits the rows: rows with an existing id are updated in place, missing ones
  ///     removed, others added.
  /// - Returns: The transaction before and after; equal if nothing changed.
  /// - Throws: `PortfolioError` if the change is refused, otherwise ``LedgerStoreError`` or what
  ///   `change` throws.
  @discardableResult
  public func edit(
    _ id: UUID, expecting expected: [Expectation] = [], label: String = "edit",
    clock: () -> Date, _ change: (inout [Transaction]) throws -> Void
  ) throws -> LedgerStep.Row {
    let row = try write(existing) { ledger in
      try ledger.require(expected)
      return try ledger.edit(id, label: label, now: clock(), change)
    }
    guard let row else { throw PortfolioError.transactionNotFound(id) }
    return row
  }

  /// Changes the rows of several events as one change.
  ///
  /// - Parameters:
  ///   - ids: A transaction or a move of each; several may be of one event.
  ///   - expected: The ledger state the caller has seen.
  ///   - label: The change's label in the journal.
  ///   - clock: Returns the current time; called under the write lock.
  ///   - change: Edits the rows of an event, given an index in `ids`; the outgoing half of a
  ///     transfer is its first move.
  /// - Returns: The events that changed.
  /// - Throws: `PortfolioError` if the change is refused, otherwise ``LedgerStoreError`` or what
  ///   `change` throws; nothing changes in that case.
  @discardableResult
  public func edit(
    events ids: [UUID], expecting expected: [Expectation], label: String = "edit",
    clock: () -> Date, _ change: (_ index: Int, _ event: inout RecordedEvent) throws -> Void
  ) throws -> [EventChange] {
    let changes = try write(existing) { ledger in
      try ledger.require(expected)
      return try ledger.edit(ids, label: label, now: clock(), change)
    }
    guard let changes else { throw LedgerStoreError.missing(path) }
    return changes
  }

  /// The rows of the same event as a transaction, including it, in the order of insertion; empty if
  /// there is no such transaction.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func event(of id: UUID) throws -> [Transaction] {
    try read(orElse: []) { ledger in
      try ledger.row(id).map { try ledger.event(of: $0).map(\.transaction) } ?? []
    }
  }

  /// Removes a transaction with the other rows of its event.
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - expected: The ledger state the caller has seen.
  ///   - label: The change's label in the journal.
  ///   - clock: Returns the current time; called under the write lock.
  /// - Returns: The removed rows, the transaction first.
  /// - Throws: `PortfolioError` if the change is refused, otherwise ``LedgerStoreError``.
  @discardableResult
  public func delete(
    _ id: UUID, expecting expected: [Expectation] = [], label: String = "delete",
    clock: () -> Date
  ) throws -> [Transaction] {
    let removed = try write(existing) { ledger in
      try ledger.require(expected)
      return try ledger.delete(id, label: label, now: clock())
    }
    guard let removed else { throw PortfolioError.transactionNotFound(id) }
    return removed
  }

  /// Adds transactions and moves as one change, all or none.
  ///
  /// - Throws: As ``apply(_:now:)``.
  public func add(
    _ transactions: [Transaction], moves: [Move], label: String, clock: () -> Date,
    progress: (Int) -> Void = { _ in }
  ) throws {
    guard !transactions.isEmpty || !moves.isEmpty else { return }
    try write(existingOrNew) { ledger in
      let now = clock()
      let last = try ledger.lastSequence(in: .moves)
      try ledger.named(try transactions.first?.storable(now: now)) {
        try ledger.change(label: label, now: now, expectedRows: transactions.count) { write in
          try write.add(transactions, progress: progress)
          try write.replace(
            try moves.enumerated().map { index, move in
              .added(MoveRow(sequence: last + 1 + index, move: try move.storable(now: now)))
            })
        }
      }
    }
  }

  private static func label(of change: LedgerChange) -> String {
    switch change {
    case .add(let transactions):
      transactions.count == 1 ? transactions[0].kind.rawValue : "add"
    case .edit: "edit"
    case .delete: "delete"
    }
  }
}

extension SQLiteLedger {
  /// Undoes the newest change not yet undone, whichever process made it.
  ///
  /// - Throws: `PortfolioError` if a history would break a rule, otherwise ``LedgerStoreError``.
  public func undo(now: Date) throws -> LedgerStep? { try step(.undo, now: now) }

  /// Redoes the last undone change, unless another change followed it.
  ///
  /// - Throws: The errors of ``undo(now:)``.
  public func redo(now: Date) throws -> LedgerStep? { try step(.redo, now: now) }

  /// Undoes these changes if they are the next ones to undo.
  ///
  /// - Parameters:
  ///   - expected: The marks from ``peekUndo(_:)``, newest change first.
  ///   - clock: Returns the current time; called under the write lock.
  /// - Returns: The effect of each, newest change first.
  /// - Throws: ``LedgerStoreError/changedMeanwhile`` if others are next, otherwise the errors of
  ///   ``undo(now:)``; none is undone in that case.
  public func undo(expecting expected: [ChangeMark], clock: () -> Date) throws -> [LedgerStep] {
    try steps(.undo, expected, clock: clock)
  }

  /// Redoes these changes if they are the next ones to redo.
  ///
  /// - Parameters:
  ///   - expected: The marks from ``peekRedo(_:)``, oldest change first.
  ///   - clock: Returns the current time; called under the write lock.
  /// - Returns: The effect of each, oldest change first.
  /// - Throws: The errors of ``undo(expecting:clock:)``; none is redone in that case.
  public func redo(expecting expected: [ChangeMark], clock: () -> Date) throws -> [LedgerStep] {
    try steps(.redo, expected, clock: clock)
  }

  private func steps(
    _ kind: JournalEntry.Kind, _ expected: [ChangeMark], clock: () -> Date
  ) throws -> [LedgerStep] {
    let steps = try write(existing) { ledger in
      let next = try Journal(db: ledger.db).next(kind, expected.count)
      guard next.map(\.mark) == expected else { throw LedgerStoreError.changedMeanwhile }
      let now = clock()
      return try next.map { try ledger.step($0, kind, now: now) }
    }
    guard let steps else { throw LedgerStoreError.changedMeanwhile }
    return steps
  }

  /// The change that ``undo(now:)`` would undo, or `nil`.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func peekUndo() throws -> PendingStep? { try peekUndo(1).first }

  /// The change that ``redo(now:)`` would redo, or `nil`.
  ///
  /// Any other change makes redoing impossible.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func peekRedo() throws -> PendingStep? { try peekRedo(1).first }

  /// At most `count` changes that can be undone, newest first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func peekUndo(_ count: Int) throws -> [PendingStep] { try peek(.undo, count) }

  /// At most `count` changes that can be redone, oldest first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func peekRedo(_ count: Int) throws -> [PendingStep] { try peek(.redo, count) }

  private func peek(_ kind: JournalEntry.Kind, _ count: Int) throws -> [PendingStep] {
    try read(orElse: []) { ledger in
      try Journal(db: ledger.db).next(kind, count).map { try PendingStep($0, in: ledger.db) }
    }
  }

  private func step(_ kind: JournalEntry.Kind, now: Date) throws -> LedgerStep? {
    let step = try write(existing) { ledger in
      try Journal(db: ledger.db).next(kind, 1).first.map { try ledger.step($0, kind, now: now) }
    }
    return step ?? nil
  }
}

extension LedgerRows {
  /// Writes a complete entry of the journal.
  ///
  /// - Returns: The entry's number.
  @discardableResult
  func change(
    _ kind: JournalEntry.Kind = .change, label: String, now: Date, target: Int? = nil,
    expectedRows: Int = 0, _ body: (LedgerWrite) throws -> Void
  ) throws -> Int {
    let write = try LedgerWrite(
      db, path: path, now: now.storable, kind: kind, label: label, target: target,
      expectedRows: expectedRows, following: following)
    try body(write)
    try write.finish()
    return write.sequence
  }

  fileprivate func add(
    label: String, now: Date, expectedRows: Int, progress: (Int) -> Void,
    _ rows: (_ add: (Transaction) throws -> Void) throws -> Void
  ) throws {
    var write: LedgerWrite?
    var count = 0
    var entered: Transaction?
    try withoutActuallyEscaping(progress) { progress in
      try rows { transaction in
        let storable = try transaction.storable(now: now)
        let open =
          try write
          ?? LedgerWrite(
            db, path: path, now: now.storable, kind: .change, label: label,
            expectedRows: expectedRows, following: following)
        write = open
        try open.add(storable)
        count += 1
        entered = count == 1 ? storable : nil
        progress(count)
      }
    }
    try named(entered) { try write?.finish() }
  }

  fileprivate func edit(
    _ id: UUID, label: String, now: Date, _ change: (inout [Transaction]) throws -> Void
  ) throws -> LedgerStep.Row {
    let row = try existing(id)
    let rows = try event(of: row)
    var edited = rows.map(\.transaction)
    try change(&edited)
    edited = try edited.map { try $0.storable(now: now) }
    guard let after = edited.first(where: { $0.id == id }) else {
      throw PortfolioError.transactionNotFound(id)
    }
    let (changed, added) = changes(from: rows, to: edited)
    if !changed.isEmpty || !added.isEmpty {
      try named(after) {
        try self.change(label: label, now: now) { write in
          try write.replace(changed)
          for row in added { try write.add(row) }
        }
      }
    }
    return LedgerStep.Row(before: row.transaction, after: after)
  }

  /// Changes a single transaction.
  fileprivate func replace(_ transaction: Transaction, label: String, now: Date) throws {
    _ = try edit(transaction.id, label: label, now: now) { rows in
      rows = rows.map { $0.id == transaction.id ? transaction : $0 }
    }
  }

  @discardableResult
  fileprivate func delete(_ id: UUID, label: String, now: Date) throws -> [Transaction] {
    let row = try existing(id)
    let rows = [row] + (try event(of: row).filter { $0.transaction.id != id })
    try change(label: label, now: now) {
      try $0.replace(rows.map { .transaction($0, to: nil) })
    }
    return rows.map(\.transaction)
  }

  /// The refusal of a sale being entered omits its date, unless later rows make it a past one.
  func named(_ entered: Transaction?, _ body: () throws -> Void) throws {
    do { try body() } catch PortfolioError.insufficientBalance(
      let coin, let owned, let attempted, let date, let kind)
    {
      let isEntered =
        try entered.map {
          try $0.type == .sell && $0.amount == attempted && $0.date == date
            && last(of: coin)?.id == $0.id
        } ?? false
      throw PortfolioError.insufficientBalance(
        coinId: coin, owned: owned, attempted: attempted, date: isEntered ? nil : date,
        kind: kind)
    }
  }
}

extension RowChange {
  /// The change of an existing transaction; `nil` removes it.
  ///
  /// - Parameter origin: Its new origin; `nil` keeps the current one.
  static func transaction(
    _ row: LedgerRow, to after: Transaction?, origin: RecordOrigin? = nil
  ) -> RowChange {
    RowChange(
      table: .transactions, sequence: row.sequence, before: row.values,
      after: after.map {
        LedgerRow(sequence: row.sequence, transaction: $0, origin: origin ?? row.origin).values
      })
  }

  /// The change of an existing move; `nil` removes it.
  ///
  /// - Parameter origin: Its new origin; `nil` keeps the current one.
  static func move(
    _ row: MoveRow, to after: Move?, origin: RecordOrigin? = nil
  ) -> RowChange {
    RowChange(
      table: .moves, sequence: row.sequence, before: row.values,
      after: after.map {
        MoveRow(sequence: row.sequence, move: $0, origin: origin ?? row.origin).values
      })
  }

  /// A new move.
  static func added(_ row: MoveRow) -> RowChange {
    RowChange(table: .moves, sequence: row.sequence, before: nil, after: row.values)
  }
}

/// Rows of several kinds to be written as one change.
public struct LedgerBatch: Equatable, Sendable {
  /// New transactions, in the order of insertion.
  public var transactions: [Transaction]
  /// New moves.
  public var moves: [Move]
  /// New values of existing moves, matched by id.
  public var changedMoves: [Move]
  /// New values of existing transactions, matched by id.
  public var changed: [Transaction]
  /// Existing transactions that others replace, matched by id.
  public var removed: [Transaction]
  /// Existing moves that others replace.
  public var removedMoves: [Move]
  /// Files, records and answers, and the origins of rows.
  public var evidence: EvidenceBatch
  /// The state a derivation saves for the next one: empty removes it, `nil` keeps the current one.
  ///
  /// A batch with nothing else is empty.
  public var derivationState: [UInt8]?

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

  /// Whether the batch changes or removes no transaction and no record of a file.
  var onlyAddsRows: Bool {
    changed.isEmpty && removed.isEmpty && evidence.removedFiles.isEmpty
      && evidence.files.allSatisfy { $0.number == nil }
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool {
    transactions.isEmpty && moves.isEmpty && changedMoves.isEmpty && changed.isEmpty
      && removed.isEmpty && removedMoves.isEmpty && evidence.isEmpty
  }
}

/// The ledger under the write lock; everything is read on demand.
public struct LedgerContents {
  let rows: LedgerRows
  /// The write's changes to transactions so far; `nil` if there are none, or too many to keep.
  var changes: TransactionChanges?
  /// The last rows to read; `nil` for all rows.
  var end: End?

  /// The last sequence numbers of the tables.
  struct End {
    let transactions: Int
    let moves: Int
    let records: Int

    init(_ rows: LedgerRows) throws {
      transactions = try rows.lastSequence(in: .transactions)
      moves = try rows.lastSequence(in: .moves)
      records = try rows.lastSequence(in: .records)
    }
  }

  /// The earliest date of a transaction that the user changed in this write, or of its record;
  /// `nil` if moves were changed or removed, or too many transactions changed to keep.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func firstChange() throws -> Date? {
    guard let changes else { return nil }
    let records = try changes.removed.compactMap { row in
      try row.origin.flatMap { origin in
        try Int.fetchOne(
          rows.db.cachedStatement(sql: "SELECT instant / 1000 FROM record WHERE sequence = ?"),
          arguments: [origin.record])
      }
    }
    return Date(millisecondsSince1970: records.reduce(changes.first, min))
  }

  /// The journal's newest entry, as ``SQLiteLedger/newestChange()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func newestChange() throws -> ChangeMark? { try Journal(db: rows.db).last()?.mark }

  /// The number of transactions.
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

  /// The fees of transfers, in ledger order.
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
  ///   - label: The change's label in the journal, such as `import trades.csv`.
  ///   - expected: The ledger state the caller has seen.
  ///   - clock: Returns the current time; called under the write lock.
  ///   - progress: Called with the number of transactions written so far.
  ///   - batch: Makes the batch from the ledger's contents.
  /// - Returns: The change's number in the journal; `nil` if the batch is empty.
  /// - Throws: The errors of ``apply(_:now:)``, and what `batch` throws; nothing changes in that
  ///   case.
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
      // Changed rows are found by indexes, which a large addition drops.
      let count = batch.onlyAddsRows ? batch.transactions.count : 0
      return try ledger.change(label: label, now: now, expectedRows: count) { write in
        try ledger.put(batch, into: write, now: now, progress: progress)
      }
    }
    return change ?? nil
  }
}

extension LedgerRows {
  /// Writes a batch.
  func put(
    _ batch: LedgerBatch, into write: LedgerWrite, now: Date, progress: (Int) -> Void = { _ in }
  ) throws {
    write.isDerivation()
    // The replacements have the same references.
    try write.replace(try removals(of: batch))
    let origins = try put(batch.evidence, into: write, now: now)
    try write.add(batch.transactions, origins: origins, progress: progress)
    try write.replace(try changes(of: batch, origins, now: now))
    if let state = batch.derivationState {
      try Meta(db: db).keepDerivation(state, of: write.sequence)
    }
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
      }) + (try halves(of: batch))
  }

  /// The changes to typed moves that are paired with moves of the batch.
  ///
  /// A derived half gets another id when another report counts, and an override keeps the pair.
  private func halves(of batch: LedgerBatch) throws -> [RowChange] {
    let present = batch.moves + batch.changedMoves
    let derived = Set((present + batch.removedMoves).map(\.id))
    var others: [UUID: UUID?] = [:]
    for move in batch.removedMoves {
      if let half = move.transfer, try self.move(half)?.move.transfer == move.id {
        others[half] = .some(nil)
      }
    }
    for move in present {
      if let half = move.transfer { others[half] = move.id }
    }
    return try others.sorted { $0.key.uuidString < $1.key.uuidString }.compactMap { half, other in
      guard !derived.contains(half), let row = try move(half), row.move.transfer != other
      else { return nil }
      var move = row.move
      move.transfer = other
      return .move(row, to: move)
    }
  }
}
