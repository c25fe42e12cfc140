public import FoundationEssentials
public import Portfolio

/// What the user says an open deposit is.
public enum MoveAnswer: Equatable, Sendable {
  /// Bought elsewhere at so many US dollars per coin.
  case bought(pricePerCoin: Decimal)
  /// Received for nothing.
  case gift
}

extension Move {
  /// The transaction that takes the place of an answered deposit.
  ///
  /// It keeps the deposit's reference, so that the row is known again at the next import. Coins
  /// that were the owner's already (`mine`) need no transaction: the deposit stays a move.
  ///
  /// - Parameters:
  ///   - answer: What the user says.
  ///   - id: The id of the transaction.
  public func answered(as answer: MoveAnswer, id: UUID) -> Transaction {
    let price: Decimal = if case .bought(let price) = answer { price } else { 0 }
    return Transaction(
      id: id, coinId: coinId, type: answer == .gift ? .gift : .buy, amount: amount,
      pricePerCoin: price, date: date, account: account,
      category: answer == .gift ? nil : .trade, reference: reference)
  }
}
