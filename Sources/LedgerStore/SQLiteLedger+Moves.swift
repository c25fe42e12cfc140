import Exact
public import FoundationEssentials
import GRDB
public import Portfolio

/// What an account holds of a coin.
public struct AccountBalance: Equatable, Sendable {
  /// The account; `nil` gathers the transactions that name none.
  public let account: String?
  /// The coin's id.
  public let coinId: String
  /// Coins; below zero where something is missing.
  public let amount: Decimal

  /// Makes a balance.
  public init(account: String?, coinId: String, amount: Decimal) {
    self.account = account
    self.coinId = coinId
    self.amount = amount
  }
}

/// Which moves are read.
public struct MoveQuery: Equatable, Sendable {
  /// One coin only.
  public var coinId: String?
  /// One account only.
  public var account: String?
  /// Only those that are not part of a transfer.
  public var isOpen: Bool
  /// Only transfers, deposits or withdrawals.
  public var kind: TransactionKind?

  /// Makes a query; by default, of all moves.
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

extension SQLiteLedger {
  /// Adds moves, all or none.
  ///
  /// - Throws: `PortfolioError` for a move that no row may hold, ``LedgerStoreError`` otherwise.
  public func addMoves(_ moves: [Move], label: String = "move", clock: () -> Date) throws {
    guard !moves.isEmpty else { return }
    try write(existingOrNew) { ledger in
      let now = clock()
      let last = try ledger.lastSequence(in: .moves)
      let rows = try moves.enumerated().map { index, move in
        RowChange.added(MoveRow(sequence: last + 1 + index, move: try move.storable(now: now)))
      }
      try ledger.change(label: label, now: now) { try $0.replace(rows) }
    }
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
          for (index, transaction) in transactions.enumerated() {
            try write.add(try transaction.storable(now: now))
            progress(index + 1)
          }
          try write.replace(
            try moves.enumerated().map { index, move in
              .added(MoveRow(sequence: last + 1 + index, move: try move.storable(now: now)))
            })
        }
      }
    }
  }

  /// The moves of a query, oldest first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func moves(_ query: MoveQuery = MoveQuery()) throws -> [Move] {
    try read(orElse: []) { ledger in
      var moves: [Move] = []
      try ledger.forEachMove(
        """
        WHERE (?1 IS NULL OR coinId = ?1) AND (?2 IS NULL OR account = ?2)
          AND (NOT ?3 OR transfer IS NULL) ORDER BY date, sequence
        """, [query.coinId, query.account, query.isOpen]
      ) { if query.kind == nil || query.kind == $0.move.kind { moves.append($0.move) } }
      return moves
    }
  }

  /// Makes two open moves of a transfer again; either of them names it.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func unpair(
    _ move: UUID, expecting expected: [Expectation] = [], label: String = "unpair",
    clock: () -> Date
  ) throws {
    try changeMoves(label: label, clock: clock) { ledger in
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

  /// Deletes a move with its fee; the other half of a transfer becomes open.
  ///
  /// - Parameter deletesOther: Whether the other half is deleted, too.
  /// - Throws: ``LedgerStoreError``.
  public func deleteMove(
    _ id: UUID, deletesOther: Bool = false, expecting expected: [Expectation] = [],
    label: String = "delete move", clock: () -> Date
  ) throws {
    try changeMoves(label: label, clock: clock) { ledger in
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

  /// A move with the other half of its transfer, the half that left first, and the sale of its fee.
  ///
  /// - Throws: ``LedgerStoreError/moveNotFound(_:)``, ``LedgerStoreError`` otherwise.
  public func moveEvent(of id: UUID) throws -> RecordedEvent {
    let event = try read(orElse: RecordedEvent?.none) { ledger in
      try ledger.storedEvent(ofMove: id).event
    }
    guard let event else { throw LedgerStoreError.moveNotFound(id) }
    return event
  }

  /// What every account holds, by account and coin, from transactions and moves; no zeros.
  ///
  /// - Parameter account: Only this account; `nil` for all, and for what names none.
  /// - Throws: ``LedgerStoreError``.
  public func balances(of account: String? = nil) throws -> [AccountBalance] {
    let condition = account == nil ? "" : "WHERE account = ?"
    let arguments = account.map { StatementArguments([$0]) } ?? StatementArguments()
    return try read(orElse: []) { ledger in
      var sums: [String?: [String: Decimal]] = [:]
      try ledger.forEach(condition, arguments) { row in
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

  private func changeMoves(
    label: String, clock: () -> Date, _ changes: (LedgerRows) throws -> [RowChange]
  ) throws {
    let isThere: Void? = try write(existing) { ledger in
      let rows = try changes(ledger)
      guard !rows.isEmpty else { return }
      try ledger.change(label: label, now: clock()) { try $0.replace(rows) }
    }
    guard isThere != nil else { throw LedgerStoreError.missing(path) }
  }
}
