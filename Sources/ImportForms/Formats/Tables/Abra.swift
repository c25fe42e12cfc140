import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Abra's history: rows of one id are one trade, each with its worth in dollars.
  ///
  /// `Interest-earning ADA` is ADA elsewhere in the account. A purchase or sale without a
  /// counterpart is for the money deposited or withdrawn under its id; otherwise the file ends
  /// within it.
  static let abra = FormatReader(
    format: .abra,
    signatures: [
      [
        "transaction date (utc)", "transaction id", "transaction type", "product",
        "gross quantity", "network fees", "net quantity", "rate (usd)", "net amount (usd)",
      ]
    ]
  ) { table in
    let paid = idsOfMoney(table)
    return table.readGroups(by: { $0["transaction id"] }) { record throws(RefusalReason) in
      let word = try record.filled("transaction type")
      let kind = try record.kind("transaction type", in: abraKinds)
      let description = record["description"]
      if description.lowercased().hasPrefix("transfer from ") { return .leftOut(.transfer) }
      let isOut = kind == .sell || kind == .withdrawal
      let amount = try record.magnitude("net quantity")
      var leg = Leg(
        record: record, date: try record.date("transaction date (utc)", .yearFirst),
        asset: try abraAsset(record), change: isOut ? -amount : amount)
      leg.fee = try record.magnitude("network fees")
      leg.dollars = try abraWorth(record, of: amount)
      leg.mayStandAlone = paid.contains(record["transaction id"])
      return try leg.meaning(kind, word: word)
    }
  }

  private static let abraKinds = KindTable([
    .buy: ["buy"], .sell: ["sell"], .deposit: ["inbound transfer"],
    .withdrawal: ["outbound transfer"],
    .reward: ["reward", "interest payment", "bonus", "referral", "cashback"],
  ])

  /// The ids under which money came or went.
  private static func idsOfMoney(_ table: CSVTable) -> Set<String> {
    do throws(FileTextError) {
      return try Set(
        table.records().lazy.filter { record in
          record["transaction type"].lowercased().hasSuffix(" transfer")
            && Asset(symbol: record["product"]).isFiat
        }.map { $0["transaction id"] })
    } catch {
      // RowResult the rows says so again.
      return []
    }
  }

  private static func abraAsset(_ record: CSVRecord) throws(RefusalReason) -> Asset {
    let product = try record.filled("product")
    let earning = "interest-earning "
    return Asset(
      symbol: product.lowercased().hasPrefix(earning)
        ? String(product.dropFirst(earning.count)) : product)
  }

  /// The dollars of the row; what is less than half a cent follows from `1 BTC = 43000.5 USD`.
  private static func abraWorth(
    _ record: CSVRecord, of amount: ExactDecimal
  ) throws(RefusalReason) -> ExactDecimal? {
    let stated = try record.magnitude("net amount (usd)")
    let rate = record["rate (usd)"].split(separator: "=").last.map { $0.trimmed } ?? ""
    guard stated == 0 else { return stated }
    guard rate.hasSuffix(" USD"),
      let price = try localizedNumber(rate.dropLast(4).trimmed, column: "rate (usd)")
    else { return nil }
    return try exactProduct(amount, price, column: "rate (usd)")
  }
}
