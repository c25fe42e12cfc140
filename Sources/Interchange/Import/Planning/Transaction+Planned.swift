import FoundationEssentials
import Portfolio

extension Transaction {
  /// What a row of bitpal's own formats adds to the ledger.
  ///
  /// - Throws: ``RefusalReason`` for what no ledger may hold.
  func planned(
    id: UUID, coinId: String, account: String?, reference: Reference?, now: Date
  ) throws(RefusalReason) -> Transaction {
    let transaction = Transaction(
      id: id, coinId: coinId, type: type, amount: amount, pricePerCoin: pricePerCoin, date: date,
      notes: notes, account: account, kind: kind, label: label, link: link, acquired: acquired,
      payment: payment, fee: fee, valuation: valuation, reference: reference)
    try validated(transaction, now: now)
    return transaction
  }

  /// The same transaction under another id.
  init(_ id: UUID, _ other: Transaction) {
    self.init(
      id: id, coinId: other.coinId, type: other.type, amount: other.amount,
      pricePerCoin: other.pricePerCoin, date: other.date, notes: other.notes,
      account: other.account, kind: other.kind, label: other.label, link: other.link,
      acquired: other.acquired, payment: other.payment, fee: other.fee,
      valuation: other.valuation, reference: other.reference)
  }
}

func validated(_ transaction: Transaction, now: Date) throws(RefusalReason) {
  guard transaction.type != .gift || transaction.payment != nil || transaction.pricePerCoin == 0
  else { throw .pricedGift }
  do throws(PortfolioError) {
    try validateFields(of: transaction, now: now)
  } catch {
    throw .breaksRule(error)
  }
}
