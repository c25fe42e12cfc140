import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Exchanges that few people use.
extension FormatReader {
  static let rareExchanges =
    coinEx + sFOXOrders + paxfulWallet + bloFinContracts + [
      independentReserve, coinCornerAccount,
    ]

  /// CoinEx' fills of the spot market.
  private static let coinEx = plain(
    .coinEx,
    TableFormat(
      columns: [
        "execution time", "trading pair/contract name", "side", "executed amount",
        "executed value", "fees", "fees coin type",
      ], date: ["execution time"], side: ["side"], pair: "trading pair/contract name",
      amount: .init("executed amount", .base), money: .init("executed value", .quote),
      fees: [.init("fees", .column("fees coin type"))]))

  /// sFOX orders: the fee is added to the cost of the coins.
  private static let sFOXOrders = plain(
    .sFOX,
    TableFormat(
      columns: [
        "orderid", "orderdate", "action", "quantity", "asset", "principalamountusd", "feesusd",
      ], date: ["orderdate"], side: ["action"], amount: .init("quantity", .column("asset")),
      money: .init("principalamountusd", .of("USD")), fees: [.init("feesusd", .of("USD"))],
      id: ("sfox", "orderid")))

  /// Paxful's wallet.
  private static let paxfulWallet = plain(
    .paxful,
    TableFormat(
      columns: [
        "type", "amount", "currency", "crypto_amount", "crypto_currency", "transaction_id",
        "trade_hash", "time",
      ], date: ["time"], side: ["type"],
      kinds: KindTable([
        .buy: ["cryptocurrency purchased"], .withdrawal: ["sent out"],
        .reward: ["received (internal) from affiliate balance"],
      ]), amount: .init("crypto_amount", .column("crypto_currency")),
      money: .init("amount", .column("currency")), groupsThousands: true, hash: "transaction_id"))

  /// BloFin's contracts and their funding fees.
  private static let bloFinContracts = plain(
    .bloFin,
    TableFormat(
      columns: [
        "underlying asset", "margin mode", "leverage", "order time", "side", "filled", "pnl",
        "fee", "status",
      ], date: ["order time"], kind: .derivative),
    TableFormat(
      columns: ["symbol", "qty", "funding rate", "funding type", "funding fee", "time"],
      date: ["time"], kind: .derivative))

  /// Independent Reserve's transactions, grouped by order or separate: a trade's sides and its fee
  /// are rows with one id.
  private static let independentReserve = FormatReader(
    format: .independentReserve,
    signatures: [
      ["settlement date", "date", "type", "currency", "order guid", "credit", "debit", "comment"],
      ["settled", "date", "tradeguid", "orderguid", "type", "currency", "credit", "debit"],
    ], hasLocalTimes: true
  ) { table in
    let id = table.header.first("tradeguid", "order guid")
    return table.readGroups(by: { $0[id] }) { record throws(RefusalReason) in
      let word = try record.filled("type")
      if let reason = try record.undone("status", done: ["", "confirmed", "settled", "complete"]) {
        return .leftOut(reason)
      }
      let kind = try record.kind("type", in: independentReserveKinds)
      var leg = Leg(
        record: record,
        date: try record.date("date", in: [.yearFirst, .dayMonthName, .monthName], zone: .utc),
        asset: try record.asset("currency"),
        change: try exactSum(
          try record.magnitude("credit"), -(try record.magnitude("debit")), column: "debit"))
      leg.reference = record.reference("independent-reserve", id)
      leg.balance = try record.number("balance")
      leg.notes = record["comment"]
      leg.hash = record["blockchaintransaction"]
      let isOfTrade = kind == .fee && !record[id].isEmpty
      return isOfTrade ? .part(leg.asFee()) : try leg.meaning(kind, word: word)
    }
  }

  private static let independentReserveKinds = KindTable([
    .trade: ["trade"], .deposit: ["deposit"], .withdrawal: ["withdrawal"],
    .fee: [
      "brokerage", "gst", "withdrawal fee", "withdrawalfee", "deposit fee", "depositfee",
      "account fee", "accountfee",
    ], .reward: ["referral commission", "referralcommission"],
  ])

  /// CoinCorner's account statement: the fiat row of a trade has the coins in its detail.
  private static let coinCornerAccount = FormatReader(
    format: .coinCorner,
    signatures: [
      [
        "date & time", "store/website", "detail", "type", "gross", "gross currency", "fee",
        "fee currency", "net", "net currency",
      ]
    ], slashedDates: "date & time", hasLocalTimes: true
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let word = try record.filled("type")
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence("date & time", .yearFirst))
      let net = try record.quantity("net", "net currency")
      let isOut = try record.someNumber("net") < 0
      facts.fees = try record.quantity("fee", "fee currency").map { [$0] } ?? []
      facts.hash = record["tx id"]
      if isOut { facts.spent = net } else { facts.received = net }
      let kind = try record.kind("type", in: coinCornerKinds)
      guard kind == .trade else {
        // The net received amount excludes the fee.
        if !isOut { facts.fees = [] }
        return try facts.meanings(kind, word: word)
      }
      guard net?.asset.isFiat == true else {
        return [.leftOut(.otherKind("in the file of its money"))]
      }
      guard let coins = try record.coinCornerCoins() else {
        guard word.lowercased() == "fps", let net else { throw .missingCell("detail") }
        return [.leftOut(.fiatOnly(net.asset.name))]
      }
      if isOut { facts.received = coins } else { facts.spent = coins }
      if !isOut { facts.received = try record.quantity("gross", "gross currency") }
      return try facts.meanings(.trade, word: word)
    }
  }

  private static let coinCornerKinds = KindTable([
    .deposit: ["receive", "bank deposit"], .withdrawal: ["send", "bank withdrawal"],
    .trade: ["trade", "fps"],
  ])
}

extension CSVRecord {
  /// The coins in a detail such as `Bought 0.01 BTC`.
  fileprivate func coinCornerCoins() throws(RefusalReason) -> AssetAmount? {
    let words = self["detail"].split(separator: " ").map(String.init)
    guard let index = words.lastIndex(where: { ["bought", "sold"].contains($0.lowercased()) }),
      words.count == index + 3,
      let amount = try fileNumber(ungrouped(words[index + 1]), column: "detail")
    else { return nil }
    return AssetAmount(amount: amount, asset: Asset(symbol: words[index + 2]))
  }
}
