import Exact
public import FoundationEssentials

/// What a person changed on a row that follows from imported files.
///
/// Such rows are derived again and again; an override is applied to each derivation. It holds what
/// the row was and what it became, so that only what the person changed wins over the files.
public struct RowOverride: Equatable, Sendable {
  /// What was changed.
  public enum Change: Equatable, Sendable {
    /// The row is deleted.
    case deleted
    /// A transaction as it was derived, and as it is.
    case transaction(before: Transaction, after: Transaction)
    /// A move as it was derived, and as it is.
    case move(before: Move, after: Move)
    /// A move as it was derived, and the rows that a person said it was: a transaction in its place,
    /// or the two halves of a transfer with its fee.
    case answered(before: Move, after: RecordedEvent)
  }

  /// The id of the row.
  public let row: UUID
  /// What was changed.
  public let change: Change

  /// Makes an override.
  public init(row: UUID, change: Change) { (self.row, self.change) = (row, change) }
}

extension RowOverride.Change {
  /// A transaction with what a person changed; `nil` where it is deleted.
  ///
  /// What makes the row's money is one thing: if a part of it was changed, all of it is as it was
  /// left.
  public func applied(to row: Transaction) -> Transaction? {
    switch self {
    case .deleted: return nil
    case .move, .answered: return row
    case .transaction(let before, let after):
      var changed = row
      if before.money != after.money { changed.money = after.money }
      if before.date != after.date { changed.date = after.date }
      if before.notes != after.notes { changed.notes = after.notes }
      if before.account != after.account { changed.account = after.account }
      if before.label != after.label { changed.label = after.label }
      if before.link != after.link { changed.link = after.link }
      if before.acquired != after.acquired { changed.acquired = after.acquired }
      if before.lots != after.lots { changed.lots = after.lots }
      return changed
    }
  }

  /// The rows that a move is with what a person changed, but for the other half of a derived
  /// transfer; none where it is deleted.
  public func applied(to row: Move) -> RecordedEvent {
    switch self {
    case .deleted: return RecordedEvent()
    case .transaction: return RecordedEvent(moves: [row])
    case .move(let before, let after):
      return RecordedEvent(moves: [row.changed(as: before, became: after)])
    case .answered(let before, var event):
      event.moves = event.moves.map { half in
        half.id == row.id ? row.changed(as: before, became: half) : half
      }
      return event
    }
  }

  /// The other half that a person named for a move, `.some(nil)` where it is to have none; `nil`
  /// where nothing was said.
  public var transfer: UUID?? {
    switch self {
    case .move(let before, let after) where before.transfer != after.transfer:
      .some(after.transfer)
    case .answered(let before, let event):
      event.moves.first { $0.id == before.id }.map(\.transfer)
    case .deleted, .transaction, .move: nil
    }
  }

  /// The account that a person said the other half of a move is in, where an answer made that half.
  public var otherAccount: String? {
    guard case .answered(let before, let event) = self else { return nil }
    return event.moves.first { $0.id != before.id }?.account
  }

  /// The same change of a row that has another id now.
  public func named(_ row: UUID) -> Self {
    guard case .answered(let before, var event) = self else { return self }
    func named(_ id: UUID) -> UUID { id == before.id ? row : id }
    event.moves = event.moves.map { half in
      var half = half.named(named(half.id))
      half.transfer = half.transfer.map(named)
      return half
    }
    for index in event.transactions.indices {
      event.transactions[index].link = event.transactions[index].link.map(named)
    }
    return .answered(before: before.named(row), after: event)
  }
}

extension Move {
  fileprivate func named(_ id: UUID) -> Move {
    Move(
      id: id, account: account, coinId: coinId, amount: amount, fee: fee, date: date, hash: hash,
      notes: notes, reference: reference, transfer: transfer)
  }

  /// The move with what a person changed on it, but for its other half.
  fileprivate func changed(as before: Move, became after: Move) -> Move {
    var changed = self
    if (before.coinId, before.amount, before.fee) != (after.coinId, after.amount, after.fee) {
      (changed.coinId, changed.amount, changed.fee) = (after.coinId, after.amount, after.fee)
    }
    if before.date != after.date { changed.date = after.date }
    if before.notes != after.notes { changed.notes = after.notes }
    if before.account != after.account { changed.account = after.account }
    if before.hash != after.hash { changed.hash = after.hash }
    return changed
  }
}

extension Transaction {
  /// What a row's coins and dollars follow from.
  fileprivate struct Money: Equatable {
    var coinId: String
    var type: TransactionType
    var kind: TransactionKind
    var amount: ExactDecimal
    var pricePerCoin: ExactDecimal
    var payment: MoneyAmount?
    var fee: TransactionFee?
    var valuation: Valuation?
    var cash: SwapCash?
  }

  fileprivate var money: Money {
    get {
      Money(
        coinId: coinId, type: type, kind: kind, amount: amount, pricePerCoin: pricePerCoin,
        payment: payment, fee: fee, valuation: valuation, cash: cash)
    }
    set {
      (coinId, type, kind) = (newValue.coinId, newValue.type, newValue.kind)
      (amount, pricePerCoin) = (newValue.amount, newValue.pricePerCoin)
      (payment, fee, valuation) = (newValue.payment, newValue.fee, newValue.valuation)
      cash = newValue.cash
    }
  }
}
