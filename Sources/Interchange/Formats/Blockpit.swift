import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Blockpit's transactions: semicolons, day.month.year, fees on top.
  static let blockpit = FormatReader(
    format: .blockpit,
    signatures: [["transaction type", "outgoing asset", "outgoing amount", "incoming asset"]]
  ) { table in
    let date = table.header.has(["timestamp"]) ? "timestamp" : "date (utc)"
    return table.readEach { record throws(RefusalReason) in try meaning(of: record, date: date) }
  }

  private static let rewards: Set<String> = [
    "airdrop", "bounties", "bounty", "gift", "giftreceived", "hardfork", "hardforks", "income",
    "interest", "lending", "masternode", "mining", "staking",
  ]

  private static func meaning(
    of record: CSVRecord, date: String
  ) throws(RefusalReason) -> RowMeaning {
    let kind = try record.filled("transaction type")
    let received = try record.quantity("incoming amount", "incoming asset")
    let spent = try record.quantity("outgoing amount", "outgoing asset")
    switch kind.lowercased() {
    case "trade":
      let facts = TradeFacts(
        source: record.source, date: try record.date(date, .dayFirst, .yearFirst),
        received: received, spent: spent, fees: try record.fee("fee amount", "fee asset"),
        words: record["note"].isEmpty ? record["comment"] : record["note"])
      return .trade(facts)
    case "deposit", "nontaxablein", "non-taxable in": return .leftOut(.deposit)
    case "withdrawal", "nontaxableout", "non-taxable out", "payment": return .leftOut(.withdrawal)
    case let word where word.hasPrefix("margin") || word.hasPrefix("derivative"):
      return .leftOut(.derivative(kind))
    case let word where rewards.contains(word):
      guard let received else { return .leftOut(.otherKind(kind)) }
      return .trade(
        TradeFacts(
          source: record.source, date: try record.date(date, .dayFirst, .yearFirst),
          received: received, words: words("reward: \(kind)", record["note"])))
    case "fee": return .leftOut(.otherKind(kind))
    default: throw .unknownKind(kind)
    }
  }
}
