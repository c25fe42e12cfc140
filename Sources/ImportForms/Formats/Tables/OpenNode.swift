import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// OpenNode's payments, which are income, and its conversions; fees in bitcoin are additional.
  static let openNode = FormatReader(
    format: .openNode,
    signatures: [
      [
        "opennode id", "settlement date (mm/dd/yyyy utc)", "settlement time (utc)",
        "payment amount (btc)", "merchant currency amount", "merchant account currency",
        "processing fees paid (btc)", "settlement currency",
      ],
      [
        "opennode id", "date (mm/dd/yyyy utc)", "time (utc)", "from amount", "from currency",
        "to amount", "to currency", "conversion fees paid (btc)", "status",
      ],
    ]
  ) { table in
    let isPayments = table.header.has(["settlement currency"])
    return table.readMany { record throws(RefusalReason) in
      isPayments ? try payment(record) : try conversion(record)
    }
  }

  /// Withdrawals, with additional fees.
  static let openNodeMoves = plain(
    .openNode,
    TableFormat(
      columns: [
        "opennode id", "type of transfer", "status of transfer", "date (mm/dd/yyyy utc)",
        "time (utc)", "amount", "transfer fees paid", "currency",
      ], date: ["date (mm/dd/yyyy utc)", "time (utc)"], forms: [.monthFirst],
      status: ("status of transfer", ["confirmed", "completed", "paid"]),
      side: ["type of transfer"], amount: .init("amount", .column("currency")),
      fees: [.init("transfer fees paid", .column("currency"))], id: ("opennode", "opennode id")))

  private static let bitcoin = Asset(symbol: "BTC")

  /// A customer's payment; one that was converted to fiat immediately was never a holding.
  private static func payment(_ record: CSVRecord) throws(RefusalReason) -> [RowMeaning] {
    let settled = try record.asset("settlement currency")
    guard settled == bitcoin else { return [.leftOut(.fiatOnly(settled.name))] }
    var facts = TradeFacts(
      source: record.source, date: try instant(of: record, "settlement date", "settlement time"))
    facts.received = AssetAmount(
      amount: try record.magnitude("payment amount (btc)"), asset: bitcoin)
    if let money = try record.quantity("merchant currency amount", "merchant account currency") {
      facts.worth(money.amount, money.asset)
    }
    facts.notes = record["description"]
    facts.reference = record.reference("opennode", "opennode id")
    let income = try facts.meaning(.reward, word: "payment")
    guard let fee = try fee(of: record, "processing fees paid (btc)") else { return [income] }
    var charged = TradeFacts(source: facts.source, date: facts.date)
    charged.spent = fee
    return [income, try charged.meaning(.fee, word: "fee")]
  }

  private static func conversion(_ record: CSVRecord) throws(RefusalReason) -> [RowMeaning] {
    if let reason = try record.undone("status", done: ["confirmed"]) { return [.leftOut(reason)] }
    var facts = TradeFacts(source: record.source, date: try instant(of: record, "date", "time"))
    facts.spent = try record.quantity("from amount", "from currency")
    facts.received = try record.quantity("to amount", "to currency")
    facts.fees = try fee(of: record, "conversion fees paid (btc)").map { [$0] } ?? []
    facts.reference = record.reference("opennode", "opennode id")
    return try facts.meanings(.trade, word: "conversion")
  }

  private static func fee(
    of record: CSVRecord, _ column: String
  ) throws(RefusalReason) -> AssetAmount? {
    let fee = try record.magnitude(column)
    return fee == 0 ? nil : AssetAmount(amount: fee, asset: bitcoin)
  }

  /// Date and time, whose headings state their format; some times are written `03-15 PM`.
  private static func instant(
    of record: CSVRecord, _ day: String, _ time: String
  ) throws(RefusalReason) -> Date {
    let column = "\(day) (mm/dd/yyyy utc)"
    let clock = try record.filled("\(time) (utc)").replacing("-", with: ":")
    return try record.instant(
      "\(try record.filled(column)) \(clock)", column, [.monthFirst], zone: .utc)
  }
}
