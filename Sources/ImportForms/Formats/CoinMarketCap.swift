import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// CoinMarketCap's portfolio transactions: the zone and currency are in the headings.
  ///
  /// The price is what the user entered and the total is rounded from it, so the price counts.
  static let coinMarketCap = FormatReader(
    format: .coinMarketCap,
    signatures: [["token", "type", "amount", "fee", "fee currency", "notes"]]
  ) { table in
    let date = table.header.first(prefix: "date (") ?? "date"
    let price = table.header.first(prefix: "price (") ?? "price"
    return table.readEach { record throws(RefusalReason) in
      guard let zone = Zone(heading: date) else { throw .unknownZone(date) }
      let word = try record.filled("type")
      let kind = try record.kind("type", in: kinds)
      let coins = AssetAmount(
        amount: try record.someNumber("amount"), asset: try record.asset("token"))
      var facts = try record.facts(date, .yearFirst, .monthFirst, zone: zone)
      facts.fees = try record.fee("fee", "fee currency")
      facts.notes = record["notes"]
      facts.words = record["notes"]
      guard kind == .buy || kind == .sell else {
        facts.addSide(kind == .withdrawal ? -coins.amount : coins.amount, coins.asset)
        return try facts.meaning(kind, word: word)
      }
      let unit = try record.someNumber(price)
      let currency = Asset(symbol: price.dropFirst("price (".count).dropLast().trimmed)
      let money = AssetAmount(
        amount: try exactProduct(unit, coins.amount, column: price), asset: currency)
      facts.price = currency == .dollar ? unit : nil
      try facts.exchange(coins, for: money, side: kind)
      return .trade(facts)
    }
  }

  private static let kinds = KindTable([
    .buy: ["buy"], .sell: ["sell"], .deposit: ["transferin", "transfer in", "transfer_in"],
    .withdrawal: ["transferout", "transfer out", "transfer_out"],
  ])
}
