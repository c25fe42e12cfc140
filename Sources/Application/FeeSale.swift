import FoundationEssentials
import MarketData
public import Portfolio

extension TransactionFee {
  /// The coin it was paid in, where that is neither money nor the coin traded.
  public func coin(beside transaction: Transaction) -> String? {
    guard amount > 0, let id = currency, id != transaction.coinId, Currency(code: id) == nil
    else { return nil }
    return id
  }
}

extension Transaction {
  /// The sale of the coin that the fee was paid in, at that coin's price of the day (SPEC §3.12).
  ///
  /// - Parameter evidence: Where the price came from.
  /// - Returns: `nil` for a fee in money or in the coin traded, and without one.
  public func feeSale(_ evidence: TradeTerms.Evidence) -> Transaction? {
    guard let fee, let id = fee.coin(beside: self), let rate = fee.rate else { return nil }
    let price = evidence.prices.price(of: id, on: UTCDay(date))
    return Transaction(
      coinId: id, type: .sell, amount: fee.amount, pricePerCoin: rate, date: date,
      account: account, category: .fee,
      valuation: price.map {
        Valuation(kind: .dailyPrice, rate: $0.price, source: $0.source, day: $0.day)
      })
  }
}
