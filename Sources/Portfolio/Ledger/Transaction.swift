public import Exact
public import FoundationEssentials

/// The direction of a transaction.
public enum TransactionType: String, Codable, CaseIterable, Sendable {
  /// Coins bought at a price.
  case buy
  /// Coins sold at a price.
  case sell
  /// Coins received for free: a buy whose price is 0, or the giver's, by declaration.
  case gift

  /// The word shown to users.
  public var displayName: String {
    switch self {
    case .buy: "Buy"
    case .sell: "Sell"
    case .gift: "Gift"
    }
  }

  /// Whether the transaction adds coins.
  public var isAcquisition: Bool { self != .sell }
}

/// An event of one coin that changed the amount held and its cost.
///
/// A coin's transactions are ordered by date, then by insertion: every list of transactions in
/// bitpal has that order unless documented otherwise.
///
/// ```swift
/// let bought = Transaction(
///   coinId: "bitcoin", type: .buy, amount: Quantity(ExactDecimal(5, exponent: -1)),
///   pricePerCoin: 60_000, date: noon, account: "Kraken",
///   fee: TransactionFee(amount: 12, currency: nil))
/// bought.total == 30_012
/// ```
public struct Transaction: Identifiable, Equatable, Hashable, Sendable {
  /// Identity within the ledger.
  public let id: UUID
  /// CoinGecko id of the coin.
  public var coinId: String
  /// Direction.
  public var type: TransactionType
  /// Coins moved, greater than zero, unrounded.
  public var amount: Quantity
  /// US dollars per coin; greater than zero, or zero exactly if the kind means that nothing was
  /// paid or received; for a gift with its giver's cost, the worth of one coin when given.
  ///
  /// Counted in another currency, it is computed from total and amount, because few figures need
  /// it.
  public var pricePerCoin: Price {
    get {
      guard let counted else { return price }
      return counted.total?.perCoin(of: amount).withinExactDigits ?? 0
    }
    set { price = newValue }
  }
  private var price: Price
  /// When it happened, to the millisecond.
  public var date: Date
  /// The user's words, or `nil`.
  public var notes: String?
  /// Where it happened, an exchange or a wallet, or `nil`.
  public var account: String?
  /// What happened.
  public var kind: TransactionKind
  /// What a reward or a fee was for, or `nil`.
  public var label: TransactionLabel?
  /// Shared by the rows of one event: both sides of a swap or a migration, a trade and the sale of
  /// its fee; `nil` for an event with one row.
  public var link: UUID?
  /// When the giver of a gift acquired it, or `nil`.
  public var acquired: Date?
  /// The purchases whose lots leave first, in that order; the cost basis decides on the rest, and
  /// on all lots if empty.
  public var lots: [UUID]
  /// The money in the display currency; `nil` in US dollars and in every stored ledger.
  var counted: CountedMoney?
  /// `nil` if nothing of it is known, because there may be a million transactions.
  private var statement: Boxed<Statement>?

  /// The payment and origin of the row.
  private struct Statement: Hashable, Sendable {
    var payment: MoneyAmount?
    var fee: TransactionFee?
    var valuation: Valuation?
    var reference: Reference?
    var cash: Boxed<SwapCash>?

    var isEmpty: Bool {
      payment == nil && fee == nil && valuation == nil && reference == nil && cash == nil
    }
  }

  private var stated: Statement {
    get { statement?.value ?? Statement() }
    set { statement = newValue.isEmpty ? nil : .value(newValue) }
  }

  /// The actual payment or proceeds without the fee, or `nil` if only the price is known.
  public var payment: MoneyAmount? {
    get { statement?.value.payment }
    set { stated.payment = newValue }
  }
  /// The fee on top of the payment, or `nil`.
  public var fee: TransactionFee? {
    get { statement?.value.fee }
    set { stated.fee = newValue }
  }
  /// How the dollar value was determined, or `nil` if it was entered.
  public var valuation: Valuation? {
    get { statement?.value.valuation }
    set { stated.valuation = newValue }
  }
  /// Where it was first recorded, or `nil`.
  public var reference: Reference? {
    get { statement?.value.reference }
    set { stated.reference = newValue }
  }
  /// The cash side of a swap, or `nil`.
  ///
  /// It is stored with the coins given and is part of their proceeds.
  public var cash: SwapCash? {
    get { statement?.value.cash?.value }
    set { stated.cash = newValue.map(Boxed.value) }
  }

  /// Creates a transaction; nothing is checked here, see `validate(_:now:)`.
  public init(
    id: UUID = UUID(), coinId: String, type: TransactionType, amount: Quantity,
    pricePerCoin: Price, date: Date, notes: String? = nil, account: String? = nil,
    kind: TransactionKind? = nil, label: TransactionLabel? = nil, link: UUID? = nil,
    acquired: Date? = nil, lots: [UUID] = [], payment: MoneyAmount? = nil,
    fee: TransactionFee? = nil, valuation: Valuation? = nil, reference: Reference? = nil,
    cash: SwapCash? = nil
  ) {
    self.id = id
    self.coinId = coinId
    self.type = type
    self.amount = amount
    price = pricePerCoin
    self.date = date
    self.notes = notes
    self.account = account
    self.kind = kind ?? TransactionKind(type)
    self.label = label
    self.link = link
    self.acquired = acquired
    self.lots = lots
    stated = Statement(
      payment: payment, fee: fee, valuation: valuation, reference: reference,
      cash: cash.map(Boxed.value))
  }
}

extension Transaction {
  /// Whether the total is known in the currency it is counted in.
  public var isTotalKnown: Bool { counted.map { $0.total != nil } ?? !isOfUnknownWorth }

  /// Whether the worth of its coins in US dollars is unknown: the coins count, their worth does
  /// not.
  ///
  /// Fees of unknown worth are complete: their cost stays with the remaining coins.
  public var isOfUnknownWorth: Bool { valuation?.kind == .unknown && !kind.mayBeFree }

  /// Whether figures leave out its worth because it is unknown in every currency.
  var isUnvalued: Bool { isOfUnknownWorth && !isTotalKnown }

  /// Whether its total lacks an exchange rate, so that every figure that needs it is unknown.
  var lacksRate: Bool { !isTotalKnown && !isOfUnknownWorth }

  /// Whether ``total`` is the coins' worth; unknown for coins given away without a price.
  var isWorthKnown: Bool { isTotalKnown && !isGivenWithoutWorth }

  /// Whether coins were given away without a stored worth: they are worth the price of the day.
  public var isGivenWithoutWorth: Bool { kind == .give && pricePerCoin.isZero }

  /// Whether coins given away realize no gain even if gifts count at market value, because the user
  /// stated a worth of zero.
  public var isGivenWithoutGain: Bool {
    kind == .give && valuation?.kind == .stated && pricePerCoin.isZero
  }

  /// ``total``, `nil` if it is unknown.
  public var knownTotal: ExactDecimal? { isTotalKnown ? total : nil }

  /// Price paid or received per coin, `nil` if unknown.
  public var knownPricePerCoin: Price? {
    guard isTotalKnown else { return nil }
    return exactGiftWorth == nil ? pricePerCoin : derivedPricePerCoin
  }

  /// A gift's worth in US dollars when given, if both it and the giver's cost are known.
  public var exactGiftWorth: Cost? {
    guard type == .gift, payment != nil, pricePerCoin > 0, pricePerCoin != derivedPricePerCoin
    else { return nil }
    return amount * pricePerCoin
  }

  /// The cost of an acquisition including the fee, or the proceeds of a sale less the fee.
  ///
  /// US dollars, or the currency that ``counted(_:in:rates:)`` counted it in.
  public var total: ExactDecimal { exactTotal.figure }

  /// ``total``, unrounded.
  ///
  /// A known payment is converted at the valuation's rate; otherwise the coins count at their
  /// price. A foreign payment without a rate has stated dollars: the price is in dollars and
  /// includes the fee.
  public var exactTotal: Cost {
    guard type != .gift || payment != nil else { return 0 }
    if let counted { return counted.total ?? 0 }
    guard !isOfUnknownWorth else { return 0 }
    guard let base = exactPayment else { return amount * pricePerCoin }
    return type.isAcquisition ? base + exactFee : base - exactFee
  }

  /// What coins were worth on receipt: ``exactTotal`` without the fee.
  var exactWorthOnReceipt: Cost { exactTotal - exactFee }

  /// The amount paid into the portfolio: the cost of a purchase, or the fee of a reward.
  ///
  /// A coin that replaces another keeps its value: nothing is paid in or taken out.
  public var paidIn: Cost {
    // Nothing was paid for a gift; its cost is the giver's.
    guard kind != .migrate, type == .buy else { return .zero }
    return kind == .reward ? exactFee : exactTotal
  }

  /// The amount taken out of the portfolio: the proceeds of a sale.
  public var takenOut: Cost { kind == .migrate || type.isAcquisition ? .zero : exactTotal }

  /// US dollars per coin derived from ``exactTotal``, to 38 digits; ``pricePerCoin`` if nothing
  /// else is known.
  public var derivedPricePerCoin: Price {
    payment == nil && fee == nil ? pricePerCoin : exactTotal.perCoin(of: amount).withinExactDigits
  }

  /// The fee in US dollars; zero for a fee in the traded coin, which changed only the amount.
  public var exactFee: Cost {
    if let counted { return counted.fee ?? 0 }
    guard let fee, fee.currency != coinId else { return 0 }
    if let rate = fee.rate { return Cost(fee.amount) * rate }
    let isPaymentsCurrency = fee.currency == nil || fee.currency == payment?.currency
    let rate = isPaymentsCurrency ? exactRate ?? 1 : 1
    return Cost(fee.amount) * rate
  }

  /// The cash side of a swap in US dollars, negative if paid; zero if there is none.
  var exactCash: Cost {
    guard let cash else { return 0 }
    if let counted { return counted.cash ?? 0 }
    let rate = cash.rate ?? (cash.currency == usDollarCode ? 1 : exactRate ?? 1)
    return Cost(cash.amount) * rate
  }

  /// The payment in US dollars without the fee; `nil` if the price already includes everything.
  private var exactPayment: Cost? {
    guard let payment else { return amount * pricePerCoin }
    return exactRate.map { Cost(payment.amount) * $0 }
  }

  /// US dollars per unit of the payment's currency, `nil` if only the dollars were stated.
  private var exactRate: ExactDecimal? {
    guard let payment, payment.currency != "USD", let valuation else { return 1 }
    return valuation.rate
  }
}
