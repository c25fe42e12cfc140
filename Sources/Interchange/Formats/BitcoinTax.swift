import FoundationEssentials
import Portfolio

extension FormatReader {
  /// bitcoin.tax, trades and income: `Total` is what the currency's balance changed by, fee
  /// included.
  static let bitcoinTax = FormatReader(
    format: .bitcoinTax, signatures: [["date", "action", "symbol", "volume", "price", "currency"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in try meaning(of: record) }
  }

  private static let rewards: Set<String> = ["INCOME", "GIFTIN", "MINING", "REWARD", "STAKING"]

  private static func meaning(of record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let kind = try record.filled("action").uppercased()
    let coins = Quantity(
      amount: try record.someNumber("volume"), asset: try record.asset("symbol"))
    var facts = TradeFacts(
      source: record.source, date: try record.date("date", .yearFirst),
      words: words(record["memo"], record["account"], record["exchangeid"]))
    switch kind {
    case "BUY", "SELL", "SWAP":
      let isSell = kind == "SELL"
      let other = try money(record, facts: &facts)
      (facts.received, facts.spent) = isSell ? (other, coins) : (coins, other)
    case _ where rewards.contains(kind):
      facts.received = coins
      facts.dollars = try value(record)
      facts.words = words("reward: \(kind.lowercased())", facts.words)
    case "SPEND":
      facts.spent = coins
      facts.dollars = try value(record)
    case "GIFT", "DONATION", "LOST": return .leftOut(.otherKind(kind.lowercased()))
    default: throw .unknownKind(kind)
    }
    return .trade(facts)
  }

  /// The other side, from the total where the file has one, else from the price, with the fee on
  /// top.
  private static func money(
    _ record: CSVRecord, facts: inout TradeFacts
  ) throws(RefusalReason) -> Quantity {
    let currency = try record.asset("currency")
    let fees = try record.fee("fee", "feecurrency")
    let total = try record.magnitude("total")
    if total != 0 {
      facts.feesIncluded = fees.filter { $0.asset == currency }
      facts.fees = fees.filter { $0.asset != currency }
      return Quantity(amount: total, asset: currency)
    }
    facts.fees = fees
    let amount = try exactProduct(
      try record.someNumber("price"), try record.someNumber("volume"), column: "price")
    return Quantity(amount: amount, asset: currency)
  }

  private static func value(_ record: CSVRecord) throws(RefusalReason) -> Decimal? {
    let total = try record.magnitude("total")
    let worth = total == 0 ? try record.magnitude("cost/proceeds") : total
    guard worth != 0 else { return nil }
    let currency = try record.asset("currency")
    guard currency == .dollar else { throw .noDollarValue(against: currency.name) }
    return worth
  }
}
