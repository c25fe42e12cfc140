import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Brokers and apps from Europe.
extension FormatReader {
  static let brokers =
    bison + coinmerce + twentyOneBitcoin + wirex
    + [pocket, anycoin, coinmetro, generalBytes, tradeRepublic, eToro]

  /// BISON's transactions: the fee is in the spread.
  private static let bison = plain(
    .bison,
    TableFormat(
      columns: [
        "transaction id", "transaction type", "currency", "asset", "eur (amount)",
        "asset (amount)", "fee",
      ], date: ["date*"], side: ["transaction type"],
      amount: .init("asset (amount)", .column("asset")), money: .init("eur (amount)", .of("EUR")),
      fees: [.init("fee", .of("EUR"))], id: ("bison", "transaction id")))

  /// Coinmerce's orders, in euros and Dutch local time; `CM` is its euro wallet.
  private static let coinmerce = plain(
    .coinmerce,
    TableFormat(
      columns: ["date", "type", "coin", "amount crypto", "amount fiat", "price"],
      zone: Zone(minutes: 60, .european), side: ["type"], tickers: ["CM": "EUR"],
      amount: .init("amount crypto", .column("coin")), money: .init("amount fiat", .of("EUR"))))

  /// 21bitcoin's history: fees are additional.
  private static let twentyOneBitcoin = plain(
    .twentyOneBitcoin,
    TableFormat(
      columns: [
        "id", "exchange_name", "depot_name", "transaction_date", "buy_asset", "buy_amount",
        "sell_asset", "sell_amount", "fee_asset", "fee_amount", "transaction_type",
      ], date: ["transaction_date"], forms: [.yearFirst, .dayFirst], side: ["transaction_type"],
      received: .init("buy_amount", .column("buy_asset")),
      spent: .init("sell_amount", .column("sell_asset")),
      fees: [.init("fee_amount", .column("fee_asset"))], id: ("21bitcoin", "id"), notes: "note",
      account: "exchange_name"))

  /// Wirex accounts, whose type column has no name.
  private static let wirex = plain(
    .wirex,
    TableFormat(
      columns: ["#", "", "time", "amount", "available"], date: ["time"], side: [""],
      kinds: KindTable([.nothing: ["create"]]), amount: .init("amount", .glued)))

  /// Pocket's history: the price excludes the fee, which is added to the amount paid.
  private static let pocket = FormatReader(
    format: .pocket,
    signatures: [
      [
        "type", "date", "value.currency", "value.amount", "cost.currency", "cost.amount",
        "fee.currency", "fee.amount", "price.amount",
      ]
    ], slashedDates: "date"
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: pocketKinds)
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence("date", .yearFirst, .monthFirst))
      let value = try record.quantity("value.amount", "value.currency")
      let fees = try record.quantity("fee.amount", "fee.currency").map { [$0] } ?? []
      facts.notes = record["reference"]
      guard kind == .trade else {
        if kind == .withdrawal { facts.spent = value } else { facts.received = value }
        facts.fees = kind == .withdrawal ? fees : []
        return try facts.meanings(kind, word: word)
      }
      facts.received = value
      facts.spent = try record.quantity("cost.amount", "cost.currency")
      if try record.feeIsWithinValue() { facts.feesIncluded = fees } else { facts.fees = fees }
      return try facts.meanings(.trade, word: word)
    }
  }

  private static let pocketKinds = KindTable([
    .trade: ["purchase", "exchange", "sale"], .deposit: ["deposit"], .withdrawal: ["withdrawal"],
  ])

  /// Anycoin's history: the rows of one order form one trade; staked coins end in `.S`.
  private static let anycoin = FormatReader(
    format: .anycoin,
    signatures: [
      ["date", "type", "amount", "currency", "order id"],
      ["date", "type", "amount", "currency", "order id", "dase tx id"],
    ],
    isWhole: true
  ) { table in
    table.readGroups(by: { $0["order id"] }) { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: anycoinKinds)
      var leg = Leg(
        record: record, date: try record.date("date", .yearFirst),
        asset: krakenAsset(try record.filled("currency")), change: try record.someNumber("amount"))
      leg.reference = record.reference("anycoin", "order id")
      return try leg.meaning(kind, word: word)
    }
  }

  private static let anycoinKinds = KindTable([
    .trade: ["trade payment", "trade fill", "trade refund"], .move: ["deposit", "withdrawal"],
    .reward: ["stake_reward", "stake reward", "referral", "bonus"],
    .inside: ["stake", "unstake"], .nothing: ["withdrawal_block", "withdrawal_unblock"],
  ])

  /// Coinmetro's statement: the rows of one order form one trade.
  private static let coinmetro = FormatReader(
    format: .coinmetro,
    signatures: [
      [
        "asset", "date", "description", "amount", "fee", "price", "pair", "other currency",
        "other amount",
      ]
    ]
  ) { table in
    table.readGroups(by: { $0["description"] }) { record throws(RefusalReason) in
      let words = try record.filled("description")
      let first = words.lowercased().split { !$0.isLetter }.first {
        coinmetroKinds[String($0)] != nil
      }
      let kind = try record.kind(words, first.flatMap { coinmetroKinds[String($0)] })
      var leg = Leg(
        record: record, date: try record.date("date", .yearFirst),
        asset: try record.asset("asset"), change: try record.someNumber("amount"))
      leg.hash =
        kind == .move && record["transaction hash"] != "n/a" ? record["transaction hash"] : ""
      // Received amounts exclude the fee; for all others it is additional.
      if kind != .move || leg.change < 0 { leg.fee = try record.magnitude("fee") }
      return try leg.meaning(kind, word: words)
    }
  }

  private static let coinmetroKinds = KindTable([
    .trade: ["order"], .move: ["deposit", "withdrawal"],
    .reward: ["reward", "staking", "referral", "bonus"], .inside: ["transfer"],
  ])
}

extension CSVRecord {
  /// Whether the fee is deducted from the received amount already: coins sold are worth more than
  /// their proceeds.
  fileprivate func feeIsWithinValue() throws(RefusalReason) -> Bool {
    guard self["fee.currency"] == self["value.currency"], let price = try number("price.amount")
    else { return false }
    let gross = try exactProduct(try magnitude("cost.amount"), abs(price), column: "price.amount")
    let value = try magnitude("value.amount")
    let net = try exactSum(gross, -(try magnitude("fee.amount")), column: "fee.amount")
    return abs(value - net) < abs(value - gross)
  }
}
