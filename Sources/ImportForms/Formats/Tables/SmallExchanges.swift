import FoundationEssentials
import ImportText
import Portfolio

/// Exchanges that few people use or used.
extension FormatReader {
  static let small =
    circle + kinesis + lBank + bloFin + mercatox + yobit + idex + tradeSatoshiMoves + later
    + [gateHub, sFOX, coinList]

  /// Circle's history before 2018.
  private static let circle = plain(
    .circle,
    TableFormat(
      columns: [
        "date", "reference id", "transaction type", "from amount", "from currency", "to amount",
        "to currency", "status",
      ], status: ("status", ["complete", "completed", "settled", "ok"]),
      side: ["transaction type"],
      kinds: KindTable([
        .trade: ["deposit", "internal_switch_currency", "switch_currency", "spend"],
        .gift: ["fork"], .deposit: ["receive"],
      ]), received: .init("to amount", .column("to currency")),
      spent: .init("from amount", .column("from currency")), groupsThousands: true,
      id: ("circle", "reference id")))

  /// Kinesis trades: the fee is additional.
  private static let kinesis = plain(
    .kinesis,
    TableFormat(
      columns: [
        "datetime", "transactions_id", "currency_pair", "transaction_type", "amount",
        "amount_currency", "trade_price", "trade_price_currency", "total", "fee",
      ], date: ["datetime"], side: ["transaction_type"],
      amount: .init("amount", .column("amount_currency")),
      money: .init("total", .column("trade_price_currency")),
      fees: [.init("fee", .column("fee_currency"))], groupsThousands: true,
      worth: [.init("trade_value_in_usd", .of("USD"))], id: ("kinesis", "transactions_id")))

  /// LBank's trades and deposits, with units after the numbers.
  private static let lBank = plain(
    .lBank,
    TableFormat(
      columns: [
        "id", "method", "type", "pair", "time", "direction", "average price", "volume",
        "turnover", "transaction fee",
      ], date: ["time"], side: ["direction"], amount: .init("volume", .glued),
      money: .init("turnover", .glued), fees: [.init("transaction fee", .glued)],
      id: ("lbank", "id")),
    TableFormat(
      columns: ["id", "time", "token", "initial quantity", "latest quantity", "quantity", "type"],
      date: ["time"], side: ["type"], amount: .init("quantity", .glued)))

  /// BloFin's trades in two forms, deposits and withdrawals.
  private static let bloFin = plain(
    .bloFin,
    TableFormat(
      columns: [
        "underlying asset", "order_time", "side", "filled(quantity)", "filled(value)", "fee",
        "status",
      ], date: ["order_time"], status: ("status", ["filled", "partially"]), side: ["side"],
      pair: "underlying asset", amount: .init("filled(quantity)", .base),
      money: .init("filled(value)", .quote), fees: [.init("fee", .glued)]),
    TableFormat(
      columns: ["asset", "amount", "chain_name", "txid", "address", "time", "state"],
      date: ["time"], status: ("state", ["success", "completed"]), kind: .withdrawal,
      amount: .init("amount", .column("asset")), hash: "txid"),
    TableFormat(
      columns: ["asset", "amount", "chain_name", "txid", "time", "state"], date: ["time"],
      status: ("state", ["success", "completed"]), kind: .deposit,
      amount: .init("amount", .column("asset")), hash: "txid"))

  /// Mercatox's history.
  private static let mercatox = plain(
    .mercatox,
    TableFormat(
      columns: [
        "mx transaction id", "nt transaction id", "type", "currency", "pair", "fee", "amount",
        "total", "action", "time",
      ], date: ["time"], side: ["type", "action"],
      kinds: KindTable([
        .buy: ["deal buy"], .sell: ["deal sell"], .reward: ["promo"],
      ]), pair: "pair", amount: .init("amount", .baseOr("currency")),
      money: .init("total", .quote), fees: [.init("fee", .column("currency"))],
      id: ("mercatox", "mx transaction id"), hash: "nt transaction id"))

  /// YObit's orders: the completed amounts, at their price.
  private static let yobit = plain(
    .yobit,
    TableFormat(
      columns: [
        "order time", "closed time", "pair", "type", "price", "amount", "completed", "total",
      ], date: ["closed time"], side: ["type"], pair: "pair", amount: .init("completed", .base),
      money: .init("", .quote), price: "price"))

  /// IDEX trades: the fee is in the received asset.
  private static let idex = plain(
    .idex,
    TableFormat(
      columns: [
        "transactionid", "transactionhash", "date", "market", "makerortaker", "buyorsell",
        "tokenamount", "etheramount", "fee", "gasfee",
      ], side: ["buyorsell"], pair: "market", amount: .init("tokenamount", .base),
      money: .init("etheramount", .quote),
      fees: [.init("fee", .received), .init("gasfee", .quote)],
      worth: [.init("usdvalue", .of("USD"))], id: ("idex", "transactionid"),
      hash: "transactionhash"))

  /// Trade Satoshi's deposits and withdrawals, two forms of each.
  private static let tradeSatoshiMoves = plain(
    .tradeSatoshi,
    TableFormat(
      columns: ["timestamp", "currency", "symbol", "amount", "txid", "address", "status"],
      date: ["timestamp"], status: ("status", ["complete"]), kind: .withdrawal,
      amount: .init("amount", .column("symbol")), hash: "txid"),
    TableFormat(
      columns: ["timestamp", "currency", "symbol", "amount", "confirmation", "txid"],
      isWhole: true, date: ["timestamp"], kind: .deposit,
      amount: .init("amount", .column("symbol")), hash: "txid"),
    TableFormat(
      columns: ["id", "symbol", "amount", "fee", "net amount", "status", "txid", "timestamp"],
      date: ["timestamp"], status: ("status", ["complete"]), kind: .withdrawal,
      amount: .init("net amount", .column("symbol")), fees: [.init("fee", .column("symbol"))],
      hash: "txid"),
    TableFormat(
      columns: [
        "id", "currency", "symbol", "amount", "status", "confirmations", "txid", "timestamp",
      ], date: ["timestamp"], status: ("status", ["confirmed", "complete"]), kind: .deposit,
      amount: .init("amount", .column("symbol")), hash: "txid"))

  /// Forms of exchanges whose other forms are declared elsewhere.
  private static let later =
    plain(
      .robinhoodMoves,
      TableFormat(
        columns: [
          "id", "created_at", "currency_code", "transfer_type", "amount", "network_fee", "state",
          "blockchain_txn_id",
        ], date: ["created_at"], status: ("state", ["succeeded"]), side: ["transfer_type"],
        amount: .init("amount", .column("currency_code")),
        fees: [.init("network_fee", .column("currency_code"))], id: ("robinhood", "id"),
        hash: "blockchain_txn_id"))
    + plain(
      .poloniexMoves,
      TableFormat(
        columns: ["date", "currency", "amount", "wallet"], isWhole: true, kind: .reward,
        amount: .init("amount", .column("currency"))),
      TableFormat(
        columns: ["f_created_at", "currency", "f_amount", "f_address", "f_status"],
        date: ["f_created_at"], status: ("f_status", ["complete"]), kind: .deposit,
        amount: .init("f_amount", .column("currency"))),
      // As in the form whose columns are `Amount`, `Fee Deducted` and `Amount - Fee`.
      TableFormat(
        columns: ["f_date", "currency", "f_amount", "f_feededucted", "f_status"],
        date: ["f_date"], status: ("f_status", ["complete"]), kind: .withdrawal,
        amount: .init("f_amount", .column("currency")),
        fees: [.init("f_feededucted", .column("currency"))], includesFees: true))
    + plain(
      .krakenFutures,
      TableFormat(
        columns: ["uid", "datetime", "account", "type", "symbol", "change", "new balance"],
        date: ["datetime"], kind: .derivative))

  /// GateHub's history: the rows of one hash form one trade, including the network fee.
  private static let gateHub = FormatReader(
    format: .gateHub,
    signatures: [["time", "tx hash", "type", "amount", "currency", "balance"]]
  ) { table in
    table.readGroups(by: { $0["tx hash"] }) { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: gateHubKinds)
      var leg = Leg(
        record: record, date: try record.date("time", .yearFirst, .monthName),
        asset: try record.asset("currency"), change: try record.someNumber("amount"))
      leg.balance = try record.number("balance")
      leg.hash = record["tx hash"]
      return try leg.meaning(kind, word: word)
    }
  }

  private static let gateHubKinds = KindTable([
    .move: ["payment"], .trade: ["exchange"], .fee: ["network_fee", "ripple_network_fee"],
  ])

  /// sFOX transactions: both sides of a trade have the same timestamp; the fee is in dollars.
  private static let sFOX = FormatReader(
    format: .sFOX,
    signatures: [
      [
        "id", "date", "action", "quantity", "target currency", "price", "source currency", "fees",
        "status",
      ]
    ]
  ) { table in
    table.readGroups(by: { "\($0["date"]) \($0["action"])" }) { record throws(RefusalReason) in
      let word = try record.filled("action")
      let kind = try record.kind("action", in: sFOXKinds)
      var leg = Leg(
        record: record, date: try record.date("date", .yearFirst),
        asset: try record.asset("source currency"), change: try record.someNumber("quantity"))
      leg.hash = record["transaction hash"]
      if leg.asset == .dollar { leg.fee = try record.magnitude("fees") }
      return try leg.meaning(kind, word: word)
    }
  }

  private static let sFOXKinds = KindTable([
    .trade: ["buy", "sell"], .move: ["deposit", "withdraw", "withdrawal"], .fee: ["charge"],
  ])

  /// CoinList's account: the description shows the kind, and the proceeds of sold coins.
  private static let coinList = FormatReader(
    format: .coinList, signatures: [["date", "description", "asset", "amount", "balance"]],
    isWhole: true
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let words = try record.filled("description")
      let found = words.lowercased().split { !$0.isLetter }.first {
        coinListKinds[String($0)] != nil
      }
      let kind = try record.kind(words, found.flatMap { coinListKinds[String($0)] })
      var facts = try record.facts(
        "date", .yearFirst, .monthFirst, zone: Zone(minutes: -300, .american))
      let text = record.ungrouped(record["amount"])
      guard let amount = try record.fileNumber(text, column: "amount") else {
        throw .missingCell("amount")
      }
      facts.addSide(amount, try record.asset("asset"))
      let balance = try record.number("balance")
      guard kind == .trade else { return try facts.meaning(kind, word: words, balance: balance) }
      // Such as `Sold 12.5 FLOW for $100.00` or `… for 0.1 BTC`.
      guard let mark = words.ranges(of: " for ").last else { throw .notATrade(words) }
      let price = words[mark.upperBound...].split(separator: " ")
      guard let digits = price.first,
        let paid = try localizedNumber(digits.filter { $0 != "," }, column: "description")
      else { throw .notATrade(words) }
      facts.received = AssetAmount(
        amount: paid, asset: price.count > 1 ? Asset(symbol: String(price[1])) : .dollar)
      return try facts.meaning(.trade, word: words)
    }
  }

  private static let coinListKinds = KindTable([
    .move: ["deposit", "withdrawal"], .reward: ["staking", "distribution", "reward"],
    .trade: ["sold"], .inside: ["transfer"],
  ])
}
