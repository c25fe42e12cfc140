extension ImportFormat {
  /// The exchange or wallet whose rows the file holds, as an account; `nil` for a tracker's file,
  /// which covers many.
  var account: String? {
    guard !Self.trackers.contains(rawValue) else { return nil }
    for ending in Self.reports where rawValue.hasSuffix(ending) {
      return String(rawValue.dropLast(ending.count))
    }
    return rawValue
  }

  /// What an exchange calls its reports, after its own name.
  private static let reports = [
    "-account", "-convert", "-deposits", "-fills", "-history", "-ledger", "-ledgers", "-orders",
    "-statement", "-tax", "-trades", "-trades-old", "-transactions", "-transfers", "-withdrawals",
    "-buys", "-earn", "-events", "-futures", "-nfts", "-old", "-funding", "-moves", "-tokens",
    "-raw",
  ]

  private static let trackers: Set<String> = [
    "bitcoin-tax", "bitpal", "bitpal-json", "blockpit", "coinledger", "coinmarketcap", "coinstats",
    "cointracker", "cointracking", "custom", "delta", "ghostfolio", "koinly", "koinly-report",
    "coinledger-template", "cointracker-template", "rotki", "rotki-events", "accointing",
    "bittytax",
    "cryptotaxcalculator", "everytrade", "staketax", "taxbit", "zenledger", "rp2", "tokentax",
    "portfolio-performance",
  ]

  /// Whether its times are always UTC, though not every file says so: then a zone that the user
  /// names is that of other files of the import.
  var writesUTC: Bool {
    Self.utcSources.contains { rawValue == $0 || rawValue.hasPrefix($0 + "-") }
  }

  private static let utcSources = [
    "binance", "bitfinex", "bitmex", "bitpal", "bitstamp", "bittrex", "coinbase", "etherscan",
    "ftx",
    "gemini", "kraken", "ledger-live", "poloniex", "trezor-suite",
  ]

  /// Whether its files write what left below zero, or in another column than what came.
  var writesSigns: Bool { Self.signed.contains(rawValue) }

  private static let signed: Set<String> = [
    "binance-statement", "bitvavo", "blockfi", "cointracking", "crypto-com", "luno", "nexo",
  ]

  /// Whether the file's id is that of one trade, reward or move alone, so that no two rows can be
  /// equal; an order's id is shared by its parts.
  var idsAreUnique: Bool { Self.withIds.contains(rawValue) }

  private static let withIds: Set<String> = [
    "bitfinex-trades", "bitfinex-ledger", "bitpanda", "bitstamp", "bitvavo", "cash-app", "coinbase",
    "blink", "coinbase-fills", "coinbase-pro", "coinbase-raw", "gemini", "kraken-ledgers",
    "kraken-trades",
    "nexo", "river", "strike", "swan", "uphold",
  ]
}
