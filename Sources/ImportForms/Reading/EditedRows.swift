import Exact
public import FoundationEssentials
import ImportText
public import Portfolio

/// An exported row whose values differ from those of the stored event with its id.
public enum EditedRow: Equatable, Sendable {
  /// A transaction as stored, and the terms that the row changes.
  case transaction(Transaction, EventTerms)
  /// One or both halves of a transfer, or an open deposit or withdrawal: as stored, and as far as
  /// the file has them.
  case moves([Move], to: [Move])

  /// The id of a transaction or move of the event.
  public var id: UUID? {
    switch self {
    case .transaction(let before, _): before.id
    case .moves(let before, _): before.first?.id
    }
  }

  /// Changes the event to match the row.
  ///
  /// - Throws: `EventError`; nothing is changed then.
  public func apply(
    to event: inout RecordedEvent, _ evidence: Evidence
  ) throws(EventError) {
    switch self {
    case .moves(_, let written): try event.set(written, evidence)
    case .transaction(let before, let said):
      guard let row = event.transactions.first(where: { $0.id == before.id }) else { return }
      guard event.moves.isEmpty else { return try event.setFee(said, of: row, evidence) }
      event.transactions = try said.directed(at: row, of: event.transactions)
        .applied(to: event.transactions, evidence)
    }
  }
}

extension ImportFile {
  /// The rows that were edited since they were exported.
  ///
  /// Moves are first, because the fee of a transfer follows them.
  ///
  /// - Parameters:
  ///   - stored: The transactions of the ledger by their ids.
  ///   - moves: The moves of the ledger by their ids.
  public func editedRows(_ stored: [UUID: Transaction], moves: [UUID: Move]) -> [EditedRow] {
    editedMoves(moves) + editedTransactions(stored)
  }

  private func editedMoves(_ stored: [UUID: Move]) -> [EditedRow] {
    var written: [UUID: Move] = [:]
    var order: [UUID] = []
    for case .record(let record) in results where record.hasId {
      guard let before = stored[record.move.id] else { continue }
      var move = record.move
      // Pairing is not changed by editing cells, but with `moves pair` and `unpair`.
      (move.transfer, move.reference) = (before.transfer, before.reference)
      if !record.isWhole {
        (move.hash, move.notes, move.fee) = (before.hash, before.notes, before.fee)
      }
      order.append(move.id)
      written[move.id] = move
    }
    var known: Set<UUID> = []
    return order.compactMap { id in
      guard known.insert(id).inserted, let first = stored[id] else { return nil }
      let other = first.transfer.flatMap { stored[$0] }
      if let other { known.insert(other.id) }
      let before = [first, other].compactMap(\.self)
      let after = before.compactMap { written[$0.id] }
      guard after.contains(where: { $0 != stored[$0.id] }) else { return nil }
      return .moves(before, to: after)
    }
  }

  private func editedTransactions(_ stored: [UUID: Transaction]) -> [EditedRow] {
    results.compactMap { result in
      guard case .entry(let entry) = result, entry.hasId,
        let before = stored[entry.transaction.id]
      else { return nil }
      var written = entry.transaction
      if written.coinId != before.coinId, case .idOrSymbol = entry.asset { return nil }
      // Version 1.0 has fewer kinds than the ledger may have.
      if !entry.saysKind, written.category == before.category || !entry.isWhole {
        (written.kind, written.label) = (before.kind, before.label)
      }
      if !entry.saysLots { written.lots = before.lots }
      if !entry.saysCash { written.cash = before.cash }
      if !entry.isWhole {
        (written.notes, written.account) = (before.notes, before.account)
        (written.payment, written.fee) = (before.payment, before.fee)
      }
      var said = EventTerms(row: written).changes(from: EventTerms(row: before))
      let mustState = said.kind == .buy || said.kind == .sell
      if written.payment == before.payment,
        written.pricePerCoin != before.pricePerCoin || mustState && written.payment == nil
      {
        (said.price, said.currency) = (written.pricePerCoin.number, usDollarCode)
      }
      return said.isEmpty ? nil : .transaction(before, said)
    }
  }
}

extension EventTerms {
  /// The terms of a single row, without evidence, which follows from its day.
  fileprivate init(row: Transaction) {
    self.init()
    (kind, coinId, amount) = (row.kind, row.coinId, row.amount)
    (date, account, notes) = (row.date, row.account, row.notes)
    (label, acquired, fee, lots) = (row.label, row.acquired, row.fee, row.lots)
    cash = row.cash
    if let payment = row.payment {
      (total, currency) = (payment.amount, payment.currency)
    } else if row.pricePerCoin > 0 {
      price = row.pricePerCoin.number
    }
  }
}
