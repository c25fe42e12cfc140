package import Exact
public import FoundationEssentials
import Portfolio

/// An asset as a file names it.
public enum Asset: Hashable, Sendable {
  /// Fiat currency, by its ISO 4217 code in capitals.
  case fiat(String)
  /// A coin by its id, as bitpal exports it.
  case id(String)
  /// A coin as a user entered it in bitpal's columns: its id or its ticker.
  case idOrSymbol(String)
  /// A coin by its ticker, with its name if the file has one.
  case symbol(String, name: String? = nil)
  /// A token by its ticker, its self-given name, and its contract.
  case token(String, name: String, contract: String)

  /// US dollars, bitpal's only base currency.
  public static let dollar = Asset.fiat("USD")
}

/// An amount of an asset.
package struct AssetAmount: Equatable, Sendable {
  package var amount: ExactDecimal
  package var asset: Asset

  package init(amount: ExactDecimal, asset: Asset) { (self.amount, self.asset) = (amount, asset) }
}

extension Asset {
  /// The two sides of a pair such as `XTZ-USDT`, `BTC/USD`, `BTC_USD` or `CNDBTC`.
  ///
  /// Without a separator, the second side is the longest currency or quote coin that ends the pair,
  /// unless that leaves a first side that is not traded: `XBTUSD` is not XB against TUSD.
  ///
  /// - Throws: ``RefusalReason/unknownCoin(_:)`` if the pair ends with neither.
  package static func pair(_ text: String) throws(RefusalReason) -> (base: Asset, quote: Asset) {
    let sides = text.split { $0 == "-" || $0 == "/" || $0 == "_" }
    if sides.count == 2 {
      // Bitget's suffix for spot; other suffixes mean contracts.
      if sides[1].uppercased() == "SPBL" { return try pair(String(sides[0])) }
      if ["UMCBL", "DMCBL", "CMCBL"].contains(sides[1].uppercased()) { throw .unknownCoin(text) }
      return (Asset(symbol: sides[0].trimmed), Asset(symbol: sides[1].trimmed))
    }
    let code = text.uppercased()
    if let pair = eightLetters(code) { return pair }
    guard let end = quote(of: code) else { throw .unknownCoin(text) }
    return (Asset(symbol: String(code.dropLast(end.utf8.count))), Asset(symbol: end))
  }

  /// Whether a text in a column of pairs is a single ticker, not ending with a currency or quote
  /// coin.
  ///
  /// Examples are futures such as `SOLUSDTM` and `XBTU24`.
  package static func isAlone(_ text: String) -> Bool {
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

  /// Wrapped or staked coins whose ticker ends with the original's.
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

  /// The codes of two to five letters that end a text, or equal it, longest first.
  package static func endings(of text: String, among codes: Set<String>) -> [String] {
    [5, 4, 3, 2].compactMap { count in
      guard text.utf8.count >= count else { return nil }
      let start = text.utf8.index(text.endIndex, offsetBy: -count)
      guard start.samePosition(in: text) != nil, codes.contains(String(text[start...])) else {
        return nil
      }
      return String(text[start...])
    }
  }

  /// Kraken's older pairs: each code has a prefix, X for coins and Z for fiat (`XXBTZEUR`).
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

  private static let quotes = quoteCoins.union(FiatCurrency.traded)

  /// Coins whose ticker and quote together also parse as a shorter coin and a longer quote.
  private static let longBases: Set<String> = [
    "AIXBT", "BLAST", "DENT", "DRIFT", "GHST", "IOT", "MOODENG", "OMG", "PAXG", "PROMPT", "SHIB",
    "STPT", "USDG", "USDT",
  ]

  /// Two-letter coins that are traded against dollar coins.
  private static let shortBases: Set<String> = [
    "AI", "DF", "FX", "ID", "MC", "OG", "OM", "OP", "QI", "SC",
  ]
}

extension Asset {
  /// Resolves a ticker: fiat currency if it is an ISO 4217 code, otherwise a coin.
  public init(symbol: String, name: String? = nil) {
    let code = Self.isPlain(symbol) ? symbol : Self.code(of: symbol)
    self = FiatCurrency.isCode(code) ? .fiat(code) : .symbol(code, name: name)
  }

  private static func code(of symbol: String) -> String {
    contract(symbol) ?? otherCodes[symbol.uppercased()] ?? code(ofName: symbol)
      ?? withoutNetwork(symbol.uppercased())
  }

  /// The coin with a well-known name, such as `Bitcoin`; `nil` for any other text.
  package init?(name: String) {
    guard let code = Self.code(ofName: name) else { return nil }
    self = .symbol(code)
  }

  /// The ticker of a coin given by name.
  ///
  /// All capitals may be a ticker: some coins have the ticker BITCOIN.
  private static func code(ofName name: String) -> String? {
    guard name.contains(where: \.isLowercase) else { return nil }
    return names[Substring(name.lowercased())].map(String.init)
  }

  /// Names that are not tickers of significant coins.
  private static let names: [Substring: Substring] = {
    let pairs = """
      aptos=APT,arbitrum=ARB,algorand=ALGO,avalanche=AVAX,binance coin=BNB,bitcoin=BTC,\
      bitcoin cash=BCH,bitcoin sv=BSV,cardano=ADA,celestia=TIA,chainlink=LINK,cosmos=ATOM,\
      cosmos hub=ATOM,cronos=CRO,dogecoin=DOGE,elrond=EGLD,ether=ETH,ethereum=ETH,\
      ethereum classic=ETC,fantom=FTM,filecoin=FIL,hedera=HBAR,internet computer=ICP,kaspa=KAS,\
      litecoin=LTC,monero=XMR,multiversx=EGLD,near protocol=NEAR,polkadot=DOT,polygon=MATIC,\
      ripple=XRP,shiba inu=SHIB,solana=SOL,stellar=XLM,stellar lumens=XLM,tether=USDT,tezos=XTZ,\
      the graph=GRT,the sandbox=SAND,uniswap=UNI,usd coin=USDC,vechain=VET,zcash=ZEC
      """
    return Dictionary(
      uniqueKeysWithValues: pairs.split(separator: ",").map { pair in
        let parts = pair.split(separator: "=")
        return (parts[0], parts[1])
      })
  }()

  /// Whether a ticker is already normalized, as most are.
  private static func isPlain(_ symbol: String) -> Bool {
    symbol.utf8.count < 6
      && symbol.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
      && (symbol.utf8.first != UInt8(ascii: "X") && symbol.utf8.count > 2
        || otherCodes[symbol] == nil)
  }

  /// The ticker without a network suffix, such as USDT for `USDTTRC20`.
  private static func withoutNetwork(_ code: String) -> String {
    guard code.utf8.count > 5, code.utf8.last == UInt8(ascii: "0") else { return code }
    for network in ["ERC20", "BEP20", "TRC20"] where code.hasSuffix(network) {
      let ticker = code.dropLast(network.count).trimmed
      if ticker.count > 2, ticker.allSatisfy({ $0.isLetter || $0.isNumber }) { return ticker }
    }
    return code
  }

  /// Bitcoin's other code, Kraken's code of Dogecoin, and the Turkish exchanges' codes of the lira.
  private static let otherCodes = ["XBT": "BTC", "XDG": "DOGE", "TL": "TRY", "₺": "TRY"]

  /// The ticker of an Ethereum token given by contract, as in rotki's `eip155:1/erc20:0xdAC1…`.
  private static func contract(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "/")), let mark = text.firstRange(of: "/erc20:0x") else {
      return nil
    }
    return TokenContracts.token(of: String(text[mark.upperBound...]))?.ticker
  }
}

extension Asset {
  /// A token with its contract.
  ///
  /// The contract matters because anyone can issue a token called UNI.
  package init(token symbol: String, name: String, contract: String) {
    if let known = TokenContracts.token(of: contract) {
      self = .id(known.id)
    } else if contract.isEmpty {
      self = .symbol(symbol, name: name.isEmpty ? nil : name)
    } else {
      self = .token(symbol, name: name, contract: contract.lowercased())
    }
  }

  /// Whether it is a token with the ticker and name of the coin.
  ///
  /// For stablecoins, and for coins whose contracts are known, only the contract counts.
  public func isToken(ofCoin id: String, named coin: String) -> Bool {
    guard case .token(_, let name, _) = self, !TokenContracts.ids.contains(id),
      !Stablecoin.known.values.contains(id)
    else { return false }
    let words = Self.plain(name)
    return !words.isEmpty && words == Self.plain(coin)
  }

  /// The id under which an unknown token is kept, such as `uni-0xdeadbeef`.
  public var tokenId: String? {
    guard case .token(let symbol, _, let contract) = self else { return nil }
    let ticker = symbol.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let issuer = contract.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return "\(ticker.isEmpty ? "token" : String(ticker.prefix(16)))-\(issuer.prefix(10))"
  }

  /// The distinguishing words of a coin's name, joined.
  private static func plain(_ name: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
      .filter { !commonWords.contains(String($0)) }.joined()
    let bare = words.hasSuffix("token") ? String(words.dropLast(5)) : words
    return bare
  }

  private static let commonWords: Set<String> = [
    "coin", "dao", "finance", "governance", "network", "protocol", "the", "token",
  ]
}

extension Asset {
  /// The name in the file.
  package var name: String {
    switch self {
    case .fiat(let name), .id(let name), .idOrSymbol(let name), .symbol(let name, _),
      .token(let name, _, _):
      name
    }
  }

  /// Whether it is a fiat currency whose code is not also the ticker of a traded coin.
  package var isUnambiguousFiat: Bool {
    if case .fiat(let code) = self { FiatCurrency.known.contains(code) } else { false }
  }

  /// Whether it is a fiat currency.
  package var isFiat: Bool {
    if case .fiat = self { true } else { false }
  }
}

extension AssetAmount {
  /// The amount and asset, such as `0.6 BTC`.
  package var words: String { "\(amount.description) \(asset.name)" }
}

extension Asset {
  /// Whether a ticker more likely means a share or fund than a coin.
  ///
  /// - Parameter rank: The market value rank of the coin with this ticker, or `nil`.
  public func isLikelyShare(rank: Int?) -> Bool {
    guard case .symbol(let symbol, nil) = self, Self.shares.contains(symbol.uppercased()) else {
      return false
    }
    return rank ?? .max > Self.wellKnown
  }

  /// A ticker means the coin if its market value rank is at most this.
  private static let wellKnown = 500

  /// Tickers of widely held shares and funds.
  private static let shares: Set<String> = [
    "AAPL", "MSFT", "GOOG", "GOOGL", "AMZN", "TSLA", "META", "NVDA", "NFLX", "AMD", "INTC", "AVGO",
    "ORCL", "IBM", "CSCO", "ADBE", "CRM", "PYPL", "UBER", "ABNB", "SHOP", "BABA", "PLTR", "GME",
    "AMC", "COIN", "MSTR", "HOOD", "MARA", "RIOT", "JPM", "BAC", "DIS", "NKE", "MCD", "WMT", "COST",
    "XOM", "CVX", "PFE", "JNJ", "UNH", "LLY", "ASML", "SAP", "SPY", "QQQ", "VOO", "VTI", "VXUS",
    "IVV", "VWCE", "VUSA", "CSPX", "EUNL", "IWDA", "ARKK", "GLD", "SLV", "TLT", "BND", "IBIT",
    "GBTC", "FBTC", "SCHD", "JEPI",
  ]
}

extension Asset {
  /// The coin that a ticker meant on a day, if the coin has another ticker now or the ticker has
  /// another coin; otherwise the asset itself.
  ///
  /// Coins whose amounts changed with the name (VEN, ERD, BCHA) are excluded, because old amounts
  /// do not apply to the new coin.
  public func asOf(_ date: Date) -> Asset {
    guard case .symbol(let symbol, let name) = self else { return self }
    if let former = Self.former[symbol] {
      if let end = former.end, date >= end { return self }
      return .id(former.id)
    }
    // A name next to the ticker is more reliable.
    guard name == nil, let spans = ExchangeTickers.spans[symbol],
      let span = spans.first(where: { span in span.end.map { date < $0 } ?? true })
    else { return self }
    return .id(span.id)
  }

  /// Tickers, the ids of the coins they meant, and until when.
  private static let former: [String: (id: String, end: Date?)] = {
    var former: [String: (id: String, end: Date?)] = [:]
    for (symbol, id) in [
      ("AGI", "singularitynet"), ("BCHABC", "bitcoin-cash"), ("BCHSV", "bitcoin-cash-sv"),
      ("BETH", "binance-eth"), ("CEL", "celsius-degree-token"), ("CGLD", "celo"),
      ("CND", "cindicator"), ("DSH", "dash"), ("GNT", "golem"), ("LEND", "ethlend"),
      ("MIOTA", "iota"), ("NANO", "nano"), ("PAX", "paxos-standard"),
      ("RNDR", "render-token"), ("SAI", "sai"), ("STR", "stellar"), ("STRAT", "stratis"),
      ("TOMO", "tomochain"), ("WETH", "weth"), ("XRB", "nano"), ("XZC", "zcoin"),
      ("REPV2", "augur"),
    ] { former[symbol] = (id, nil) }
    for (symbol, id, end) in [
      ("BTT", "bittorrent-old", "2022-01-18"), ("LUNA", "terra-luna", "2022-05-28"),
      ("POLY", "polymath", "2024-01-01"), ("UST", "terrausd", "2022-05-28"),
    ] { former[symbol] = (id, Date(utcText: end + "T00:00:00Z")) }
    return former
  }()
}

/// Coins pegged to the dollar, which may count as dollars with the user's consent.
public enum Stablecoin {
  /// Ticker and CoinGecko id of every coin that can be declared a stablecoin.
  public static let known: [String: String] = [
    "BUSD": "binance-usd", "DAI": "dai", "FDUSD": "first-digital-usd", "GUSD": "gemini-dollar",
    "PAX": "paxos-standard", "PYUSD": "paypal-usd", "TUSD": "true-usd", "USDC": "usd-coin",
    "USDP": "paxos-standard", "USDS": "usds", "USDT": "tether",
  ]
}
