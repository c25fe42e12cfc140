import Exact
public import FoundationEssentials
public import Portfolio

/// A row of a ledger as bitpal's own files hold it; it is booked as it is.
public struct OwnRow: Sendable, Hashable {
  /// The kinds of rows.
  public indirect enum Content: Sendable, Hashable {
    /// A transaction; its coin is the fact's asset.
    case transaction(Transaction)
    /// A move; its coin is the fact's asset.
    case move(Move)
  }

  /// The row.
  public let content: Content
  /// Whether the file states the row's id.
  public let hasID: Bool

  /// Makes a row.
  public init(_ content: Content, hasID: Bool) { (self.content, self.hasID) = (content, hasID) }
}

extension OwnRow {
  /// The values of the row, one after the other; `nil` where there is none.
  var fields: [String?] {
    switch content {
    case .transaction(let row):
      [
        row.id.uppercasedText, row.type.rawValue, number(row.amount), number(row.pricePerCoin),
        instant(row.date), row.notes, row.account, row.kind.rawValue, row.label?.rawValue,
        row.link?.uppercasedText, row.acquired.map(instant), row.payment.map { number($0.amount) },
        row.payment?.currency, row.fee.map { number($0.amount) }, row.fee?.currency,
        row.fee?.rate.map(number), row.valuation?.kind.rawValue, row.valuation?.rate.map(number),
        row.valuation?.source, row.valuation?.day.map { String($0.number) },
        row.reference?.source, row.reference?.id,
      ] + row.laterFields
    case .move(let row):
      [
        row.id.uppercasedText, row.account, number(row.amount), number(row.fee), instant(row.date),
        row.hash, row.notes, row.reference?.source, row.reference?.id, row.transfer?.uppercasedText,
      ]
    }
  }

  /// Reads ``fields`` back, `nil` for anything else.
  init?(isMove: Bool, hasID: Bool, fields: [String?]) {
    let reader = FieldReader(fields: fields)
    guard let row = isMove ? reader.move : reader.transaction else { return nil }
    self.init(row, hasID: hasID)
  }
}

extension Transaction {
  /// The values that few rows have, up to the last there is.
  fileprivate var laterFields: [String?] {
    let lots = lots.isEmpty ? nil : lots.map(\.uppercasedText).joined(separator: " ")
    guard let cash else { return lots == nil ? [] : [lots] }
    return [lots, number(cash.amount), cash.currency, cash.rate.map(number)]
  }
}

private func number(_ value: ExactDecimal) -> String { value.description }
private func instant(_ date: Date) -> String { String(date.millisecondsSince1970) }

/// Reads the values of a row of a ledger.
private struct FieldReader {
  let fields: [String?]

  private func text(_ index: Int) -> String? {
    fields.indices.contains(index) ? fields[index] : nil
  }
  private func number(_ index: Int) -> ExactDecimal? {
    text(index).flatMap { ExactDecimal($0)?.ifWithinExactDigits }
  }
  private func date(_ index: Int) -> Date? {
    text(index).flatMap { Int($0) }.map { Date(millisecondsSince1970: $0) }
  }
  private func id(_ index: Int) -> UUID? { text(index).flatMap { UUID(digits: $0) } }

  private func reference(_ index: Int) -> Reference? {
    guard let source = text(index), let id = text(index + 1) else { return nil }
    return Reference(source: source, id: id)
  }

  var transaction: OwnRow.Content? {
    // Rows that name lots have one value more, and swaps with cash four.
    guard [22, 23, 26].contains(fields.count), let id = id(0),
      let type = text(1).flatMap(TransactionType.init),
      let amount = number(2), let price = number(3), let date = date(4),
      let kind = text(7).flatMap(TransactionKind.init)
    else { return nil }
    var row = Transaction(
      id: id, coinId: "", type: type, amount: amount, pricePerCoin: price, date: date,
      notes: text(5), account: text(6), kind: kind,
      label: text(8).flatMap(TransactionLabel.init), link: self.id(9), acquired: self.date(10),
      lots: (text(22) ?? "").split(separator: " ").compactMap { UUID(digits: String($0)) },
      reference: reference(20))
    if let amount = number(11), let currency = text(12) {
      row.payment = MoneyAmount(amount: amount, currency: currency)
    }
    row.fee = number(13).map {
      TransactionFee(amount: $0, currency: text(14), rate: number(15))
    }
    row.valuation = text(16).flatMap(Valuation.Kind.init).map { kind in
      Valuation(
        kind: kind, rate: number(17), source: text(18),
        day: text(19).flatMap { Int($0) }.map { UTCDay(number: $0) })
    }
    if let amount = number(23), let currency = text(24) {
      row.cash = SwapCash(amount: amount, currency: currency, rate: number(25))
    }
    return .transaction(row)
  }

  var move: OwnRow.Content? {
    guard fields.count == 10, let id = id(0), let account = text(1), let amount = number(2),
      let fee = number(3), let date = date(4)
    else { return nil }
    return .move(
      Move(
        id: id, account: account, coinId: "", amount: amount, fee: fee, date: date, hash: text(5),
        notes: text(6), reference: reference(7), transfer: self.id(9)))
  }
}

extension OwnRow {
  /// The id of the row; `nil` where the file states none.
  public var id: UUID? {
    guard hasID else { return nil }
    switch content {
    case .transaction(let row): return row.id
    case .move(let row): return row.id
    }
  }

  /// Whether the row is a move.
  var isMove: Bool { if case .move = content { true } else { false } }

  /// The row with another id, of a coin.
  func named(_ id: UUID, coinId: String) -> RecordedEvent {
    switch content {
    case .transaction(let row):
      let named = Transaction(
        id: id, coinId: coinId, type: row.type, amount: row.amount,
        pricePerCoin: row.pricePerCoin, date: row.date, notes: row.notes, account: row.account,
        kind: row.kind, label: row.label, link: row.link, acquired: row.acquired,
        lots: row.lots, payment: row.payment, fee: row.fee, valuation: row.valuation,
        reference: row.reference, cash: row.cash)
      return RecordedEvent(transactions: [named])
    case .move(let row):
      let named = Move(
        id: id, account: row.account, coinId: coinId, amount: row.amount, fee: row.fee,
        date: row.date, hash: row.hash, notes: row.notes, reference: row.reference,
        transfer: row.transfer)
      return RecordedEvent(moves: [named])
    }
  }
}
