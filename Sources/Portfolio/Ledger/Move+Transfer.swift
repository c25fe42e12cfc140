public import FoundationEssentials

extension Move {
  /// Whether a deposit may be what arrived of this withdrawal: no more than left, and no more than a
  /// day earlier, because clocks differ.
  ///
  /// Nothing is said here of hashes, of how much may be lost, and of transfers that either is half
  /// of already.
  public func mayArrive(as deposit: Move) -> Bool {
    amount < 0 && deposit.amount > 0 && deposit.amount <= -amount && coinId == deposit.coinId
      && deposit.date >= date.addingTimeInterval(-86_400)
  }

  /// Whether both were moves of one place: the accounts have one name, and the same source wrote
  /// both down, as far as both have one.
  public func isOfOnePlace(with other: Move) -> Bool {
    guard account == other.account else { return false }
    guard let source = reference?.source, let another = other.reference?.source else { return true }
    return source == another
  }

  /// Whether another open move may be the other half of this one, which the user says is a transfer
  /// with an account.
  ///
  /// The way may take any time.
  ///
  /// - Parameters:
  ///   - other: The other open move.
  ///   - account: The account that the user names.
  ///   - part: How much of what left may be lost: half, because a fee that takes more is rarer than
  ///     another move of the coin.
  public func mayBeTransfer(
    with other: Move, at account: String, losing part: Decimal = Decimal(1) / 2
  ) -> Bool {
    guard transfer == nil, other.transfer == nil, id != other.id,
      other.account.lowercased() == account.lowercased(), !isOfOnePlace(with: other)
    else { return false }
    let (withdrawal, deposit) = amount < 0 ? (self, other) : (other, self)
    return !hashContradicts(other) && withdrawal.mayArrive(as: deposit)
      && -withdrawal.amount - deposit.amount <= -withdrawal.amount * part
  }
}
