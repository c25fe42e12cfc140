import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Delta's template and export: the quote amount is the total, fees come on top, a name in
  /// brackets may follow the ticker.
  static let delta = FormatReader(
    format: .delta,
    signatures: [["date", "way", "base amount", "base currency (name)", "quote amount"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in try meaning(of: record) }
  }

  private static func meaning(of record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    switch record["base type"].uppercased() {
    case "", "CRYPTO": break
    case "FIAT", "FOREX": return .leftOut(.fiatOnly(record["base currency (name)"]))
    case let type: return .leftOut(.notACoin(type.lowercased()))
    }
    let kind = try record.filled("way")
    var facts = TradeFacts(
      source: record.source, date: try record.date("date", .yearFirst), words: record["notes"])
    let coins = Quantity(
      amount: try record.someNumber("base amount"), asset: try asset(record, "base currency (name)")
    )
    switch kind.uppercased() {
    case "BUY", "SELL":
      let other = Quantity(
        amount: try record.someNumber("quote amount"), asset: try asset(record, "quote currency"))
      let isBuy = kind.uppercased() == "BUY"
      (facts.received, facts.spent) = isBuy ? (coins, other) : (other, coins)
      if let fee = try record.number("fee amount"), fee != 0 {
        facts.fees = [Quantity(amount: fee, asset: try asset(record, "fee currency (name)"))]
      }
    case "DEPOSIT":
      let source = record["sent/received from"].uppercased()
      guard rewards.contains(source) else { return .leftOut(.deposit) }
      facts.received = coins
      facts.words = words("reward: \(source.lowercased())", facts.words)
    case "WITHDRAW": return .leftOut(.withdrawal)
    case "TRANSFER": return .leftOut(.transfer)
    default: throw .unknownKind(kind)
    }
    return .trade(facts)
  }

  private static let rewards: Set<String> = [
    "AIRDROP", "DIVIDENDS", "FORK", "GIFT", "INTEREST", "MINING", "REWARD", "REWARDS", "STAKING",
  ]

  /// A ticker with a name in brackets, such as `SOL (Solana)`.
  private static func asset(_ record: CSVRecord, _ column: String) throws(RefusalReason) -> Asset {
    let text = try record.filled(column)
    guard let opening = text.firstIndex(of: "("), text.hasSuffix(")") else {
      return Asset(symbol: text)
    }
    let name = text[text.index(after: opening)...].dropLast()
    return Asset(symbol: text[..<opening].trimmed, name: String(name))
  }
}
