extension Asset {
  /// What a ticker stands for: state money if it is a code of one, else a coin.
  init(symbol: String, name: String? = nil) {
    let code = symbol.uppercased()
    self = Self.fiatCodes.contains(code) ? .fiat(code) : .symbol(code, name: name)
  }

  /// The two sides of a pair such as `XTZ-USDT`, `BTC/USD`, `BTC_USD` or `CNDBTC`.
  ///
  /// Without a separator the second side is the longest currency or quote coin the pair ends with.
  ///
  /// - Throws: ``RefusalReason/unknownCoin(_:)`` when the pair ends with neither.
  static func pair(_ text: String) throws(RefusalReason) -> (base: Asset, quote: Asset) {
    let sides = text.split { $0 == "-" || $0 == "/" || $0 == "_" }
    if sides.count == 2 {
      return (Asset(symbol: String(sides[0])), Asset(symbol: String(sides[1])))
    }
    let code = text.uppercased()
    let end =
      exceptions[code]
      ?? quoteCoins.union(fiatCodes)
      .filter { code.hasSuffix($0) && code.utf8.count > $0.utf8.count }
      .max { $0.utf8.count < $1.utf8.count }
    guard let end else { throw .unknownCoin(text) }
    return (Asset(symbol: String(code.dropLast(end.utf8.count))), Asset(symbol: end))
  }

  /// Coins that exchanges list others against.
  private static let quoteCoins: Set<String> = [
    "BCH", "BIDR", "BKRW", "BNB", "BTC", "BUSD", "BVND", "DAI", "DOGE", "DOT", "ETH", "EURC",
    "EURI",
    "EURT", "FDUSD", "GUSD", "GYEN", "HT", "IDRT", "KCS", "LTC", "MNT", "OKB", "PAX",
    "PYUSD", "RLUSD", "SOL", "TRX", "TUSD", "USD1", "USDC", "USDD", "USDE", "USDK", "USDP", "USDQ",
    "USDS", "USDT", "UST", "VAI", "XMR", "XRP",
  ]

  /// Pairs that look like one against another coin and are not.
  private static let exceptions: [String: String] = {
    var quotes: [String: String] = [:]
    for base in [
      "ANT", "APT", "ARB", "BAT", "BNB", "DOT", "FET", "GRT", "LIT", "LPT", "MOODENG", "PAXG",
      "SHIB", "USDG", "USDT",
    ] { quotes[base + "USD"] = "USD" }
    for base in ["ARB", "BNB"] { quotes[base + "IDR"] = "IDR" }
    return quotes
  }()

  /// ISO 4217 codes that exchanges deal in.
  private static let fiatCodes: Set<String> = [
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EUR",
    "GBP", "GEL", "GHS", "HKD", "HRK", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KES", "KRW",
    "KZT", "LKR", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR", "PLN", "QAR", "RON",
    "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "UGX", "USD", "VND", "ZAR",
  ]
}
