import Exact
import FoundationEssentials
import GRDB
import Portfolio

/// A transaction with its sequence number.
struct LedgerRow {
  let sequence: Int
  var transaction: Transaction
  /// The record it is derived from.
  var origin: RecordOrigin?
}

/// Values by column index.
protocol ColumnSource {
  func integer(_ index: Int) -> Int?
  func text(_ index: Int) -> String?
  func bytes(_ index: Int) -> [UInt8]?
  /// Text that may be stored as bytes.
  func freeText(_ index: Int) -> String?
  /// An id, stored in 16 bytes.
  func id(_ index: Int) -> UUID?
  /// A decimal number, stored as text.
  func decimal(_ index: Int) throws(DecimalTextError) -> ExactDecimal?
}

extension ColumnSource {
  func freeText(_ index: Int) -> String? {
    bytes(index).map { String(decoding: $0, as: UTF8.self) }
  }

  func id(_ index: Int) -> UUID? { bytes(index).flatMap(UUID.init(stored:)) }

  func decimal(_ index: Int) throws(DecimalTextError) -> ExactDecimal? {
    guard let text = text(index) else { return nil }
    return try ExactDecimal(exact: text)
  }
}

/// The current row of an SQLite statement.
struct RowColumns: ColumnSource {
  let row: Row

  func integer(_ index: Int) -> Int? { row.value(index) }
  func text(_ index: Int) -> String? { row.value(index) }
  func bytes(_ index: Int) -> [UInt8]? { (row.value(index) as Data?).map(Array.init) }
}

/// A row image of the journal.
struct ImageColumns: ColumnSource {
  let values: [RowValue]

  func integer(_ index: Int) -> Int? {
    if index < values.count, case .integer(let number) = values[index] { number } else { nil }
  }

  func text(_ index: Int) -> String? {
    if index < values.count, case .text(let text) = values[index] { text } else { nil }
  }

  func bytes(_ index: Int) -> [UInt8]? {
    guard index < values.count else { return nil }
    switch values[index] {
    case .blob(let bytes): return bytes
    case .text(let text): return Array(text.utf8)
    case .null, .integer: return nil
    }
  }
}

/// Reads columns, and throws an error naming the first unreadable one.
struct ColumnReader<Source: ColumnSource> {
  let source: Source
  let table: LedgerTable
  let location: LedgerStoreError.Location
  var sequence: Int { source.integer(0) ?? 0 }

  func unreadable(_ index: Int) -> LedgerStoreError {
    .unreadableRow(
      location.path, table: location.table, sequence: sequence, column: table.columns[index].name)
  }

  func required<Value>(_ index: Int, _ value: Value?) throws -> Value {
    guard let value else { throw unreadable(index) }
    return value
  }

  /// A value that may be missing but must not be malformed.
  func optional<Value>(_ index: Int, _ read: (String) -> Value?) throws -> Value? {
    guard let text = source.text(index) else { return nil }
    guard let value = read(text) else { throw unreadable(index) }
    return value
  }

  func decimal(_ index: Int) throws -> ExactDecimal {
    try required(index, try optionalDecimal(index))
  }

  func quantity(_ index: Int) throws -> Quantity { Quantity(try decimal(index)) }

  func price(_ index: Int) throws -> Price { Price(try decimal(index)) }

  func optionalDecimal(_ index: Int) throws -> ExactDecimal? {
    do throws(DecimalTextError) { return try source.decimal(index) } catch {
      throw unreadable(index)
    }
  }

  func id(_ index: Int) throws -> UUID {
    try required(index, source.id(index))
  }

  /// A list of ids.
  func ids(_ index: Int) throws -> [UUID] {
    guard let bytes = source.bytes(index) else { return [] }
    guard let ids = [UUID](bytes: bytes) else { throw unreadable(index) }
    return ids
  }

  func date(_ index: Int) throws -> Date {
    try required(index, source.integer(index).flatMap(Date.init(checkedMillisecondsSince1970:)))
  }

  func day(_ index: Int) throws -> UTCDay? {
    guard let number = source.integer(index) else { return nil }
    return try required(index, UTCDay(checkedNumber: number))
  }

  func freeText(_ index: Int) -> String? { source.freeText(index) }

  /// The record in this column and the part in the next.
  func origin(_ index: Int) throws -> RecordOrigin? {
    guard let record = source.integer(index) else { return nil }
    return RecordOrigin(record: record, part: try required(index + 1, source.integer(index + 1)))
  }

  func reference(_ index: Int) throws -> Reference? {
    guard let name = freeText(index) else { return nil }
    return Reference(source: name, id: try required(index + 1, freeText(index + 1)))
  }
}

extension LedgerStoreError {
  /// Where a row was read from, for errors.
  struct Location {
    let path: String
    let table: String
  }
}

extension LedgerRow {
  /// Reads the columns of ``LedgerTable/transactions``.
  init<Source: ColumnSource>(_ source: Source, at location: LedgerStoreError.Location) throws {
    let reader = ColumnReader(source: source, table: .transactions, location: location)
    sequence = reader.sequence
    transaction = Transaction(
      id: try reader.id(1),
      coinId: try reader.required(2, source.text(2)),
      type: try reader.required(3, source.text(3).flatMap(TransactionType.init)),
      amount: try reader.quantity(4), pricePerCoin: try reader.price(5),
      date: try reader.date(6),
      notes: reader.freeText(7), account: reader.freeText(8),
      kind: try reader.required(9, source.text(9).flatMap(TransactionKind.init)),
      label: try reader.optional(21, TransactionLabel.init),
      link: source.bytes(22) == nil ? nil : try reader.id(22),
      acquired: source.integer(23) == nil ? nil : try reader.date(23),
      lots: try reader.ids(26),
      payment: try Self.payment(reader), fee: try Self.fee(reader),
      valuation: try Self.valuation(reader), reference: try reader.reference(19),
      cash: try Self.cash(reader))
    origin = try reader.origin(24)
  }

  private static func payment<Source>(_ reader: ColumnReader<Source>) throws -> MoneyAmount? {
    guard let amount = try reader.optionalDecimal(10) else { return nil }
    return MoneyAmount(
      amount: amount, currency: try reader.required(11, reader.source.text(11)))
  }

  private static func fee<Source>(_ reader: ColumnReader<Source>) throws -> TransactionFee? {
    guard let amount = try reader.optionalDecimal(12) else { return nil }
    return TransactionFee(
      amount: amount, currency: reader.source.text(13), rate: try reader.optionalDecimal(14))
  }

  private static func cash<Source>(_ reader: ColumnReader<Source>) throws -> SwapCash? {
    guard let amount = try reader.optionalDecimal(27) else { return nil }
    return SwapCash(
      amount: amount, currency: try reader.required(28, reader.source.text(28)),
      rate: try reader.optionalDecimal(29))
  }

  private static func valuation<Source>(_ reader: ColumnReader<Source>) throws -> Valuation? {
    guard let kind = try reader.optional(15, Valuation.Kind.init) else { return nil }
    return Valuation(
      kind: kind, rate: try reader.optionalDecimal(16), source: reader.freeText(17),
      day: try reader.day(18))
  }

  /// Writes the values of ``LedgerTable/transactions`` to a sink, column by column.
  func write(to sink: inout some RowSink) {
    let row = transaction
    sink.add(sequence)
    sink.add(row.id)
    sink.add(row.coinId)
    sink.add(row.type.rawValue)
    sink.add(row.amount.number)
    sink.add(row.pricePerCoin.number)
    sink.add(row.date.millisecondsSince1970)
    sink.add(row.notes)
    sink.add(row.account)
    sink.add(row.kind.rawValue)
    sink.add(row.payment?.amount)
    sink.add(row.payment?.currency)
    sink.add(row.fee?.amount)
    sink.add(row.fee?.currency)
    sink.add(row.fee?.rate)
    sink.add(row.valuation?.kind.rawValue)
    sink.add(row.valuation?.rate)
    sink.add(row.valuation?.source)
    sink.add(row.valuation?.day?.number)
    sink.add(row.reference?.source)
    sink.add(row.reference?.id)
    sink.add(row.label?.rawValue)
    sink.add(row.link)
    sink.add(row.acquired?.millisecondsSince1970)
    sink.add(origin?.record)
    sink.add(origin?.part)
    // A row's image ends with its last set value of the later columns.
    guard !row.lots.isEmpty || row.cash != nil else { return }
    sink.add(row.lots.bytes)
    guard let cash = row.cash else { return }
    sink.add(cash.amount)
    sink.add(cash.currency)
    guard let rate = cash.rate else { return }
    sink.add(rate)
  }

  /// The values of ``LedgerTable/transactions``.
  var values: [RowValue] {
    var sink = RowValues()
    write(to: &sink)
    return sink.values
  }
}

extension RowValue {
  init(_ text: String?) { self = text.map(RowValue.text) ?? .null }
  init(_ number: Int?) { self = number.map(RowValue.integer) ?? .null }
  init(_ number: ExactDecimal?) { self = number.map { .text($0.description) } ?? .null }
}

extension UUID {
  /// Reads ``stored``; `nil` unless there are 16 bytes.
  init?(stored bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  /// The id as 16 bytes.
  var stored: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}

extension [UUID] {
  /// Reads ``bytes``; `nil` unless the length is a multiple of 16.
  init?(bytes: [UInt8]) {
    guard bytes.count.isMultiple(of: 16) else { return nil }
    self = stride(from: 0, to: bytes.count, by: 16).compactMap { start in
      UUID(stored: Array<UInt8>(bytes[start..<(start + 16)]))
    }
  }

  /// The ids as 16 bytes each; `nil` if there are none.
  var bytes: [UInt8]? { isEmpty ? nil : flatMap { (id: UUID) in id.stored } }
}
