import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Coinbase Pro's account statement: each trade has one row per side and one for the fee.
  static let coinbasePro = FormatReader(
    format: .coinbasePro,
    signatures: [
      ["type", "time", "amount", "balance", "amount/balance unit"],
      ["type", "time", "amount", "balance", "amount/balanceunit"],
      ["portfolio", "type", "timestamp", "amount", "balance"],
    ],
    declares: FormDeclaration(report: .ledger, isComplete: true, owner: ["portfolio"])
  ) { table in
    let names = CoinbaseProColumns(table.header)
    return table.readGroups(by: names.group) { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: kinds)
      var leg = Leg(
        record: record, date: try record.date(names.time, .yearFirst),
        asset: try record.asset(names.unit), change: try record.someNumber("amount"))
      leg.balance = try record.number("balance")
      let trade = record[names.trade]
      leg.reference = trade.isEmpty ? "" : "coinbase-pro \(trade)"
      if word == "fee" { return .part(leg.asFee()) }
      return try leg.meaning(kind, word: word)
    }
  }

  private static let kinds = KindTable([
    .trade: ["match", "fee", "conversion"], .move: ["deposit", "withdrawal"], .reward: ["rebate"],
    .inside: ["profile transfer"],
  ])

  /// Fills of Coinbase Pro, Exchange and Advanced Trade: the total includes the fee.
  ///
  /// Earlier ones are Pro's, whose account was a separate one.
  static let coinbaseFills = FormatReader(
    format: .coinbaseFills,
    signatures: [
      [
        "trade id", "product", "side", "created at", "size", "size unit", "fee", "total",
        "price/fee/total unit",
      ]
    ],
    declares: FormDeclaration(report: .trades, hasOwnIDs: true, owner: ["portfolio"])
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let coins = try record.quantity("size", "size unit")
      let money = try record.quantity("total", "price/fee/total unit")
      guard let coins, var money else { throw .missingCell("total") }
      var facts = try record.facts("created at", .yearFirst)
      let side = try record.side("side")
      let fees = try record.fee("fee", "price/fee/total unit")
      for fee in fees {
        money.amount = try exactSum(
          money.amount, side == .buy ? -fee.amount : fee.amount, column: "total")
      }
      try facts.exchange(coins, for: money, side: side)
      facts.fees = fees
      if facts.date < firstAdvancedTrade { facts.account = "coinbase-pro" }
      facts.reference = "coinbase-pro \(record["product"])-\(try record.filled("trade id"))"
      return .trade(facts)
    }
  }
}

/// The year in which Advanced Trade began.
private let firstAdvancedTrade = Date(timeIntervalSince1970: 1_640_995_200)

/// Columns that some exports write with a space and some without.
private struct CoinbaseProColumns {
  let unit: String
  let trade: String
  let time: String

  init(_ header: CSVHeader) {
    unit = header.first("amount/balance unit", "amount/balanceunit", "unit", "currency")
    trade = header.first("trade id", "tradeid")
    time = header.first("time", "timestamp")
  }

  func group(_ record: CSVRecord) -> String? {
    // Trade ids are unique only per market, so the key includes the instant.
    "\(record["type"] == "conversion" ? "conversion" : record[trade]) \(record[time])"
  }
}
