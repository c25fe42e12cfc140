public import Exact

/// An amount of something in its own unit.
public struct MoneyAmount: Equatable, Hashable, Sendable {
  /// The amount, zero or more, every digit kept.
  public var amount: ExactDecimal
  /// An ISO 4217 code in capitals (`EUR`), the ticker of a stablecoin that counts as dollars
  /// (`USDT`), or a CoinGecko id in lower case (`bitcoin`).
  public var currency: String

  /// Makes an amount.
  public init(amount: ExactDecimal, currency: String) {
    self.amount = amount
    self.currency = currency
  }
}

/// The fee of a trade, on top of its payment.
public struct TransactionFee: Equatable, Hashable, Sendable {
  /// The amount, zero or more.
  public var amount: ExactDecimal
  /// The fee's currency or coin, as in ``MoneyAmount/currency``; `nil` means the payment's, and US
  /// dollars where there is no payment.
  public var currency: String?
  /// US dollars for one unit of ``currency``, where it is neither the payment's currency, nor US
  /// dollars, nor the coin traded; `nil` otherwise.
  public var rate: ExactDecimal?

  /// Makes a fee.
  public init(amount: ExactDecimal, currency: String? = nil, rate: ExactDecimal? = nil) {
    self.amount = amount
    self.currency = currency
    self.rate = rate
  }

  /// Whether a coin's price of the day made dollars of it: money has codes of three capitals.
  fileprivate var isEstimated: Bool {
    guard rate != nil, amount > 0, let currency else { return false }
    let isMoney = currency.utf8.count == 3 && currency.utf8.allSatisfy { (65...90).contains($0) }
    return !isMoney
  }
}

/// Money that came next to the coins of a swap, or was paid next to them.
public struct SwapCash: Equatable, Hashable, Sendable {
  /// Above zero what was received, below zero what was paid.
  public var amount: ExactDecimal
  /// An ISO 4217 code in capitals.
  public var currency: String
  /// US dollars for one unit, where the swap's worth is not stated in ``currency``; `nil`
  /// otherwise.
  public var rate: ExactDecimal?

  /// Makes an amount.
  public init(amount: ExactDecimal, currency: String, rate: ExactDecimal? = nil) {
    self.amount = amount
    self.currency = currency
    self.rate = rate
  }
}

extension Transaction {
  /// Whether a stablecoin or a daily price gave its dollars, or those of a fee in a third coin.
  public var isEstimated: Bool {
    valuation?.isEstimated ?? false || fee?.isEstimated ?? false
  }

  /// Whether the dollars of its fee are estimated: one in the payment's currency has its rate.
  var isFeeEstimated: Bool {
    guard let fee, fee.amount > 0, fee.currency != coinId else { return false }
    let isPaymentsCurrency = fee.currency == nil || fee.currency == payment?.currency
    return fee.isEstimated
      || fee.rate == nil && isPaymentsCurrency && payment.map { $0.currency != "USD" } ?? false
        && valuation?.isEstimated ?? false
  }
}

/// How dollars came of what was paid (SPEC §3.13).
public struct Valuation: Equatable, Hashable, Sendable {
  /// The kind of evidence.
  public enum Kind: String, CaseIterable, Sendable {
    /// Paid in US dollars, or the user said so.
    case stated
    /// The imported file's own dollar column.
    case file
    /// Money of another state at that day's reference rate.
    case rate
    /// A stablecoin that the user declared to be dollars.
    case stablecoin
    /// The daily price of a coin.
    case dailyPrice
    /// Nothing says what the coins were worth: they count, their worth does not.
    case unknown
  }

  /// The kind of evidence.
  public var kind: Kind
  /// US dollars for one unit of the payment's currency; without a payment, for one coin.
  ///
  /// `nil` where the total itself is stated.
  public var rate: ExactDecimal?
  /// Where the rate comes from, such as `ECB`, or `nil`.
  public var source: String?
  /// The UTC day the rate is of, or `nil`.
  public var day: UTCDay?

  /// Makes a valuation.
  public init(kind: Kind, rate: ExactDecimal? = nil, source: String? = nil, day: UTCDay? = nil) {
    self.kind = kind
    self.rate = rate
    self.source = source
    self.day = day
  }

  /// Whether the dollars are an estimate: a stablecoin or a daily price, marked `~` wherever shown.
  public var isEstimated: Bool { kind == .stablecoin || kind == .dailyPrice }
}

/// Where a transaction or move was first written down; unique in the ledger.
public struct Reference: Equatable, Hashable, Sendable {
  /// The exchange, wallet or file format, such as `kraken`.
  public var source: String
  /// The source's own id, or one derived from the row.
  public var id: String

  /// Makes a reference.
  public init(source: String, id: String) {
    self.source = source
    self.id = id
  }
}
