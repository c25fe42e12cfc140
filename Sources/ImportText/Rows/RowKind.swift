/// The kind of a row, by the file's word for it; every reader has a table of its words.
package enum RowKind: Sendable {
  /// Something received against something given.
  case trade
  /// A trade whose first coin was bought.
  case buy
  /// A trade whose first coin was sold.
  case sell
  /// Coins received for holding, lending, staking, mining or referring.
  case reward
  /// Coins received for nothing that are not income: a present, a fork.
  case gift
  /// Coins given for goods or services, or given away.
  case payment
  /// Coins that left as a fee, or were lost.
  case fee
  /// Coins that entered the account from elsewhere.
  case deposit
  /// Coins that left the account for elsewhere.
  case withdrawal
  /// A deposit or a withdrawal, as the amount's sign has it.
  case move
  /// Coins of a withdrawal that were given back, because it was not carried out.
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
  /// The table of words that mean the same, such as `[.reward: ["staking", "interest"]]`.
  package init(_ words: [RowKind: [String]]) {
    self = [:]
    for (kind, names) in words {
      for name in names { self[name] = kind }
    }
  }
}
