import Exact
import FoundationEssentials
import Portfolio

extension Date {
  /// The instant to the millisecond.
  ///
  /// The current time must be rounded too, or something that happens now would be in its future.
  var storable: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}

extension Transaction {
  /// The transaction as it will be read back.
  ///
  /// - Throws: ``PortfolioError`` for values that cannot be stored. Arithmetic can leave a 39th
  ///   digit: such a value could be written, but not read again.
  func storable(now: Date) throws -> Transaction {
    var transaction = self
    transaction.date = date.storable
    try validateFields(of: transaction, now: now.storable)
    try requireCoin(coinId)
    do {
      transaction.amount = try amount.storable
      transaction.pricePerCoin = try pricePerCoin.storable
      transaction.payment?.amount = try payment?.amount.storable ?? 0
      transaction.fee?.amount = try fee?.amount.storable ?? 0
      transaction.fee?.rate = try fee?.rate?.storable
      transaction.valuation?.rate = try valuation?.rate?.storable
    } catch { throw PortfolioError.saveFailed(error) }
    return transaction
  }
}

extension Move {
  /// The move as it will be read back.
  ///
  /// - Throws: ``PortfolioError`` for values that cannot be stored.
  func storable(now: Date) throws -> Move {
    var move = self
    move.date = date.storable
    try validateFields(of: move, now: now.storable)
    try requireCoin(coinId)
    do {
      move.amount = try amount.storable
      move.fee = try fee.storable
    } catch { throw PortfolioError.saveFailed(error) }
    return move
  }
}

private func requireCoin(_ coinId: String) throws {
  guard !coinId.isEmpty, !coinId.utf8.contains(0) else {
    throw PortfolioError.coinNotFound(coinId)
  }
}

extension ExactValue {
  fileprivate var storable: Self {
    get throws {
      guard number.hasAtMost(significantDigits: ExactDecimal.exactDigits) else {
        throw DecimalTextError.tooManyDigits(description)
      }
      return self
    }
  }
}
