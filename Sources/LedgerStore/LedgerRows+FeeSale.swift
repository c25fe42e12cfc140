import Exact
import FoundationEssentials
import GRDB
import Portfolio

/// What a change of a trade does to the sale that its fee in a third coin is (SPEC §3.12).
struct FeeSaleChange {
  /// The recorded sale as it was and as it becomes; `nil` where it stays.
  var replaced: RowChange?
  /// A sale that there was none of before.
  var added: Transaction?
}

extension LedgerRows {
  /// Brings the sale of a trade's fee along with the trade.
  ///
  /// A trade whose fee was never recorded as a sale, as in some exports, gets none by an edit of
  /// something else.
  ///
  /// - Parameters:
  ///   - before: The trade as it is recorded.
  ///   - after: The trade as it becomes.
  ///   - feeSale: The sale that a trade's fee is, `nil` for a fee in money.
  func feeSaleChange(
    from before: Transaction, to after: Transaction, _ feeSale: (Transaction) -> Transaction?
  ) throws -> FeeSaleChange {
    var change = FeeSaleChange()
    let isFeeKept = before.fee == after.fee
    guard !isFeeKept || before.date != after.date || before.account != after.account else {
      return change
    }
    guard let recorded = try recordedFeeSale(of: before, feeSale) else {
      change.added = isFeeKept ? nil : feeSale(after)
      return change
    }
    let old = recorded.transaction
    var sale = isFeeKept ? old : feeSale(after)?.with(id: old.id)
    sale?.date = after.date
    sale?.account = after.account
    sale?.notes = old.notes
    change.replaced = .transaction(recorded.sequence, from: old, to: sale)
    return change
  }

  /// The row that a trade's fee was recorded as.
  func recordedFeeSale(
    of trade: Transaction, _ feeSale: (Transaction) -> Transaction?
  ) throws -> LedgerRow? {
    guard let sale = feeSale(trade) else { return nil }
    var found: LedgerRow?
    try forEach(
      """
      WHERE coinId = ? AND date = ? AND type = 'sell' AND category = 'fee' AND amount = ?
      ORDER BY sequence DESC
      """,
      [sale.coinId, sale.date.millisecondsSince1970, sale.amount.canonicalText]
    ) { found = $0 }
    return found
  }
}

extension Transaction {
  fileprivate func with(id: UUID) -> Transaction {
    Transaction(
      id: id, coinId: coinId, type: type, amount: amount, pricePerCoin: pricePerCoin, date: date,
      notes: notes, account: account, category: category, payment: payment, fee: fee,
      valuation: valuation, reference: reference)
  }
}
