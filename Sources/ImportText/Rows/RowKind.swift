/// The kind of a row, derived from the file's word by each reader's table.
package enum RowKind: Sendable {
  /// One asset received for another.
  case trade
  /// A trade whose first coin was bought.
  case buy
  /// A trade whose first coin was sold.
  case sell
  /// Coins received for holding, lending, staking, mining or referring.
  case reward
  /// Coins received for free that are not income: a present, a fork.
  case gift
  /// Coins spent on goods or services, or given away.
  case payment
  /// Coins paid as a fee, or lost.
  case fee
  /// Coins that entered the account from elsewhere.
  case deposit
  /// Coins that left the account for elsewhere.
  case withdrawal
  /// A deposit or withdrawal, depending on the sign of the amount.
  case move
  /// Coins of a failed withdrawal that were returned.
  case returned
  /// Coins that moved within the account: savings, staking, another wallet.
  case inside
  /// Gains and losses of borrowed positions.
  case derivative
  /// Nothing was moved.
  case nothing

  /// Whether it is an exchange of one asset for another.
  package var isTrade: Bool {
    switch self {
    case .trade, .buy, .sell: true
    default: false
    }
  }

  /// Whether coins entered or left the account.
  package var movesCoins: Bool {
    switch self {
    case .inside, .derivative, .nothing: false
    default: true
    }
  }

  /// Whether coins moved without changing owner.
  package var isMove: Bool {
    switch self {
    case .deposit, .withdrawal, .move, .returned: true
    default: false
    }
  }
}

/// A format's words for its kinds of rows, in lower case.
package typealias KindTable = [String: RowKind]

extension KindTable {
  /// A table of synonyms, such as `[.reward: ["staking", "interest"]]`.
  package init(_ words: [RowKind: [String]]) {
    self = [:]
    for (kind, names) in words {
      for name in names { self[name] = kind }
    }
  }
}
