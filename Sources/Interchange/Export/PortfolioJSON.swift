public import FoundationEssentials
public import Portfolio

/// The version of bitpal's JSON that is written, and the only one that is read.
///
/// Fields added since the first release are optional keys, which every version ignores if it does
/// not know them.
let portfolioJSONVersion = "1.0"

/// The name of an export made on a day: `bitpal-portfolio-2026-04-28.json`.
///
/// - Parameter date: The instant of the export; its UTC day counts.
public func portfolioJSONName(on date: Date) -> String {
  "bitpal-portfolio-\(date.utcDayText).json"
}

/// The ledger as bitpal's JSON 1.0: every field of ``Transaction`` and ``Move``, decimals as
/// strings.
///
/// The text depends on nothing but the ledger, so that an export of what was imported from it is
/// the same text. Fields a transaction lacks are absent, `notes` alone is null.
///
/// - Parameters:
///   - transactions: Every transaction, in ledger order.
///   - moves: Every move; without any the text has no list of them.
/// - Returns: UTF-8 text with a line feed at the end.
public func portfolioJSON(_ transactions: [Transaction], moves: [Move] = []) -> String {
  let document = object([
    "version": .string(portfolioJSONVersion), "transactions": .array(transactions.map(value)),
    "moves": moves.isEmpty ? nil : .array(moves.map(value)),
  ])
  return document.text(pretty: true) + "\n"
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

private func value(of move: Move) -> JSONValue {
  object([
    "id": text(move.id), "account": .string(move.account), "coinId": .string(move.coinId),
    "amount": text(move.amount), "fee": text(move.fee), "date": .string(move.date.utcText),
    "hash": text(move.hash), "transfer": move.transfer.map(text),
    "reference": move.reference.map(value),
  ])
}

private func value(of reference: Reference) -> JSONValue {
  object(["source": .string(reference.source), "id": .string(reference.id)])
}

/// An object of the members that there are.
private func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
  .object(
    JSONObject(
      members.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }))
}

private func text(_ decimal: Decimal) -> JSONValue { .string(decimal.canonicalText) }
private func text(_ id: UUID) -> JSONValue { .string(id.uuidString.lowercased()) }
private func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
