public import Exact

/// An amount in its own unit.
public struct MoneyAmount: Equatable, Hashable, Sendable {
  /// The amount, zero or more, unrounded.
  public var amount: ExactDecimal
  /// An ISO 4217 code in capitals (`EUR`), the ticker of a stablecoin that counts as dollars
  /// (`USDT`), or a CoinGecko id in lower case (`bitcoin`).
  public var currency: String

  /// Creates an amount.
  public init(amount: ExactDecimal, currency: String) {
    self.amount = amount
    self.currency = currency
  }
}

/// The fee of a trade, on top of its payment.
public struct TransactionFee: Equatable, Hashable, Sendable {
  /// The amount, zero or more.
  public var amount: ExactDecimal
  /// The fee's currency or coin, as in ``MoneyAmount/currency``; `nil` means the payment's, or US
  /// dollars if there is no payment.
  public var currency: String?
  /// US dollars per unit of ``currency``, if it is neither the payment's currency, nor US dollars,
  /// nor the traded coin; `nil` otherwise.
  public var rate: ExactDecimal?

  /// Creates a fee.
  public init(amount: ExactDecimal, currency: String? = nil, rate: ExactDecimal? = nil) {
    self.amount = amount
    self.currency = currency
    self.rate = rate
  }

  /// Whether its dollar value is from a coin's daily price: currency codes have three capitals.
  fileprivate var isEstimated: Bool {
    guard rate != nil, amount > 0, let currency else { return false }
    let isMoney = currency.utf8.count == 3 && currency.utf8.allSatisfy { (65...90).contains($0) }
    return !isMoney
  }
}

/// The cash side of a swap, received or paid.
public struct SwapCash: Equatable, Hashable, Sendable {
  /// Positive if received, negative if paid.
  public var amount: ExactDecimal
  /// An ISO 4217 code in capitals.
  public var currency: String
  /// US dollars per unit, if the swap's worth is not stated in ``currency``; `nil` otherwise.
  public var rate: ExactDecimal?

  /// Creates an amount.
  public init(amount: ExactDecimal, currency: String, rate: ExactDecimal? = nil) {
    self.amount = amount
    self.currency = currency
    self.rate = rate
  }
}

extension Transaction {
  /// Whether a stablecoin or a daily price gave its dollar value, or that of a fee in a third coin.
  public var isEstimated: Bool {
    valuation?.isEstimated ?? false || fee?.isEstimated ?? false
  }

  /// Whether the dollar value of its fee is estimated: a fee in the payment's currency uses its
  /// rate.
  var isFeeEstimated: Bool {
    guard let fee, fee.amount > 0, fee.currency != coinId else { return false }
    let isPaymentsCurrency = fee.currency == nil || fee.currency == payment?.currency
    return fee.isEstimated
      || fee.rate == nil && isPaymentsCurrency && payment.map { $0.currency != "USD" } ?? false
        && valuation?.isEstimated ?? false
  }
}

/// How the dollar value of a payment was determined (SPEC §3.13).
public struct Valuation: Equatable, Hashable, Sendable {
  /// The kind of evidence.
  public enum Kind: String, CaseIterable, Sendable {
    /// Paid in US dollars, or the user said so.
    case stated
    /// The imported file's own dollar column.
    case file
    /// A fiat currency at that day's reference rate.
    case rate
    /// A stablecoin that the user declared to be dollars.
    case stablecoin
    /// The daily price of a coin.
    case dailyPrice
    /// The coins' worth is unknown: they count, their worth does not.
    case unknown
  }

  /// The kind of evidence.
  public var kind: Kind
  /// US dollars per unit of the payment's currency; without a payment, per coin.
  ///
  /// `nil` if the total itself is stated.
  public var rate: ExactDecimal?
  /// The source of the rate, such as `ECB`, or `nil`.
  public var source: String?
  /// The UTC day of the rate, or `nil`.
  public var day: UTCDay?

  /// Creates a valuation.
  public init(kind: Kind, rate: ExactDecimal? = nil, source: String? = nil, day: UTCDay? = nil) {
    self.kind = kind
    self.rate = rate
    self.source = source
    self.day = day
  }

  /// Whether the dollars are an estimate, from a stablecoin or a daily price, displayed with a `~`.
  public var isEstimated: Bool { kind == .stablecoin || kind == .dailyPrice }
}

/// Where a transaction or move was first recorded; unique in the ledger.
public struct Reference: Equatable, Hashable, Sendable {
  /// The exchange, wallet or file format, such as `kraken`.
  public var source: String
  /// The source's own id, or one derived from the row.
  public var id: String

  /// Creates a reference.
  public init(source: String, id: String) {
    self.source = source
    self.id = id
  }
}
