import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Bitget and BingX.
extension FormatReader {
  static let bitgetAndBingX =
    bitgetTrades + [bitgetOrders, bitgetAccount, bingX, bingXFunds] + bitgetEarn + bitgetFutures

  /// Bitget's fills: the fee is additional; the times in all its files are the customer's local
  /// times.
  private static let bitgetTrades = plain(
    .bitgetTrades,
    TableFormat(
      columns: [
        "date", "trading pair", "base asset", "quote asset", "direction", "price", "amount",
        "total", "fee", "fee coin",
      ], hasLocalTimes: true, side: ["direction"], amount: .init("amount", .column("base asset")),
      money: .init("total", .column("quote asset")), fees: [.init("fee", .column("fee coin"))]))

  /// Bitget's orders: the filled amounts, with the fees of the fills on the lines below.
  private static let bitgetOrders = FormatReader(
    format: .bitgetOrders,
    signatures: [
      [
        "date", "order id", "trading pair", "base asset", "quote asset", "direction", "executed",
        "trading volume", "status",
      ]
    ], hasLocalTimes: true,
    declares: FormDeclaration(
      report: .orders, owner: ["uid"], placed: PlacedColumn("date", isOnlyTime: true))
  ) { _ in bitgetOrderReader }

  fileprivate static var bitgetOrderReader: RecordReader {
    let orders = BitgetOrderReader()
    return RecordReader(read: orders.read, finish: orders.flush)
  }

  /// Bitget's account: the rows of one second form one trade; a fee is next to its amount.
  private static let bitgetAccount = FormatReader(
    format: .bitgetAccount,
    signatures: [["order", "date", "coin", "type", "amount", "fee", "available"]],
    hasLocalTimes: true,
    declares: FormDeclaration(
      report: .ledger, isComplete: true, hasOwnIDs: true, owner: ["uid"], keysAreTrades: false)
  ) { table in
    table.readGroups(by: { $0["date"] }) { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: accountKinds)
      var leg = Leg(
        record: record, date: try record.date("date", .yearFirst), asset: try record.asset("coin"),
        change: try record.someNumber("amount"))
      leg.fee = try record.magnitude("fee")
      leg.balance = try record.number("available")
      leg.reference = record.reference("bitget", "order")
      return try leg.meaning(kind, word: word)
    }
  }

  private static let accountKinds = KindTable([
    .trade: ["buy", "sell", "convert"],
    .move: ["deposit", "withdrawal", "withdraw", "ordinary withdrawal", "ordinary deposit"],
    .inside: ["transfer in", "transfer out", "transfer_in", "transfer_out", "transfer"],
    .reward: ["airdrop", "rewards", "interest", "rebate", "bonus"],
  ])

  /// Bitget's savings products: interest is a reward.
  private static let bitgetEarn = plain(
    .bitgetAccount,
    TableFormat(
      columns: [
        "reference", "start time", "coin", "type", "interest coin", "amount", "handling fee",
        "status",
      ], hasLocalTimes: true, date: ["start time"],
      status: ("status", ["success", "completed", "complete", "done"]),
      side: ["type"],
      kinds: KindTable([.inside: ["subscribe", "redeem", "subscription", "redemption"]]),
      amount: .init("amount", .column("interest coin"))))

  private static let bitgetFutures = plain(
    .bitgetFutures,
    TableFormat(
      columns: ["order", "date", "coin", "futures", "margin mode", "type", "amount"],
      kind: .derivative),
    TableFormat(
      columns: ["date", "order id", "direction", "coin", "futures", "order source"],
      kind: .derivative),
    TableFormat(columns: ["order no.", "pair", "leverage", "realized pnl"], kind: .derivative))

  /// BingX spot orders: the negative fee is additional; the zone is in a heading.
  private static let bingX = FormatReader(
    format: .bingX,
    signatures: [
      ["uid", "order no.", "pair", "type", "price", "amount", "order value", "fee", "fee coin"]
    ],
    declares: FormDeclaration(report: .orders, owner: ["uid"])
  ) { table in
    let time = table.header.first(prefix: "time(") ?? "time"
    return table.readEach { record throws(RefusalReason) in
      let pair = try record.pair("pair")
      var facts = try record.facts(time, .yearFirst, zone: try bingXZone(time))
      try facts.exchange(
        AssetAmount(amount: try record.magnitude("amount"), asset: pair.base),
        for: AssetAmount(amount: try record.magnitude("order value"), asset: pair.quote),
        side: try record.side("type"))
      facts.fees = try record.fee("fee", "fee coin").map {
        AssetAmount(amount: abs($0.amount), asset: $0.asset)
      }
      facts.reference = record.reference("bingx", "order no.")
      return .trade(facts)
    }
  }

  /// BingX fund account: deposits, withdrawals and trades with other customers.
  private static let bingXFunds = FormatReader(
    format: .bingX, signatures: [["uid", "type", "amount", "new_available_amount", "asset_name"]],
    declares: FormDeclaration(report: .orders, owner: ["uid"])
  ) { table in
    let time = table.header.first(prefix: "time(") ?? "time"
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      // An internal transfer, such as `Spot Account -> Fund Account`.
      guard !word.contains("->") else { return .leftOut(.transfer) }
      let kind = try record.kind("type", in: fundKinds)
      var facts = try record.facts(time, .yearFirst, zone: try bingXZone(time))
      facts.addSide(try record.someNumber("amount"), try record.asset("asset_name"))
      facts.notes = record["remark"]
      return try facts.meaning(kind, word: word)
    }
  }

  private static let fundKinds = KindTable([
    .move: ["deposit", "withdraw", "withdrawal", "p2p buy", "p2p sell"]
  ])

  /// The zone that a heading of BingX names.
  private static func bingXZone(_ heading: String) throws(RefusalReason) -> Zone {
    guard let zone = Zone(heading: heading) ?? Zone(named: placeName(heading)) else {
      throw .unknownZone(placeName(heading))
    }
    return zone
  }

  /// `America/New_York` of `time(america/new_york)`.
  private static func placeName(_ heading: String) -> String {
    let name = heading.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    return name.split(separator: "/").map { part in
      part.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        .joined(separator: "_")
    }.joined(separator: "/")
  }

  /// Nexo Pro's spot trades, deposits and withdrawals, and contracts.
  static let nexoPro = plain(
    .nexoPro,
    TableFormat(
      columns: [
        "timestamp", "pair", "side", "executedprice", "filledamount", "tradingfee", "feecurrency",
      ], date: ["timestamp"], status: ("status", ["filled", "partially"]), side: ["side"],
      pair: "pair", amount: .init("filledamount", .base), money: .init("", .quote),
      price: "executedprice", fees: [.init("tradingfee", .column("feecurrency"))],
      id: ("nexo-pro", "id")),
    TableFormat(
      columns: ["timestamp", "amount", "asset", "side"], isWhole: true, date: ["timestamp"],
      side: ["side"], amount: .init("amount", .column("asset"))),
    TableFormat(
      columns: ["timestamp", "symbol", "type", "position", "dealid", "internaltransactiontype"],
      kind: .derivative))
}

/// Reads orders, buffering each until the fees of its fills are read.
private final class BitgetOrderReader {
  private var order: TradeFacts?
  private var line = 0
  /// The rows of the order and its fills.
  private var rows: [CSVRecord] = []
  /// The order's filled amount, and the sum of its fills so far, in coins.
  private var executed: ExactDecimal = 0
  private var filled: ExactDecimal = 0

  func read(_ record: CSVRecord, _ emit: (RowResult) -> Void) {
    do throws(RefusalReason) {
      if record["date"].lowercased() == "date" {
        emit(leftOut(record, .otherKind("heading")))
      } else if record["status"].isEmpty, record["trading volume"].isEmpty {
        // Day, price, amount, total and the fee with its unit.
        guard order != nil else { throw .fillAlone }
        filled = try exactSum(filled, try record.magnitude("order id"), column: "executed")
        order?.fees += try record.gluedFee("base asset")
        rows.append(record)
        emit(leftOut(record, .partOfTrade(line: line)))
      } else {
        flush(emit)
        try begin(record, emit)
      }
    } catch {
      emit(record.unread(error))
    }
  }

  func flush(_ emit: (RowResult) -> Void) {
    guard let facts = order else { return }
    order = nil
    let group = TradeGroup(
      rows, of: facts, key: "order \(rows[0].source.digest.text)",
      JointRows(reader: { FormatReader.bitgetOrderReader }))
    // A mismatch means that the fills belong to another order.
    let isWhole = filled == 0 || filled == executed
    let reason = RefusalReason.notATrade("fills that do not add up to the order")
    let result = RowResult.refused(RefusedRow(source: facts.source, reason: reason))
    emit((isWhole ? .trade(facts) : result).made(of: group))
  }

  private func begin(
    _ record: CSVRecord, _ emit: (RowResult) -> Void
  ) throws(RefusalReason) {
    let amount = try record.magnitude("executed")
    guard amount != 0 else {
      return emit(leftOut(record, .notCarriedOut(record["status"])))
    }
    var facts = try record.facts("date", .yearFirst)
    try facts.exchange(
      AssetAmount(amount: amount, asset: try record.asset("base asset")),
      for: AssetAmount(
        amount: try record.magnitude("trading volume"), asset: try record.asset("quote asset")),
      side: try record.side("direction"))
    facts.reference = record.reference("bitget", "order id")
    (order, line) = (facts, record.row.line)
    (executed, filled) = (amount, 0)
    rows = [record]
  }

  private func leftOut(_ record: CSVRecord, _ reason: LeftOutReason) -> RowResult {
    .leftOut(LeftOutRow(source: record.source, reason: reason))
  }
}
