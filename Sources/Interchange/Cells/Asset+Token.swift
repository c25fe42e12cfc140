extension Asset {
  /// A token that a file names with its contract: anyone may issue one that is called UNI.
  init(token symbol: String, name: String, contract: String) {
    if let known = TokenContracts.token(of: contract) {
      self = .id(known.id)
    } else if contract.isEmpty {
      self = .symbol(symbol, name: name.isEmpty ? nil : name)
    } else {
      self = .token(symbol, name: name, contract: contract.lowercased())
    }
  }

  /// Whether it is a token with the ticker of a coin that is the coin by its name, too.
  ///
  /// Of a stablecoin, and of a coin whose contracts are known, the contract alone says so.
  public func isToken(ofCoin id: String, named coin: String) -> Bool {
    guard case .token(_, let name, _) = self, !TokenContracts.ids.contains(id),
      !Stablecoin.known.values.contains(id)
    else { return false }
    let words = Self.plain(name)
    return !words.isEmpty && words == Self.plain(coin)
  }

  /// The id under which a token is kept where its coin is not known, such as `uni-0xdeadbeef`.
  public var tokenId: String? {
    guard case .token(let symbol, _, let contract) = self else { return nil }
    let ticker = symbol.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let issuer = contract.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return "\(ticker.isEmpty ? "token" : String(ticker.prefix(16)))-\(issuer.prefix(10))"
  }

  /// The words of a name that tell one coin from another, written together.
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
