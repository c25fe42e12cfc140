import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Kraken's trades, all generations of their columns: cost and fee are in the second currency of
  /// the pair, the fee on top.
  static let krakenTrades = FormatReader(
    format: .krakenTrades,
    signatures: [["txid", "ordertxid", "pair", "time", "type", "cost", "fee", "vol"]],
    slashedDates: "time"
  ) { table in
    let pairs = WorkedOut(krakenPair)
    return table.readEach { record throws(RefusalReason) in
      if try record.magnitude("margin") != 0 { return .leftOut(.derivative("margin")) }
      let pair = try pairs.value(of: try record.filled("pair"))
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence("time", .yearFirst))
      try facts.exchange(
        Quantity(amount: try record.someNumber("vol"), asset: pair.base),
        for: Quantity(amount: try record.someNumber("cost"), asset: pair.quote),
        side: try record.filled("type"), price: (record, "price"))
      facts.fees = [Quantity(amount: try record.number("fee") ?? 0, asset: pair.quote)]
      facts.worth(try record.magnitude("costusd"), .dollar)
      facts.reference = "kraken \(try record.filled("txid"))"
      return .trade(facts)
    }
  }
}

/// What Kraken calls a thing, in everybody's words: `XXBT` is BTC, `ZEUR` is EUR, `ADA.S` staked
/// ADA.
func krakenAsset(_ name: String) -> Asset {
  let held = name.uppercased().split(separator: ".").first.map(String.init) ?? name
  let hasPrefix = held.utf8.count == 4 && (held.hasPrefix("X") || held.hasPrefix("Z"))
  let code = hasPrefix && krakenPrefixed.contains(held) ? String(held.dropFirst()) : held
  return Asset(symbol: ["XBT": "BTC", "XDG": "DOGE", "ETH2": "ETH"][code] ?? code)
}

/// Reads `XBT/USD`, `XXBTZUSD`, `ADAUSD`.
private func krakenPair(
  _ text: String
) throws(RefusalReason) -> (base: Asset, quote: Asset) {
  let sides = text.split(separator: "/")
  if sides.count == 2 { return (krakenAsset(String(sides[0])), krakenAsset(String(sides[1]))) }
  let code = text.uppercased()
  // A quote with its prefix stands behind names of four letters only: XTZUSD is XTZ against USD.
  let quotes = code.utf8.count == 8 ? krakenLongQuotes : krakenQuotes
  let quote = Asset.ending(of: code, among: quotes, isWhole: true)
  guard let quote, quote != code else { throw .unknownCoin(text) }
  return (krakenAsset(String(code.dropLast(quote.utf8.count))), krakenAsset(quote))
}

private let krakenPrefixed: Set<String> = [
  "XETC", "XETH", "XICN", "XLTC", "XMLN", "XNMC", "XREP", "XXBT", "XXDG", "XXLM", "XXMR", "XXRP",
  "XXVN", "XZEC", "ZAUD", "ZCAD", "ZEUR", "ZGBP", "ZJPY", "ZKRW", "ZUSD",
]

private let krakenLongQuotes = krakenPrefixed.union(krakenQuotes)

private let krakenQuotes: Set<String> = [
  "AED", "AUD", "CAD", "CHF", "DAI", "DOT", "ETH", "EUR", "EURC", "GBP", "JPY", "POL",
  "PYUSD", "RLUSD", "SOL", "USD", "USD1", "USDC", "USDD", "USDQ", "USDR", "USDT", "XBT",
]
