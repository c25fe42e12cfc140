import Exact
import FoundationEssentials
import Portfolio

/// Where the cells of one record of bitpal's CSV are, for rows as bitpal itself and nearly every
/// other program writes them: ASCII, without quotes, nothing padded.
///
/// Any other row is `nil` here and read by ``FormatReader/bitpal``, which this agrees with.
struct RecordCells {
  private let delimiter: UInt8
  private let count: Int
  private let places: [Int]
  private let date: Int
  private var bounds: [Range<Int>] = []
  private var day = DayText()
  private var coin: (bytes: [UInt8], text: String) = ([], "")

  /// What the places of ``places`` hold.
  private enum Column: Int, CaseIterable {
    case coinId, type, amount, price, date, notes, id, account, category, payment
    case paymentCurrency, fee, feeCurrency, feeRate, valuation, rate, rateSource, rateDay
    case referenceSource, referenceId, hash, transfer, kind, label, link, acquired
  }

  init(_ header: CSVHeader, delimiter: UInt8) {
    self.delimiter = delimiter
    count = header.count
    places = Column.allCases.map { header.columns[bitpalColumns[$0.rawValue]] ?? -1 }
    date = places[Column.date.rawValue]
    bounds.reserveCapacity(count)
  }

  /// Whether the bytes are of the kind that is read here.
  static func isPlain(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
    !record.isEmpty
      && record.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\"") && $0 != 0 }
  }

  /// The instant of a plain record; `nil` where the row has to be looked at closely.
  mutating func instant(of record: UnsafeBufferPointer<UInt8>) -> Date? {
    var start = 0
    for _ in 0..<date {
      guard let found = record[start...].firstIndex(of: delimiter) else { return nil }
      start = found + 1
    }
    let end = record[start...].firstIndex(of: delimiter) ?? record.count
    return day.instant(UnsafeBufferPointer(rebasing: record[start..<end]))
  }

  /// What a plain record says; `nil` where the row has to be looked at closely.
  mutating func entry(_ record: UnsafeBufferPointer<UInt8>) -> ImportedEntry? {
    guard split(record), let type = type(record), let coinId = coinId(record),
      let date = day.instant(cell(.date, record)), let amount = number(.amount, record)
    else { return nil }
    let price = cell(.price, record).isEmpty && type == .gift ? 0 : number(.price, record)
    guard let price else { return nil }
    var transaction = Transaction(
      id: Self.noId, coinId: coinId, type: type, amount: amount, pricePerCoin: price, date: date,
      notes: text(.notes, record), account: text(.account, record))
    let isWhole = fill(&transaction, from: record)
    guard isWhole else { return nil }
    let id = text(.id, record)
    guard id == nil || transaction.id != Self.noId else { return nil }
    return ImportedEntry(
      source: RowSource(line: 0, text: ""),
      asset: id == nil ? .idOrSymbol(coinId) : .id(coinId), transaction: transaction,
      hasId: id != nil)
  }

  /// The digest by which a row without an id is known again.
  func digest(_ record: UnsafeBufferPointer<UInt8>, without reason: Int?) -> RowDigest {
    RowDigest(record, delimiter: delimiter, without: reason)
  }

  private static let noId = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// The columns that only bitpal's own exports have.
  private func fill(
    _ row: inout Transaction, from record: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if let text = text(.id, record) {
      guard let id = UUID(uuidString: text) else { return false }
      row = Transaction(
        id: id, coinId: row.coinId, type: row.type, amount: row.amount,
        pricePerCoin: row.pricePerCoin, date: row.date, notes: row.notes, account: row.account)
    }
    if let text = text(.kind, record) {
      guard let kind = TransactionKind(rawValue: text), kind.fits(row.type) else { return false }
      row.kind = kind
    } else if let text = text(.category, record) {
      guard let category = TransactionCategory(rawValue: text) else { return false }
      row.category = category
    }
    if let text = text(.label, record) {
      guard let label = TransactionLabel(rawValue: text) else { return false }
      row.label = label
    }
    if let text = text(.link, record) {
      guard let link = UUID(uuidString: text) else { return false }
      row.link = link
    }
    // Few rows have it: those are read closely.
    guard text(.acquired, record) == nil else { return false }
    if text(.payment, record) != nil {
      guard let amount = number(.payment, record), let currency = text(.paymentCurrency, record)
      else { return false }
      row.payment = MoneyAmount(amount: amount, currency: currency)
    }
    if text(.fee, record) != nil {
      let rate = number(.feeRate, record)
      guard let amount = number(.fee, record), rate != nil || text(.feeRate, record) == nil else {
        return false
      }
      row.fee = TransactionFee(amount: amount, currency: text(.feeCurrency, record), rate: rate)
    }
    if let source = text(.referenceSource, record), let id = text(.referenceId, record) {
      row.reference = Reference(source: source, id: id)
    }
    return fillValuation(&row, from: record)
  }

  private func fillValuation(
    _ row: inout Transaction, from record: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let word = text(.valuation, record) else { return true }
    let rate = number(.rate, record)
    let day = text(.rateDay, record).flatMap { UTCDay(text: $0) }
    guard let kind = Valuation.Kind(rawValue: word), rate != nil || text(.rate, record) == nil,
      day != nil || text(.rateDay, record) == nil
    else { return false }
    row.valuation = Valuation(
      kind: kind, rate: rate, source: text(.rateSource, record), day: day)
    return true
  }

  /// Finds the cells; none may be padded or without a column.
  private mutating func split(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
    bounds.removeAll(keepingCapacity: true)
    var start = 0
    for end in 0...record.count where end == record.count || record[end] == delimiter {
      if end > start, record[start] <= 0x20 || record[end - 1] <= 0x20 { return false }
      bounds.append(start..<end)
      start = end + 1
    }
    return bounds.count <= count
  }

  private func cell(
    _ column: Column, _ record: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let place = places[column.rawValue]
    guard place >= 0, place < bounds.count else {
      return UnsafeBufferPointer(rebasing: record[..<0])
    }
    return UnsafeBufferPointer(rebasing: record[bounds[place]])
  }

  private func text(_ column: Column, _ record: UnsafeBufferPointer<UInt8>) -> String? {
    let cell = cell(column, record)
    return cell.isEmpty ? nil : String(decoding: cell, as: UTF8.self)
  }

  private func number(_ column: Column, _ record: UnsafeBufferPointer<UInt8>) -> Decimal? {
    let cell = cell(column, record)
    do throws(DecimalTextError) {
      return try Decimal(exactUTF8: UnsafeRawBufferPointer(cell))
    } catch {
      return nil
    }
  }

  private func type(_ record: UnsafeBufferPointer<UInt8>) -> TransactionType? {
    let cell = cell(.type, record)
    return Self.types.first { $0.bytes.elementsEqual(cell) }?.type
  }

  private static let types = TransactionType.allCases.map {
    (bytes: Array($0.rawValue.utf8), type: $0)
  }

  /// The coin; one text for all rows that follow each other.
  private mutating func coinId(_ record: UnsafeBufferPointer<UInt8>) -> String? {
    let cell = cell(.coinId, record)
    guard !cell.isEmpty else { return nil }
    if !coin.bytes.elementsEqual(cell) {
      coin = (Array(cell), String(decoding: cell, as: UTF8.self))
    }
    return coin.text
  }
}

/// Reads instants, many of them on the same day.
private struct DayText {
  private var bytes: [UInt8] = []
  private var midnight = 0

  /// `2024-03-31` or `2024-03-31T12:00:00Z`; any other form by the reader of all of them.
  mutating func instant(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard text.count == 20 || text.count == 10, let seconds = Self.seconds(text) else {
      return Date(utcText: String(decoding: text, as: UTF8.self))
    }
    let day = text[..<10]
    if !bytes.elementsEqual(day) {
      guard let date = Date(utcText: String(decoding: day, as: UTF8.self)) else { return nil }
      bytes = Array(day)
      midnight = date.millisecondsSince1970
    }
    return Date(millisecondsSince1970: midnight + seconds * 1000)
  }

  /// The seconds of the day of `…T12:00:00Z`; 0 for a day alone.
  private static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count == 20 else { return 0 }
    guard text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z"),
      let hour = twoDigits(text, 11), hour < 24, let minute = twoDigits(text, 14), minute < 60,
      let second = twoDigits(text, 17), second < 60
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  private static func twoDigits(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int? {
    let (tens, ones) = (Int(text[place]) - 48, Int(text[place + 1]) - 48)
    guard (0...9).contains(tens), (0...9).contains(ones) else { return nil }
    return tens * 10 + ones
  }
}
