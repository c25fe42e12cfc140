import Exact
public import FoundationEssentials
import MarketData
public import Portfolio

/// What a user says of a trade; what is left out stays as it is.
///
/// Applied to an empty transaction it makes a new one, applied to a recorded one it edits it. Money
/// beside plain US dollars is kept as it was paid, with the rate that made dollars of it.
public struct TradeTerms: Sendable {
  /// Coins.
  public var amount: Decimal?
  /// Paid or received for one coin, in the payment's currency.
  public var price: Decimal?
  /// Paid or received in all, without the fee, in the payment's currency.
  public var total: Decimal?
  /// The payment's currency, an ISO 4217 code in capitals.
  public var currency: String?
  /// US dollars for one unit of the payment's currency, where the day's own rate is not wanted.
  public var rate: Decimal?
  /// What it cost beside the payment; an amount of 0 removes the fee.
  public var fee: TransactionFee?
  /// When it happened.
  public var date: Date?
  /// Where it happened; an empty text removes the account.
  public var account: String?
  /// The user's words; an empty text removes them.
  public var notes: String?

  /// Makes terms that change nothing.
  public init() {}

  /// Whether nothing would change.
  public var isEmpty: Bool {
    amount == nil && price == nil && total == nil && currency == nil && rate == nil && fee == nil
      && date == nil && account == nil && notes == nil
  }

  /// Whether dollars may change.
  private var isAboutMoney: Bool {
    amount != nil || price != nil || total != nil || currency != nil || rate != nil || fee != nil
      || date != nil
  }

  /// Where rates of money and prices of coins come from.
  public struct Evidence: Sendable {
    let rates: any ExchangeRates
    let prices: any DailyPrices

    /// Names the sources.
    public init(rates: any ExchangeRates, prices: any DailyPrices) {
      self.rates = rates
      self.prices = prices
    }
  }

  /// Sets what the terms say.
  ///
  /// - Throws: ``TradeTermsError`` for terms that contradict each other or lack a rate.
  public func apply(
    to transaction: inout Transaction, _ evidence: Evidence
  ) throws(TradeTermsError) {
    for (value, name) in [(amount, "Amount"), (price, "Price"), (total, "Total")] {
      if let value, value <= 0 { throw .notPositive(name) }
    }
    if let amount { transaction.amount = amount }
    if let date { transaction.date = date }
    if let account { transaction.account = account.isEmpty ? nil : account }
    if let notes { transaction.notes = notes.isEmpty ? nil : notes }
    guard transaction.type != .gift else {
      guard price == nil, total == nil, currency == nil, rate == nil, fee == nil else {
        throw .giftHasNoPrice
      }
      return
    }
    try applyPayment(to: &transaction)
    try applyRate(to: &transaction, evidence)
    try applyFee(to: &transaction, evidence)
    if transaction.payment != nil, isAboutMoney {
      transaction.pricePerCoin = transaction.derivedPricePerCoin
      guard transaction.pricePerCoin > 0 || (transaction.payment?.amount ?? 0) <= 0 else {
        throw .feeExceedsProceeds
      }
    }
  }

  // MARK: - Payment

  private func applyPayment(to transaction: inout Transaction) throws(TradeTermsError) {
    let isPlain =
      transaction.payment == nil && total == nil && fee == nil && rate == nil
      && (currency ?? "USD") == "USD" && transaction.fee == nil
    if isPlain {
      if let price { transaction.pricePerCoin = price }
      return
    }
    guard price != nil || total != nil || currency != nil || fee != nil || rate != nil else {
      return
    }
    let known = transaction.payment
    let paid: Decimal
    if let price {
      let product = Quantity(transaction.amount) * Price(price)
      if let total {
        guard agree(product, total, price, transaction.amount) else {
          throw .priceAndTotalDiffer(total: product.decimal)
        }
        paid = total
      } else {
        guard Cost(product.decimal) == product else { throw .tooManyDigits }
        paid = product.decimal
      }
    } else if let total {
      paid = total
    } else if let known {
      paid = known.amount
    } else {
      let product = Quantity(transaction.amount) * Price(transaction.pricePerCoin)
      guard Cost(product.decimal) == product else { throw .tooManyDigits }
      paid = product.decimal
    }
    transaction.payment = MoneyAmount(
      amount: paid, currency: currency ?? known?.currency ?? "USD")
  }

  /// Whether a price and a total say the same, each as far as it was written.
  private func agree(
    _ product: Cost, _ total: Decimal, _ price: Decimal, _ amount: Decimal
  ) -> Bool {
    let isTotal = product.decimal.rounded(toPlaces: total.places) == total
    return isTotal || total.divided(by: amount).rounded(toPlaces: price.places) == price
  }

  // MARK: - Rate and fee

  private func applyRate(
    to transaction: inout Transaction, _ evidence: Evidence
  ) throws(TradeTermsError) {
    guard let payment = transaction.payment else {
      guard rate == nil else { throw .rateWithoutCurrency }
      return
    }
    guard payment.currency != "USD" else {
      guard rate == nil else { throw .rateWithoutCurrency }
      if currency != nil { transaction.valuation = nil }
      return
    }
    if let rate {
      guard rate > 0 else { throw .noRate(payment.currency, UTCDay(transaction.date)) }
      transaction.valuation = Valuation(kind: .stated, rate: rate)
      return
    }
    let isOfDay = transaction.valuation?.kind == .rate && date != nil
    let isNew = transaction.valuation == nil && (price != nil || total != nil)
    guard currency != nil || isOfDay || isNew else { return }
    let day = UTCDay(transaction.date)
    let found = try Self.dollars(for: payment.currency, on: day, evidence)
    transaction.valuation = Valuation(
      kind: .rate, rate: found.rate, source: found.source, day: found.day)
  }

  /// A fee in the coin traded never came, or left beside the coins sold: the amount is what is
  /// without it, and with it where the fee is one of before.
  private func applyFeeInCoin(to transaction: inout Transaction) throws(TradeTermsError) {
    guard let fee else { return }
    func coins(_ fee: TransactionFee?) -> Quantity {
      fee?.currency == transaction.coinId ? Quantity(fee?.amount ?? 0) : 0
    }
    let before = amount == nil ? coins(transaction.fee) : 0
    let change = transaction.type.isAcquisition ? before - coins(fee) : coins(fee) - before
    let exact = transaction.exactAmount + change
    guard Quantity(exact.decimal) == exact else { throw .tooManyDigits }
    transaction.amount = exact.decimal
  }

  private func applyFee(
    to transaction: inout Transaction, _ evidence: Evidence
  ) throws(TradeTermsError) {
    guard var fee else { return }
    try applyFeeInCoin(to: &transaction)
    guard fee.amount > 0 else {
      transaction.fee = nil
      return
    }
    let payment = transaction.payment?.currency ?? "USD"
    if fee.currency == payment { fee.currency = nil }
    if let currency = fee.currency, currency != "USD", currency != transaction.coinId,
      fee.rate == nil
    {
      fee.rate = try Self.dollars(for: currency, on: UTCDay(transaction.date), evidence).rate
    }
    transaction.fee = fee
  }

  /// US dollars for one unit of money or for one coin.
  private static func dollars(
    for currency: String, on day: UTCDay, _ evidence: Evidence
  ) throws(TradeTermsError) -> (rate: Decimal, source: String, day: UTCDay) {
    if Currency(code: currency) != nil {
      guard let rate = evidence.rates.rate(from: currency, to: "USD", on: day) else {
        throw .noRate(currency, day)
      }
      return (rate.numerator.divided(by: rate.denominator), rate.source, rate.day)
    }
    guard let price = evidence.prices.price(of: currency, on: day) else {
      throw .noPrice(currency, day)
    }
    return (price.price, price.source, price.day)
  }
}

extension Decimal {
  /// Digits behind the point.
  fileprivate var places: Int { max(0, -exponent) }
}

/// What can be wrong with the terms of a trade.
public enum TradeTermsError: Error, Equatable, Sendable {
  /// The value of that name is zero or less.
  case notPositive(String)
  /// Amount × price is not the total, but the one given here.
  case priceAndTotalDiffer(total: Decimal)
  /// A rate belongs to money other than US dollars.
  case rateWithoutCurrency
  /// No rate of that money is known for the day.
  case noRate(String, UTCDay)
  /// No price of the coin that a fee was paid in is known for the day.
  case noPrice(String, UTCDay)
  /// Amount × price, or an amount with its fee, has more digits than can be kept.
  case tooManyDigits
  /// Nothing is left of what a sale brought.
  case feeExceedsProceeds
  /// A gift costs nothing.
  case giftHasNoPrice

  /// What is wrong and what to do about it.
  public var sentence: String {
    switch self {
    case .notPositive(let name): "\(name) must be greater than zero"
    case .priceAndTotalDiffer(let total):
      "The price and the total differ: at that price the total is \(total.canonicalText). "
        + "Give one of them."
    case .rateWithoutCurrency:
      "A rate turns other money into US dollars: give --currency with it, such as EUR."
    case .noRate(let currency, let day):
      "No US dollar rate of \(currency) is known for \(day.text). "
        + "Fetch the newest with `bitpal rates update`, give it with --rate, or enter US dollars."
    case .noPrice(let coin, let day):
      "No price of \(coin) is known for \(day.text), so that fee cannot be counted. "
        + "Give the fee in money, or the price with `bitpal prices import`."
    case .tooManyDigits: "Amount times price has more than 38 digits. Give --total instead."
    case .feeExceedsProceeds: "The fee is not less than what the sale brought: check both."
    case .giftHasNoPrice: "A gift has no price, total, fee or rate: leave them out."
    }
  }
}
