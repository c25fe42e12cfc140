import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Ghostfolio's activities.
  ///
  /// Coins are those priced by CoinGecko, and codes from Yahoo such as `BTCUSD`.
  static let ghostfolio = FormatReader(
    format: .ghostfolio,
    signatures: [["date", "code", "datasource", "currency", "price", "quantity", "action", "fee"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in try meaning(of: record) }
  }

  private static func meaning(of record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let kind = try record.filled("action")
    guard let asset = coin(code: record["code"], source: record["datasource"]) else {
      return .leftOut(.notACoin(record["code"]))
    }
    if ["fee", "interest", "dividend", "item", "liability"].contains(kind.lowercased()) {
      return .leftOut(.otherKind(kind))
    }
    let isBuy = try record.side("action") == .buy
    let currency = try record.asset("currency")
    let price = try record.someNumber("price")
    let coins = AssetAmount(amount: try record.someNumber("quantity"), asset: asset)
    let money = AssetAmount(
      amount: try exactProduct(price, coins.amount, column: "price"), asset: currency)
    var facts = TradeFacts(
      source: record.source, date: try record.date("date", .dayFirst, .yearFirst),
      fees: try record.fee("fee", "currency"))
    facts.words = record["note"]
    facts.notes = record["note"]
    facts.price = currency == .dollar ? price : nil
    (facts.received, facts.spent) = isBuy ? (coins, money) : (money, coins)
    return .trade(facts)
  }

  /// The coin with a code, `nil` for shares, funds and custom assets.
  private static func coin(code: String, source: String) -> Asset? {
    switch source.uppercased() {
    case "COINGECKO": return .id(code.lowercased())
    case "YAHOO":
      let code = code.uppercased()
      guard code.hasSuffix("USD"), code.utf8.count > 3 else { return nil }
      let symbol = code.dropLast(3)
      let asset = Asset(symbol: String(symbol.hasSuffix("-") ? symbol.dropLast() : symbol))
      return asset.isFiat ? nil : asset
    default: return nil
    }
  }
}
