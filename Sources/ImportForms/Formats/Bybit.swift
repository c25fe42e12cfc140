import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Bybit's spot trades.
  ///
  /// Before the unified account, units follow the numbers. Without `feeCoin` or a unit, the fee is
  /// in the received asset.
  static let bybitTrades = FormatReader(
    format: .bybitTrades,
    signatures: [["spot pairs", "direction", "filled value", "filled price", "filled quantity"]],
    declares: FormDeclaration(report: .trades, owner: ["uid"])
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
        try record.amount("filled quantity", of: pair.base),
        for: try record.amount("filled value", of: pair.quote),
        side: try record.side("direction"))
      if hasFeeCoin {
        facts.fees = try record.fee("execfeev2", "feecoin")
      } else if record["fees"].contains(where: \.isNumber), record["fees"].last?.isLetter == true {
        facts.fees = try record.gluedFee("fees", known: [pair.base, pair.quote])
      } else if let fee = try record.number("fees"), fee != 0, let received = facts.received {
        facts.fees = [AssetAmount(amount: fee, asset: received.asset)]
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
    ],
    declares: FormDeclaration(
      report: .ledger, owner: ["uid"], keysAreTrades: false, secondsLateOfMoves: 600)
  ) { table in
    let isOld = table.header.has(["time(utc)"])
    let time = isOld ? "time(utc)" : "date & time(utc)"
    return table.readGroups(by: { $0[time] + " " + $0["description"] }) {
      record throws(RefusalReason) in
      let word = try record.filled(isOld ? "type" : "description")
      let kind = try record.kind(word, moveKind(word, of: isOld ? "" : record["type"]))
      var leg = Leg(
        record: record, date: try record.date(time, .yearFirst), asset: try record.asset("coin"),
        change: try record.someNumber(isOld ? "amount" : "qty"))
      // The other side of a purchase with fiat, or of an exchange booked a second later, has
      // another timestamp, so the coin's own value counts.
      leg.mayStandAlone = kind == .trade
      if word.lowercased() == "small balance conversion" {
        leg.half = DistantHalf(name: word, seconds: 2)
      }
      if kind.isMove {
        leg.balance = try record.number(isOld ? "wallet balance" : "account balance")
      }
      return try leg.meaning(kind, word: word)
    }
  }

  /// The meanings of the log's words, those specific to the product first.
  private static func moveKind(_ word: String, of type: String) -> RowKind? {
    let description = word.lowercased()
    if let kind = moveKinds[description] { return kind }
    switch type.lowercased() {
    case "earn":
      for part in ["subscription", "redemption", "auto-earn", "staking", "unstaking"]
      where description.contains(part) { return .inside }
      for part in ["distribution", "interest", "reward", "bonus", "yield"]
      where description.contains(part) { return .reward }
    case "convert": return .trade
    case "bybit card": return .payment
    case "p2p": return .trade
    default: break
    }
    return description.hasPrefix("buy crypto with") ? .trade : nil
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
    .derivative: ["realized p&l"],
  ])

  /// Bybit's account log: a row per side of a trade; each change includes the fee.
  ///
  /// Only some files have ids of trades; in others, the trades of one order and moment have one key.
  static let bybitAccount = FormatReader(
    format: .bybitAccount,
    signatures: [
      ["currency", "contract", "type", "direction", "fee paid", "cash flow", "change"],
      ["time", "currency", "type", "cash flow", "change", "wallet balance"],
    ],
    declares: FormDeclaration(
      report: .ledger, isComplete: true, owner: ["uid"], keysAreTrades: false)
  ) { table in
    let time = table.header.first("time(utc)", "time")
    let order = table.header.first("order id", "orderid")
    let trade = table.header.first("trade id", "tradeid")
    let ids = { (record: CSVRecord) in record[trade].isEmpty ? record[order] : record[trade] }
    return table.readGroups(by: { "\(ids($0)) \($0[time]) \($0["contract"])" }) {
      record throws(RefusalReason) in
      let word = try record.filled("type")
      var kind = try record.kind(word, accountKind(word))
      let action = (record["direction"] + record["action"]).lowercased()
      // Contracts are opened and closed; coins are bought and sold.
      if kind == .trade {
        let isContract = try isContract(record)
        if isContract || action.contains("open") || action.contains("close") { kind = .derivative }
      }
      var leg = Leg(
        record: record, date: try record.date(time, .yearFirst),
        asset: try record.asset("currency"), change: try record.someNumber("change"))
      leg.balance = try record.number("wallet balance")
      if kind == .trade, let cash = try record.number("cash flow"), cash != 0 {
        leg.fee = try exactSum(cash, -leg.change, column: "cash flow")
        leg.change = cash
        leg.other = try otherSide(of: record, leg.asset)
      }
      if word == "--" { (leg.lone, leg.mayStandAlone) = (.inside, true) }
      return try leg.meaning(kind, word: word)
    }
  }

  /// The amount paid or received according to the coin's row, for a trade whose other row is
  /// missing.
  private static func otherSide(
    of record: CSVRecord, _ coin: Asset
  ) throws(RefusalReason) -> AssetAmount? {
    guard !record["contract"].isEmpty, let price = try price(of: record), price != 0,
      let amount = try record.number("cash flow"), amount != 0
    else { return nil }
    let pair = try record.pair("contract")
    guard pair.base == coin else { return nil }
    let total = try exactProduct(abs(amount), abs(price), column: "filled price")
    return AssetAmount(amount: total, asset: pair.quote)
  }

  /// Whether a trade opened or closed a contract: a spot trade changes the balance by its amount or
  /// its cost, a contract only by its result.
  private static func isContract(_ record: CSVRecord) throws(RefusalReason) -> Bool {
    if let position = try record.number("position"), position != 0 { return true }
    guard let quantity = try record.number("quantity"), quantity != 0,
      let price = try price(of: record), let cash = try record.number("cash flow")
    else { return false }
    let value = try exactProduct(abs(quantity), abs(price), column: "filled price")
    return [abs(quantity), value].allSatisfy { abs(abs(cash) - $0) * 100 > $0 }
  }

  /// The price; also `nil` if it is ambiguous, because the other row of the trade has the amount
  /// paid.
  private static func price(of record: CSVRecord) throws(RefusalReason) -> ExactDecimal? {
    do throws(RefusalReason) {
      return try record.number("filled price")
    } catch .ambiguousNumber {
      return nil
    }
  }

  private static func accountKind(_ word: String) -> RowKind? {
    let type = word.lowercased()
    if let kind = accountKinds[type] { return kind }
    return type.hasSuffix("_subscription") || type.hasSuffix("_redemption") ? .inside : nil
  }

  private static let accountKinds = KindTable([
    // Exchanges of small balances and coins put into a product have no word.
    .trade: ["trade", "exchangein", "exchangeout", "currency_buy", "currency_sell", "--"],
    .move: ["deposit", "withdraw", "withdrawal"], .returned: ["refund"],
    .inside: ["transferin", "transferout", "transfer_in", "transfer_out"],
    .reward: ["airdrop", "bonus", "interest_earned"],
    .derivative: ["funding", "settlement", "liquidation", "delivery", "interest", "bustrade"],
  ])

  /// Bybit's history of deposits and withdrawals.
  static let bybitTransfers = plain(
    .bybitMoves,
    TableFormat(
      columns: ["uid", "date", "type", "asset", "chain", "amount", "tx id", "status"],
      status: ("status", ["transferred successfully", "completed", "success", "deposit success"]),
      side: ["type"], amount: .init("amount", .column("asset")), hash: "tx id"))

  /// Profit and loss of Bybit's closed positions: contracts, which hold no coins.
  static let bybitPositions = plain(
    .bybitAccount,
    TableFormat(
      columns: ["contracts", "closing direction", "entry price", "exit price", "closed p&l"],
      kind: .derivative))
}
