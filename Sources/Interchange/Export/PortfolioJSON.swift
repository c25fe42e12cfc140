public import FoundationEssentials
public import Portfolio

/// The version of bitpal's JSON that is written, and the only one that is read.
let portfolioJSONVersion = "1.0"

/// The name of an export made on a day: `bitpal-portfolio-2026-04-28.json`.
///
/// - Parameter date: The instant of the export; its UTC day counts.
public func portfolioJSONName(on date: Date) -> String {
  "bitpal-portfolio-\(date.utcDayText).json"
}

/// The ledger as bitpal's JSON 1.0: every field of ``Transaction``, decimals as strings.
///
/// The text depends on nothing but the transactions, so that an export of what was imported from
/// it is the same text.
///
/// - Parameter transactions: Every transaction, in ledger order.
/// - Returns: UTF-8 text with a line feed at the end.
public func portfolioJSON(_ transactions: [Transaction]) -> String {
  let rows = transactions.map { transaction in
    JSONValue.object([
      "id": .string(transaction.id.uuidString.lowercased()),
      "coinId": .string(transaction.coinId),
      "type": .string(transaction.type.rawValue),
      "amount": .string(transaction.amount.canonicalText),
      "pricePerCoin": .string(transaction.pricePerCoin.canonicalText),
      "date": .string(transaction.date.utcText),
      "notes": transaction.notes.map { .string($0) } ?? .null,
    ])
  }
  let document = JSONValue.object([
    "version": .string(portfolioJSONVersion), "transactions": .array(rows),
  ])
  return document.text(pretty: true) + "\n"
}
