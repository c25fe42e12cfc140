import Exact
import Export
import FoundationEssentials
import ImportText
import Portfolio

/// Reads bitpal's JSON 1.0; unknown keys are ignored.
///
/// - Parameter text: UTF-8 that begins with `{`.
func readPortfolioJSON(_ text: [UInt8], name: String) throws(ImportError) -> ImportFile {
  let document: JSONValue
  do throws(JSONError) {
    // The text is in memory already; the caller limits its size.
    document = try JSONValue(parsing: text, maximumBytes: text.count)
  } catch {
    throw .badJSON(error)
  }
  guard let version = document["version"]?.string, let rows = document["transactions"]?.array else {
    throw .unknownFormat(firstLine: "{")
  }
  guard portfolioJSONVersions.contains(version) else { throw .unknownVersion(version) }
  let entries = results(of: rows, from: 1) { row, source throws(RefusalReason) in
    .entry(try entry(from: row, source: source))
  }
  let moves = results(
    of: document["moves"]?.array ?? [], from: rows.count + 1
  ) { row, source throws(RefusalReason) in
    .record(try move(from: row, source: source))
  }
  return ImportFile(format: .bitpalJSON, name: name, results: entries + moves)
}

private func results(
  of rows: [JSONValue], from first: Int,
  _ result: (JSONValue, RowSource) throws(RefusalReason) -> RowResult
) -> [RowResult] {
  rows.enumerated().map { index, row in
    let source = RowSource(line: first + index, text: row.text())
    do throws(RefusalReason) {
      return try result(row, source)
    } catch {
      return .refused(RefusedRow(source: source, reason: error))
    }
  }
}

private func entry(
  from row: JSONValue, source: RowSource
) throws(RefusalReason) -> ImportedEntry {
  let word = try text(row, "type")
  guard let type = TransactionType(rawValue: word) else { throw .unknownKind(word) }
  let id = try identity(row, "id")
  let coinId = try text(row, "coinId")
  let kind: TransactionKind? = try ImportForms.word(row, "kind")
  if let kind, !kind.fits(type) { throw .unknownKind("\(word) \(kind.rawValue)") }
  var transaction = Transaction(
    id: id ?? .unassigned, coinId: coinId, type: type, amount: Quantity(try number(row, "amount")),
    pricePerCoin: Price(try number(row, "pricePerCoin")), date: try date(row),
    notes: row["notes"]?.string, account: row["account"]?.string,
    kind: kind, label: try ImportForms.word(row, "label"), link: try identity(row, "link"),
    acquired: row["acquired"] == nil ? nil : try date(row, "acquired"),
    lots: try identities(row["lots"]?.array ?? []),
    payment: try payment(row["payment"]), fee: try fee(row["fee"]),
    valuation: try valuation(row["valuation"]), reference: try reference(row["reference"]),
    cash: try cash(row))
  if kind == nil, let category: TransactionCategory = try ImportForms.word(row, "category") {
    transaction.category = category
  }
  return ImportedEntry(
    source: source, asset: id == nil ? .idOrSymbol(coinId) : .id(coinId),
    transaction: transaction, hasId: id != nil, saysKind: kind != nil)
}

private func move(from row: JSONValue, source: RowSource) throws(RefusalReason) -> MoveRecord {
  let id = try identity(row, "id")
  let move = Move(
    id: id ?? .unassigned, account: try text(row, "account"), coinId: try text(row, "coinId"),
    amount: Quantity(try number(row, "amount")),
    fee: Quantity(try optionalNumber(row, "fee") ?? 0), date: try date(row),
    hash: row["hash"]?.string, notes: row["notes"]?.string,
    reference: try reference(row["reference"]),
    transfer: try identity(row, "transfer"))
  guard move.amount != 0 else { throw .breaksRule(.invalidAmount) }
  return MoveRecord(source: source, move: move, hasId: id != nil)
}

private func payment(_ value: JSONValue?) throws(RefusalReason) -> MoneyAmount? {
  guard let value, value != .null else { return nil }
  return MoneyAmount(amount: try number(value, "amount"), currency: try text(value, "currency"))
}

private func fee(_ value: JSONValue?) throws(RefusalReason) -> TransactionFee? {
  guard let value, value != .null else { return nil }
  return TransactionFee(
    amount: try number(value, "amount"), currency: value["currency"]?.string,
    rate: try optionalNumber(value, "rate"))
}

private func cash(_ row: JSONValue) throws(RefusalReason) -> SwapCash? {
  guard let value = row["cash"], value != .null else { return nil }
  let cash = SwapCash(
    amount: try number(value, "amount"), currency: try text(value, "currency"),
    rate: try optionalNumber(value, "rate"))
  guard cash.isCounted(nextTo: row["payment"]?["currency"]?.string) else {
    throw .missingCell("cash.rate")
  }
  return cash
}

private func valuation(_ value: JSONValue?) throws(RefusalReason) -> Valuation? {
  guard let value, value != .null else { return nil }
  guard let kind: Valuation.Kind = try word(value, "kind") else { throw .missingCell("kind") }
  var day: UTCDay?
  if let text = value["day"]?.string {
    day = UTCDay(text: text)
    if day == nil { throw .notADate(column: "day", text) }
  }
  return Valuation(
    kind: kind, rate: try optionalNumber(value, "rate"), source: value["source"]?.string, day: day)
}

private func reference(_ value: JSONValue?) throws(RefusalReason) -> Reference? {
  guard let value, value != .null else { return nil }
  return Reference(source: try text(value, "source"), id: try text(value, "id"))
}

private func date(
  _ row: JSONValue, _ key: String = "date"
) throws(RefusalReason) -> Date {
  let dateText = try text(row, key)
  guard let date = Date(utcText: dateText) else { throw .notADate(column: key, dateText) }
  return date
}

private func identity(_ row: JSONValue, _ key: String) throws(RefusalReason) -> UUID? {
  guard let text = row[key]?.string else { return nil }
  guard let id = UUID(uuidString: text) else { throw .notAnIdentity(text) }
  return id
}

private func identities(_ values: [JSONValue]) throws(RefusalReason) -> [UUID] {
  var ids: [UUID] = []
  for value in values {
    guard let id = value.string.flatMap(UUID.init(uuidString:)) else {
      throw .notAnIdentity(value.text())
    }
    ids.append(id)
  }
  return ids
}

private func word<Word: RawRepresentable>(
  _ row: JSONValue, _ key: String
) throws(RefusalReason) -> Word? where Word.RawValue == String {
  guard let text = row[key]?.string else { return nil }
  guard let word = Word(rawValue: text) else { throw .unknownKind(text) }
  return word
}

private func text(_ row: JSONValue, _ key: String) throws(RefusalReason) -> String {
  guard let text = row[key]?.string, !text.isEmpty else { throw .missingCell(key) }
  return text
}

private func optionalNumber(_ row: JSONValue, _ key: String) throws(RefusalReason) -> ExactDecimal?
{
  switch row[key] {
  case nil, .null?: nil
  default: try number(row, key)
  }
}

/// A decimal as a string or number token; never converted to binary floating point.
private func number(_ row: JSONValue, _ key: String) throws(RefusalReason) -> ExactDecimal {
  let token: String
  switch row[key] {
  case .string(let text)?, .number(let text)?: token = text
  default: throw .missingCell(key)
  }
  do throws(DecimalTextError) {
    return try ExactDecimal(exact: token)
  } catch {
    throw .notANumber(column: key, error)
  }
}
