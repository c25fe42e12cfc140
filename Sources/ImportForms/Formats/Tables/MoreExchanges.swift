import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// CoinJar, Firi, NiceHash, WOO X, KuCoin's oldest trades, and Strike's accounts.
extension FormatReader {
  static let moreExchanges = kucoinOldest + [coinJar, firi, niceHash, strikeAccount, wooX]

  /// KuCoin's trades of 2017: every figure has its unit in the next column.
  private static let kucoinOldest = plain(
    .kucoin,
    TableFormat(
      columns: [
        "time", "coins", "sell/buy", "filled price", "coin", "amount", "coin#2", "volume", "coin#3",
        "fee", "coin#4",
      ], date: ["time"], zone: .singapore, side: ["sell/buy"], pair: "coins",
      amount: .init("amount", .base), money: .init("volume", .quote),
      fees: [.init("fee", .column("coin#4"))]))

  /// CoinJar's transactions: a row has the account's payment or receipt and the other side; a
  /// trade's fee is part of its price.
  private static let coinJar = FormatReader(
    format: .coinJar,
    signatures: [
      [
        "uuid", "transacted_at", "account_name", "currency", "debit", "credit", "action",
        "counterparty_amount", "counterparty_currency",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("action")
      let first = word.lowercased().prefix { $0 != " " }
      let kind = try record.kind(word, coinJarKinds[String(first)])
      var facts = try record.facts("transacted_at", .yearFirst)
      facts.reference = record.reference("coinjar", "uuid")
      let other = try record.quantity("counterparty_amount", "counterparty_currency")
      if let paid = try record.quantity("debit", "currency") {
        (facts.spent, facts.received) = (paid, kind == .trade ? other : nil)
      } else if let credited = try record.quantity("credit", "currency") {
        (facts.received, facts.spent) = (credited, kind == .trade ? other : nil)
      }
      facts.feesIncluded = try record.fee("fee_amount", "fee_currency")
      return try facts.meaning(kind, word: word)
    }
  }

  /// Prefixes of actions.
  private static let coinJarKinds = KindTable([
    .trade: ["bought", "sold", "converted", "swapped"],
    .move: ["deposit", "deposited", "withdrew", "withdrawal", "sent", "received", "transfer"],
    .reward: ["reward", "referral", "bonus", "cashback"],
  ])

  /// Firi's transactions: the rows of one match form one trade.
  private static let firi = FormatReader(
    format: .firi,
    signatures: [
      ["transaction id", "match id", "withdraw id", "deposit id", "action", "currency", "amount"]
    ]
  ) { table in
    table.readGroups(by: { $0["match id"] }) { record throws(RefusalReason) in
      let word = try record.filled("action")
      let kind = try record.kind("action", in: firiKinds)
      // The zone name follows the offset in parentheses.
      let time = try record.filled("created at").prefix { $0 != "(" }
      var leg = Leg(
        record: record,
        date: try record.instant(time.trimmed, "created at", [.yearFirst, .weekday], zone: .utc),
        asset: try record.asset("currency"), change: try record.someNumber("amount"))
      leg.reference = record.reference("firi", "transaction id")
      leg.hash = record["withdraw transaction id"] + record["deposit transaction id"]
      // A trade is identified by its match, which both of its rows have.
      if kind == .trade { leg.reference = record.reference("firi", "match id") }
      return try leg.meaning(kind, word: word)
    }
  }

  private static let firiKinds = KindTable([
    .trade: ["match"], .move: ["deposit", "withdraw", "withdrawal"],
    .reward: ["bonus", "referralbonus", "referral bonus", "staking", "reward"],
    .fee: ["withdrawfee", "withdraw fee"],
  ])

  /// NiceHash's report: coins mined, sent and bought, in one coin and a currency, with totals
  /// below.
  private static let niceHash = FormatReader(
    format: .niceHash, signatures: [["date time", "purpose", "amount (btc)", "* exchange rate"]]
  ) { table in
    let money = table.header.columns.keys.sorted().first {
      $0.hasPrefix("amount (") && $0 != "amount (btc)"
    }
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled("purpose")
      guard record["date time"].contains(where: \.isNumber) else {
        return .leftOut(.otherKind("sum of \(word)"))
      }
      let kind = try record.kind(word, niceHashKind(word.lowercased()))
      var facts = try record.facts("date time", .yearFirst)
      facts.addSide(try record.someNumber("amount (btc)"), Asset(symbol: "BTC"))
      if let money, let unit = record.header.unit(of: money) {
        facts.worth(try record.magnitude(money), Asset(symbol: unit))
      }
      return try facts.meaning(kind, word: word)
    }
  }

  private static func niceHashKind(_ word: String) -> RowKind? {
    if word.hasSuffix("fee") { return .fee }
    if word.contains("mining") || word.contains("referral") { return .reward }
    return ["deposit", "withdrawal"].contains { word.hasPrefix($0) } ? .move : nil
  }

  /// WOO X orders: the fee is additional; contracts are left out.
  private static let wooX = FormatReader(
    format: .wooX,
    signatures: [
      [
        "order id", "update time", "instrument", "side", "executed", "average price", "status",
        "total fee", "fee token",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let parts = try record.filled("instrument").split(separator: "_").map(String.init)
      guard parts.first != "PERP" else { return .leftOut(.derivative(record["instrument"])) }
      guard parts.count == 3, parts[0] == "SPOT" else { throw .notATrade(record["instrument"]) }
      let amount = try record.magnitude("executed")
      // The part executed before an order was canceled counts.
      guard amount != 0 else { return .leftOut(.notCarriedOut(record["status"])) }
      var facts = try record.facts("update time", .yearFirst)
      try facts.exchange(
        AssetAmount(amount: amount, asset: Asset(symbol: parts[1])),
        for: AssetAmount(
          amount: try exactProduct(
            amount, try record.magnitude("average price"), column: "average price"),
          asset: Asset(symbol: parts[2])), side: try record.side("side"))
      facts.fees = try record.fee("total fee", "fee token")
      facts.reference = record.reference("woo-x", "order id")
      return try facts.meaning(.trade, word: "order")
    }
  }

  /// Strike's statement of one account.
  ///
  /// The other side of an exchange is in the other account's statement, so the day's price counts.
  private static let strikeAccount = FormatReader(
    format: .strike,
    signatures: [
      [
        "transaction id", "time (utc)", "status", "transaction type", "amount", "currency",
        "fee amount", "fee currency",
      ]
    ]
  ) { table in
    table.readGroups(by: { $0["transaction id"] }) { record throws(RefusalReason) in
      if let reason = try record.undone("status", done: ["completed"]) { return .leftOut(reason) }
      var leg = Leg(
        record: record, date: try record.date("time (utc)", .yearFirst, .monthName),
        asset: try record.asset("currency"), change: try record.someNumber("amount"))
      guard !leg.asset.isFiat else { return .leftOut(.fiatOnly(leg.asset.name)) }
      leg.fee = try record.magnitude("fee amount")
      leg.reference = record.reference("strike", "transaction id")
      leg.mayStandAlone = true
      let kind = try record.kind("transaction type", in: strikeAccountKinds)
      return try leg.meaning(kind, word: record["transaction type"])
    }
  }

  private static let strikeAccountKinds = KindTable([
    .trade: ["exchange", "purchase", "sale", "buy", "sell", "trade"],
    .move: ["on-chain", "onchain", "lightning", "send", "receive", "deposit", "withdrawal", "p2p"],
    .reward: ["referral", "promotion", "reward", "bonus"], .payment: ["bill pay", "payment"],
  ])
}
