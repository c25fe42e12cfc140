import FoundationEssentials
import Portfolio

extension FormatReader {
  /// KuCoin's order history of 2022 and of today, whose times carry their zone in the heading;
  /// fees come on top.
  static let kucoin = FormatReader(
    format: .kucoin,
    signatures: [
      ["tradecreatedat", "symbol", "side", "price", "size", "funds", "fee", "feecurrency"],
      ["symbol", "side", "filled amount", "filled volume", "fee", "fee currency"],
    ]
  ) { table in
    let columns = KuCoinColumns(table.header)
    return table.readEach { record throws(RefusalReason) in
      let status = record["status"].lowercased()
      guard ["", "deal", "part_deal", "done"].contains(status) else {
        return .leftOut(.notCarriedOut(status))
      }
      let zone = columns.date == "tradecreatedat" ? Zone.utc : Zone(heading: columns.date)
      guard let zone else { throw .unknownZone(columns.date) }
      let pair = try Asset.pair(try record.filled("symbol"))
      let coins = Quantity(amount: try record.someNumber(columns.amount), asset: pair.base)
      let other = Quantity(amount: try record.someNumber(columns.total), asset: pair.quote)
      var facts = TradeFacts(
        source: record.source, date: try record.date(columns.date, .yearFirst, zone: zone),
        fees: try record.fee("fee", columns.feeCurrency))
      switch record["side"].lowercased() {
      case "buy": (facts.received, facts.spent) = (coins, other)
      case "sell": (facts.received, facts.spent) = (other, coins)
      default: throw .unknownKind(record["side"])
      }
      return .trade(facts)
    }
  }
}

private struct KuCoinColumns {
  let date: String
  let amount: String
  let total: String
  let feeCurrency: String

  init(_ header: CSVHeader) {
    let isOld = header.has(["tradecreatedat"])
    let times = header.columns.keys.sorted().filter { $0.contains("time") && $0.contains("(utc") }
    date = isOld ? "tradecreatedat" : times.first ?? "filled time(utc)"
    amount = isOld ? "size" : "filled amount"
    total = isOld ? "funds" : "filled volume"
    feeCurrency = isOld ? "feecurrency" : "fee currency"
  }
}
