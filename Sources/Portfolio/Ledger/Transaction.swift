public import Exact
public import FoundationEssentials

/// The direction of a transaction.
public enum TransactionType: String, Codable, CaseIterable, Sendable {
  /// Coins bought at a price.
  case buy
  /// Coins sold at a price.
  case sell
  /// Coins received for nothing: a buy whose price is 0, or the giver's, by declaration.
  case gift

  /// The word shown to people.
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

/// Something that happened to one coin and changed what is held of it and what that cost.
///
/// Transactions of a coin are ordered by date, then by insertion: every list of transactions in
/// bitpal is in that order unless it says otherwise.
///
/// ```swift
/// let bought = Transaction(
///   coinId: "bitcoin", type: .buy, amount: ExactDecimal(5, exponent: -1),
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
  /// Coins moved, greater than zero, every digit kept.
  public var amount: ExactDecimal
  /// US dollars per coin; greater than zero, and zero exactly where the kind says that nothing was
  /// paid or received; of a gift with its giver's cost, what one was worth when it was given.
  ///
  /// Counted in another currency, it is the total over the amount, which few figures need.
  public var pricePerCoin: ExactDecimal {
    get {
      guard let counted else { return price }
      return counted.total?.perCoin(of: exactAmount).figure ?? 0
    }
    set { price = newValue }
  }
  private var price: ExactDecimal
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
  /// What the rows of one event share: both sides of a swap or a migration, a trade and the sale of
  /// its fee; `nil` for an event of one row.
  public var link: UUID?
  /// When the giver of a gift acquired it, or `nil`.
  public var acquired: Date?
  /// The purchases whose lots leave first, in that order; the cost basis decides on the rest, and
  /// on all where none is named.
  public var lots: [UUID]
  /// What it amounts to in the display currency; `nil` in US dollars, and in every ledger that is
  /// stored.
  var counted: CountedMoney?
  /// `nil` where nothing of it is known: there may be a million transactions.
  private var statement: Boxed<Statement>?

  /// What the row was paid with, and where it is from.
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

  /// What was really paid or received, without the fee, or `nil` where only the price is known.
  public var payment: MoneyAmount? {
    get { statement?.value.payment }
    set { stated.payment = newValue }
  }
  /// The fee on top of the payment, or `nil`.
  public var fee: TransactionFee? {
    get { statement?.value.fee }
    set { stated.fee = newValue }
  }
  /// How dollars came of the payment, or `nil` where they were entered.
  public var valuation: Valuation? {
    get { statement?.value.valuation }
    set { stated.valuation = newValue }
  }
  /// Where it was first written down, or `nil`.
  public var reference: Reference? {
    get { statement?.value.reference }
    set { stated.reference = newValue }
  }
  /// The money that came or was paid next to the coins of a swap, or `nil`.
  ///
  /// The row of the coins given has it; it is a part of what these brought.
  public var cash: SwapCash? {
    get { statement?.value.cash?.value }
    set { stated.cash = newValue.map(Boxed.value) }
  }

  /// Makes a transaction; nothing is checked here, see `validate(_:now:)`.
  public init(
    id: UUID = UUID(), coinId: String, type: TransactionType, amount: ExactDecimal,
    pricePerCoin: ExactDecimal, date: Date, notes: String? = nil, account: String? = nil,
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

  /// Whether nothing says what its coins were worth in US dollars: they count, their worth does not.
  ///
  /// A fee of unknown worth lacks nothing: its cost stays with the coins that are left.
  public var isOfUnknownWorth: Bool { valuation?.kind == .unknown && !kind.mayBeFree }

  /// Whether figures leave its worth out: nothing says it, in no currency.
  var isUnvalued: Bool { isOfUnknownWorth && !isTotalKnown }

  /// Whether its total lacks an exchange rate, without which every figure that needs it is unknown.
  var lacksRate: Bool { !isTotalKnown && !isOfUnknownWorth }

  /// Whether ``total`` is what the coins were worth; unknown of coins given away without a price.
  var isWorthKnown: Bool { isTotalKnown && (kind != .give || pricePerCoin > 0) }

  /// Whether coins given away bring no gain wherever gifts count at market value: they have no
  /// worth, and a person said so.
  public var isGivenWithoutGain: Bool {
    kind == .give && valuation?.kind == .stated && pricePerCoin.isZero
  }

  /// ``total``, `nil` where it is unknown.
  public var knownTotal: ExactDecimal? { isTotalKnown ? total : nil }

  /// Paid or received for one coin, `nil` where it is unknown.
  public var knownPricePerCoin: ExactDecimal? {
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
  public var total: ExactDecimal { exactTotal.figure }

  /// ``amount``, for exact sums.
  public var exactAmount: Quantity { Quantity(amount) }

  /// ``total``, every digit.
  ///
  /// A known payment counts at the valuation's rate; else the coins at their price. Where a foreign
  /// payment has no rate, the dollars were stated: the price is theirs, the fee included.
  public var exactTotal: Cost {
    guard type != .gift || payment != nil else { return 0 }
    if let counted { return counted.total ?? 0 }
    guard !isOfUnknownWorth else { return 0 }
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
  public var derivedPricePerCoin: ExactDecimal {
    payment == nil && fee == nil ? pricePerCoin : exactTotal.perCoin(of: exactAmount).figure
  }

  /// The fee in US dollars; zero for one in the coin traded, which changed the amount only.
  public var exactFee: Cost {
    if let counted { return counted.fee ?? 0 }
    guard let fee, fee.currency != coinId else { return 0 }
    if let rate = fee.rate { return Cost(fee.amount) * rate }
    let isPaymentsCurrency = fee.currency == nil || fee.currency == payment?.currency
    let rate = isPaymentsCurrency ? exactRate ?? 1 : 1
    return Cost(fee.amount) * rate
  }

  /// The money next to the coins of a swap in US dollars, below zero what was paid; zero where there
  /// was none.
  var exactCash: Cost {
    guard let cash else { return 0 }
    if let counted { return counted.cash ?? 0 }
    let rate = cash.rate ?? (cash.currency == usDollarCode ? 1 : exactRate ?? 1)
    return Cost(cash.amount) * rate
  }

  /// The payment in US dollars without the fee; `nil` where the price already holds everything.
  private var exactPayment: Cost? {
    guard let payment else { return exactAmount * Price(pricePerCoin) }
    return exactRate.map { Cost(payment.amount) * $0 }
  }

  /// US dollars for one unit of the payment's currency, `nil` where only the dollars were stated.
  private var exactRate: ExactDecimal? {
    guard let payment, payment.currency != "USD", let valuation else { return 1 }
    return valuation.rate
  }
}
