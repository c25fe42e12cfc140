import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Koinly's universal template: fees come on top, `Net Worth` is the trade's value.
  static let koinly = FormatReader(
    format: .koinly,
    signatures: [["sent amount", "sent currency", "received amount", "received currency"]]
  ) { table in
    let dates = ["date", "koinly date", "date (utc)"]
    let date = dates.first { table.header.has([$0]) } ?? "date"
    return table.readEach { record throws(RefusalReason) in try meaning(of: record, date: date) }
  }

  private static func meaning(
    of record: CSVRecord, date: String
  ) throws(RefusalReason) -> RowMeaning {
    let label = record["label"].isEmpty ? record["tag"] : record["label"]
    var facts = TradeFacts(
      source: record.source, date: try record.date(date, .yearFirst, .dayFirst),
      received: try record.quantity("received amount", "received currency"),
      spent: try record.quantity("sent amount", "sent currency"),
      fees: try record.fee("fee amount", "fee currency"),
      words: words(record["description"], record["txhash"]))
    if let worth = try record.quantity("net worth amount", "net worth currency"),
      worth.asset == .dollar
    {
      facts.dollars = worth.amount
    }
    switch (facts.received, facts.spent) {
    case (_?, _?): return .trade(facts)
    case (_?, nil):
      guard isReward(label) else { return .leftOut(.deposit) }
      facts.words = words("reward: \(label)", facts.words)
      return .trade(facts)
    case (nil, _?): return label.lowercased() == "cost" ? .trade(facts) : .leftOut(.withdrawal)
    case (nil, nil): throw .missingCell("received amount")
    }
  }

  private static func isReward(_ label: String) -> Bool {
    let label = label.lowercased()
    return [
      "reward", "airdrop", "staking", "mining", "fork", "interest", "cashback", "income", "salary",
      "gift",
    ].contains { label.contains($0) }
  }
}
