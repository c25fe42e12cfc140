import FoundationEssentials
import Portfolio

extension FormatReader {
  /// CoinTracking's trade table in English: three columns named `Cur.`, amounts with their fees in
  /// them (its help says: buy 1 BTC for 500 and a fee of 5 is `Buy 1, Sell 505, Fee 5`).
  static let coinTracking = FormatReader(
    format: .coinTracking, signatures: [["type", "buy", "cur.", "sell", "cur.#2", "fee", "cur.#3"]]
  ) { table in
    let date = table.header.has(["trade date"]) ? "trade date" : "date"
    return table.readEach { record throws(RefusalReason) in try meaning(of: record, date: date) }
  }

  private static let income: Set<String> = [
    "income", "gift/tip", "reward / bonus", "mining", "mining (commercial)", "airdrop",
    "airdrop (non taxable)", "staking", "masternode", "minting", "dividends income",
    "lending income",
    "interest income", "other income", "income (non taxable)", "lp rewards",
  ]

  private static let transfers: Set<String> = [
    "remove liquidity", "receive lp token", "provide liquidity", "return lp token", "receive loan",
    "receive collateral", "send collateral", "repay loan",
  ]

  private static let spendings: Set<String> = [
    "spend", "donation", "gift", "stolen", "lost", "borrowing fee", "settlement fee", "other fee",
    "other expense", "expense (non taxable)", "liquidation",
  ]

  private static func meaning(
    of record: CSVRecord, date: String
  ) throws(RefusalReason) -> RowMeaning {
    let kind = try record.filled("type")
    switch kind.lowercased() {
    case "trade", "swap (non taxable)": return .trade(try facts(record, date: date))
    case let word where income.contains(word):
      var facts = try facts(record, date: date)
      facts.spent = nil
      facts.words = words("reward: \(kind)", facts.words)
      return .trade(facts)
    case "deposit": return .leftOut(.deposit)
    case "withdrawal": return .leftOut(.withdrawal)
    case let word where transfers.contains(word): return .leftOut(.transfer)
    case let word where spendings.contains(word): return .leftOut(.otherKind(kind))
    case let word where word.hasPrefix("margin") || word.hasPrefix("derivatives"):
      return .leftOut(.derivative(kind))
    default: throw .unknownKind(kind)
    }
  }

  private static func facts(_ record: CSVRecord, date: String) throws(RefusalReason) -> TradeFacts {
    var facts = TradeFacts(
      source: record.source, date: try record.date(date, .dayFirst, .yearFirst),
      received: try record.quantity("buy", "cur."), spent: try record.quantity("sell", "cur.#2"),
      words: record["comment"])
    for fee in try record.fee("fee", "cur.#3") {
      let isIncluded = fee.asset == facts.received?.asset || fee.asset == facts.spent?.asset
      if isIncluded { facts.feesIncluded.append(fee) } else { facts.fees.append(fee) }
    }
    return facts
  }
}
