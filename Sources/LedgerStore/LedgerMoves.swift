public import Exact
public import FoundationEssentials
import GRDB
public import Portfolio

/// The amount of a coin in an account.
public struct AccountBalance: Equatable, Sendable {
  /// The account; `nil` for transactions without an account.
  public let account: String?
  /// The coin's id.
  public let coinId: String
  /// The amount of coins; negative if some are missing.
  public let amount: Quantity

  /// Makes a balance.
  public init(account: String?, coinId: String, amount: Quantity) {
    self.account = account
    self.coinId = coinId
    self.amount = amount
  }
}

/// Selects moves.
public struct MoveQuery: Equatable, Sendable {
  /// Only this coin.
  public var coinId: String?
  /// Only this account.
  public var account: String?
  /// Only moves that are not part of a transfer.
  public var isOpen: Bool
  /// Only transfers, deposits or withdrawals.
  public var kind: TransactionKind?

  /// Makes a query; by default it selects all moves.
  public init(
    coinId: String? = nil, account: String? = nil, isOpen: Bool = false,
    kind: TransactionKind? = nil
  ) {
    self.coinId = coinId
    self.account = account
    self.isOpen = isOpen
    self.kind = kind
  }
}

/// The moves of a ledger: deposits to accounts and withdrawals from them.
public struct LedgerMoves: Sendable {
  let ledger: SQLiteLedger

  private var path: String { ledger.path }

  /// Adds moves, all or none.
  ///
  /// - Throws: `PortfolioError` for a move that cannot be stored, ``LedgerStoreError`` otherwise.
  public func add(_ moves: [Move], label: String = "move", clock: () -> Date) throws {
    guard !moves.isEmpty else { return }
    try ledger.write(ledger.existingOrNew) { ledger in
      let now = clock()
      let last = try ledger.lastSequence(in: .moves)
      let rows = try moves.enumerated().map { index, move in
        RowChange.added(MoveRow(sequence: last + 1 + index, move: try move.storable(now: now)))
      }
      try ledger.change(label: label, now: now) { try $0.replace(rows) }
    }
  }

  /// The moves a query selects, oldest first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func all(_ query: MoveQuery = MoveQuery()) throws -> [Move] {
    try ledger.read(orElse: []) { ledger in
      var moves: [Move] = []
      // Named directly, the coin is found by its index.
      let coin = query.coinId == nil ? "?1 IS NULL" : "coinId = ?1"
      try ledger.forEachMove(
        """
        WHERE \(coin) AND (?2 IS NULL OR account = ?2)
          AND (NOT ?3 OR transfer IS NULL) ORDER BY date, sequence
        """, [query.coinId, query.account, query.isOpen]
      ) { if query.kind == nil || query.kind == $0.move.kind { moves.append($0.move) } }
      return moves
    }
  }

  /// The digest of each coin's moves, in hexadecimal, and their number.
  ///
  /// Data derived from the moves and stored outside the ledger is valid while the digest is the
  /// same.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func digests() throws -> [String: (digest: String, rowCount: Int)] {
    try ledger.read(orElse: [:]) { ledger in
      Dictionary(
        uniqueKeysWithValues: try MoveDigests.all(ledger.db).map {
          ($0.coinId, ($0.digest.bytes.hexadecimalText, $0.rowCount))
        })
    }
  }

  /// Splits a transfer, given by either of its moves, into two open moves.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func unpair(
    _ move: UUID, expecting expected: [Expectation] = [], label: String = "unpair",
    clock: () -> Date
  ) throws {
    try change(label: label, clock: clock) { ledger in
      try ledger.require(expected)
      let row = try ledger.existingMove(move)
      let other = try row.move.transfer.flatMap { try ledger.move($0) }
      return [row, other].compactMap { $0 }.filter { $0.move.transfer != nil }.map { row in
        var open = row.move
        open.transfer = nil
        return .move(row, to: open)
      }
    }
  }

  /// Deletes a move and its fee; the other half of a transfer becomes open.
  ///
  /// - Parameter deletesOther: Whether to delete the other half too.
  /// - Throws: ``LedgerStoreError``.
  public func delete(
    _ id: UUID, deletesOther: Bool = false, expecting expected: [Expectation] = [],
    label: String = "delete move", clock: () -> Date
  ) throws {
    try change(label: label, clock: clock) { ledger in
      try ledger.require(expected)
      let row = try ledger.existingMove(id)
      let other = try row.move.transfer.flatMap { try ledger.move($0) }
      let fees = try ledger.rows(linkedTo: id)
      return [.move(row, to: nil)]
        + ledger.changes(from: fees, to: []).changed
        + [other].compactMap { $0 }.map { row in
          var open = row.move
          open.transfer = nil
          return .move(row, to: deletesOther ? nil : open)
        }
    }
  }

  /// A move with the other half of its transfer, the outgoing half first, and the sale of its fee.
  ///
  /// - Throws: ``LedgerStoreError/moveNotFound(_:)``, otherwise ``LedgerStoreError``.
  public func event(of id: UUID) throws -> RecordedEvent {
    let event = try ledger.read(orElse: RecordedEvent?.none) { ledger in
      try ledger.storedEvent(ofMove: id).event
    }
    guard let event else { throw LedgerStoreError.moveNotFound(id) }
    return event
  }

  private func change(
    label: String, clock: () -> Date, _ changes: (LedgerRows) throws -> [RowChange]
  ) throws {
    let isThere: Void? = try ledger.write(ledger.existing) { ledger in
      let rows = try changes(ledger)
      guard !rows.isEmpty else { return }
      try ledger.change(label: label, now: clock()) { try $0.replace(rows) }
    }
    guard isThere != nil else { throw LedgerStoreError.missing(path) }
  }
}

/// How the user explains an open move.
public enum MoveAnswer: Equatable, Sendable {
  /// Separate purchases, sales or gifts that replace the move.
  case transactions([Transaction])
  /// The other half of a transfer; its fee is a loss.
  case transfer(Move)
}

extension LedgerMoves {
  /// Explains an open move, in one change.
  ///
  /// - Parameters:
  ///   - id: The move.
  ///   - expected: The ledger state the caller has seen.
  ///   - label: The change's label in the journal.
  ///   - counted: Adjusts the transaction of a transfer fee.
  ///   - clock: Returns the current time; called under the write lock.
  ///   - answer: Makes the answer from the move and the ledger, under the write lock.
  /// - Throws: `PortfolioError` for a refused transaction, otherwise ``LedgerStoreError``, or what
  ///   `answer` throws; nothing changes in that case.
  public func answer(
    _ id: UUID, expecting expected: [Expectation] = [], label: String,
    counted: (Transaction) -> Transaction = { $0 }, clock: () -> Date,
    _ answer: (Move, LedgerContents) throws -> MoveAnswer
  ) throws {
    let isThere: Void? = try ledger.write(ledger.existing) { ledger in
      try ledger.require(expected)
      guard let row = try ledger.move(id) else { throw LedgerStoreError.moveNotFound(id) }
      guard row.move.transfer == nil else { throw LedgerStoreError.notATransfer }
      let now = clock()
      var event = RecordedEvent()
      // A fee recorded with the move is part of the move.
      let fees = try ledger.rows(linkedTo: row.move.id).filter { fee in
        fee.transaction.isTransferFee && fee.transaction.coinId == row.move.coinId
      }
      var move = row.move
      move.fee = fees.reduce(move.fee) { $0 + $1.transaction.amount }.withinExactDigits
      var gone: [RowChange] = []
      switch try answer(move, LedgerContents(rows: ledger)) {
      case .transactions(let added):
        event.transactions = added
        gone = fees.map { .transaction($0, to: nil) }
      case .transfer(var other):
        var half = row.move
        var fee = half.takeFee()
        if half.amount < 0 { fee?.link = half.id }
        half.transfer = other.id
        other.transfer = half.id
        event.moves = [half, other]
        event.transactions = [fee].compactMap { $0.map(counted) }
      }
      event.transactions = try event.transactions.map { try $0.storable(now: now) }
      event.moves = try event.moves.map { try $0.storable(now: now) }
      try ledger.change(label: label, now: now) { write in
        try write.replace(gone)
        try write.explain(row, as: event)
      }
    }
    guard isThere != nil else { throw LedgerStoreError.missing(path) }
  }
}

extension LedgerMoves {
  /// Makes one transfer of a withdrawal and a deposit.
  ///
  /// Coins that did not arrive, and the fees of both moves, are sold for nothing, unless a fee of
  /// the same amount was recorded with the withdrawal; the withdrawal's amount becomes the amount
  /// that arrived. If the withdrawal has a fee in its own coin, that fee grows instead, because a
  /// transfer has only one. If one of the moves is half of a transfer whose other half an answer
  /// made, the other move replaces that half.
  ///
  /// - Parameter counted: Adjusts the transaction of a transfer fee.
  /// - Returns: The coins that did not arrive, fees included.
  /// - Throws: ``LedgerStoreError/notATransfer`` for moves that cannot be one, `PortfolioError` if
  ///   the ledger lacks the coins that did not arrive.
  @discardableResult
  public func pair(
    _ withdrawal: UUID, _ deposit: UUID, expecting expected: [Expectation] = [],
    label: String = "pair", counted: (Transaction) -> Transaction = { $0 }, clock: () -> Date
  ) throws -> Quantity {
    let lost: Quantity? = try ledger.write(ledger.existing) { ledger in
      try ledger.require(expected)
      let (out, into) = (try ledger.existingMove(withdrawal), try ledger.existingMove(deposit))
      let made = try [
        ledger.answeredHalf(of: out.move, like: into.move),
        ledger.answeredHalf(of: into.move, like: out.move),
      ].compactMap(\.self)
      guard out.move.mayArrive(as: into.move), !out.move.isOfOnePlace(with: into.move),
        [out, into].count(where: { $0.move.transfer != nil }) == made.count, made.count < 2
      else { throw LedgerStoreError.notATransfer }
      var (left, arrived) = (out.move, into.move)
      (left.transfer, arrived.transfer) = (into.move.id, out.move.id)
      left.amount = -arrived.amount
      let now = clock()
      var losses = try ledger.losses(&left, &arrived, missing: out.move, into.move)
      let lost = losses.reduce(Quantity.zero) { $0 + $1.amount }.withinExactDigits
      let fee = try ledger.rows(linkedTo: left.id).first {
        $0.transaction.isTransferFee && $0.transaction.coinId == left.coinId
      }
      var grown: [RowChange] = []
      if let fee, lost > 0 {
        var more = fee.transaction
        more.amount = (more.amount + lost).withinExactDigits
        grown = [.transaction(fee, to: try counted(more).storable(now: now))]
        losses = []
      }
      try ledger.change(label: label, now: now) { write in
        try write.replace(
          made.map { .move($0, to: nil) } + [
            .move(out, to: left),
            .move(into, to: arrived),
          ] + grown)
        for loss in losses { try write.add(try counted(loss).storable(now: now)) }
      }
      return lost
    }
    guard let lost else { throw LedgerStoreError.missing(path) }
    return lost
  }
}

extension LedgerRows {
  /// The move with that id.
  ///
  /// - Throws: ``LedgerStoreError/moveNotFound(_:)``.
  func existingMove(_ id: UUID) throws -> MoveRow {
    guard let row = try move(id) else { throw LedgerStoreError.moveNotFound(id) }
    return row
  }

  /// The other half of a transfer if an answer made it in place of `other`, so that it is not in
  /// any file.
  fileprivate func answeredHalf(of move: Move, like other: Move) throws -> MoveRow? {
    guard let id = move.transfer, let half = try self.move(id), half.move.reference == nil,
      half.move.account.lowercased() == other.account.lowercased(), half.move.id != other.id,
      (half.move.amount < 0) == (other.amount < 0)
    else { return nil }
    return half
  }

  /// The losses of a transfer: the fees, which are removed from both halves, and the coins that did
  /// not arrive, unless the ledger already has a fee of that amount.
  fileprivate func losses(
    _ left: inout Move, _ arrived: inout Move, missing sent: Move, _ got: Move
  ) throws -> [Transaction] {
    let missing = (-(sent.amount + got.amount)).withinExactDigits
    var losses = [left.takeFee()].compactMap(\.self)
    if missing > 0, try !hasFee(missing, of: sent) {
      losses.append(left.loss(of: missing, reference: nil))
    }
    // Link the first to the withdrawal, like the fee of a transfer entered by hand.
    if !losses.isEmpty { losses[0].link = left.id }
    return losses + [arrived.takeFee()].compactMap(\.self)
  }

  private func hasFee(_ amount: Quantity, of move: Move) throws -> Bool {
    if move.fee == amount { return true }
    guard let reference = move.reference else { return false }
    var isThere = false
    try forEach(
      "WHERE referenceSource = ? AND referenceId = ?", [reference.source, "\(reference.id):fee"]
    ) { row in
      let fee = row.transaction
      isThere =
        fee.isTransferFee && fee.coinId == move.coinId
        && fee.amount == amount
    }
    return isThere
  }
}

/// Moves as lists show them: a transfer is one line, its outgoing half.
extension LedgerMoves {
  /// The number of lines in a list of all moves, and how many of them are open.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func counts() throws -> (lines: Int, open: Int) {
    try ledger.read(orElse: (0, 0)) { ledger in
      let (condition, _) = TransactionQuery().moveCondition
      guard
        let row = try Row.fetchOne(
          ledger.db, sql: "SELECT count(*), count(*) - count(transfer) FROM ledgerMove \(condition)"
        )
      else { return (0, 0) }
      return (try row.required(0), try row.required(1))
    }
  }

  /// The sequence numbers of the lines that match every word, newest first.
  ///
  /// They are valid until ``SQLiteLedger/dataVersion()`` changes, like those of transactions.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func sequences(_ words: [TransactionQuery.Word] = []) throws -> [Int32] {
    let query = TransactionQuery(words: words)
    return try ledger.read(orElse: []) { ledger in
      try query.addFunctions(to: ledger.db)
      let (condition, arguments) = query.moveCondition
      return try ledger.sequences(
        in: .moves, "\(condition) ORDER BY date DESC, sequence DESC", arguments)
    }
  }

  /// The moves with some sequence numbers, each with the other half of its transfer and the sale of
  /// its fee; missing ones are skipped.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func events(at sequences: some Collection<Int32>) throws -> [RecordedEvent] {
    try ledger.read(orElse: []) { ledger in
      var moves: [Move] = []
      for sequence in sequences {
        try ledger.forEachMove("WHERE sequence = ?", [Int(sequence)]) { moves.append($0.move) }
      }
      return try moves.map { move in
        RecordedEvent(
          transactions: try ledger.rows(linkedTo: move.id).map(\.transaction),
          moves: [move]
            + [try move.transfer.flatMap { try ledger.move($0) }?.move].compactMap(\.self))
      }
    }
  }

  /// The sequence number of a move; `nil` if there is no move with that id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func sequence(of id: UUID) throws -> Int32? {
    try ledger.read(orElse: nil) { try $0.move(id).map { Int32(truncatingIfNeeded: $0.sequence) } }
  }
}
