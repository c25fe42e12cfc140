extension Asset {
  /// The two sides of a pair such as `XTZ-USDT`, `BTC/USD`, `BTC_USD` or `CNDBTC`.
  ///
  /// Without a separator the second side is the longest currency or quote coin the pair ends with,
  /// unless that leaves a first side that nobody trades: `XBTUSD` is not XB against TUSD.
  ///
  /// - Throws: ``RefusalReason/unknownCoin(_:)`` when the pair ends with neither.
  static func pair(_ text: String) throws(RefusalReason) -> (base: Asset, quote: Asset) {
    let sides = text.split { $0 == "-" || $0 == "/" || $0 == "_" }
    if sides.count == 2 {
      // Bitget's mark for spot; others are of contracts.
      if sides[1].uppercased() == "SPBL" { return try pair(String(sides[0])) }
      if ["UMCBL", "DMCBL", "CMCBL"].contains(sides[1].uppercased()) { throw .unknownCoin(text) }
      return (Asset(symbol: sides[0].trimmed), Asset(symbol: sides[1].trimmed))
    }
    let code = text.uppercased()
    if let pair = eightLetters(code) { return pair }
    guard let end = quote(of: code) else { throw .unknownCoin(text) }
    return (Asset(symbol: String(code.dropLast(end.utf8.count))), Asset(symbol: end))
  }

  /// Whether a text where pairs are written is the ticker of one coin: no currency or quote coin
  /// stands behind another letter of it, as in futures such as `SOLUSDTM` and `XBTU24`.
  static func isAlone(_ text: String) -> Bool {
    let code = text.uppercased()
    guard (2...10).contains(code.utf8.count), code.utf8.allSatisfy(isTickerByte),
      code.contains(where: \.isLetter), eightLetters(code) == nil
    else { return false }
    if wrapped.contains(code) { return true }
    let isDated = code.utf8.count > 4 && code.suffix(2).allSatisfy(\.isNumber)
    let namesDollars = code.dropFirst().contains("USD") && !quotes.contains(code)
    return !isDated && !namesDollars && (code == "PERP" || !code.hasSuffix("PERP"))
      && quote(of: code) == nil
  }

  private static func isTickerByte(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
  }

  /// Coins that stand for others, whose letters they end with.
  private static let wrapped: Set<String> = [
    "BETH", "BNSOL", "CBBTC", "CBETH", "JITOSOL", "MSOL", "RENBTC", "RETH", "STETH", "STSOL",
    "TBTC", "WBNB", "WBTC", "WEETH", "WETH", "WSTETH",
  ]

  /// The second side of a pair without a separator.
  private static func quote(of code: String) -> String? {
    let ends = endings(of: code, among: quotes).filter { $0 != code }
    func base(_ end: String) -> String { String(code.dropLast(end.utf8.count)) }
    return ends.dropFirst().first { longBases.contains(base($0)) }
      ?? ends.first { base($0).utf8.count > 2 || shortBases.contains(base($0)) } ?? ends.last
  }

  /// The codes of two to five letters with which a text ends or which it is, the longest first.
  static func endings(of text: String, among codes: Set<String>) -> [String] {
    [5, 4, 3, 2].compactMap { count in
      guard text.utf8.count >= count else { return nil }
      let start = text.utf8.index(text.endIndex, offsetBy: -count)
      guard start.samePosition(in: text) != nil, codes.contains(String(text[start...])) else {
        return nil
      }
      return String(text[start...])
    }
  }

  /// Kraken's older pairs: a letter before each code, X for coins and Z for money (`XXBTZEUR`).
  private static func eightLetters(_ code: String) -> (base: Asset, quote: Asset)? {
    guard code.utf8.first == UInt8(ascii: "X") else { return nil }
    let letters = Array(code)
    guard letters.count == 8, letters[0] == "X", letters[4] == "Z" || letters[4] == "X" else {
      return nil
    }
    let quote = Asset(symbol: String(letters[5...]))
    guard quote.isFiat == (letters[4] == "Z"), quote.isFiat || ["BTC", "ETH"].contains(quote.name)
    else { return nil }
    return (Asset(symbol: String(letters[1...3])), quote)
  }

  /// Coins that exchanges list others against.
  private static let quoteCoins: Set<String> = [
    "BCH", "BIDR", "BKRW", "BNB", "BTC", "BUSD", "BVND", "DAI", "DOGE", "DOT", "ETH", "EURC",
    "EURI", "EURT", "FDUSD", "GUSD", "GYEN", "HT", "IDRT", "KCS", "LTC", "MNT", "OKB", "PAX",
    "PYUSD", "RLUSD", "SOL", "TRX", "TUSD", "USD1", "USDC", "USDD", "USDE", "USDK", "USDP", "USDQ",
    "USDS", "USDT", "UST", "VAI", "XBT", "XMR", "XRP",
  ]

  private static let quotes = quoteCoins.union(StateMoney.traded)

  /// Coins that with the next letters look like a shorter coin against a longer one.
  private static let longBases: Set<String> = [
    "AIXBT", "BLAST", "DENT", "DRIFT", "GHST", "IOT", "MOODENG", "OMG", "PAXG", "PROMPT", "SHIB",
    "STPT", "USDG", "USDT",
  ]

  /// Coins of two letters that are traded against coins of dollars.
  private static let shortBases: Set<String> = [
    "AI", "DF", "FX", "ID", "MC", "OG", "OM", "OP", "QI", "SC",
  ]
}
