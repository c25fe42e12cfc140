public import Exact
import FoundationEssentials
public import Portfolio

/// The columns of bitpal's CSV: the six of version 1.0, then all other fields.
let bitpalColumns = [
  "coin_id", "type", "amount", "price", "date", "notes", "id", "account", "category", "payment",
  "payment_currency", "fee", "fee_currency", "fee_rate", "valuation", "rate", "rate_source",
  "rate_day", "reference_source", "reference_id", "hash", "transfer", "kind", "label", "link",
  "acquired", "lots", "cash", "cash_currency", "cash_rate",
]

/// The ledger as bitpal's CSV: the six columns of version 1.0, then every other field.
///
/// Importing it into an empty ledger and exporting again gives identical bytes.
///
/// - Parameters:
///   - transactions: Every transaction, in ledger order.
///   - moves: Every move; written after the transactions with the type `deposit` or `withdrawal`.
///   - style: How cells are written; the spreadsheet style adds a column that marks the file for
///     reading it back.
/// - Returns: UTF-8 text with a line feed after each record; a date at midnight UTC is written as a
///   day, which reads back as the same instant.
public func bitpalCSV(
  _ transactions: [Transaction], moves: [Move] = [], _ style: CSVStyle = .exact
) -> String {
  var text = line(bitpalColumns, style, mark: safeColumn)
  for transaction in transactions { text += line(cells(of: transaction), style) }
  for move in moves { text += line(cells(of: move), style) }
  return text
}

/// The empty column that marks a file whose cells are written for a spreadsheet.
package let safeColumn = "csv_safe"

private func line(_ cells: [String], _ style: CSVStyle, mark: String = "") -> String {
  csvLine(style == .spreadsheet ? cells + [mark] : cells, style)
}

/// Writes a ledger as bitpal's CSV, record by record.
///
/// - Parameters:
///   - records: The ledger.
///   - style: How cells are written.
///   - write: Receives the text of ``bitpalCSV(_:moves:_:)`` piece by piece.
/// - Throws: Errors from reading the ledger and from `write`.
public func writeBitpalCSV(
  _ records: some LedgerRecords, _ style: CSVStyle = .exact, to write: (String) throws -> Void
) throws {
  try write(line(bitpalColumns, style, mark: safeColumn))
  try records.forEachTransaction { try write(line(cells(of: $0), style)) }
  try records.forEachMove { try write(line(cells(of: $0), style)) }
}

private func cells(of transaction: Transaction) -> [String] {
  let valuation = transaction.valuation
  return [
    transaction.coinId, transaction.type.rawValue, transaction.amount.description,
    transaction.pricePerCoin.description, dateText(transaction.date), transaction.notes ?? "",
    transaction.id.uuidString.lowercased(), transaction.account ?? "",
    transaction.category?.rawValue ?? "", transaction.payment?.amount.description ?? "",
    transaction.payment?.currency ?? "", transaction.fee?.amount.description ?? "",
    transaction.fee?.currency ?? "", transaction.fee?.rate?.description ?? "",
    valuation?.kind.rawValue ?? "", valuation?.rate?.description ?? "", valuation?.source ?? "",
    valuation?.day?.text ?? "", transaction.reference?.source ?? "",
    transaction.reference?.id ?? "", "", "", transaction.kind.rawValue,
    transaction.label?.rawValue ?? "", transaction.link?.uuidString.lowercased() ?? "",
    transaction.acquired.map(dateText) ?? "",
    transaction.lots.map { $0.uuidString.lowercased() }.joined(separator: " "),
    transaction.cash?.amount.description ?? "", transaction.cash?.currency ?? "",
    transaction.cash?.rate?.description ?? "",
  ]
}

private func cells(of move: Move) -> [String] {
  [
    move.coinId, move.amount > 0 ? "deposit" : "withdrawal", move.amount.magnitude.description, "",
    dateText(move.date), move.notes ?? "", move.id.uuidString.lowercased(), move.account, "", "",
    "",
    move.fee.description, "", "", "", "", "", "", move.reference?.source ?? "",
    move.reference?.id ?? "", move.hash ?? "", move.transfer?.uuidString.lowercased() ?? "",
    move.kind.rawValue, "", "", "", "", "", "", "",
  ]
}

private func dateText(_ date: Date) -> String {
  date.millisecondsSince1970.isMultiple(of: 86_400_000) ? date.utcDayText : date.utcText
}
