/// What happened, in one word (SPEC §3.17): the same word in commands, forms, filters, files and
/// journals.
public enum TransactionKind: String, CaseIterable, Sendable {
  /// Coins bought for money.
  case buy
  /// Coins sold for money.
  case sell
  /// One coin traded for another: a sale and a purchase that share a link.
  case swap
  /// Coins received for holding, staking, mining or referring: income at their worth on receipt.
  case reward
  /// Coins received for nothing, at the giver's cost where it is known.
  case gift
  /// Coins given away: they leave at their cost.
  case give
  /// Coins paid for goods or services: a disposal at their worth.
  case spend
  /// Coins lost: their cost is a loss.
  case lost
  /// Coins that paid the fee of a trade or of a transfer.
  case fee
  /// Coins moved between two of the user's accounts.
  case transfer
  /// Coins that came into an account from outside.
  case deposit
  /// Coins that left an account.
  case withdrawal
  /// A coin that was renamed or replaced by another: cost and dates of acquisition go along.
  case migrate

  /// The kinds of transactions, as against those of moves.
  public static let ofTransactions: [TransactionKind] = allCases.filter { !$0.isMove }

  /// Whether only a balance changes, and no cost: kept as moves.
  public var isMove: Bool { self == .transfer || self == .deposit || self == .withdrawal }

  /// The word with a capital letter, for people.
  public var displayName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The kind of a transaction with only a known direction.
  public init(_ type: TransactionType) {
    switch type {
    case .buy: self = .buy
    case .sell: self = .sell
    case .gift: self = .gift
    }
  }

  /// Whether a price of zero is its own: nothing was paid or received.
  public var mayBeFree: Bool {
    switch self {
    case .gift, .give, .lost, .fee, .migrate: true
    default: false
    }
  }

  /// Whether its money is what was paid, received or worth then: that of a gift is what the giver
  /// paid, and a loss has none.
  var hasMoneyOfDay: Bool { self != .gift && self != .lost }

  /// Whether a transaction of that direction can be of this kind.
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

/// What a reward is for, or what a fee was for.
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
  /// Of a fee: that of a transfer.
  case transfer

  /// The labels of rewards.
  public static let ofRewards: [TransactionLabel] = allCases.filter { $0 != .transfer }

  /// Whether a transaction of that kind can have it.
  public func fits(_ kind: TransactionKind) -> Bool {
    self == .transfer ? kind == .fee : kind == .reward
  }
}

/// What a transaction does to the coins held and their cost.
enum CostEffect {
  /// Coins come at a cost of their own.
  case acquire
  /// Coins go, and bring something.
  case dispose
  /// Coins go with their cost: nothing is realized.
  case leave
  /// Coins go, and their cost stays with what is left.
  case shrink
  /// Coins come with the cost and the dates that others had.
  case arrive
}

extension Transaction {
  /// What it does to the coins held and their cost.
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

/// Version 1.0's word for why a transaction happened; files of that version have it.
public enum TransactionCategory: String, CaseIterable, Sendable {
  /// Coins against money or against other coins.
  case trade
  /// Coins received for holding, staking, mining or referring.
  case reward
  /// Coins given for goods or services, or received for them.
  case payment
  /// Coins that left as a fee, or were lost on the way between two accounts.
  case fee
}

extension Transaction {
  /// ``kind`` in the words of version 1.0; `nil` for what a person typed without more.
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
