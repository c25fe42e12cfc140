public import Exact

/// A transaction's money in a currency other than US dollars.
public final class CountedMoney: Hashable, Sendable {
  /// The total; `nil` if a rate is missing or the coins' worth is unknown.
  let total: Cost?
  /// The fee included in it; `nil` if the total is.
  let fee: Cost?
  /// The cash side of a swap, included in the total; `nil` if a rate is missing.
  let cash: Cost?

  init(total: Cost?, fee: Cost?, cash: Cost? = 0) {
    (self.total, self.fee, self.cash) = (total, fee, cash)
  }

  /// Whether both are the same money.
  public static func == (left: CountedMoney, right: CountedMoney) -> Bool {
    left.total == right.total && left.fee == right.fee && left.cash == right.cash
  }

  /// Equal money hashes alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(total)
    hasher.combine(fee)
    hasher.combine(cash)
  }
}

/// A ledger counted in one currency.
public struct CountedLedger: CountedInCurrency, Sendable {
  /// The ISO 4217 code.
  public let currency: String
  /// The transactions in the order given, their totals and prices in ``currency``.
  public let transactions: [Transaction]
  /// The newest rate from US dollars, used for current values; `nil` for US dollars and if no rate
  /// is known.
  public let newestRate: ExchangeRate?
  /// The day of the last known rate, however old; `nil` if there never was one.
  public let lastRateDay: UTCDay?
  /// Trading days without a rate, ascending; totals on these days are unknown.
  public let daysWithoutRate: [UTCDay]
}

/// The code of the currency that the ledger counts in.
public let usDollarCode = "USD"

/// Counts every transaction in a currency at the rate of its day (SPEC §3.14).
///
/// Amounts paid in that currency are used unchanged. All others are converted from US dollars at
/// the rate of the day; a cross rate is a fraction, and the total is rounded once to
/// ``costPlaces``.
///
/// - Parameters:
///   - transactions: In any order.
///   - currency: An ISO 4217 code in capitals.
///   - rates: The exchange rates.
/// - Returns: The same transactions with totals and prices in that currency; US dollars leave them
///   unchanged.
public func counted(
  _ transactions: [Transaction], in currency: String, rates: any ExchangeRates
) -> CountedLedger {
  guard currency != usDollarCode else {
    return CountedLedger(
      currency: currency, transactions: transactions, newestRate: nil, lastRateDay: nil,
      daysWithoutRate: [])
  }
  var count = TransactionCounter(currency: currency, rates: rates)
  return CountedLedger(
    currency: currency, transactions: transactions.map { count.counted($0) },
    newestRate: rates.newestRate(from: usDollarCode, to: currency),
    lastRateDay: rates.lastDay(from: usDollarCode, to: currency),
    daysWithoutRate: count.missing.sorted())
}

/// Counts transactions one at a time and caches the rate of each day.
public struct TransactionCounter {
  private let currency: String
  private let rates: any ExchangeRates
  private var known: [UTCDay: ExchangeRate?] = [:]
  /// Trading days without a rate.
  public var missing: Set<UTCDay> = []

  /// Creates a counter; the parameters are those of ``counted(_:in:rates:)``.
  public init(currency: String, rates: any ExchangeRates) {
    self.currency = currency
    self.rates = rates
  }

  /// Counts a transaction at the rate of its day; US dollars leave it unchanged.
  public mutating func counted(_ transaction: Transaction) -> Transaction {
    guard currency != usDollarCode else { return transaction }
    var counted = transaction
    counted.counted = money(of: transaction)
    return counted
  }

  private mutating func money(of transaction: Transaction) -> CountedMoney {
    guard transaction.type != .gift || transaction.payment != nil else {
      return CountedMoney(total: 0, fee: 0)
    }
    guard let payment = transaction.payment, payment.currency == currency else {
      guard !transaction.isOfUnknownWorth else { return CountedMoney(total: nil, fee: nil) }
      return CountedMoney(
        total: converted(transaction.exactTotal, transaction),
        fee: converted(transaction.exactFee, transaction), cash: cash(of: transaction))
    }
    let fee = fee(of: transaction)
    let paid = Cost(payment.amount)
    return CountedMoney(
      total: fee.map { transaction.type.isAcquisition ? paid + $0 : paid - $0 }, fee: fee,
      cash: cash(of: transaction))
  }

  private mutating func cash(of transaction: Transaction) -> Cost? {
    guard let cash = transaction.cash else { return 0 }
    if cash.currency == currency { return Cost(cash.amount) }
    return converted(transaction.exactCash, transaction)
  }

  private mutating func fee(of transaction: Transaction) -> Cost? {
    guard let fee = transaction.fee, fee.currency != transaction.coinId else { return 0 }
    if fee.currency == nil || fee.currency == currency { return Cost(fee.amount) }
    return converted(transaction.exactFee, transaction)
  }

  private mutating func converted(_ dollars: Cost, _ transaction: Transaction) -> Cost? {
    guard !dollars.isZero else { return 0 }
    let day = UTCDay(transaction.date)
    let rate = rate(on: day)
    if rate == nil { missing.insert(day) }
    return rate?.converted(dollars)
  }

  private mutating func rate(on day: UTCDay) -> ExchangeRate? {
    if let found = known[day] { return found }
    let rate = rates.rate(from: usDollarCode, to: currency, on: day)
    known[day] = .some(rate)
    return rate
  }
}

extension ExchangeRate {
  /// An amount in the other currency, rounded once to 38 digits.
  public func converted(_ amount: ExactDecimal) -> ExactDecimal { converted(Cost(amount)).figure }

  /// An amount or a price in the other currency, rounded once to ``costPlaces``.
  public func converted<Value: ExactValue>(_ amount: Value) -> Value {
    amount.prorated(numerator, of: denominator)
  }
}
