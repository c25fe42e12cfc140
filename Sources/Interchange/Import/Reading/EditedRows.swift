public import FoundationEssentials
public import Portfolio

/// A row of an export of bitpal that has other values than the transaction of its id.
public struct EditedRow: Equatable, Sendable {
  /// The transaction as the ledger has it.
  public let before: Transaction
  /// What the row says of it that is new.
  public let said: EventTerms
}

extension ImportFile {
  /// The ids of the transactions that rows of bitpal's own formats name.
  public var ownIds: [UUID] {
    readings.compactMap { reading in
      guard case .entry(let entry) = reading, entry.hasId else { return nil }
      return entry.transaction.id
    }
  }

  /// The rows that a spreadsheet or an editor changed since they were exported.
  ///
  /// - Parameter stored: The transactions of the ledger by their ids.
  public func editedRows(_ stored: [UUID: Transaction]) -> [EditedRow] {
    readings.compactMap { reading in
      guard case .entry(let entry) = reading, entry.hasId,
        let before = stored[entry.transaction.id]
      else { return nil }
      var written = entry.transaction
      if written.coinId != before.coinId, case .idOrSymbol = entry.asset { return nil }
      // Version 1.0 has fewer kinds than the ledger may have by now.
      if !entry.saysKind, written.category == before.category || !entry.isWhole {
        (written.kind, written.label) = (before.kind, before.label)
      }
      if !entry.isWhole {
        (written.notes, written.account) = (before.notes, before.account)
        (written.payment, written.fee) = (before.payment, before.fee)
      }
      var said = EventTerms(row: written).changes(from: EventTerms(row: before))
      let mustState = said.kind == .buy || said.kind == .sell
      if written.payment == before.payment,
        written.pricePerCoin != before.pricePerCoin || mustState && written.payment == nil
      {
        (said.price, said.currency) = (written.pricePerCoin, usDollarCode)
      }
      return said.isEmpty ? nil : EditedRow(before: before, said: said)
    }
  }
}

extension EventTerms {
  /// The terms that one row has, without evidence, which its day gives.
  fileprivate init(row: Transaction) {
    self.init()
    (kind, coinId, amount) = (row.kind, row.coinId, row.amount)
    (date, account, notes) = (row.date, row.account, row.notes)
    (label, acquired, fee) = (row.label, row.acquired, row.fee)
    if let payment = row.payment {
      (total, currency) = (payment.amount, payment.currency)
    } else if row.pricePerCoin > 0 {
      price = row.pricePerCoin
    }
  }
}
