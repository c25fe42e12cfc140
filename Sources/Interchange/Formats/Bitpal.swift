import FoundationEssentials
import Portfolio

extension FormatReader {
  /// bitpal's own CSV (SPEC §7): `coin_id,type,amount,price,date,notes`, in any order and case.
  static let bitpal = FormatReader(
    format: .bitpal, signatures: [["coin_id", "type", "amount", "price", "date"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in .entry(try entry(from: record)) }
  }

  private static func entry(from record: CSVRecord) throws(RefusalReason) -> ImportedEntry {
    let coinId = try record.filled("coin_id")
    let kind = try record.filled("type")
    guard let type = TransactionType(rawValue: kind.lowercased()) else { throw .unknownKind(kind) }
    let isFree = type == .gift && record["price"].isEmpty
    let dateText = try record.filled("date")
    guard let date = Date(utcText: dateText) else {
      throw .notADate(column: "date", dateText)
    }
    let notes = record.verbatim("notes")
    let transaction = Transaction(
      coinId: coinId, type: type, amount: try record.plainNumber("amount"),
      pricePerCoin: isFree ? 0 : try record.plainNumber("price"), date: date,
      notes: notes.isEmpty ? nil : notes)
    return ImportedEntry(
      source: record.source, asset: .id(coinId), transaction: transaction, hasId: false)
  }
}
