public import FoundationEssentials
import GRDB
public import Portfolio

/// Moves as a list shows them: a transfer is one line, that of the half that left.
extension SQLiteLedger {
  /// How many lines a list of all moves has, and how many of them are open.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func moveCounts() throws -> (lines: Int, open: Int) {
    try read(orElse: (0, 0)) { ledger in
      let (condition, _) = TransactionQuery().moveCondition
      guard
        let row = try Row.fetchOne(
          ledger.db, sql: "SELECT count(*), count(*) - count(transfer) FROM ledgerMove \(condition)"
        )
      else { return (0, 0) }
      return (try row.required(0), try row.required(1))
    }
  }

  /// The places in the ledger of the lines in which every word is found, newest first.
  ///
  /// They hold until ``dataVersion()`` changes, as those of ``places(_:)`` do.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func movePlaces(_ words: [TransactionQuery.Word] = []) throws -> [Int32] {
    let query = TransactionQuery(words: words)
    return try read(orElse: []) { ledger in
      try query.addFunctions(to: ledger.db)
      let (condition, arguments) = query.moveCondition
      return try ledger.places(
        in: .moves, "\(condition) ORDER BY date DESC, sequence DESC", arguments)
    }
  }

  /// The moves at some places, each with the other half of its transfer and the sale of its fee;
  /// those that are gone are left out.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func moveEvents(at places: some Collection<Int32>) throws -> [RecordedEvent] {
    try read(orElse: []) { ledger in
      var moves: [Move] = []
      for place in places {
        try ledger.forEachMove("WHERE sequence = ?", [Int(place)]) { moves.append($0.move) }
      }
      return try moves.map { move in
        RecordedEvent(
          transactions: try ledger.rows(linkedTo: move.id).map(\.transaction),
          moves: [move]
            + [try move.transfer.flatMap { try ledger.move($0) }?.move].compactMap(\.self))
      }
    }
  }

  /// Where in the ledger a move is; `nil` where there is none of that id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func movePlace(of id: UUID) throws -> Int32? {
    try read(orElse: nil) { try $0.move(id).map { Int32(truncatingIfNeeded: $0.sequence) } }
  }
}
