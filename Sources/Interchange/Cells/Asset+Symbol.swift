extension Asset {
  /// What a ticker stands for: state money if it is a code of one, else a coin.
  public init(symbol: String, name: String? = nil) {
    let code = Self.isPlain(symbol) ? symbol : Self.code(of: symbol)
    self = StateMoney.isCode(code) ? .fiat(code) : .symbol(code, name: name)
  }

  private static func code(of symbol: String) -> String {
    contract(symbol) ?? otherCodes[symbol.uppercased()] ?? code(ofName: symbol)
      ?? withoutNetwork(symbol.uppercased())
  }

  /// The coin of a well-known name, such as `Bitcoin`; `nil` for any other text.
  init?(name: String) {
    guard let code = Self.code(ofName: name) else { return nil }
    self = .symbol(code)
  }

  /// The ticker of a coin that is written by its name.
  ///
  /// In capitals it may be a ticker: some coins are called BITCOIN.
  private static func code(ofName name: String) -> String? {
    guard name.contains(where: \.isLowercase) else { return nil }
    return names[Substring(name.lowercased())].map(String.init)
  }

  /// Names that are tickers of no coin of weight.
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

  /// Whether a ticker is its own code, as nearly all are.
  private static func isPlain(_ symbol: String) -> Bool {
    symbol.utf8.count < 6
      && symbol.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
      && (symbol.utf8.first != UInt8(ascii: "X") && symbol.utf8.count > 2
        || otherCodes[symbol] == nil)
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

  /// Bitcoin's other code, Kraken's of Dogecoin, and what Turkish exchanges call their money.
  private static let otherCodes = ["XBT": "BTC", "XDG": "DOGE", "TL": "TRY", "₺": "TRY"]

  /// The ticker of a token of Ethereum that a file names by its contract, as rotki's do:
  /// `eip155:1/erc20:0xdAC1…`.
  private static func contract(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "/")), let mark = text.firstRange(of: "/erc20:0x") else {
      return nil
    }
    return TokenContracts.token(of: String(text[mark.upperBound...]))?.ticker
  }
}
