import Exact
import FoundationEssentials
import Portfolio

/// Notices rows whose dollars are far from the coin's price of their day.
///
/// What the file says stays the evidence: the price of a day is an average, and people do trade off
/// the market. But a wrong coin or column shows so, and nobody should have to find it in the gains.
struct PriceCheck {
  private struct Finding {
    let source: RowSource
    let stated: Decimal
    let price: Decimal
    var rows = 1
  }

  private var findings: [String: Finding] = [:]

  /// Looks at what one row adds.
  mutating func look(at row: PlannedRow, _ valuer: Valuer) {
    let transaction = row.transaction
    guard let valuation = transaction.valuation,
      // A coin's own price contradicts nothing; that of the coin it was traded for may.
      valuation.kind != .dailyPrice || transaction.payment.map({ $0.currency != "USD" }) == true,
      transaction.category != .fee,
      let price = valuer.price(of: transaction.coinId, on: UTCDay(transaction.date))?.price
    else { return }
    let rate = valuation.rate ?? 1
    guard Self.isFar(transaction, rate: rate, from: ExactDecimal(price)) else { return }
    if findings[transaction.coinId] == nil {
      findings[transaction.coinId] = Finding(
        source: row.source, stated: Self.price(of: transaction, rate: rate), price: price)
    } else {
      findings[transaction.coinId]?.rows += 1
    }
  }

  /// Whether what one coin was, before fees, is more than half off a price.
  private static func isFar(
    _ transaction: Transaction, rate: Decimal, from price: ExactDecimal
  ) -> Bool {
    var (stated, other) = (Price(transaction.pricePerCoin), price)
    if let payment = transaction.payment, transaction.amount > 0 {
      // Multiplied, because nothing has to be divided to compare.
      stated = ExactDecimal(payment.amount) * ExactDecimal(rate)
      other = price * transaction.exactAmount
    }
    return stated > 0 && (stated * 2 > other * 3 || stated * 3 < other * 2)
  }

  /// What one coin was, before fees, in six digits.
  private static func price(of transaction: Transaction, rate: Decimal) -> Decimal {
    guard let payment = transaction.payment, transaction.amount > 0 else {
      return transaction.pricePerCoin
    }
    let price = payment.amount * rate / transaction.amount
    let surplus = price.significantDigits - 6
    return surplus > 0 ? price.rounded(toPlaces: max(0, -price.exponent - surplus)) : price
  }

  /// A notice for each coin.
  var notices: [ImportNotice] {
    findings.sorted { $0.key < $1.key }.map { coinId, finding in
      .farFromPrice(
        source: finding.source, coinId: coinId, stated: finding.stated, price: finding.price,
        rows: finding.rows)
    }
  }
}
