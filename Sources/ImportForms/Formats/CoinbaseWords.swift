import ImportText

extension KindTable {
  /// Coinbase's words for kinds of rows.
  static let coinbase = CoinbaseWord.kinds
}

/// What Coinbase calls a kind of row, and what that means.
struct CoinbaseWord {
  /// The word in lower case.
  let name: String
  /// `nil` for a word whose meaning is unknown.
  let kind: RowKind?
  /// Whether two such rows make a trade.
  let isHalf: Bool
  /// Whether the row is of futures, which hold no coins.
  let isContract: Bool

  init(_ word: String) {
    name = word.lowercased()
    kind = Self.kinds[name]
    isHalf = Self.halves.contains(name)
    isContract = name.hasPrefix("perpetual futures") || name == "funding fee"
  }

  fileprivate static let kinds = KindTable([
    .buy: [
      "buy", "advanced trade buy", "advance trade buy", "retail mgx dex buy", "credit",
      // Coins of a sale come back, at what was paid for them.
      "sell refund",
    ],
    .sell: ["sell", "advanced trade sell", "advance trade sell", "retail simple dust"],
    .trade: ["convert"],
    .reward: [
      "coinbase earn", "learning reward", "rewards income", "reward income", "inflation reward",
      "staking income", "interest payout", "subscription rebate", "subscription rebates (24 hours)",
      "incentives rewards payout", "cardspend reward", "card buy back", "reward",
      "usdc rewards", "usdc reward", "credit card reward",
    ],
    .payment: ["donation", "card spend", "paid for an order", "subscription", "admin debit"],
    .deposit: [
      "deposit", "receive", "exchange withdrawal", "pro withdrawal", "prime withdrawal",
      "derivatives withdrawal",
    ],
    .withdrawal: [
      "withdrawal", "send", "exchange deposit", "pro deposit", "prime deposit",
      "derivatives deposit", "retail mgx dex send",
    ],
    .inside: [
      "vault withdrawal", "vault deposit", "cash to savings", "savings to cash", "transfer",
      "retail staking transfer", "retail unstaking transfer", "staking transfer",
      "unstaking transfer", "retail eth2 deprecation", "portfolio transfer",
    ],
  ])

  private static let halves: Set<String> = [
    "asset migration", "wrap asset", "unwrap asset", "wrap", "unwrap",
  ]
}
