public import Exact
public import FoundationEssentials

/// A deposit into or a withdrawal from an account (SPEC §3.12).
///
/// A move changes an account's balance, never a cost. The two moves of a transfer, out of one
/// account and into another, reference each other in ``transfer``.
public struct Move: Identifiable, Equatable, Hashable, Sendable {
  /// Identity within the ledger.
  public let id: UUID
  /// The account the coins arrived in or left.
  public var account: String
  /// The coin, by its CoinGecko id.
  public var coinId: String
  /// Coins, positive for a deposit and negative for a withdrawal, never zero, without the fee.
  public var amount: Quantity
  /// Coins that left the account in addition to ``amount``, zero or more.
  public var fee: Quantity
  /// When it happened, to the millisecond.
  public var date: Date
  /// The hash of the transaction on its chain, or `nil`.
  public var hash: String?
  /// The user's words, or `nil`.
  public var notes: String?
  /// Where the move was first recorded, or `nil`.
  public var reference: Reference?
  /// The id of the other half, or `nil` for an open move.
  public var transfer: UUID?

  /// Creates a move; nothing is checked here.
  public init(
    id: UUID = UUID(), account: String, coinId: String, amount: Quantity, fee: Quantity = 0,
    date: Date, hash: String? = nil, notes: String? = nil, reference: Reference? = nil,
    transfer: UUID? = nil
  ) {
    self.id = id
    self.account = account
    self.coinId = coinId
    self.amount = amount
    self.fee = fee
    self.date = date
    self.hash = hash
    self.notes = notes
    self.reference = reference
    self.transfer = transfer
  }

  /// What happened: a transfer, or one half of a possible one.
  public var kind: TransactionKind {
    transfer != nil ? .transfer : amount < 0 ? .withdrawal : .deposit
  }

  /// Removes the fee from the move and returns it as a loss: the coins of a transfer are still
  /// owned, those of its fee are not.
  ///
  /// - Returns: `nil` without a fee.
  public mutating func takeFee() -> Transaction? {
    guard fee > 0 else { return nil }
    defer { fee = 0 }
    return loss(of: fee, reference: nil)
  }

  /// Coins lost in transit as a sale for nothing: their cost is realized as a loss (SPEC §3.12).
  ///
  /// - Parameters:
  ///   - amount: Coins, greater than zero.
  ///   - id: The id of the sale.
  ///   - reference: Where it was recorded, or `nil`.
  public func loss(of amount: Quantity, id: UUID = UUID(), reference: Reference?) -> Transaction {
    Transaction(
      id: id, coinId: coinId, type: .sell, amount: amount, pricePerCoin: 0, date: date,
      account: account, kind: .fee, label: .transfer, reference: reference)
  }
}

extension Move {
  /// Whether a deposit can be the arrival of this withdrawal: no more than what left, and at most a
  /// day earlier, because clocks differ.
  ///
  /// It does not consider hashes, how much can be lost, or existing transfers of either move.
  public func mayArrive(as deposit: Move) -> Bool {
    amount < 0 && deposit.amount > 0 && deposit.amount <= -amount && coinId == deposit.coinId
      && deposit.date >= date.addingTimeInterval(-86_400)
  }

  /// Whether both moves belong to the same place: equal account names and equal sources, as far as
  /// both have one.
  public func isOfOnePlace(with other: Move) -> Bool {
    guard account == other.account else { return false }
    guard let source = reference?.source, let another = other.reference?.source else { return true }
    return source == another
  }

  /// Whether another open move can be the other half of this one, given an account that the user
  /// names.
  ///
  /// The transfer can take any time.
  ///
  /// - Parameters:
  ///   - other: The other open move.
  ///   - account: The account named by the user.
  ///   - part: How much of the amount can be lost: half, because a larger fee is less likely than
  ///     an unrelated move.
  public func mayBeTransfer(
    with other: Move, at account: String, losing part: ExactDecimal = ExactDecimal(5, exponent: -1)
  ) -> Bool {
    guard transfer == nil, other.transfer == nil, id != other.id,
      other.account.lowercased() == account.lowercased(), !isOfOnePlace(with: other)
    else { return false }
    let (withdrawal, deposit) = amount < 0 ? (self, other) : (other, self)
    return !hashContradicts(other) && withdrawal.mayArrive(as: deposit)
      && -withdrawal.amount - deposit.amount <= -withdrawal.amount * part
  }
}
