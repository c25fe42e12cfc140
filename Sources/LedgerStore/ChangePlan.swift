import FoundationEssentials
import Portfolio

/// A change on its way into the ledger: the rows it touches, and the rules it has to keep.
struct ChangePlan {
  /// The rows that really change.
  let rows: [ChangedRow]
  /// The one transaction being entered, if it is one.
  private let entered: Transaction?

  /// Looks up what the change touches.
  ///
  /// - Throws: ``PortfolioError`` for an unknown or a doubled id, or values out of bounds.
  init(_ change: LedgerChange, in ledger: LedgerRows, now: Date) throws {
    switch change {
    case .add(let transactions):
      let last = try ledger.lastSequence()
      var ids: Set<UUID> = []
      rows = try transactions.enumerated().map { index, transaction in
        guard ids.insert(transaction.id).inserted, try ledger.row(transaction.id) == nil else {
          throw PortfolioError.saveFailed(LedgerStoreError.duplicateId(transaction.id))
        }
        return ChangedRow(
          sequence: last + 1 + index, before: nil, after: try transaction.storable(now: now))
      }
      entered = transactions.count == 1 ? rows.first?.after : nil
    case .edit(let transaction):
      let after = try transaction.storable(now: now)
      let row = try ledger.existing(transaction.id)
      rows =
        row.transaction == after
        ? [] : [ChangedRow(sequence: row.sequence, before: row.transaction, after: after)]
      entered = after
    case .delete(let id):
      let row = try ledger.existing(id)
      rows = [ChangedRow(sequence: row.sequence, before: row.transaction, after: nil)]
      entered = nil
    }
  }

  /// Checks the histories as the change has left them.
  func check(in ledger: LedgerRows, now: Date) throws {
    do { try rows.checkHistories(in: ledger, now: now) } catch let error as PortfolioError {
      throw try named(error, in: ledger)
    }
  }

  /// A sale that is itself being entered needs no date in its refusal, unless later rows make it
  /// one of the past.
  private func named(_ error: PortfolioError, in ledger: LedgerRows) throws -> PortfolioError {
    guard case .insufficientBalance(let coin, let owned, let attempted, let date) = error,
      let entered, entered.type == .sell, entered.amount == attempted, entered.date == date,
      try ledger.history(of: coin).last?.id == entered.id
    else { return error }
    return .insufficientBalance(coinId: coin, owned: owned, attempted: attempted, date: nil)
  }
}

extension [ChangedRow] {
  /// Checks the whole history of every coin touched.
  func checkHistories(in ledger: LedgerRows, now: Date) throws {
    let coins = Set(flatMap { [$0.before?.coinId, $0.after?.coinId] }.compactMap { $0 })
    for coin in coins.sorted() {
      try validate(try ledger.history(of: coin), now: now.storable)
    }
  }
}

extension LedgerRows {
  fileprivate func existing(_ id: UUID) throws -> LedgerRow {
    guard let row = try row(id) else { throw PortfolioError.transactionNotFound(id) }
    return row
  }
}

extension Date {
  /// The instant to the millisecond.
  ///
  /// Now is rounded too, or what happens now would lie after it.
  fileprivate var storable: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}

extension Transaction {
  /// The transaction as it will be read back.
  ///
  /// - Throws: ``PortfolioError`` for what no row may hold. Arithmetic can leave a 39th digit: such
  ///   a value could be written, but never be read again.
  fileprivate func storable(now: Date) throws -> Transaction {
    var transaction = self
    transaction.date = date.storable
    try validateFields(of: transaction, now: now.storable)
    guard !coinId.isEmpty, !coinId.utf8.contains(0) else {
      throw PortfolioError.coinNotFound(coinId)
    }
    do {
      transaction.amount = try Decimal(exact: amount.canonicalText)
      transaction.pricePerCoin = try Decimal(exact: pricePerCoin.canonicalText)
    } catch { throw PortfolioError.saveFailed(error) }
    return transaction
  }
}
