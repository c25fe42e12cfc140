/// What happened, as one word that is the same in commands, forms, filters, files and journals
/// (SPEC §3.17).
public enum TransactionKind: String, CaseIterable, Sendable {
  /// Coins bought for money.
  case buy
  /// Coins sold for money.
  case sell
  /// One coin traded for another: a sale and a purchase that share a link.
  case swap
  /// Coins received for holding, staking, mining or referring: income at their worth on receipt.
  case reward
  /// Coins received for free, at the giver's cost if known.
  case gift
  /// Coins given away: they leave with their cost.
  case give
  /// Coins paid for goods or services: a disposal at their worth.
  case spend
  /// Coins lost: their cost is a loss.
  case lost
  /// Coins that paid the fee of a trade or of a transfer.
  case fee
  /// Coins moved between two of the user's accounts.
  case transfer
  /// Coins that arrived in an account from outside.
  case deposit
  /// Coins that left an account.
  case withdrawal
  /// A coin renamed or replaced by another: cost and acquisition dates carry over.
  case migrate

  /// The kinds of transactions, as opposed to moves.
  public static let ofTransactions: [TransactionKind] = allCases.filter { !$0.isMove }

  /// Whether it changes only a balance and not a cost: recorded as moves.
  public var isMove: Bool { self == .transfer || self == .deposit || self == .withdrawal }

  /// The capitalized word, for display.
  public var displayName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The kind of a transaction of which only the direction is known.
  public init(_ type: TransactionType) {
    switch type {
    case .buy: self = .buy
    case .sell: self = .sell
    case .gift: self = .gift
    }
  }

  /// Whether a price of zero is valid: nothing was paid or received.
  public var mayBeFree: Bool {
    switch self {
    case .gift, .give, .lost, .fee, .migrate: true
    default: false
    }
  }

  /// Whether its money is the day's payment, proceeds or worth: a gift has the giver's cost, and a
  /// loss has none.
  var hasMoneyOfDay: Bool { self != .gift && self != .lost }

  /// Whether a transaction of a direction can be of this kind.
  public func fits(_ type: TransactionType) -> Bool {
    switch self {
    case .buy, .reward: type == .buy
    case .gift: type == .gift
    case .sell, .give, .spend, .lost, .fee: type == .sell
    case .swap, .migrate: type != .gift
    case .transfer, .deposit, .withdrawal: false
    }
  }
}

/// What a reward or a fee was for.
public enum TransactionLabel: String, CaseIterable, Sendable {
  /// For staking coins.
  case staking
  /// For lending coins.
  case interest
  /// Sent to holders of a coin.
  case airdrop
  /// For mining blocks.
  case mining
  /// Split off a chain.
  case fork
  /// Part of a purchase paid back.
  case cashback
  /// For bringing a customer.
  case referral
  /// Anything else.
  case other
  /// For a transfer; used with fees.
  case transfer

  /// The labels of rewards.
  public static let ofRewards: [TransactionLabel] = allCases.filter { $0 != .transfer }

  /// Whether a transaction of a kind can have it.
  public func fits(_ kind: TransactionKind) -> Bool {
    self == .transfer ? kind == .fee : kind == .reward
  }
}

/// The effect of a transaction on the coins held and their cost.
enum CostEffect {
  /// Coins arrive at their own cost.
  case acquire
  /// Coins leave for proceeds.
  case dispose
  /// Coins leave with their cost: nothing is realized.
  case leave
  /// Coins leave, and their cost stays with the remaining coins.
  case shrink
  /// Coins arrive with the cost and dates of others.
  case arrive
}

extension Transaction {
  /// Its effect on the coins held and their cost.
  var costEffect: CostEffect {
    switch (type, kind) {
    case (.sell, .migrate), (.sell, .give): .leave
    case (.buy, .migrate): .arrive
    case (.sell, .fee) where valuation?.kind == .unknown: .shrink
    case (.sell, _): .dispose
    case (.buy, _), (.gift, _): .acquire
    }
  }

  /// Whether its price must be zero.
  var mustBeFree: Bool {
    kind == .migrate || kind == .lost || type == .gift && payment == nil
  }
}

/// Version 1.0's category of a transaction, which files of that version contain.
public enum TransactionCategory: String, CaseIterable, Sendable {
  /// Coins exchanged for money or other coins.
  case trade
  /// Coins received for holding, staking, mining or referring.
  case reward
  /// Coins given for goods or services, or received for them.
  case payment
  /// Coins that left as a fee, or were lost in transit between two accounts.
  case fee
}

extension Transaction {
  /// ``kind`` as a version 1.0 category; `nil` for plain manual entries.
  public var category: TransactionCategory? {
    get {
      switch kind {
      case .reward: .reward
      case .spend: .payment
      case .fee, .lost: .fee
      case .buy, .sell, .swap: reference == nil && valuation == nil ? nil : .trade
      case .gift, .give, .migrate, .transfer, .deposit, .withdrawal: nil
      }
    }
    set {
      kind = TransactionKind(type)
      switch newValue {
      case .reward where type == .buy: kind = .reward
      case .payment where type == .sell: kind = .spend
      case .fee where type == .sell: kind = .fee
      default: break
      }
    }
  }
}
