import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// KuCoin's trades, in six versions; fees are additional.
  ///
  /// Current files have the zone in the heading, older ones use Singapore time.
  static let kucoin = FormatReader(
    format: .kucoin,
    signatures: [
      ["tradecreatedat", "symbol", "side", "price", "size", "funds", "fee", "feecurrency"],
      ["symbol", "side", "filled amount", "filled volume", "fee", "fee currency"],
      ["time", "pair", "side", "amount", "volume", "fee", "feecoin"],
      ["symbol", "dealprice", "dealvalue", "amount", "fee", "direction", "createddate"],
      ["symbol", "price", "amount_coin", "direction", "funds", "fee", "created_at"],
      ["symbol", "direction", "deal_price", "amount", "deal_value", "created_at"],
    ],
    declares: FormDeclaration(
      report: .trades, owner: ["uid"], placed: PlacedColumn("order time", zone: .singapore),
      order: ["order id", "orderid"])
  ) { table in
    let columns = KuCoinColumns(table.header)
    return table.readEach { record throws(RefusalReason) in
      // A canceled order counts with what was filled.
      let filled = columns.isOrder ? try record.number(columns.amount) ?? 0 : 0
      let done = ["", "deal", "part_deal", "done"]
      if filled == 0, let reason = try record.undone("status", done: done) {
        return .leftOut(reason)
      }
      let pair = try record.pair(columns.pair)
      var facts = try record.facts(columns.date, .yearFirst, zone: try columns.zone())
      try facts.exchange(
        AssetAmount(amount: try record.someNumber(columns.amount), asset: pair.base),
        for: AssetAmount(amount: try record.someNumber(columns.total), asset: pair.quote),
        side: try record.side(columns.side), price: (record, columns.price))
      if let fee = try record.number("fee"), fee != 0 {
        let isNamed = columns.feeCurrency.map { !record[$0].isEmpty } ?? false
        let asset =
          isNamed ? try record.asset(columns.feeCurrency ?? "") : try coinOfFee(fee, facts)
        facts.fees = [AssetAmount(amount: fee, asset: asset)]
      }
      return .trade(facts)
    }
  }

  /// KuCoin Convert.
  static let kucoinConvert = FormatReader(
    format: .kucoinConvert,
    signatures: [["uid", "payment account", "sell", "buy", "price", "status"]],
    declares: FormDeclaration(report: .converts, owner: ["uid"])
  ) { table in
    let time = table.header.first(prefix: "time of update") ?? "time of update"
    return table.readEach { record throws(RefusalReason) in
      guard let zone = Zone(heading: time) else { throw .unknownZone(time) }
      if let reason = try record.undone("status", done: ["success"]) { return .leftOut(reason) }
      var facts = try record.facts(time, .yearFirst, zone: zone)
      facts.received = try record.glued("buy")
      facts.spent = try record.glued("sell")
      return try facts.meaning(.trade, word: "convert")
    }
  }

  /// KuCoin's deposits and withdrawals.
  static let kucoinMoves = FormatReader(
    format: .kucoinMoves,
    signatures: [
      ["uid", "account type", "coin", "amount", "fee", "transfer network", "status"],
      ["time", "coin", "amount", "type", "remark"],
      ["coin_type", "type", "add", "hash", "vol", "created_at"],
    ],
    declares: FormDeclaration(report: .moves, owner: ["uid"])
  ) { table in
    let columns = KuCoinMoveColumns(table.header)
    return table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("status", done: ["", "success"]) {
        return .leftOut(reason)
      }
      var facts = try record.facts(columns.date, .yearFirst, .unix, zone: try columns.zone())
      facts.addSide(try record.magnitude(columns.amount), try record.asset(columns.coin))
      facts.fees = try record.fee("fee", columns.coin)
      facts.hash = record["hash"]
      let isOut = columns.isOut || record["type"].uppercased() == "WITHDRAW"
      return try facts.meaning(isOut ? .withdrawal : .deposit, word: "amount")
    }
  }

  /// KuCoin's earnings.
  static let kucoinEarn = FormatReader(
    format: .kucoinEarn,
    signatures: [["uid", "staked coin", "earnings coin", "earnings type", "amount", "fee"]],
    declares: FormDeclaration(report: .earnings, owner: ["uid"])
  ) { table in
    let time = table.header.first(prefix: "time(utc") ?? "time"
    let worth = table.header.first("amount（usdt）", "amount(usdt)", "amount (usdt)")
    return table.readEach { record throws(RefusalReason) in
      guard let zone = Zone(heading: time) else { throw .unknownZone(time) }
      var facts = try record.facts(time, .yearFirst, zone: zone)
      facts.addSide(try record.magnitude("amount"), try record.asset("earnings coin"))
      facts.fees = try record.fee("fee", "earnings coin")
      facts.worth(try record.magnitude(worth), Asset(symbol: "USDT"))
      facts.reference = record.reference("kucoin", "order id")
      return try facts.meaning(.reward, word: record["earnings type"])
    }
  }

  /// KuCoin's account history: the rows of one second and one type form one trade; each amount
  /// includes its fee.
  ///
  /// Times of deposits and withdrawals differ from those of other files by up to a minute.
  static let kucoinAccount = FormatReader(
    format: .kucoinAccount,
    signatures: [
      ["uid", "account type", "currency", "side", "amount", "fee", "remark", "type"],
      ["uid", "account type", "currency", "side", "amount", "fee", "remark"],
    ],
    declares: FormDeclaration(
      report: .ledger, isComplete: true, owner: ["uid"], keysAreTrades: false,
      secondsLateOfMoves: 60)
  ) { table in
    let time = table.header.first(prefix: "time") ?? "time"
    // Before the type column existed, the remark had the kind.
    let type = table.header.has(["type"]) ? "type" : "remark"
    return table.readGroups(by: { "\($0[time]) \($0[type])" }) {
      record throws(RefusalReason) in
      let word = try record.filled(type)
      let kind = try record.kind(type, in: accountKinds)
      let side = try record.kind("side", in: accountSides)
      guard side != .nothing else { throw .unknownKind(record["side"]) }
      let isOut = [.withdrawal, .payment, .fee, .sell].contains(side)
      guard let zone = time.contains("(") ? Zone(heading: time) : .singapore else {
        throw .unknownZone(time)
      }
      let amount = try record.magnitude("amount")
      var leg = Leg(
        record: record, date: try record.date(time, .yearFirst, zone: zone),
        asset: try record.asset("currency"), change: isOut ? -amount : amount)
      leg.notes = type == "type" ? record["remark"] : ""
      // Small amounts convert into one coin; the sides of a fiat purchase are a second apart.
      leg.mayStandAlone = kind == .buy
      leg.joinsNear = kind == .buy
      leg.words = word
      if kind == .trade || kind == .buy {
        leg.fee = abs(try record.number("fee") ?? 0)
        leg.change = try exactSum(leg.change, leg.fee, column: "fee")
      }
      return try leg.meaning(kind, word: word)
    }
  }

  /// The direction of an amount.
  private static let accountSides = KindTable([
    .deposit: ["deposit"], .withdrawal: ["withdrawal"],
  ])

  private static let accountKinds = KindTable([
    .trade: ["spot", "trade_exchange", "trade exchange", "convert", "instant trade"],
    .buy: [
      "fiat transactions", "convert dust to kcs", "buy crypto", "sell crypto", "buy_crypto",
      "sell_crypto", "p2p", "fast buy", "third-party",
    ],
    .move: [
      "deposit", "withdrawal", "withdraw", "fiat deposit", "fiat withdrawal", "fiat withdraw",
    ],
    .inside: [
      "transfer", "sub transfer", "sub_transfer", "sub-account transfer", "staking", "redemption",
      "kucoin earn subscription", "kucoin earn redemption", "earn subscription", "earn redemption",
    ],
    .reward: [
      "rewards", "other rewards", "other_rewards", "kucoin bonus", "kucoin_bonus", "kcs bonus",
      "referral bonus", "referral_bonus", "staking profits", "staking_profits", "airdrop",
      "airdrop/fork", "fee rebate", "fee_rebate", "refunded fees", "refunded_fees", "earn profit",
      "earn interest", "distribution", "lockdrop vesting", "lockdrop_vesting",
    ],
    .fee: ["kcs pay fees", "kcs_pay_fees"],
    .derivative: [
      "margin trade", "margin_trade", "loans", "borrowings", "debt repayment", "debt_repayment",
      "cross margin", "isolated margin", "futures", "realised pnl",
    ],
  ])
}

/// The coin of a fee without a unit: of the sides that are at least a hundred times the fee, the
/// smaller one.
private func coinOfFee(_ fee: ExactDecimal, _ facts: TradeFacts) throws(RefusalReason) -> Asset {
  let sides = [facts.received, facts.spent].compactMap { $0 }
  let possible = sides.filter { abs(fee) * 100 <= $0.amount }
  guard let side = possible.min(by: { $0.amount < $1.amount }) else {
    throw .notATrade("a fee of \(fee.description) that is more than a hundredth of either side")
  }
  return side.asset
}

extension Zone {
  /// Singapore time, eight hours ahead of UTC all year.
  static let singapore = Zone.fixed(minutes: 480)
}

private struct KuCoinColumns {
  let date: String
  let pair: String
  let side: String
  let amount: String
  let total: String
  let price: String
  let feeCurrency: String?
  /// Whether the amounts are those filled of an order.
  let isOrder: Bool

  init(_ header: CSVHeader) {
    let zoned = header.columns.keys.sorted().filter { $0.contains("time") && $0.contains("(utc") }
    date =
      zoned.first
      ?? header.first(
        "tradecreatedat", "createddate", "created_at", "filled time", "order time", "time")
    pair = header.first("symbol", "pair")
    side = header.first("side", "direction")
    amount = header.first("filled amount", "amount_coin", "size", "amount")
    price = header.first("avg. filled price", "deal_price", "dealprice", "price")
    total = header.first("filled volume", "funds", "dealvalue", "deal_value", "volume")
    isOrder = amount == "filled amount"
    let currency = header.first("fee currency", "feecurrency", "feecoin")
    feeCurrency = header.has([currency]) ? currency : nil
  }

  func zone() throws(RefusalReason) -> Zone {
    guard date.contains("(") else { return date == "tradecreatedat" ? .utc : .singapore }
    guard let zone = Zone(heading: date) else { throw .unknownZone(date) }
    return zone
  }
}

private struct KuCoinMoveColumns {
  let date: String
  let amount: String
  let coin: String
  let isOut: Bool

  init(_ header: CSVHeader) {
    date = header.first(prefix: "time") ?? "created_at"
    amount = header.first("amount", "vol")
    coin = header.first("coin", "coin_type")
    isOut = header.columns.keys.contains {
      $0.hasPrefix("withdrawal address") || $0.hasPrefix("wallet address")
    }
  }

  func zone() throws(RefusalReason) -> Zone {
    guard date.contains("(") else { return .singapore }
    guard let zone = Zone(heading: date) else { throw .unknownZone(date) }
    return zone
  }
}
