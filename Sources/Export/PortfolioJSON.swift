import Exact
public import FoundationEssentials
public import Portfolio

/// The supported versions of bitpal's JSON, oldest first.
///
/// Exports use the first version if it can represent the ledger; programs that don't know its
/// optional keys ignore them. The second version supports every kind of event.
package let portfolioJSONVersions = ["1.0", "2.0"]

/// The version that the rows require.
private func version(isFirst: Bool) -> String { portfolioJSONVersions[isFirst ? 0 : 1] }

/// The file name of an export made on a day: `bitpal-portfolio-2026-04-28.json`.
///
/// - Parameter date: The time of the export; its UTC day is used.
public func portfolioJSONName(on date: Date) -> String {
  "bitpal-portfolio-\(date.utcDayText).json"
}

/// The ledger as bitpal's JSON: every field of ``Transaction`` and ``Move``, decimals as
/// strings.
///
/// The text depends only on the ledger, so exporting an imported export gives the same text. Fields
/// a transaction lacks are absent, except `notes`, which is null.
///
/// - Parameters:
///   - transactions: Every transaction, in ledger order.
///   - moves: Every move; the list is omitted if empty.
/// - Returns: UTF-8 text with a line feed at the end.
public func portfolioJSON(_ transactions: [Transaction], moves: [Move] = []) -> String {
  let document = object([
    "version": .string(
      version(
        isFirst: transactions.allSatisfy(\.isOfVersionOne) && moves.allSatisfy { $0.notes == nil })),
    "transactions": .array(transactions.map(value)),
    "moves": moves.isEmpty ? nil : .array(moves.map(value)),
  ])
  return document.text(pretty: true) + "\n"
}

/// Writes a ledger as bitpal's JSON, record by record.
///
/// - Parameters:
///   - records: The ledger.
///   - write: Receives the text of ``portfolioJSON(_:moves:)`` piece by piece.
/// - Throws: Errors from reading the ledger and from `write`.
public func writePortfolioJSON(
  _ records: some LedgerRecords, to write: (String) throws -> Void
) throws {
  var isFirst = true
  try records.forEachTransaction { isFirst = isFirst && $0.isOfVersionOne }
  try records.forEachMove { isFirst = isFirst && $0.notes == nil }
  try write("{\n  \"version\": \"\(version(isFirst: isFirst))\",\n  \"transactions\": ")
  var list = JSONList(level: 1)
  try records.forEachTransaction { try write(list.next(value(of: $0))) }
  try write(list.end)
  var moves = JSONList(level: 1)
  try records.forEachMove { move in
    if moves.isEmpty { try write(",\n  \"moves\": ") }
    try write(moves.next(value(of: move)))
  }
  if !moves.isEmpty { try write(moves.end) }
  try write("\n}\n")
}

private func value(of transaction: Transaction) -> JSONValue {
  object([
    "id": text(transaction.id),
    "coinId": .string(transaction.coinId),
    "type": .string(transaction.type.rawValue),
    "amount": text(transaction.amount),
    "pricePerCoin": text(transaction.pricePerCoin),
    "date": .string(transaction.date.utcText),
    "notes": text(transaction.notes) ?? .null,
    "account": text(transaction.account),
    "category": text(transaction.category?.rawValue),
    "kind": transaction.isOfVersionOne ? nil : .string(transaction.kind.rawValue),
    "label": text(transaction.label?.rawValue),
    "link": transaction.link.map(text),
    "acquired": text(transaction.acquired?.utcText),
    "lots": transaction.lots.isEmpty ? nil : .array(transaction.lots.map(text)),
    "cash": transaction.cash.map { cash in
      object([
        "amount": text(cash.amount), "currency": .string(cash.currency),
        "rate": cash.rate.map(text),
      ])
    },
    "payment": transaction.payment.map { payment in
      object(["amount": text(payment.amount), "currency": .string(payment.currency)])
    },
    "fee": transaction.fee.map { fee in
      object([
        "amount": text(fee.amount), "currency": text(fee.currency), "rate": fee.rate.map(text),
      ])
    },
    "valuation": transaction.valuation.map { valuation in
      object([
        "kind": .string(valuation.kind.rawValue), "rate": valuation.rate.map(text),
        "source": text(valuation.source), "day": text(valuation.day?.text),
      ])
    },
    "reference": transaction.reference.map(value),
  ])
}

extension Transaction {
  /// Whether version 1.0 can represent it completely.
  fileprivate var isOfVersionOne: Bool {
    guard label == nil, link == nil, acquired == nil, lots.isEmpty, type != .gift || payment == nil
    else {
      return false
    }
    switch kind {
    case .buy, .sell, .gift, .reward, .spend, .fee: return true
    default: return false
    }
  }
}

private func value(of move: Move) -> JSONValue {
  object([
    "id": text(move.id), "account": .string(move.account), "coinId": .string(move.coinId),
    "amount": text(move.amount), "fee": text(move.fee), "date": .string(move.date.utcText),
    "hash": text(move.hash), "notes": text(move.notes), "transfer": move.transfer.map(text),
    "reference": move.reference.map(value),
  ])
}

private func value(of reference: Reference) -> JSONValue {
  object(["source": .string(reference.source), "id": .string(reference.id)])
}

/// An object without the `nil` members.
private func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
  .object(
    JSONObject(
      members.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }))
}

private func text(_ number: some ExactValue) -> JSONValue { .string(number.description) }
private func text(_ id: UUID) -> JSONValue { .string(id.uuidString.lowercased()) }
private func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
