import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Binance's order history: what was carried out.
  ///
  /// The older form has the fills of an order below it, whose sums are exact where the order's
  /// total is rounded, and which have the fees.
  static let binanceOrders = FormatReader(
    format: .binanceOrders,
    signatures: [
      ["date(utc)", "pair", "type", "order price", "order amount", "filled", "total", "status"],
      [
        "date(utc)", "pair", "type", "side", "order price", "order amount", "executed",
        "average price", "trading total", "status",
      ],
    ]
  ) { table in
    binanceOrders(isOld: table.header.has(["filled"]), side: table.header.first("side", "type"))
  }

  fileprivate static func binanceOrders(isOld: Bool, side: String) -> RecordReader {
    let orders = BinanceOrderReader(isOld: isOld, side: side)
    return RecordReader(read: orders.read, finish: orders.flush)
  }
}

/// Reads orders, each of which waits for its fills.
private final class BinanceOrderReader {
  private let isOld: Bool
  /// The column of purchases and sales; beside it the type is `LIMIT` or `MARKET`.
  private let side: String
  private var order: (facts: TradeFacts, base: Asset, quote: Asset)?
  private var line = 0
  /// The order's row and those of its fills.
  private var rows: [CSVRecord] = []
  /// What the fills come to so far, by coin.
  private var filled: (coins: Decimal, money: Decimal)?
  private var fees: [Quantity] = []

  init(isOld: Bool, side: String) { (self.isOld, self.side) = (isOld, side) }

  func read(_ record: CSVRecord, _ hand: (Reading) -> Void) {
    do throws(RefusalReason) {
      if isOld, record["date(utc)"].isEmpty {
        let reason = try fill(record)
        if order != nil { rows.append(record) }
        hand(.leftOut(LeftOutRow(source: record.source, reason: reason)))
        return
      }
      flush(hand)
      if let reason = try begin(record) {
        hand(.leftOut(LeftOutRow(source: record.source, reason: reason)))
      }
    } catch {
      hand(record.unread(error))
    }
  }

  /// Hands on the order with what its fills say.
  func flush(_ hand: (Reading) -> Void) {
    guard let (read, base, quote) = order else { return }
    var facts = read
    order = nil
    if let filled {
      let coins = Quantity(amount: filled.coins, asset: base)
      let money = Quantity(amount: filled.money, asset: quote)
      let isBuy = facts.received?.asset == base
      facts.received = isBuy ? coins : money
      facts.spent = isBuy ? money : coins
      facts.fees = fees
    }
    filled = nil
    fees = []
    // An export may end before the last fill.
    if isOld { facts.group = TradeGroup(rows, of: facts, key: key, together) }
    hand(.trade(facts))
  }

  private var key: String { "order \(rows[0].source.digest.text)" }

  private var together: RowsTogether {
    RowsTogether(reader: { [isOld, side] in
      FormatReader.binanceOrders(isOld: isOld, side: side)
    })
  }

  private func begin(_ record: CSVRecord) throws(RefusalReason) -> LeftOutReason? {
    let pair = try record.pair("pair")
    let coins = try record.amount(isOld ? "filled" : "executed", of: pair.base)
    guard coins.amount != 0 else { return .notCarriedOut(record["status"]) }
    let money = try record.amount(isOld ? "total" : "trading total", of: pair.quote)
    var facts = try record.facts(
      "date(utc)", .yearFirst, .shortYearFirst, zone: try record.header.zoneOfFile("date(utc)"))
    try facts.exchange(coins, for: money, side: try record.side(side))
    order = (facts, pair.base, pair.quote)
    line = record.row.line
    rows = [record]
    return nil
  }

  /// A row below its order, whose cells have other meanings: price, amount, total and fee.
  private func fill(_ record: CSVRecord) throws(RefusalReason) -> LeftOutReason {
    guard record["pair"].first?.isNumber ?? false else { return .otherKind("a heading") }
    guard let order else { throw .fillAlone }
    let coins = try record.amount("order price", of: order.base).amount
    let money = try record.amount("order amount", of: order.quote).amount
    filled = (
      try exactSum(filled?.coins ?? 0, coins, column: "filled"),
      try exactSum(filled?.money ?? 0, money, column: "total")
    )
    for fee in try record.gluedFee("avgtrading price", known: [order.base, order.quote]) {
      if let index = fees.firstIndex(where: { $0.asset == fee.asset }) {
        fees[index].amount = try exactSum(fees[index].amount, fee.amount, column: "fee")
      } else {
        fees.append(fee)
      }
    }
    return .partOfTrade(line: line)
  }
}
