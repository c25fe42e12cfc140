import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Binance's trade history, of 2018 (`Market`, `Total`, `Fee Coin`) and of today (`Pair`,
  /// `Executed`, units glued to the numbers).
  static let binanceTrades = FormatReader(
    format: .binanceTrades,
    signatures: [
      ["date", "market", "type", "price", "amount", "total", "fee", "fee coin"],
      ["date(utc)", "market", "type", "price", "amount", "total", "fee", "fee coin"],
      ["date(utc)", "pair", "side", "price", "executed", "amount", "fee"],
    ]
  ) { table in
    let isGlued = table.header.has(["executed"])
    let date = table.header.has(["date"]) ? "date" : "date(utc)"
    return table.readEach { record throws(RefusalReason) in
      let pair = try Asset.pair(try record.filled(isGlued ? "pair" : "market"))
      var facts = TradeFacts(source: record.source, date: try record.date(date, .yearFirst))
      let coins: Quantity
      let other: Quantity
      if isGlued {
        coins = try glued(record, "executed", pair.base)
        other = try glued(record, "amount", pair.quote)
        facts.fees = try gluedFee(record, pair)
      } else {
        coins = Quantity(amount: try record.someNumber("amount"), asset: pair.base)
        other = Quantity(amount: try record.someNumber("total"), asset: pair.quote)
        facts.fees = try record.fee("fee", "fee coin")
      }
      let side = record[isGlued ? "side" : "type"]
      switch side.uppercased() {
      case "BUY": (facts.received, facts.spent) = (coins, other)
      case "SELL": (facts.received, facts.spent) = (other, coins)
      default: throw .unknownKind(side)
      }
      return .trade(facts)
    }
  }

  /// A number with the known unit behind it, such as `0.03605ETH`.
  private static func glued(
    _ record: CSVRecord, _ column: String, _ asset: Asset
  ) throws(RefusalReason) -> Quantity {
    let cell = try record.filled(column)
    let number = cell.hasSuffix(asset.name) ? String(cell.dropLast(asset.name.count)) : cell
    guard let amount = try foreignNumber(number.trimmed, column: column) else {
      throw .missingCell(column)
    }
    return Quantity(amount: amount, asset: asset)
  }

  /// A fee in either side of the pair or in any other coin.
  private static func gluedFee(
    _ record: CSVRecord, _ pair: (base: Asset, quote: Asset)
  ) throws(RefusalReason) -> [Quantity] {
    let cell = record["fee"]
    guard !cell.isEmpty else { return [] }
    // A symbol may begin with digits (1INCH), so that the known ones are tried first.
    let unit = [pair.base, pair.quote].first { cell.hasSuffix($0.name) }
    let letters = String(cell.drop { $0.isNumber || ".,-+".contains($0) }).trimmed
    guard unit != nil || !letters.isEmpty else {
      guard try record.number("fee") == 0 else { throw .missingCell("fee coin") }
      return []
    }
    let fee = try glued(record, "fee", unit ?? Asset(symbol: letters))
    return fee.amount == 0 ? [] : [fee]
  }
}
