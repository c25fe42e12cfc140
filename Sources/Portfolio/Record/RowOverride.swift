import Exact
public import FoundationEssentials

/// A user's changes to a row derived from imported files.
///
/// Such rows are derived again and again; an override is applied to each derivation. It stores the
/// row before and after the change, so that only the changed fields override the files.
public struct RowOverride: Equatable, Sendable {
  /// What was changed.
  public enum Change: Equatable, Sendable {
    /// The row is deleted.
    case deleted
    /// A transaction as derived, and as changed.
    case transaction(before: Transaction, after: Transaction)
    /// A move as derived, and as changed.
    case move(before: Move, after: Move)
    /// A move as derived, and the rows that the user replaced it with: a transaction, or the two
    /// halves of a transfer with its fee.
    case answered(before: Move, after: RecordedEvent)
  }

  /// The id of the row.
  public let row: UUID
  /// What was changed.
  public let change: Change

  /// Creates an override.
  public init(row: UUID, change: Change) { (self.row, self.change) = (row, change) }
}

extension RowOverride.Change {
  /// A transaction with the user's changes; `nil` if it is deleted.
  ///
  /// The fields that determine the row's money belong together: if one was changed, the changed
  /// row's values apply to all.
  public func applied(to row: Transaction) -> Transaction? {
    switch self {
    case .deleted: return nil
    case .move, .answered: return row
    case .transaction(let before, let after):
      var changed = row
      if before.money != after.money {
        changed.money = after.money
        if before.kind == after.kind { changed.kind = row.kind }
      }
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

  /// Whether it may be of a derived transaction: the same row was bought or sold.
  ///
  /// Under another reading of its file, a row's id can be that of the other side of its trade.
  public func isOfSide(of row: Transaction) -> Bool {
    guard case .transaction(let before, _) = self else { return true }
    return before.type == row.type
  }

  /// The rows of a move with the user's changes, without the other half of a derived transfer;
  /// empty if it is deleted.
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
      // A file that came later may know more of the move: its owner, or its second.
      for index in event.transactions.indices {
        if event.transactions[index].account == before.account {
          event.transactions[index].account = row.account
        }
        if event.transactions[index].date == before.date {
          event.transactions[index].date = row.date
        }
      }
      return event
    }
  }

  /// The other half that the user chose for a move, `.some(nil)` if it should have none; `nil` if
  /// the user chose nothing.
  public var transfer: UUID?? {
    switch self {
    case .move(let before, let after) where before.transfer != after.transfer:
      .some(after.transfer)
    case .answered(let before, let event):
      event.moves.first { $0.id == before.id }.map(\.transfer)
    case .deleted, .transaction, .move: nil
    }
  }

  /// The account of a move's other half, if the user's answer created that half.
  public var otherAccount: String? {
    guard case .answered(let before, let event) = self else { return nil }
    return event.moves.first { $0.id != before.id }?.account
  }

  /// The same change for a row whose id has changed.
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

  /// The move with the user's changes, without its other half.
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
  /// The fields that determine a row's coins and dollars.
  fileprivate struct Money: Equatable {
    var coinId: String
    var type: TransactionType
    var kind: TransactionKind
    var amount: Quantity
    var pricePerCoin: Price
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
