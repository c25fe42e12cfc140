import Exact
public import FoundationEssentials
public import Portfolio

/// A ledger row from one of bitpal's own files; it is booked unchanged.
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

/// The fields in which a row differs from another, as texts.
///
/// A fact implies most of its row, so few fields remain. Ledgers store the field numbers, so these
/// must never change. A row in the first format has all of its fields.
struct RowFields: Equatable {
  /// A bit for each field that differs; the lowest bit is the first field.
  private(set) var numbers: UInt = 0
  /// The values of these fields, `nil` for none.
  private(set) var texts: [String?] = []
  private var count = 0

  /// The maximum number of fields in a row.
  static let limit = 26

  init() {}

  /// Restores stored fields; `nil` if texts and numbers do not match.
  init?(numbers: UInt, texts: [String?]) {
    guard numbers < 1 << UInt(Self.limit), numbers.nonzeroBitCount == texts.count else {
      return nil
    }
    (self.numbers, self.texts) = (numbers, texts)
  }

  fileprivate mutating func append<Value: Equatable>(
    _ value: Value?, _ other: Value?, _ text: (Value) -> String
  ) {
    defer { count += 1 }
    guard value != other else { return }
    numbers |= 1 << UInt(count)
    texts.append(value.map(text))
  }

  fileprivate mutating func append(_ value: String?, _ other: String?) {
    append(value, other) { $0 }
  }
  fileprivate mutating func append<Value: ExactValue>(_ value: Value?, _ other: Value?) {
    append(value, other) { $0.description }
  }
  fileprivate mutating func append(_ value: Date?, _ other: Date?) {
    append(value?.millisecondsSince1970, other?.millisecondsSince1970) { String($0) }
  }
  fileprivate mutating func append(_ value: UUID?, _ other: UUID?) {
    append(value, other) { $0.uppercasedText }
  }
  fileprivate mutating func append<Word: RawRepresentable<String> & Equatable>(
    _ value: Word?, _ other: Word?
  ) {
    append(value, other) { $0.rawValue }
  }
}

extension RowFields {
  /// The fields in which a row differs from another of its kind.
  init(of row: OwnRow.Content, beyond other: OwnRow.Content) {
    switch (row, other) {
    case (.transaction(let row), .transaction(let other)): append(row, other)
    case (.move(let row), .move(let other)): append(row, other)
    default: preconditionFailure()
    }
  }

  private mutating func append(_ row: Transaction, _ other: Transaction) {
    append(row.id, other.id)
    append(row.type, other.type)
    append(row.amount, other.amount)
    append(row.pricePerCoin, other.pricePerCoin)
    append(row.date, other.date)
    append(row.notes, other.notes)
    append(row.account, other.account)
    append(row.kind, other.kind)
    append(row.label, other.label)
    append(row.link, other.link)
    append(row.acquired, other.acquired)
    append(row.payment?.amount, other.payment?.amount)
    append(row.payment?.currency, other.payment?.currency)
    append(row.fee?.amount, other.fee?.amount)
    append(row.fee?.currency, other.fee?.currency)
    append(row.fee?.rate, other.fee?.rate)
    append(row.valuation?.kind, other.valuation?.kind)
    append(row.valuation?.rate, other.valuation?.rate)
    append(row.valuation?.source, other.valuation?.source)
    append(row.valuation?.day?.number, other.valuation?.day?.number) { String($0) }
    append(row.reference?.source, other.reference?.source)
    append(row.reference?.id, other.reference?.id)
    append(row.lots, other.lots) { $0.map(\.uppercasedText).joined(separator: " ") }
    append(row.cash?.amount, other.cash?.amount)
    append(row.cash?.currency, other.cash?.currency)
    append(row.cash?.rate, other.cash?.rate)
  }

  private mutating func append(_ row: Move, _ other: Move) {
    append(row.id, other.id)
    append(row.account, other.account)
    append(row.amount, other.amount)
    append(row.fee, other.fee)
    append(row.date, other.date)
    append(row.hash, other.hash)
    append(row.notes, other.notes)
    append(row.reference?.source, other.reference?.source)
    append(row.reference?.id, other.reference?.id)
    append(row.transfer, other.transfer)
  }

  /// Restores the row.
  ///
  /// - Parameter other: The row that it differs from.
  /// - Returns: `nil` if the fields are invalid.
  func row(beyond other: OwnRow.Content) -> OwnRow.Content? {
    var reader = FieldReader(fields: self)
    let row =
      switch other {
      case .transaction(let other): reader.transaction(other).map(OwnRow.Content.transaction)
      case .move(let other): reader.move(other).map(OwnRow.Content.move)
      }
    return reader.isAtEnd ? row : nil
  }
}

/// Reads the fields of a ledger row.
private struct FieldReader {
  let fields: RowFields
  private var number = 0
  private var index = 0
  private var isReadable = true

  init(fields: RowFields) { self.fields = fields }

  /// Whether all fields were read.
  var isAtEnd: Bool { isReadable && index == fields.texts.count }

  private mutating func value<Value>(_ other: Value?, _ read: (String) -> Value?) -> Value? {
    defer { number += 1 }
    guard fields.numbers & 1 << UInt(number) != 0 else { return other }
    defer { index += 1 }
    guard let text = fields.texts[index] else { return nil }
    let value = read(text)
    if value == nil { isReadable = false }
    return value
  }

  private mutating func text(_ other: String?) -> String? { value(other) { $0 } }
  private mutating func number<Value: ExactValue>(_ other: Value?) -> Value? {
    value(other) { ExactDecimal($0)?.ifWithinExactDigits.map { Value($0) } }
  }
  private mutating func date(_ other: Date?) -> Date? {
    value(other) { Int($0).map { Date(millisecondsSince1970: $0) } }
  }
  private mutating func id(_ other: UUID?) -> UUID? { value(other) { UUID(digits: $0) } }
  private mutating func word<Word: RawRepresentable<String>>(_ other: Word?) -> Word? {
    value(other) { Word(rawValue: $0) }
  }

  private mutating func reference(_ other: Reference?) -> Reference? {
    let (source, id) = (text(other?.source), text(other?.id))
    guard let source, let id else { return nil }
    return Reference(source: source, id: id)
  }

  mutating func transaction(_ other: Transaction) -> Transaction? {
    let (id, type) = (id(other.id), word(other.type))
    let (amount, price) = (number(other.amount), number(other.pricePerCoin))
    let (date, notes, account) = (date(other.date), text(other.notes), text(other.account))
    let (kind, label, link) = (word(other.kind), word(other.label), self.id(other.link))
    let acquired = self.date(other.acquired)
    let payment = (number(other.payment?.amount), text(other.payment?.currency))
    let fee = (number(other.fee?.amount), text(other.fee?.currency), number(other.fee?.rate))
    let valuation = (
      word(other.valuation?.kind), number(other.valuation?.rate), text(other.valuation?.source),
      value(other.valuation?.day?.number) { Int($0) }
    )
    let reference = reference(other.reference)
    let lots = value(other.lots) { text in
      text.split(separator: " ").compactMap { UUID(digits: String($0)) }
    }
    let cash = (number(other.cash?.amount), text(other.cash?.currency), number(other.cash?.rate))
    guard let id, let type, let amount, let price, let date, let kind else { return nil }
    var row = Transaction(
      id: id, coinId: "", type: type, amount: amount, pricePerCoin: price, date: date,
      notes: notes, account: account, kind: kind, label: label, link: link, acquired: acquired,
      lots: lots ?? [], reference: reference)
    if let amount = payment.0, let currency = payment.1 {
      row.payment = MoneyAmount(amount: amount, currency: currency)
    }
    row.fee = fee.0.map { TransactionFee(amount: $0, currency: fee.1, rate: fee.2) }
    row.valuation = valuation.0.map { kind in
      Valuation(
        kind: kind, rate: valuation.1, source: valuation.2,
        day: valuation.3.map { UTCDay(number: $0) })
    }
    if let amount = cash.0, let currency = cash.1 {
      row.cash = SwapCash(amount: amount, currency: currency, rate: cash.2)
    }
    return row
  }

  mutating func move(_ other: Move) -> Move? {
    let (id, account) = (id(other.id), text(other.account))
    let (amount, fee, date) = (number(other.amount), number(other.fee), date(other.date))
    let (hash, notes) = (text(other.hash), text(other.notes))
    let (reference, transfer) = (reference(other.reference), self.id(other.transfer))
    guard let id, let account, let amount, let fee, let date else { return nil }
    return Move(
      id: id, account: account, coinId: "", amount: amount, fee: fee, date: date, hash: hash,
      notes: notes, reference: reference, transfer: transfer)
  }
}

extension Fact.Values {
  /// The ledger row implied by the fact alone; its coin is left out, as in every ``OwnRow``.
  func describedRow(isMove: Bool) -> OwnRow.Content {
    let id = ids.first { $0.space.kind == .row }.flatMap { UUID(digits: $0.value) }
    let (isIn, account) = (amount.value >= .zero, scope.account)
    guard !isMove else {
      let fee = fee?.value ?? .zero
      return .move(
        Move(
          id: id ?? .unassigned, account: account, coinId: "",
          amount: isIn ? amount.value : amount.value + fee, fee: fee,
          date: instant.date))
    }
    let type: TransactionType = !isIn ? .sell : role == .gift ? .gift : .buy
    let kind: TransactionKind =
      switch role {
      case .reward: .reward
      case .gift: .gift
      case .payment: .spend
      case .cost: .lost
      case .exchange: .swap
      default: isIn ? .buy : .sell
      }
    let paid = counter.flatMap { $0.asset == usDollarCode ? nil : $0 }
    return .transaction(
      Transaction(
        id: id ?? .unassigned, coinId: "", type: type, amount: amount.value.magnitude,
        pricePerCoin: details.worth?.price ?? 0, date: instant.date,
        account: account.isEmpty ? nil : account, kind: kind,
        payment: paid.map { MoneyAmount(amount: $0.value.magnitude.number, currency: $0.asset) }))
  }
}

extension OwnRow {
  /// The id of the row; `nil` if the file states none.
  public var id: UUID? {
    guard hasID else { return nil }
    switch content {
    case .transaction(let row): return row.id
    case .move(let row): return row.id
    }
  }

  /// Whether the row is a move.
  var isMove: Bool { if case .move = content { true } else { false } }

  /// The row with another spelling of its account; a row without an account keeps none.
  func spelled(account: String) -> OwnRow {
    switch content {
    case .transaction(var row):
      if row.account != nil { row.account = account }
      return OwnRow(.transaction(row), hasID: hasID)
    case .move(var row):
      row.account = account
      return OwnRow(.move(row), hasID: hasID)
    }
  }

  /// The row with another id and the given coins.
  ///
  /// - Parameter feeCoinId: The coin of its fee; `nil` for a fee in a currency.
  func named(_ id: UUID, coinId: String, feeCoinId: String?) -> RecordedEvent {
    switch content {
    case .transaction(let row):
      let fee = row.fee.map { fee in
        TransactionFee(
          amount: fee.amount, currency: fee.currency.map { feeCoinId ?? $0 }, rate: fee.rate)
      }
      let named = Transaction(
        id: id, coinId: coinId, type: row.type, amount: row.amount,
        pricePerCoin: row.pricePerCoin, date: row.date, notes: row.notes, account: row.account,
        kind: row.kind, label: row.label, link: row.link, acquired: row.acquired,
        lots: row.lots, payment: row.payment, fee: fee, valuation: row.valuation,
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
