extension Asset {
  /// What a ticker stands for: state money if it is a code of one, else a coin.
  public init(symbol: String, name: String? = nil) {
    let code = Self.isPlain(symbol) ? symbol : Self.code(of: symbol)
    let isFiat = code.utf8.count == 3 && Self.fiatCodes.contains(code)
    self = isFiat ? .fiat(code) : .symbol(code, name: name)
  }

  private static func code(of symbol: String) -> String {
    contract(symbol) ?? otherCodes[symbol.uppercased()] ?? withoutNetwork(symbol.uppercased())
  }

  /// Whether a ticker is its own code, as nearly all are.
  private static func isPlain(_ symbol: String) -> Bool {
    symbol.utf8.count < 6
      && symbol.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
      && symbol != "XBT"
  }

  /// The two sides of a pair such as `XTZ-USDT`, `BTC/USD`, `BTC_USD` or `CNDBTC`.
  ///
  /// Without a separator the second side is the longest currency or quote coin the pair ends with.
  ///
  /// - Throws: ``RefusalReason/unknownCoin(_:)`` when the pair ends with neither.
  static func pair(_ text: String) throws(RefusalReason) -> (base: Asset, quote: Asset) {
    let sides = text.split { $0 == "-" || $0 == "/" || $0 == "_" }
    if sides.count == 2 {
      return (Asset(symbol: sides[0].trimmed), Asset(symbol: sides[1].trimmed))
    }
    let code = text.uppercased()
    if let pair = eightLetters(code) { return pair }
    guard let end = exceptions[code] ?? ending(of: code, among: quotes, isWhole: false) else {
      throw .unknownCoin(text)
    }
    return (Asset(symbol: String(code.dropLast(end.utf8.count))), Asset(symbol: end))
  }

  /// The longest of some codes of two to five letters with which a text ends.
  ///
  /// - Parameter isWhole: Whether it may be the whole text.
  static func ending(of text: String, among codes: Set<String>, isWhole: Bool) -> String? {
    for count in [5, 4, 3, 2] where text.utf8.count >= count {
      let start = text.utf8.index(text.endIndex, offsetBy: -count)
      guard isWhole || start > text.startIndex, start.samePosition(in: text) != nil else {
        continue
      }
      let code = String(text[start...])
      if codes.contains(code) { return code }
    }
    return nil
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

  /// The ticker of a coin that some write with the network it moved on, such as `USDTTRC20`.
  private static func withoutNetwork(_ code: String) -> String {
    guard code.utf8.count > 5, code.utf8.last == UInt8(ascii: "0") else { return code }
    for network in ["ERC20", "BEP20", "TRC20"] where code.hasSuffix(network) {
      let ticker = code.dropLast(network.count).trimmed
      if ticker.count > 2, ticker.allSatisfy({ $0.isLetter || $0.isNumber }) { return ticker }
    }
    return code
  }

  /// Bitcoin's other code.
  private static let otherCodes = ["XBT": "BTC"]

  /// The ticker of a token of Ethereum that a file names by its contract, as rotki's do:
  /// `eip155:1/erc20:0xdAC1…`.
  private static func contract(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "/")), let mark = text.firstRange(of: "/erc20:0x") else {
      return nil
    }
    return contracts[text[mark.upperBound...].lowercased()]
  }

  private static let contracts = [
    "a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48": "USDC",
    "dac17f958d2ee523a2206206994597c13d831ec7": "USDT",
    "6b175474e89094c44da98b954eedeac495271d0f": "DAI",
    "4fabb145d64652a948d72533023f6e7a623c7c53": "BUSD",
    "1f9840a85d5af5bf1d1762f925bdaddc4201f984": "UNI",
    "b8c77482e45f1f44de1745f52c74426c631bdd52": "BNB",
    "514910771af9ca656af840dff83e8264ecf986ca": "LINK",
    "2260fac5e5542a773aa44fbcfedf7c193bc2c599": "WBTC",
    "c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2": "WETH",
    "7d1afa7b718fb893db30a3abc0cfc608aacfebb0": "MATIC",
    "95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce": "SHIB",
    "d533a949740bb3306d119cc777fa900ba034cd52": "CRV",
    "5a98fcbea516cf06857215779fd812ca3bef1b32": "LDO",
    "ae7ab96520de3a18e5e111b5eaab095312d7fe84": "STETH",
    "6982508145454ce325ddbe47a25d4ec3d2311933": "PEPE",
  ]

  /// Coins that exchanges list others against.
  private static let quoteCoins: Set<String> = [
    "BCH", "BIDR", "BKRW", "BNB", "BTC", "BUSD", "BVND", "DAI", "DOGE", "DOT", "ETH", "EURC",
    "EURI",
    "EURT", "FDUSD", "GUSD", "GYEN", "HT", "IDRT", "KCS", "LTC", "MNT", "OKB", "PAX",
    "PYUSD", "RLUSD", "SOL", "TRX", "TUSD", "USD1", "USDC", "USDD", "USDE", "USDK", "USDP", "USDQ",
    "USDS", "USDT", "UST", "VAI", "XMR", "XRP",
  ]

  private static let quotes = quoteCoins.union(fiatCodes)

  /// Pairs that look like one against another coin and are not.
  private static let exceptions: [String: String] = {
    var quotes: [String: String] = [:]
    for base in [
      "ANT", "APT", "ARB", "BAT", "BNB", "BNT", "BTT", "DENT", "DNT", "DOT", "FET", "FTT", "GRT",
      "LIT", "LPT", "MNT", "MOODENG", "NFT", "OXT", "PAXG", "QNT", "SHIB", "SNT", "STPT", "USDG",
      "USDT",
    ] { quotes[base + "USD"] = "USD" }
    for base in ["ARB", "BNB"] { quotes[base + "IDR"] = "IDR" }
    return quotes
  }()

  /// ISO 4217 codes that exchanges deal in.
  private static let fiatCodes: Set<String> = [
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EUR",
    "GBP", "GEL", "GHS", "HKD", "HRK", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KES", "KRW",
    "KZT", "LKR", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR", "PLN", "QAR", "RON",
    "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "UGX", "USD", "VND", "XOF",
    "ZAR",
  ]
}
