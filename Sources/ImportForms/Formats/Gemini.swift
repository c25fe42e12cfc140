import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Gemini's transaction history: three columns for each coin, named `BTC Amount BTC`, `Fee (BTC)
  /// BTC` and `BTC Balance BTC`; fees are additional.
  ///
  /// Before 2018 they were `BTC Amount`, `Trading Fee (BTC)` and `BTC Balance`.
  static let gemini = FormatReader(
    format: .gemini,
    signatures: [["date", "time (utc)", "type", "symbol", "specification"]], slashedDates: "date",
    declares: FormDeclaration(isComplete: true)
  ) { table in
    let coins = geminiCoins(table.header)
    return table.readEach { record throws(RefusalReason) in
      // The last line of a workbook only has the remaining balance of each coin.
      if ["date", "time (utc)", "type", "symbol"].allSatisfy({ record[$0].isEmpty }) {
        return .leftOut(.otherKind("balances"))
      }
      let word = try record.filled("type")
      var kind = try record.kind("type", in: kinds)
      if kind == .deposit, isReward(record["specification"]) { kind = .reward }
      var facts = try facts(of: record)
      if kind == .buy || kind == .sell {
        let pair = try geminiPair(record, coins)
        try facts.exchange(
          AssetAmount(
            amount: try geminiNumber(record, .amount, pair.base), asset: Asset(symbol: pair.base)),
          for: AssetAmount(
            amount: try geminiNumber(record, .amount, pair.quote),
            asset: Asset(symbol: pair.quote)),
          side: kind)
        facts.fees = try fee(record, pair.quote) + (try fee(record, pair.base))
        return .trade(facts)
      }
      let coin = try record.filled("symbol")
      let value = try geminiNumber(record, .amount, coin)
      facts.addSide(kind == .withdrawal ? -value : value, Asset(symbol: coin))
      facts.fees = try fee(record, coin)
      return try facts.meaning(
        kind, word: word, balance: try geminiNumber(record, .balance, coin))
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
    let written = try record.filled("date")
    let time = record["time (utc)"]
    // A workbook that was saved again has midnight in the day column, or repeats the time.
    let day = time.isEmpty ? written : String(written.prefix { $0 != " " })
    let hasDay = time.contains("-") || time.contains("/")
    let text = hasDay ? time : "\(day) \(time)".trimmed
    let date = try record.instant(text, "date", [.yearFirst], zone: .utc)
    var facts = TradeFacts(source: record.source, date: date)
    facts.reference = record.reference("gemini", "trade id")
    facts.hash = record["tx hash"]
    return facts
  }

  private static func geminiCoins(_ header: CSVHeader) -> Set<String> {
    let coins = header.columns.keys.compactMap { column -> String? in
      let words = column.split(separator: " ")
      guard (2...3).contains(words.count), words[1] == "amount" else { return nil }
      let isOwn = words.count == 2 || words[2] == words[0] || words[2].hasPrefix("(")
      return isOwn ? words[0].uppercased() : nil
    }
    return Set(coins)
  }

  /// The pair whose two sides both have columns.
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

  /// The columns of each coin.
  private enum CoinColumn {
    case amount, fee, balance

    /// Their names, current first; others have the unit or its sign in brackets at the end.
    func names(_ coin: String) -> [String] {
      let names =
        switch self {
        case .amount: ["\(coin) amount"]
        case .fee: ["fee (\(coin))", "trading fee (\(coin))"]
        case .balance: ["\(coin) balance"]
        }
      return ["\(coin)", "", "(\(coin))", "($)"].flatMap { unit in
        names.map { "\($0) \(unit)".trimmed }
      }
    }
  }

  /// An unsigned number without its unit and the brackets of negative numbers: `(0.005 BTC)`,
  /// `($300.00)`.
  private static func geminiNumber(
    _ record: CSVRecord, _ kind: CoinColumn, _ coin: String
  ) throws(RefusalReason) -> ExactDecimal {
    let names = kind.names(coin.lowercased())
    let column = names.first { record.header.has([$0]) } ?? names[0]
    let bare = record[column].filter { !"()$,".contains($0) }
    let digits = bare.split(separator: " ").first.map(String.init) ?? ""
    return abs(try localizedNumber(digits, column: column) ?? 0)
  }

  private static func fee(_ record: CSVRecord, _ coin: String) throws(RefusalReason)
    -> [AssetAmount]
  {
    let fee = try geminiNumber(record, .fee, coin)
    return fee == 0 ? [] : [AssetAmount(amount: fee, asset: Asset(symbol: coin))]
  }
}
