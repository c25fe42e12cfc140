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
public struct Transaction: Identifiable, Equatable, Hashable, Sendable {
  /// Identity within the ledger.
  public let id: UUID
  /// CoinGecko id of the coin.
  public var coinId: String
  /// Direction.
  public var type: TransactionType
  /// Coins moved, greater than zero, every digit kept.
  public var amount: Decimal
  /// US dollars per coin; greater than zero, and zero exactly where the kind says that nothing was
  /// paid or received; of a gift with its giver's cost, what one was worth when it was given.
  public var pricePerCoin: Decimal
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
  private var statement: BoxedStatement?

  /// What the row was paid with, and where it is from.
  private struct Statement: Hashable, Sendable {
    var payment: MoneyAmount?
    var fee: TransactionFee?
    var valuation: Valuation?
    var reference: Reference?

    var isEmpty: Bool {
      payment == nil && fee == nil && valuation == nil && reference == nil
    }
  }

  /// A statement in memory of its own, which copies of the transaction share.
  private indirect enum BoxedStatement: Hashable, Sendable {
    case statement(Statement)

    var value: Statement {
      switch self {
      case .statement(let statement): statement
      }
    }
  }

  private var stated: Statement {
    get { statement?.value ?? Statement() }
    set { statement = newValue.isEmpty ? nil : .statement(newValue) }
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

  /// Makes a transaction; nothing is checked here, see `validate(_:now:)`.
  public init(
    id: UUID = UUID(), coinId: String, type: TransactionType, amount: Decimal,
    pricePerCoin: Decimal, date: Date, notes: String? = nil, account: String? = nil,
    kind: TransactionKind? = nil, label: TransactionLabel? = nil, link: UUID? = nil,
    acquired: Date? = nil, lots: [UUID] = [], payment: MoneyAmount? = nil,
    fee: TransactionFee? = nil, valuation: Valuation? = nil, reference: Reference? = nil
  ) {
    self.id = id
    self.coinId = coinId
    self.type = type
    self.amount = amount
    self.pricePerCoin = pricePerCoin
    self.date = date
    self.notes = notes
    self.account = account
    self.kind = kind ?? TransactionKind(type)
    self.label = label
    self.link = link
    self.acquired = acquired
    self.lots = lots
    stated = Statement(payment: payment, fee: fee, valuation: valuation, reference: reference)
  }
}
