import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Coinbase's report of purchases and sales before 2019, one coin per file: a column name is the
  /// coin.
  static let coinbaseTransfers = FormatReader(
    format: .coinbaseTransfers,
    signatures: [["timestamp", "type", "subtotal", "fees", "total", "currency", "price per coin"]]
  ) { table in
    let others: Set<String> = [
      "timestamp", "type", "subtotal", "fees", "total", "currency", "price per coin",
      "payment method", "id", "share",
    ]
    let tickers = table.header.columns.filter { name, _ in
      !others.contains(name) && (2...5).contains(name.count) && name.allSatisfy(\.isLetter)
    }
    // If there are several, use the one next to the type, if the file has it.
    let type = table.header.columns["type"] ?? 0
    let coin =
      tickers.min { (abs($0.value - type), $0.value) < (abs($1.value - type), $1.value) }?.key
      ?? "btc"
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      var facts = try record.facts("timestamp", .yearFirst)
      switch word.lowercased() {
      case "deposit", "withdrawal": return .leftOut(.fiatOnly(record["currency"]))
      default: break
      }
      try facts.exchange(
        AssetAmount(amount: try record.magnitude(coin), asset: Asset(symbol: coin)),
        for: AssetAmount(
          amount: try record.magnitude("subtotal"), asset: try record.asset("currency")),
        side: try record.side("type"))
      facts.fees = try record.fee("fees", "currency")
      facts.reference = record.reference("coinbase", "id")
      return .trade(facts)
    }
  }
}
