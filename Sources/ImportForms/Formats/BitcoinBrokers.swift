import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Strike's annual statements: bitcoin against one currency, named in the headings; amounts paid
  /// or sent include the fee.
  static let strike = FormatReader(
    format: .strike,
    signatures: [
      ["reference", "date & time (utc)", "transaction type", "amount btc", "fee btc"],
      ["transaction id", "time (utc)", "status", "transaction type", "amount btc", "fee btc"],
    ]
  ) { table in
    let header = table.header
    let date = header.first("date & time (utc)", "time (utc)")
    let currency =
      header.columns.keys.sorted().first { $0.hasPrefix("amount ") && $0 != "amount btc" }
      .map { String($0.dropFirst("amount ".count)).uppercased() } ?? "USD"
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled("transaction type")
      if let reason = try record.undone("status", done: ["", "complete", "settled", "succe"]) {
        return .leftOut(reason)
      }
      let coins = try record.number("amount btc") ?? 0
      guard coins != 0 else { return .leftOut(.fiatOnly(currency)) }
      let kind = try record.kind("transaction type", in: strikeKinds)
      let money = AssetAmount(
        amount: try record.magnitude("amount \(currency.lowercased())"),
        asset: Asset(symbol: currency))
      var facts = try record.facts(date, .monthName, .yearFirst)
      facts.reference = record.reference("strike", header.first("reference", "transaction id"))
      facts.hash = record["transaction hash"]
      facts.notes = record["note"]
      if kind == .trade {
        // Coins set aside until the target price is reached, and released.
        if money.amount == 0, record["description"].lowercased().hasSuffix("target order") {
          return .leftOut(.notCarriedOut(record["description"]))
        }
        try facts.exchange(
          AssetAmount(amount: abs(coins), asset: bitcoin), for: money,
          side: coins < 0 ? .sell : .buy
        )
        let fee = try record.magnitude("fee \(currency.lowercased())")
        if fee != 0 { facts.feesIncluded = [AssetAmount(amount: fee, asset: money.asset)] }
        return .trade(facts)
      }
      facts.addSide(coins, bitcoin)
      facts.worth(money.amount, money.asset)
      // The amount sent includes the fee.
      facts.feesIncluded = [AssetAmount(amount: try record.magnitude("fee btc"), asset: bitcoin)]
      return try facts.meaning(kind, word: word)
    }
  }

  /// Strike's monthly statements: each row has two amounts with their currencies.
  static let strikeMonths = FormatReader(
    format: .strike,
    signatures: [
      [
        "transaction id", "completed date (utc)", "completed time (utc)", "transaction type",
        "state", "amount 1", "currency 1", "fee 1", "amount 2", "currency 2", "fee 2",
      ]
    ]
  ) { table in
    table.readMany { record throws(RefusalReason) in
      if let reason = try record.undone("state", done: ["complete"]) { return [.leftOut(reason)] }
      let word = try record.filled("transaction type")
      let date = "completed date (utc)"
      var facts = TradeFacts(
        source: record.source,
        date: try record.instant(
          "\(try record.filled(date)) \(record["completed time (utc)"])", date,
          [.monthName, .yearFirst], zone: .utc))
      facts.reference = record.reference("strike", "transaction id")
      facts.notes = record["note"]
      for index in ["1", "2"] {
        guard let amount = try record.number("amount \(index)"), amount != 0 else { continue }
        let asset = try record.asset("currency \(index)")
        let quantity = AssetAmount(amount: abs(amount), asset: asset)
        switch amount > 0 {
        case true where facts.received == nil: facts.received = quantity
        case false where facts.spent == nil: facts.spent = quantity
        default: throw .notATrade("two amounts of one sign")
        }
        facts.feesIncluded += try record.fee("fee \(index)", "currency \(index)")
      }
      let kind = try record.kind("transaction type", in: strikeKinds)
      // Bitcoin exchanged for money is a trade, regardless of its name.
      let isTrade = facts.received != nil && facts.spent != nil
      if !isTrade { (facts.fees, facts.feesIncluded) = (facts.feesIncluded, []) }
      return try facts.meanings(isTrade ? .trade : kind, word: word)
    }
  }

  private static let bitcoin = Asset(symbol: "BTC")

  private static let strikeKinds = KindTable([
    .trade: ["purchase", "sale", "buy", "sell", "exchange", "trade"],
    .move: [
      "send", "receive", "onchain", "on-chain", "lightning", "deposit", "withdrawal", "p2p",
      "recipient payment",
    ],
    .reward: ["referral", "promotion", "reward", "bonus"],
    .payment: ["bill pay", "payment", "gift card"], .inside: ["loan collateral"],
    .derivative: ["loan", "loan payment", "collateral deposit", "collateral withdrawal"],
  ])

  /// Swan Bitcoin's deposits and purchases: the dollar total includes the fee.
  static let swan = FormatReader(
    format: .swan,
    signatures: [["event", "date", "timezone", "status", "unit count", "asset type", "btc price"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("event")
      if let reason = try record.undone("status", done: ["settled"]) { return .leftOut(reason) }
      guard record["asset type"].uppercased() != "USD" else { return .leftOut(.fiatOnly("USD")) }
      let kind = try record.kind("event", in: swanKinds)
      var facts = try record.facts("date", .yearFirst)
      facts.reference = record.reference("swan", "transaction id")
      let coins = AssetAmount(
        amount: try record.magnitude("unit count"), asset: try record.asset("asset type"))
      if kind == .buy || kind == .sell {
        let total = try record.magnitude(record.firstColumn("total usd", "usd"))
        try facts.exchange(
          coins, for: AssetAmount(amount: total, asset: .dollar), side: kind)
        let fee = try record.magnitude("fee usd")
        if fee != 0 { facts.feesIncluded = [AssetAmount(amount: fee, asset: .dollar)] }
        return .trade(facts)
      }
      facts.addSide(kind == .fee ? -coins.amount : coins.amount, coins.asset)
      return try facts.meaning(kind, word: word)
    }
  }

  private static let swanKinds = KindTable([
    .buy: ["purchase", "prepaid purchase"], .sell: ["sale"],
    .deposit: ["deposit", "asset_deposit"],
    .fee: ["monthly_fee"], .reward: ["referral", "reward", "bonus"],
  ])

  /// Swan Bitcoin's withdrawals.
  static let swanWithdrawals = FormatReader(
    format: .swanWithdrawals,
    signatures: [["created at", "timezone", "transaction id", "executed at", "bitcoin amount"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      guard !record["executed at"].isEmpty, record["canceled at"].isEmpty else {
        return .leftOut(.notCarriedOut(record["status"]))
      }
      var facts = try record.facts("executed at", .yearFirst)
      facts.addSide(-(try record.magnitude("bitcoin amount")), bitcoin)
      facts.reference = record.reference("swan", "transaction id")
      return try facts.meaning(.withdrawal, word: "withdrawal")
    }
  }
}
