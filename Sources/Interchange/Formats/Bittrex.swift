import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Bittrex's order history, below its preamble: the total has the fee in it, `Approx Value
  /// (USD)` is the trade's value where it is filled.
  static let bittrex = FormatReader(
    format: .bittrex,
    signatures: [
      ["txid", "transaction", "market", "base", "quote", "quantity (base)", "total (quote)"]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let kind = try record.filled("transaction")
      let coins = Quantity(
        amount: try record.someNumber("quantity (base)"), asset: try record.asset("base"))
      let other = Quantity(
        amount: try record.someNumber("total (quote)"), asset: try record.asset("quote"))
      var facts = TradeFacts(
        source: record.source, date: try record.date("time (utc)", .yearFirst),
        words: record["notes"], reference: "bittrex \(try record.filled("txid"))")
      let value = try record.magnitude("approx value (usd)")
      facts.dollars = value == 0 ? nil : value
      facts.feesIncluded = try record.fee("fees (quote)", "quote")
      switch kind.lowercased() {
      case "bought": (facts.received, facts.spent) = (coins, other)
      case "sold": (facts.received, facts.spent) = (other, coins)
      default: throw .unknownKind(kind)
      }
      return .trade(facts)
    }
  }
}
