import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Statements in which a trade spans several rows, or only a comment names its other side.
extension FormatReader {
  static let statements = [luno, btcMarkets, cexIO]

  /// Luno's transactions: a trade has one row per side and one for the fee, all with the same
  /// timestamp.
  ///
  /// If a file has only one coin, the description names the payment. The fees of a coin sold on the
  /// exchange are only in the other coin's file, so such a row is refused.
  private static let luno = FormatReader(
    format: .luno,
    signatures: [["timestamp (utc)", "description", "currency", "balance delta", "balance"]]
  ) { table in
    table.readGroups(by: { $0["timestamp (utc)"] }) { record throws(RefusalReason) in
      let word = try record.filled("description")
      let first = word.lowercased().prefix { $0 != " " }
      let kind = try record.kind(word, lunoKind(String(first), record))
      var leg = Leg(
        record: record, date: try record.date("timestamp (utc)", .yearFirst),
        asset: try record.asset("currency"), change: try record.someNumber("balance delta"))
      leg.balance = try record.number("balance")
      leg.hash = record["cryptocurrency transaction id"]
      if record["value currency"].uppercased() == "USD" {
        leg.dollars = try record.magnitude("value amount")
      }
      if kind == .trade { try readOtherSide(&leg, word) }
      return first == "trading" ? .part(leg.asFee()) : try leg.meaning(kind, word: word)
    }
  }

  /// The kind by the start of the description; for sent coins it may be the user's own text.
  private static func lunoKind(_ word: String, _ record: CSVRecord) -> RowKind? {
    if let kind = lunoKinds[word] { return kind }
    if record["description"].lowercased().hasSuffix(" fee") { return .fee }
    let isSent = !record["cryptocurrency address"].isEmpty
    if isSent || !record["cryptocurrency transaction id"].isEmpty { return .move }
    // Sent coins were reserved earlier, so the available balance does not change again.
    guard record.named(record["description"]) == nil, record["balance delta"].hasPrefix("-"),
      case let available = record["available balance delta"], !available.isEmpty,
      !available.contains(where: isAmount)
    else { return nil }
    return .withdrawal
  }

  private static func isAmount(_ character: Character) -> Bool {
    ("1"..."9").contains(character)
  }

  /// Reads `Bought BTC 0.5 for ZAR 7,500.00` and `Bought 0.5 BTC/ZAR @ 15,000`.
  private static func readOtherSide(
    _ leg: inout Leg, _ description: String
  ) throws(RefusalReason) {
    let words = description.split(whereSeparator: \.isWhitespace).map(String.init)
    func figure(_ index: Int) throws(RefusalReason) -> ExactDecimal? {
      try localizedNumber(words[index].filter { $0 != "," }, column: "description")
    }
    if words.count == 6, words[3] == "for", let total = try figure(5) {
      let quote = Asset(symbol: words[4])
      leg.isReportedElsewhere = leg.asset == quote
      if leg.asset == Asset(symbol: words[1]) {
        leg.other = AssetAmount(amount: total, asset: quote)
      }
    } else if words.count == 5, words[3] == "@", let price = try figure(4) {
      let pair = try Asset.pair(words[2])
      leg.isReportedElsewhere = leg.asset == pair.quote
      guard leg.asset == pair.base, leg.change > 0 else { return }
      leg.other = AssetAmount(
        amount: try exactProduct(leg.change, price, column: "description"),
        asset: pair.quote)
    }
  }

  /// Prefixes of descriptions.
  private static let lunoKinds = KindTable([
    .trade: ["bought", "sold", "trading"],
    .move: ["received", "sent", "deposit", "withdrawal", "bank", "transfer"],
    .reward: ["savings", "staking", "earn", "referral", "reward", "bonus"],
    .fee: ["network", "receive", "send"],
  ])

  /// BTC Markets transactions: the rows of one order's reference form one trade.
  private static let btcMarkets = FormatReader(
    format: .btcMarkets,
    signatures: [
      [
        "transactionid", "creationtime", "recordtype", "action", "currency", "amount", "balance",
        "referenceid",
      ]
    ]
  ) { table in
    table.readGroups(by: { $0["referenceid"] }) { record throws(RefusalReason) in
      let word = try record.filled("action")
      let kind = try record.kind("action", in: btcMarketsKinds)
      var leg = Leg(
        record: record, date: try record.dateByEvidence("creationtime", .yearFirst),
        asset: try record.asset("currency"), change: try record.someNumber("amount"))
      leg.reference = record.reference("btcmarkets", "referenceid")
      leg.balance = try record.number("balance")
      if word.lowercased() == "trading fee" { return .part(leg.asFee()) }
      return try leg.meaning(kind, word: word)
    }
  }

  private static let btcMarketsKinds = KindTable([
    .trade: ["buy order", "sell order", "trade", "trading fee"],
    .move: ["deposit", "withdraw", "withdrawal"], .reward: ["reward", "referral", "adjustment"],
    .fee: ["withdrawal fee", "fee"], .nothing: ["fund lock", "fund unlock"],
  ])

  /// CEX.IO's transactions: a trade's other side is in the comment, `Bought 0.1 BTC at 500 USD`.
  ///
  /// Proceeds exclude the fee; costs include it.
  private static let cexIO = FormatReader(
    format: .cexIO,
    signatures: [
      [
        "dateutc", "amount", "symbol", "balance", "type", "pair", "feesymbol", "feeamount",
        "comment",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: cexIOKinds)
      guard record["balance"].lowercased() != "pending" else {
        return .leftOut(.notCarriedOut("pending"))
      }
      var facts = try record.facts("dateutc", .yearFirst)
      let asset = try record.asset("symbol")
      facts.addSide(try record.someNumber("amount"), asset)
      let fees = try record.fee("feeamount", "feesymbol")
      guard kind == .trade else {
        facts.feesIncluded = fees
        return try facts.meaning(kind, word: word, balance: try record.number("balance"))
      }
      let words = record["comment"].split(separator: " ").map(String.init)
      guard words.count >= 6, words[3] == "at",
        let amount = try localizedNumber(words[1], column: "comment"),
        let price = try localizedNumber(words[4], column: "comment")
      else { return .leftOut(.otherKind(record["comment"])) }
      let coins = AssetAmount(amount: amount, asset: Asset(symbol: words[2]))
      switch words[0].lowercased() {
      case "bought":
        facts.spent = AssetAmount(
          amount: try exactProduct(amount, price, column: "comment"),
          asset: Asset(symbol: words[5]))
        facts.fees = fees
      case "sold":
        facts.spent = coins
        facts.feesIncluded = fees
      default: return .leftOut(.otherKind(record["comment"]))
      }
      return try facts.meaning(.trade, word: word)
    }
  }

  private static let cexIOKinds = KindTable([
    .trade: ["buy", "sell"], .move: ["deposit", "withdraw"],
    .reward: [
      "referral", "checksum", "costsnothing", "staking", "staking_accrual",
      "staking_reward_repayment",
    ], .nothing: ["cancel", "staking_deposit", "staking_deposit_repayment"],
  ])
}
