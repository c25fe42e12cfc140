import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Bybit's spot trades.
  ///
  /// Without `feeCoin` the fee of a purchase is in the coin bought, of a sale in the coin received.
  static let bybitTrades = FormatReader(
    format: .bybitTrades,
    signatures: [["spot pairs", "direction", "filled value", "filled price", "filled quantity"]]
  ) { table in
    let time = table.header.first(prefix: "timestamp (utc") ?? "timestamp (utc)"
    let hasFeeCoin = table.header.has(["feecoin"])
    return table.readEach { record throws(RefusalReason) in
      guard let zone = Zone(heading: time) else { throw .unknownZone(time) }
      let pair = try record.pair("spot pairs")
      var facts = TradeFacts(
        source: record.source,
        date: try record.date(time, in: [.yearFirst, .timeFirst], zone: zone))
      try facts.exchange(
        Quantity(amount: try record.someNumber("filled quantity"), asset: pair.base),
        for: Quantity(amount: try record.someNumber("filled value"), asset: pair.quote),
        side: try record.filled("direction"))
      if hasFeeCoin {
        facts.fees = try record.fee("execfeev2", "feecoin")
      } else if let fee = try record.number("fees"), fee != 0, let received = facts.received {
        facts.fees = [Quantity(amount: fee, asset: received.asset)]
      }
      facts.reference = record.reference("bybit", "transaction id")
      return .trade(facts)
    }
  }

  /// Bybit's deposits and withdrawals.
  static let bybitMoves = FormatReader(
    format: .bybitMoves,
    signatures: [
      ["date & time(utc)", "coin", "qty", "type", "account balance", "description"],
      ["type", "coin", "amount", "wallet balance", "time(utc)"],
    ]
  ) { table in
    let isOld = table.header.has(["time(utc)"])
    return table.readEach { record throws(RefusalReason) in
      let column = isOld ? "type" : "description"
      if record[column].lowercased().hasPrefix("buy crypto with") {
        // What was paid is not in the file: the coin's own worth counts.
        var facts = try record.facts("date & time(utc)", .yearFirst)
        facts.place(try record.someNumber("qty"), try record.asset("coin"))
        facts.category = .trade
        return .trade(facts)
      }
      let kind = try record.kind(column, in: moveKinds)
      var facts = try record.facts(isOld ? "time(utc)" : "date & time(utc)", .yearFirst)
      facts.place(try record.someNumber(isOld ? "amount" : "qty"), try record.asset("coin"))
      return try facts.meaning(
        kind, word: record[column],
        balance: try record.number(isOld ? "wallet balance" : "account balance"))
    }
  }

  private static let moveKinds = KindTable([
    .move: ["deposit", "withdrawal", "withdraw", "userdeposit", "userwithdrawal"],
    .inside: [
      "transfer to derivatives account", "transfer from derivatives account",
      "internalaccounttransferdeposit", "internalaccounttransferwithdrawal",
      "transfer to unified trading account", "transfer from unified trading account",
      "flexible savings subscription", "flexible savings redemption", "transfer in",
      "transfer out", "earn subscription", "earn redemption",
    ],
    .reward: [
      "airdrop", "earn", "interest", "flexible savings interest distribution", "bonus",
      "referral commission", "earn interest", "launchpool yield", "rewards", "airdrop bonus",
    ],
  ])

  /// Bybit's account log: the rows of one order and one moment are one trade, each change with its
  /// fee in it.
  static let bybitAccount = FormatReader(
    format: .bybitAccount,
    signatures: [
      ["currency", "contract", "type", "direction", "fee paid", "cash flow", "change"]
    ]
  ) { table in
    let time = table.header.first("time(utc)", "time")
    let order = table.header.first("order id", "orderid")
    return table.readGroups(by: { $0[order] + $0[time] }) { record throws(RefusalReason) in
      let word = try record.filled("type")
      var kind = try record.kind("type", in: accountKinds)
      let direction = record["direction"].lowercased()
      // Positions are opened and closed; coins are bought and sold.
      if kind == .trade, direction.contains("open") || direction.contains("close") {
        kind = .derivative
      }
      var movement = Movement(
        record: record, date: try record.date(time, .yearFirst),
        asset: try record.asset("currency"), change: try record.someNumber("change"))
      movement.balance = try record.number("wallet balance")
      return try movement.meaning(kind, word: word)
    }
  }

  private static let accountKinds = KindTable([
    .trade: ["trade", "exchangein", "exchangeout", "currency_buy", "currency_sell"],
    .move: ["deposit", "withdraw", "withdrawal"],
    .inside: ["transferin", "transferout", "transfer_in", "transfer_out"],
    .reward: ["airdrop", "bonus", "interest_earned"],
    .derivative: ["funding", "settlement", "liquidation", "delivery", "interest", "bustrade"],
  ])
}
