import Exact
public import FoundationEssentials
import GRDB
public import Portfolio

/// What an open move turns out to be.
public enum MoveAnswer: Equatable, Sendable {
  /// Purchases, sales or gifts of their own, which take the move's place.
  case transactions([Transaction])
  /// The other half of a transfer that this move is one half of; its fee is a loss.
  case transfer(Move)
}

extension SQLiteLedger {
  /// Explains an open move, in one change.
  ///
  /// - Parameters:
  ///   - id: The move.
  ///   - expected: What the caller has seen of the ledger.
  ///   - label: What the journal calls the change.
  ///   - counted: A fee of a transfer as it counts.
  ///   - clock: Gives the present instant; read under the write lock.
  ///   - answer: Makes the answer from the move and the ledger as they are under the write
  ///     lock.
  /// - Throws: `PortfolioError` for a transaction that is refused, ``LedgerStoreError`` otherwise,
  ///   and what `answer` throws; nothing is changed then.
  public func answer(
    _ id: UUID, expecting expected: [Expectation] = [], label: String,
    counted: (Transaction) -> Transaction = { $0 }, clock: () -> Date,
    _ answer: (Move, LedgerContents) throws -> MoveAnswer
  ) throws {
    let isThere: Void? = try write(existing) { ledger in
      try ledger.require(expected)
      guard let row = try ledger.move(id) else { throw LedgerStoreError.moveNotFound(id) }
      guard row.move.transfer == nil else { throw LedgerStoreError.notATransfer }
      let now = clock()
      var event = RecordedEvent()
      // A fee that was recorded with the move is a part of what the move was.
      let fees = try ledger.rows(linkedTo: row.move.id).filter { fee in
        fee.transaction.isTransferFee && fee.transaction.coinId == row.move.coinId
      }
      var move = row.move
      move.fee = fees.reduce(Quantity(move.fee)) { $0 + $1.transaction.exactAmount }.decimal
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
