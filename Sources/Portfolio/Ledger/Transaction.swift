public import FoundationEssentials

/// The direction of a transaction.
public enum TransactionType: String, Codable, CaseIterable, Sendable {
  /// Coins bought at a price.
  case buy
  /// Coins sold at a price.
  case sell
  /// Coins received for nothing (gift, airdrop, fork): a buy whose price is 0 by declaration.
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

/// A recorded purchase, sale or gift of one coin.
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
  /// US dollars per coin; greater than zero, and zero exactly for a gift or for coins lost as a
  /// fee.
  public var pricePerCoin: Decimal
  /// When it happened, to the millisecond.
  public var date: Date
  /// The user's words, or `nil`.
  public var notes: String?
  /// Where it happened, an exchange or a wallet, or `nil`.
  public var account: String?
  /// Why it happened, or `nil` where nobody said.
  public var category: TransactionCategory?
  /// What was really paid or received, without the fee, or `nil` where only the price is known.
  public var payment: MoneyAmount?
  /// What it cost beside the payment, or `nil`.
  public var fee: TransactionFee?
  /// How dollars came of the payment, or `nil` where they were entered.
  public var valuation: Valuation?
  /// Where it was first written down, or `nil`.
  public var reference: Reference?
  /// What it amounts to in the display currency; `nil` in US dollars, and in every ledger that is
  /// stored.
  var counted: CountedMoney?

  /// Makes a transaction; nothing is checked here, see `validate(_:now:)`.
  public init(
    id: UUID = UUID(), coinId: String, type: TransactionType, amount: Decimal,
    pricePerCoin: Decimal, date: Date, notes: String? = nil, account: String? = nil,
    category: TransactionCategory? = nil, payment: MoneyAmount? = nil, fee: TransactionFee? = nil,
    valuation: Valuation? = nil, reference: Reference? = nil
  ) {
    self.id = id
    self.coinId = coinId
    self.type = type
    self.amount = amount
    self.pricePerCoin = pricePerCoin
    self.date = date
    self.notes = notes
    self.account = account
    self.category = category
    self.payment = payment
    self.fee = fee
    self.valuation = valuation
    self.reference = reference
  }
}
