import FoundationEssentials
import Import
public import ImportText

extension FileRecords {
  /// The coins that names of the file mean because the file says more of them than the name.
  ///
  /// A file may have the name of a coin next to its ticker. A table of a form that is not known may
  /// have pairs in its column of coins: `BTCUSD` that was traded for dollars is the coin.
  /// CoinTracking numbers tickers that several coins share: its `SOL2` is Solana, because another
  /// coin had `SOL` first.
  ///
  /// - Parameters:
  ///   - id: The id of the coin of the catalog that a name means; `nil` where none is.
  ///   - rank: The place of a coin by market value, by its id.
  /// - Returns: The ids of coins by the names as facts write them.
  public func coins(
    id: (Asset) -> String?, rank: (String) -> Int?
  ) -> [String: String] {
    var found: [String: String] = [:]
    for (name, coinName) in coinNames {
      let named = id(Asset(factName: name, coinName: coinName))
      if named != id(Asset(factName: name)) { found[name] = named }
    }
    guard form == .custom || form == .coinTracking else { return found }
    for fact in records.lazy.flatMap(\.facts) {
      let name = fact.amount.asset
      guard found[name] == nil, case .symbol(let symbol, nil) = Asset(factName: name) else {
        continue
      }
      let coin =
        form == .coinTracking
        ? withoutNumber(symbol, on: fact.instant.date)
        : [fact.counter?.asset, fact.worth?.other?.asset].lazy.compactMap(\.self)
          .compactMap { self.coin(ofPair: symbol, against: $0) }.first
      guard let coin, id(Asset(factName: name)).flatMap(rank) == nil, let known = id(coin),
        form == .coinTracking || isSeparated(symbol) || rank(known) != nil
      else { continue }
      found[name] = known
    }
    return found
  }

  private func isSeparated(_ symbol: String) -> Bool { symbol.contains { "-/_".contains($0) } }

  /// The coin of a symbol that ends in the money it was traded for; `nil` where it is not a pair.
  private func coin(ofPair symbol: String, against money: String) -> Asset? {
    guard FiatCurrency.isCode(money), symbol.uppercased().hasSuffix(money) else { return nil }
    let rest = symbol.dropLast(money.utf8.count)
    let coin = rest.last.map { "-/_".contains($0) } == true ? rest.dropLast() : rest
    return coin.utf8.count > (coin.count == rest.count ? 2 : 0) ? Asset(symbol: coin.trimmed) : nil
  }

  /// The asset of a symbol with CoinTracking's number after it; `nil` where it has none.
  private func withoutNumber(_ symbol: String, on date: Date) -> Asset? {
    guard symbol.utf8.count > 2, let number = symbol.last, ("2"..."9").contains(number) else {
      return nil
    }
    let plain = Asset(symbol: String(symbol.dropLast()))
    guard plain.name.last?.isLetter == true, !plain.isFiat else { return nil }
    return plain.asOf(date)
  }
}
