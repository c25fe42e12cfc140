import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Kraken's trades, all versions of their columns: cost and fee are in the pair's second
  /// currency, and the fee is additional and an estimate: only the ledgers have its coin.
  static let krakenTrades = FormatReader(
    format: .krakenTrades,
    signatures: [["txid", "ordertxid", "pair", "time", "type", "cost", "fee", "vol"]],
    slashedDates: "time",
    declares: FormDeclaration(report: .trades, order: ["ordertxid"], feesAreEstimates: true)
  ) { table in
    let pairs = Memo(krakenPair)
    return table.readEach { record throws(RefusalReason) in
      if try record.magnitude("margin") != 0 { return .leftOut(.derivative("margin")) }
      let pair = try pairs.value(of: try record.filled("pair"))
      if pair.base == pair.quote { return try changeOfForm(record, of: pair.base) }
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence("time", .yearFirst))
      try facts.exchange(
        AssetAmount(amount: try record.someNumber("vol"), asset: pair.base),
        for: AssetAmount(amount: try record.someNumber("cost"), asset: pair.quote),
        side: try record.side("type"), price: (record, "price"))
      facts.fees = [AssetAmount(amount: try record.number("fee") ?? 0, asset: pair.quote)]
      facts.worth(try record.magnitude("costusd"), .dollar)
      facts.reference = "kraken \(try record.filled("txid"))"
      return .trade(facts)
    }
  }

  /// A staked coin against the coin itself: equal amounts change nothing but cost the fee.
  ///
  /// - Throws: ``RefusalReason/notATrade(_:)`` if the amounts differ.
  private static func changeOfForm(
    _ record: CSVRecord, of asset: Asset
  ) throws(RefusalReason) -> RowMeaning {
    guard try record.magnitude("vol") == record.magnitude("cost") else {
      throw .notATrade("\(asset.name) for \(asset.name)")
    }
    let fee = try record.magnitude("fee")
    guard fee != 0 else { return .leftOut(.transfer) }
    var facts = TradeFacts(
      source: record.source, date: try record.dateByEvidence("time", .yearFirst))
    facts.addSide(-fee, asset)
    facts.reference = "kraken \(try record.filled("txid"))"
    return try facts.meaning(.fee, word: "fee")
  }
}

/// Maps Kraken's asset codes to common tickers.
///
/// `XXBT` is BTC, `ZEUR` is EUR, `ADA.S` and `DOT28.S` (bonded for 28 days) are staked ADA and DOT.
func krakenAsset(_ name: String) -> Asset {
  let parts = name.uppercased().split(separator: ".")
  var held = parts.first.map(String.init) ?? name
  let days = held.reversed().prefix { $0.isNumber }
  if parts.count > 1, parts[1].hasPrefix("S"), days.count == 2, held.count > 4 {
    held.removeLast(2)
  }
  let code = isKrakenPrefixed(held) ? String(held.dropFirst()) : held
  // Kraken never reassigned the ticker of the first Terra to the second.
  if let id = krakenIds[code] { return .id(id) }
  return Asset(symbol: ["XBT": "BTC", "XDG": "DOGE", "ETH2": "ETH"][code] ?? code)
}

private let krakenIds = ["LUNA": "terra-luna", "LUNA2": "terra-luna-2", "UST": "terrausd"]

/// Whether the code has a prefix: X for coins, Z for currencies.
///
/// `ZCHF` is a coin; francs have no prefix.
private func isKrakenPrefixed(_ name: String) -> Bool {
  guard name.utf8.count == 4 else { return false }
  if name.hasPrefix("Z"), name != "ZCHF" {
    return FiatCurrency.traded.contains(String(name.dropFirst()))
  }
  return krakenPrefixed.contains(name)
}

/// Reads `XBT/USD`, `XXBTZUSD`, `ADAUSD`.
private func krakenPair(
  _ text: String
) throws(RefusalReason) -> (base: Asset, quote: Asset) {
  let sides = text.split(separator: "/")
  if sides.count == 2 { return (krakenAsset(String(sides[0])), krakenAsset(String(sides[1]))) }
  let code = text.uppercased()
  // A coin with its prefix only follows four-letter names.
  let quotes = code.utf8.count == 8 ? krakenLongQuotes : krakenQuotes
  var quote = Asset.endings(of: code, among: quotes).first
  // The same applies to currencies, or, in hand-made tables, after three-letter names: XTZUSD is
  // XTZ against USD.
  let long = String(code.suffix(4))
  if [7, 8].contains(code.utf8.count), long.hasPrefix("Z"), isKrakenPrefixed(long) { quote = long }
  guard let quote, quote != code else { throw .unknownCoin(text) }
  return (krakenAsset(String(code.dropLast(quote.utf8.count))), krakenAsset(quote))
}

private let krakenPrefixed: Set<String> = [
  "XETC", "XETH", "XICN", "XLTC", "XMLN", "XNMC", "XREP", "XXBT", "XXDG", "XXLM", "XXMR", "XXRP",
  "XXVN", "XZEC",
]

private let krakenLongQuotes = krakenPrefixed.union(krakenQuotes)

private let krakenQuotes: Set<String> = [
  "AED", "AUD", "CAD", "CHF", "DAI", "DOT", "ETH", "EUR", "EURC", "GBP", "JPY", "POL",
  "PYUSD", "RLUSD", "SOL", "USD", "USD1", "USDC", "USDD", "USDQ", "USDR", "USDT", "XBT",
]
