import FoundationEssentials
import Portfolio

/// Reads bitpal's JSON 1.0; unknown keys are ignored.
///
/// - Parameter text: UTF-8 that begins with `{`.
func readPortfolioJSON(_ text: [UInt8], name: String) throws(ImportError) -> ImportFile {
  let document: JSONValue
  do throws(JSONError) {
    // The text is in memory already: its length was the caller's to bound.
    document = try JSONValue(parsing: text, maximumBytes: text.count)
  } catch {
    throw .badJSON(error)
  }
  guard let version = document["version"]?.string, let rows = document["transactions"]?.array else {
    throw .unknownFormat(firstLine: "{")
  }
  guard version == portfolioJSONVersion else { throw .unknownVersion(version) }
  let readings = rows.enumerated().map { index, row in
    let source = RowSource(line: index + 1, text: row.text())
    do throws(RefusalReason) {
      return Reading.entry(try entry(from: row, source: source))
    } catch {
      return .refused(RefusedRow(source: source, reason: error))
    }
  }
  return ImportFile(format: .bitpalJSON, name: name, readings: readings)
}

private func entry(
  from row: JSONValue, source: RowSource
) throws(RefusalReason) -> ImportedEntry {
  let kind = try text(row, "type")
  guard let type = TransactionType(rawValue: kind) else { throw .unknownKind(kind) }
  let dateText = try text(row, "date")
  guard let date = Date(utcText: dateText) else { throw .notADate(column: "date", dateText) }
  var id: UUID?
  if let idText = row["id"]?.string {
    guard let read = UUID(uuidString: idText) else { throw .notAnIdentity(idText) }
    id = read
  }
  let coinId = try text(row, "coinId")
  let transaction = Transaction(
    id: id ?? UUID(), coinId: coinId, type: type, amount: try number(row, "amount"),
    pricePerCoin: try number(row, "pricePerCoin"), date: date, notes: row["notes"]?.string)
  return ImportedEntry(
    source: source, asset: .id(coinId), transaction: transaction, hasId: id != nil)
}

private func text(_ row: JSONValue, _ key: String) throws(RefusalReason) -> String {
  guard let text = row[key]?.string, !text.isEmpty else { throw .missingCell(key) }
  return text
}

/// A decimal as a string or as a number token; neither passes through binary.
private func number(_ row: JSONValue, _ key: String) throws(RefusalReason) -> Decimal {
  let token: String
  switch row[key] {
  case .string(let text)?, .number(let text)?: token = text
  default: throw .missingCell(key)
  }
  do throws(DecimalTextError) {
    return try Decimal(exact: token)
  } catch {
    throw .notANumber(column: key, error)
  }
}
