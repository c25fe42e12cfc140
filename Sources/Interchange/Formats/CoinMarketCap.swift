import FoundationEssentials
import Portfolio

extension FormatReader {
  /// CoinMarketCap's portfolio transactions: zone and currency stand in the headings.
  ///
  /// Here the price is what the user entered and the total is rounded from it, so the price counts.
  static let coinMarketCap = FormatReader(
    format: .coinMarketCap,
    signatures: [["token", "type", "amount", "fee", "fee currency", "notes"]]
  ) { table in
    let columns = table.header.columns.keys.sorted()
    let date = columns.first { $0.hasPrefix("date (") } ?? "date"
    let price = columns.first { $0.hasPrefix("price (") } ?? "price"
    return table.readEach { record throws(RefusalReason) in
      guard let zone = Zone(heading: date) else { throw .unknownZone(date) }
      let kind = try record.filled("type")
      let isBuy: Bool
      switch kind.lowercased() {
      case "buy": isBuy = true
      case "sell": isBuy = false
      case "transferin", "transfer in", "transfer_in": return .leftOut(.deposit)
      case "transferout", "transfer out", "transfer_out": return .leftOut(.withdrawal)
      default: throw .unknownKind(kind)
      }
      let coins = Quantity(
        amount: try record.someNumber("amount"), asset: try record.asset("token"))
      var facts = TradeFacts(
        source: record.source, date: try record.date(date, .yearFirst, zone: zone),
        fees: try record.fee("fee", "fee currency"), words: record["notes"])
      let unit = try record.someNumber(price)
      let currency = Asset(symbol: price.dropFirst("price (".count).dropLast().trimmed)
      let money = Quantity(
        amount: try exactProduct(unit, coins.amount, column: price), asset: currency)
      facts.price = currency == .dollar ? unit : nil
      (facts.received, facts.spent) = isBuy ? (coins, money) : (money, coins)
      return .trade(facts)
    }
  }
}

extension Zone {
  /// The zone a heading names behind `UTC`: `Date (UTC-3:00)`, `Filled Time(UTC+08:00)`, `Date
  /// (UTC)`.
  init?(heading: String) {
    guard let name = heading.lowercased().split(separator: "(").last, name.hasPrefix("utc"),
      name.hasSuffix(")")
    else { return nil }
    let offset = name.dropFirst(3).dropLast()
    if offset.isEmpty {
      self = .utc
      return
    }
    let parts = offset.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = offset.first, sign == "+" || sign == "-", parts.count <= 2,
      let hours = Int(parts[0]), (0...14).contains(hours),
      let minutes = parts.count == 2 ? Int(parts[1]) : 0, (0...59).contains(minutes)
    else { return nil }
    self = .fixed(minutes: (sign == "-" ? -1 : 1) * (hours * 60 + minutes))
  }
}
