extension Asset {
  /// What a ticker stands for: state money if it is a code of one, else a coin.
  public init(symbol: String, name: String? = nil) {
    let code = Self.isPlain(symbol) ? symbol : Self.code(of: symbol)
    self = StateMoney.isCode(code) ? .fiat(code) : .symbol(code, name: name)
  }

  private static func code(of symbol: String) -> String {
    contract(symbol) ?? otherCodes[symbol.uppercased()] ?? withoutNetwork(symbol.uppercased())
  }

  /// Whether a ticker is its own code, as nearly all are.
  private static func isPlain(_ symbol: String) -> Bool {
    symbol.utf8.count < 6
      && symbol.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
      && (symbol.utf8.first != UInt8(ascii: "X") || otherCodes[symbol] == nil)
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

  /// Bitcoin's other code, and Kraken's of Dogecoin.
  private static let otherCodes = ["XBT": "BTC", "XDG": "DOGE"]

  /// The ticker of a token of Ethereum that a file names by its contract, as rotki's do:
  /// `eip155:1/erc20:0xdAC1…`.
  private static func contract(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "/")), let mark = text.firstRange(of: "/erc20:0x") else {
      return nil
    }
    return TokenContracts.token(of: String(text[mark.upperBound...]))?.ticker
  }
}
