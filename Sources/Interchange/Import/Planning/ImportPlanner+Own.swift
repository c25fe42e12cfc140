import FoundationEssentials
import Portfolio

/// Rows of bitpal's own files, which say whole transactions and moves.
extension ImportPlanner {
  mutating func apply(
    _ entry: ImportedEntry, reference: Reference?
  ) throws(RefusalReason) {
    let coinId = try names.id(of: entry.asset)
    let written = entry.transaction
    if entry.hasId, !ids.insert(written.id).inserted {
      throw .sameIdentity(written.id.uuidString)
    }
    let transaction = try written.planned(
      id: entry.hasId ? written.id : newId(), coinId: coinId,
      account: policy.account(of: written.account), reference: reference, now: now)
    guard !known.contains(transaction, isOwn: true, hasOwnId: entry.hasId) else {
      alreadyThere += 1
      return
    }
    rows.append(PlannedRow(source: entry.source, transaction: transaction))
  }

  mutating func apply(
    _ record: MoveRecord, reference: Reference?
  ) throws(RefusalReason) {
    let written = record.move
    guard written.date <= now else { throw .breaksRule(.futureDateNotAllowed) }
    if record.hasId, !ids.insert(written.id).inserted {
      throw .sameIdentity(written.id.uuidString)
    }
    let move = Move(
      id: record.hasId ? written.id : newId(), account: policy.account(of: written.account),
      coinId: try names.id(of: .id(written.coinId)), amount: written.amount, fee: written.fee,
      date: written.date, hash: written.hash, notes: written.notes, reference: reference,
      transfer: written.transfer)
    guard !known.contains(move, hasOwnId: record.hasId) else {
      alreadyThere += 1
      return
    }
    let planned = PlannedMove(source: record.source, move: move)
    // An export says what its moves are; of rows written by hand the halves have to be found.
    if record.hasId || move.transfer != nil {
      ownMoves.append(planned)
    } else {
      moves.append(planned)
    }
  }
}
