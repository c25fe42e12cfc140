import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Binance's order history, reading what was executed.
  ///
  /// The older form lists an order's fills below it. Their sums are exact while the order's total
  /// is rounded, and only they have fees. Since 2023 there is a second time, of the last change of
  /// state, which for a filled order is the execution time.
  static let binanceOrders = FormatReader(
    format: .binanceOrders,
    signatures: [
      ["date(utc)", "pair", "type", "order price", "order amount", "filled", "total", "status"],
      [
        "date(utc)", "pair", "type", "side", "order price", "order amount", "executed",
        "average price", "trading total", "status",
      ],
      [
        "time", "orderno", "pair", "side", "order price", "order amount", "time#2", "executed²",
        "average price", "trading total³", "status",
      ],
    ],
    declares: FormDeclaration(
      report: .orders,
      placed: PlacedColumn("date(utc)", "time", zone: nil, isOnlyTime: true), order: ["orderno"],
      ordered: ["pair", "type", "side", "order price", "order amount"])
  ) { table in
    binanceOrders(BinanceOrderColumns(table.header))
  }

  fileprivate static func binanceOrders(_ columns: BinanceOrderColumns) -> RecordReader {
    let orders = BinanceOrderReader(columns)
    return RecordReader(read: orders.read, finish: orders.flush)
  }
}

/// The columns of the forms of the order history.
private struct BinanceOrderColumns {
  /// Whether fills may be listed below their order.
  let isOld: Bool
  /// When the order was placed.
  let placed: String
  /// When its state last changed; `nil` if the form lacks the column.
  let changed: String?
  /// The column with buy or sell; the adjacent type column has `LIMIT` or `MARKET`.
  let side: String
  let coins: String
  let money: String
  /// The time, amounts and fee of a fill below its order, whose cells start after the order's date.
  let fill: (date: String, coins: String, money: String, fee: String)

  init(_ header: CSVHeader) {
    isOld = header.has(["filled"])
    let placed = header.first("date(utc)", "time")
    self.placed = placed
    changed = ["time#2", "time"].first { $0 != placed && header.has([$0]) }
    side = header.first("side", "type")
    coins = header.first("filled", "executed", "executed²")
    money = header.first("total", "trading total", "trading total³")
    let behind = [
      "orderno", "pair", "type", "side", "order price", "order amount", "avgtrading price",
      "filled",
    ].filter { header.has([$0]) }
    fill = behind.count > 4 ? (behind[0], behind[2], behind[3], behind[4]) : ("", "", "", "")
  }
}

/// Reads orders, buffering each until its fills are read.
private final class BinanceOrderReader {
  private let columns: BinanceOrderColumns
  private var order: (facts: TradeFacts, base: Asset, quote: Asset)?
  private var line = 0
  /// The rows of the order and its fills.
  private var rows: [CSVRecord] = []
  /// The sums of the fills so far, in base and quote currency.
  private var filled: (coins: ExactDecimal, money: ExactDecimal)?
  private var fees: [AssetAmount] = []

  init(_ columns: BinanceOrderColumns) { self.columns = columns }

  func read(_ record: CSVRecord, _ emit: (RowResult) -> Void) {
    do throws(RefusalReason) {
      if columns.isOld, record["date(utc)"].isEmpty {
        let reason = try fill(record)
        if order != nil { rows.append(record) }
        emit(.leftOut(LeftOutRow(source: record.source, reason: reason)))
        return
      }
      flush(emit)
      if let reason = try begin(record) {
        emit(.leftOut(LeftOutRow(source: record.source, reason: reason)))
      }
    } catch {
      emit(record.unread(error))
    }
  }

  /// Emits the pending order with the sums of its fills.
  func flush(_ emit: (RowResult) -> Void) {
    guard let (read, base, quote) = order else { return }
    var facts = read
    order = nil
    if let filled {
      let coins = AssetAmount(amount: filled.coins, asset: base)
      let money = AssetAmount(amount: filled.money, asset: quote)
      let isBuy = facts.received?.asset == base
      facts.received = isBuy ? coins : money
      facts.spent = isBuy ? money : coins
      facts.fees = fees
    }
    filled = nil
    fees = []
    // An export may end before the last fill.
    if columns.isOld { facts.group = TradeGroup(rows, of: facts, key: key, together) }
    emit(.trade(facts))
  }

  private var key: String { "order \(rows[0].source.digest.text)" }

  private var together: JointRows {
    JointRows(reader: { [columns] in FormatReader.binanceOrders(columns) })
  }

  private func begin(_ record: CSVRecord) throws(RefusalReason) -> LeftOutReason? {
    let pair = try record.pair("pair")
    let coins = try record.amount(columns.coins, of: pair.base)
    guard coins.amount != 0 else { return .notCarriedOut(record["status"]) }
    let money = try record.amount(columns.money, of: pair.quote)
    // A partly filled order may have been canceled much later.
    let isFilled = record["status"].lowercased() == "filled"
    let changed = isFilled ? columns.changed.flatMap { record[$0].isEmpty ? nil : $0 } : nil
    var facts = TradeFacts(source: record.source, date: try date(changed ?? columns.placed, record))
    try facts.exchange(coins, for: money, side: try record.side(columns.side))
    order = (facts, pair.base, pair.quote)
    line = record.row.line
    rows = [record]
    return nil
  }

  private func date(_ column: String, _ record: CSVRecord) throws(RefusalReason) -> Date {
    try record.date(
      column, .yearFirst, .shortYearFirst, zone: try record.header.zoneOfFile(columns.placed))
  }

  /// Reads a fill row, whose cells have other meanings: price, amount, total and fee.
  private func fill(_ record: CSVRecord) throws(RefusalReason) -> LeftOutReason {
    let cells = columns.fill
    guard record[cells.date].first?.isNumber ?? false else { return .otherKind("a heading") }
    guard let order else { throw .fillAlone }
    let date = try date(cells.date, record)
    self.order?.facts.date = filled == nil ? date : max(order.facts.date, date)
    let coins = try record.amount(cells.coins, of: order.base).amount
    let money = try record.amount(cells.money, of: order.quote).amount
    filled = (
      try exactSum(filled?.coins ?? 0, coins, column: "filled"),
      try exactSum(filled?.money ?? 0, money, column: "total")
    )
    for fee in try record.gluedFee(cells.fee, known: [order.base, order.quote]) {
      if let index = fees.firstIndex(where: { $0.asset == fee.asset }) {
        fees[index].amount = try exactSum(fees[index].amount, fee.amount, column: "fee")
      } else {
        fees.append(fee)
      }
    }
    return .partOfTrade(line: line)
  }
}
