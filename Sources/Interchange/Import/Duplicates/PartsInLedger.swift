import FoundationEssentials
import Portfolio

/// Trades the ledger has in part, because an export ended in the middle of them.
///
/// The part goes where the whole trade comes in, if it is as the import wrote it.
extension ImportPlanner {
  /// Takes the parts of a trade out of the ledger.
  ///
  /// - Throws: ``RefusalReason/partInLedger(_:)`` where the user changed one since.
  mutating func releaseParts(
    of group: TradeGroup?, in file: ImportFile, _ valuer: Valuer
  ) throws(RefusalReason) {
    guard let group, group.rows.count > 1, !ledger.isEmpty else { return }
    let id = ObjectIdentifier(group)
    if let outcome = partsOfGroups[id] {
      if let changed = outcome { throw .partInLedger(changed) }
      return
    }
    guard mayHaveParts(of: group, file) else { return }
    partsOfGroups[id] = .some(nil)
    switch parts(of: group, in: file, valuer) {
    case .changed(let transaction):
      partsOfGroups[id] = transaction
      throw .partInLedger(transaction)
    case .unchanged(let transactions, let moves):
      release(transactions, moves)
      replaced += transactions
      replacedMoves += moves
    }
  }

  /// Takes out of the ledger what a part of rows was taken for that together say nothing.
  mutating func releaseParts(
    ofNothing group: TradeGroup?, in file: ImportFile, _ valuer: Valuer
  ) {
    do throws(RefusalReason) {
      try releaseParts(of: group, in: file, valuer)
    } catch {
      // What the user changed stays, and the rows add nothing to it.
    }
  }

  /// Takes transactions and moves out of the ledger, so that rows with their references come in.
  mutating func release(_ transactions: [Transaction], _ moves: [Move]) {
    for reference in transactions.map(\.reference) + moves.map(\.reference) {
      guard let reference else { continue }
      known.release(reference)
      sharedIds.release(reference)
    }
    ledger = ledger.without(Set(transactions.map(\.id) + moves.map(\.id)))
  }

  /// Whether the ledger has a reference that a part of the trade would have.
  private func mayHaveParts(of group: TradeGroup, _ file: ImportFile) -> Bool {
    let stated = group.rows.compactMap { RowReferences.split($0.reference) }
    if !stated.isEmpty { return stated.contains(where: known.ledgerHas) }
    let pieces = group.pieces.map { $0[0].record.source.standing(for: $0.map(\.record.source)) }
    return (pieces + group.rows.map(\.record.source)).contains { source in
      known.ledgerHas(reference(of: "", source, in: file))
    }
  }

  /// What the ledger has of a trade.
  private enum PartsOfTrade {
    case unchanged([Transaction], [Move])
    case changed(Transaction)
  }

  /// What the ledger has of a trade that is not the whole of it.
  ///
  /// Of equal fills several pieces are equal, too: a row of the ledger is one of them, and counts
  /// once.
  private mutating func parts(
    of group: TradeGroup, in file: ImportFile, _ valuer: Valuer
  ) -> PartsOfTrade {
    let whole = written(group.rows, in: file, valuer)
    let ids = Set(whole.transactions.compactMap(\.reference) + whole.moves.compactMap(\.reference))
    var found: [Transaction] = []
    var foundMoves: [Move] = []
    var met = Set(replaced.map(\.id))
    for rows in group.pieces {
      let piece = written(rows, in: file, valuer)
      for transaction in piece.transactions {
        guard let reference = transaction.reference,
          let known = known.transaction(of: reference), !met.contains(known.id),
          !whole.transactions.contains(where: known.isAsWritten)
        else { continue }
        guard known.isAsWritten(transaction) else {
          // Under an exchange's own id it may as well be the whole trade, edited since.
          if !ids.contains(reference) { return .changed(known) }
          continue
        }
        met.insert(known.id)
        found.append(known)
      }
      let moves = piece.moves.compactMap { move in ledger.moves.first(where: move.isAsWritten) }
        .filter { !whole.moves.contains(where: $0.isAsWritten) }
      guard moves.allSatisfy({ $0.transfer == nil }) else { continue }
      for move in moves where met.insert(move.id).inserted {
        foundMoves.append(move)
        let fee = move.reference.flatMap { known.transaction(of: $0.part("fee")) }
        if let fee, fee.isLoss(of: move), met.insert(fee.id).inserted { found.append(fee) }
      }
    }
    return .unchanged(found, foundMoves)
  }

  /// What rows of one trade become in the ledger.
  private mutating func written(
    _ rows: [Movement], in file: ImportFile, _ valuer: Valuer
  ) -> (transactions: [Transaction], moves: [Move]) {
    var transactions: [Transaction] = []
    var moves: [Move] = []
    for reading in MovementGroups.readings(of: rows) {
      switch reading {
      case .trade(let written):
        let facts = underKnownName(current(written))
        let reference = reference(of: facts.reference, facts.source, in: file)
        let booking = Booking(
          facts: facts.withFeeApart, legs: names, valuer: valuer,
          account: account(of: facts.account, in: file))
        do throws(RefusalReason) {
          for part in try booking.result().transactions {
            var transaction = part.transaction
            transaction.reference = reference.part(part.name)
            transactions.append(transaction)
          }
        } catch {
          // What cannot be written is not in the ledger.
        }
      case .move(let facts):
        moves.append(
          Move(
            id: newId(), account: "", coinId: "", amount: facts.quantity.amount, date: facts.date,
            reference: reference(of: facts.reference, facts.source, in: file)))
      case .entry, .record, .leftOut, .refused: break
      }
    }
    return (transactions, moves)
  }
}

extension LeftOutReason {
  /// Whether the row with all others of its group stayed within the account.
  var isNothing: Bool {
    switch self {
    case .transfer, .notBack: true
    default: false
    }
  }
}

extension TradeGroup {
  /// What an export that ends in the middle of the trade has of it, and what the next one has.
  fileprivate var pieces: [[Movement]] {
    (1..<rows.count).flatMap { [Array(rows[..<$0]), Array(rows[$0...])] }
  }
}

extension Transaction {
  /// Whether everything is as an import wrote it.
  fileprivate func isAsWritten(_ other: Transaction) -> Bool {
    var other = Transaction(id, other)
    other.account = other.account ?? account
    other.link = link
    return other == self
  }

  /// Whether it is what a move cost, as an import wrote it.
  fileprivate func isLoss(of move: Move) -> Bool {
    isTransferFee && coinId == move.coinId && date == move.date
  }
}

extension Move {
  /// Whether another move is the same, as an import wrote it.
  fileprivate func isAsWritten(_ other: Move) -> Bool {
    reference == other.reference && amount == other.amount && date == other.date
  }
}
