import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Coinbase Pro's account statement: each trade is a row per side and one for the fee.
  static let coinbasePro = FormatReader(
    format: .coinbasePro,
    signatures: [
      ["portfolio", "type", "time", "amount", "amount/balance unit"],
      ["portfolio", "type", "time", "amount", "amount/balanceunit"],
    ]
  ) { table in
    let names = CoinbaseProColumns(table.header)
    return table.readGroups(by: names.group) { record throws(RefusalReason) in
      try movement(of: record, names)
    }
  }

  private static func movement(
    of record: CSVRecord, _ names: CoinbaseProColumns
  ) throws(RefusalReason) -> MovementMeaning {
    let kind = try record.filled("type")
    switch kind {
    case "deposit": return .leftOut(.deposit)
    case "withdrawal": return .leftOut(.withdrawal)
    case "match", "fee", "conversion":
      var movement = Movement(
        record: record, date: try record.date("time", .yearFirst),
        asset: try record.asset(names.unit), change: try record.someNumber("amount"))
      if kind == "fee" {
        movement.fee = -movement.change
        movement.change = 0
      }
      let trade = record[names.trade]
      movement.reference = trade.isEmpty ? "" : "coinbase-pro \(trade)"
      return .part(movement)
    default: throw .unknownKind(kind)
    }
  }
}

/// The columns that some exports write with a space and some without.
private struct CoinbaseProColumns {
  let unit: String
  let trade: String

  init(_ header: CSVHeader) {
    unit = header.has(["amount/balance unit"]) ? "amount/balance unit" : "amount/balanceunit"
    trade = header.has(["trade id"]) ? "trade id" : "tradeid"
  }

  func group(_ record: CSVRecord) -> String? {
    // Trade ids count per market, so that the instant belongs to the key.
    "\(record["type"] == "conversion" ? "conversion" : record[trade]) \(record["time"])"
  }
}
