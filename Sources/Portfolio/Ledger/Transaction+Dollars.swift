public import Exact
public import FoundationEssentials

extension Transaction {
  /// Whether the total is known in the currency it is counted in; in US dollars it always is.
  public var isTotalKnown: Bool { counted.map { $0.total != nil } ?? true }

  /// Whether ``total`` is what the coins were worth; unknown of coins given away without a price.
  var isWorthKnown: Bool { isTotalKnown && (kind != .give || pricePerCoin > 0) }

  /// Whether coins given away bring no gain wherever gifts count at market value: they have no
  /// worth, and a person said so.
  public var isGivenWithoutGain: Bool {
    kind == .give && valuation?.kind == .stated && pricePerCoin.isZero
  }

  /// ``total``, `nil` where it is unknown.
  public var knownTotal: Decimal? { isTotalKnown ? total : nil }

  /// Paid or received for one coin, `nil` where it is unknown.
  public var knownPricePerCoin: Decimal? {
    guard isTotalKnown else { return nil }
    return exactGiftWorth == nil ? pricePerCoin : derivedPricePerCoin
  }

  /// What a gift was worth in US dollars when it was given, where that is known as well as
  /// what its giver had paid.
  public var exactGiftWorth: Cost? {
    guard type == .gift, payment != nil, pricePerCoin > 0, pricePerCoin != derivedPricePerCoin
    else { return nil }
    return exactAmount * Price(pricePerCoin)
  }

  /// Paid for an acquisition, fee included, or received for a sale, fee deducted.
  ///
  /// US dollars, or the currency that ``counted(_:in:rates:)`` counted it in.
  public var total: Decimal { exactTotal.decimal }

  /// ``amount``, for exact sums.
  public var exactAmount: Quantity { Quantity(amount) }

  /// ``total``, every digit.
  ///
  /// A known payment counts at the valuation's rate; else the coins at their price. Where a foreign
  /// payment has no rate, the dollars were stated: the price is theirs, the fee included.
  public var exactTotal: Cost {
    guard type != .gift || payment != nil else { return 0 }
    if let counted { return counted.total ?? 0 }
    guard let base = exactPayment else { return exactAmount * Price(pricePerCoin) }
    return type.isAcquisition ? base + exactFee : base - exactFee
  }

  /// What coins were worth on receipt: ``exactTotal`` without the fee.
  var exactWorthOnReceipt: Cost { exactTotal - exactFee }

  /// What it brought into the portfolio: what a purchase cost, and the fee of a reward.
  ///
  /// A coin that replaces another goes on at its value: nothing is paid in or taken out.
  public var paidIn: Cost {
    guard kind != .migrate, type.isAcquisition else { return .zero }
    return kind == .reward ? exactFee : exactTotal
  }

  /// What it took out of the portfolio: what a sale brought.
  public var takenOut: Cost { kind == .migrate || type.isAcquisition ? .zero : exactTotal }

  /// US dollars for one coin as ``exactTotal`` makes it, to 38 digits; ``pricePerCoin`` where
  /// nothing else is known.
  public var derivedPricePerCoin: Decimal {
    payment == nil && fee == nil ? pricePerCoin : exactTotal.quotient(by: exactAmount)
  }

  /// The fee in US dollars; zero for one in the coin traded, which changed the amount only.
  public var exactFee: Cost {
    if let counted { return counted.fee ?? 0 }
    guard let fee, fee.currency != coinId else { return 0 }
    if let rate = fee.rate { return Cost(fee.amount) * Cost(rate) }
    let isPaymentsCurrency = fee.currency == nil || fee.currency == payment?.currency
    let rate = isPaymentsCurrency ? exactRate ?? 1 : 1
    return Cost(fee.amount) * rate
  }

  /// The payment in US dollars without the fee; `nil` where the price already holds everything.
  private var exactPayment: Cost? {
    guard let payment else { return exactAmount * Price(pricePerCoin) }
    return exactRate.map { Cost(payment.amount) * $0 }
  }

  /// US dollars for one unit of the payment's currency, `nil` where only the dollars were stated.
  private var exactRate: Cost? {
    guard let payment, payment.currency != "USD", let valuation else { return 1 }
    return valuation.rate.map { Cost($0) }
  }
}
