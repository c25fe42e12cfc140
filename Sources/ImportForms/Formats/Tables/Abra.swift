import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Abra's history: rows with one id form one trade, each with its value in dollars.
  ///
  /// `Interest-earning ADA` is ADA in another part of the account. A purchase or sale without a
  /// counterpart is against the fiat deposited or withdrawn under its id; otherwise the file ends
  /// in the middle of the trade.
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

  /// The ids of fiat deposits and withdrawals.
  private static func idsOfMoney(_ table: CSVTable) -> Set<String> {
    do throws(FileTextError) {
      return try Set(
        table.records().lazy.filter { record in
          record["transaction type"].lowercased().hasSuffix(" transfer")
            && Asset(symbol: record["product"]).isFiat
        }.map { $0["transaction id"] })
    } catch {
      // Reading the rows reports the error again.
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

  /// The dollar value of the row; below half a cent it follows from `1 BTC = 43000.5 USD`.
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
