import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Gemini's transaction history: three columns for each coin, named `BTC Amount BTC`, `Fee (BTC)
  /// BTC` and `BTC Balance BTC`; fees are added.
  static let gemini = FormatReader(
    format: .gemini,
    signatures: [["date", "time (utc)", "type", "symbol", "specification"]]
  ) { table in
    let coins = geminiCoins(table.header)
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      var kind = try record.kind("type", in: kinds)
      if kind == .deposit, isReward(record["specification"]) { kind = .reward }
      var facts = try facts(of: record)
      if kind == .buy || kind == .sell {
        let pair = try geminiPair(record, coins)
        try facts.exchange(
          Quantity(
            amount: try geminiNumber(record, amount(pair.base)), asset: Asset(symbol: pair.base)),
          for: Quantity(
            amount: try geminiNumber(record, amount(pair.quote)), asset: Asset(symbol: pair.quote)),
          side: word)
        facts.fees = try fee(record, pair.quote) + (try fee(record, pair.base))
        return .trade(facts)
      }
      let coin = try record.filled("symbol")
      let value = try geminiNumber(record, amount(coin))
      facts.place(kind == .withdrawal ? -value : value, Asset(symbol: coin))
      facts.fees = try fee(record, coin)
      return try facts.meaning(
        kind, word: word,
        balance: try geminiNumber(
          record, "\(coin.lowercased()) balance \(coin.lowercased())"))
    }
  }

  private static let kinds = KindTable([
    .buy: ["buy"], .sell: ["sell"], .deposit: ["credit"], .withdrawal: ["debit"],
    .reward: ["interest credit", "reward", "staking reward"],
    .inside: ["transfer", "earn transfer", "administrative transfer"],
  ])

  private static func isReward(_ specification: String) -> Bool {
    let words = specification.lowercased()
    return ["interest", "reward", "referral", "airdrop", "payout"].contains { words.contains($0) }
  }

  private static func facts(of record: CSVRecord) throws(RefusalReason) -> TradeFacts {
    let day = try record.filled("date")
    let text = day.contains(":") ? day : "\(day) \(record["time (utc)"])".trimmed
    guard let date = foreignDate(text, [.yearFirst]) else {
      throw .notADate(column: "date", text)
    }
    var facts = TradeFacts(source: record.source, date: date)
    facts.reference = record.reference("gemini", "trade id")
    facts.hash = record["tx hash"]
    return facts
  }

  private static func geminiCoins(_ header: CSVHeader) -> Set<String> {
    var coins: Set<String> = []
    for column in header.columns.keys {
      let words = column.split(separator: " ")
      if words.count == 3, words[1] == "amount", words[0] == words[2] {
        coins.insert(words[0].uppercased())
      }
    }
    return coins
  }

  /// The pair whose sides both have columns of their own.
  private static func geminiPair(
    _ record: CSVRecord, _ coins: Set<String>
  ) throws(RefusalReason) -> (base: String, quote: String) {
    let symbol = try record.filled("symbol").uppercased()
    let sides = coins.filter { quote in
      symbol.hasSuffix(quote) && coins.contains(String(symbol.dropLast(quote.count)))
    }
    guard let quote = sides.first, sides.count == 1 else { throw .unknownCoin(symbol) }
    return (String(symbol.dropLast(quote.count)), quote)
  }

  private static func amount(_ coin: String) -> String {
    "\(coin.lowercased()) amount \(coin.lowercased())"
  }

  /// A number without its sign, its unit and the brackets of those below zero: `(0.005 BTC)`,
  /// `($300.00)`.
  private static func geminiNumber(
    _ record: CSVRecord, _ column: String
  ) throws(RefusalReason) -> Decimal {
    let bare = record[column].filter { !"()$,".contains($0) }
    let digits = bare.split(separator: " ").first.map(String.init) ?? ""
    return abs(try foreignNumber(digits, column: column) ?? 0)
  }

  private static func fee(_ record: CSVRecord, _ coin: String) throws(RefusalReason) -> [Quantity] {
    let fee = try geminiNumber(record, "fee (\(coin.lowercased())) \(coin.lowercased())")
    return fee == 0 ? [] : [Quantity(amount: fee, asset: Asset(symbol: coin))]
  }
}
