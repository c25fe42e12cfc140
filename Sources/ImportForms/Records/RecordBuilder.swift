import Exact
import FoundationEssentials
import Import
import ImportText
import Portfolio
import Threads

/// Builds records from the rows of one file and the results of its reader.
final class RecordBuilder {
  private let format: ImportFormat
  private let file: FileContext
  private let owner: [String]
  private let placed: PlacedColumn?
  /// The name of the column with the time at which an order was placed.
  private let placedName: String?
  private let order: String?
  /// The names of the columns that say what was ordered, if orders have no ids.
  private let ordered: [String]
  private let settlements: Set<String>
  private let now: Date
  /// The name of the column that numbers the rows.
  private let rowNumber: String?
  /// The number of columns, except unnamed ones at the end.
  private let columnCount: Int
  private var table: CSVTable?
  /// The rows read so far.
  private var rows: PackedRows
  /// The row being read.
  private var current: Row?
  /// Packed rows that are incomplete or changed after later rows, by index.
  private var late: [Int: Row] = [:]
  /// Rows that the table does not contain, by line.
  private var inserted: [Int: Row] = [:]
  private var coinNames: [String: String] = [:]
  /// Keys of trades with an unreadable row.
  private var unreadKeys: Set<String> = []
  /// Whether any row was read, or left out for a reason other than an unknown word.
  private var isOfForm = false
  /// The time column that rows lack, if no row was read.
  private var missingTimes: String?

  /// A row of the file, until it is complete.
  fileprivate struct Row {
    let line: Int
    var offset = 0
    /// The digest of the cells' meaning.
    let digest: String
    /// The cells, which show the precision of the clock.
    var cells: [String]
    var owner = ""
    var placed: Date?
    var order = ""
    var state: Record.State?
    var facts: [Fact] = []
    var notes = ""
  }

  /// Starts a file without a table.
  init(of format: ImportFormat, options: ReadingOptions) {
    let reader = FormatReader.bitpal
    (self.format, table, owner, order) = (format, nil, [], nil)
    (placed, placedName, ordered, columnCount, rowNumber) = (nil, nil, [], 0, nil)
    settlements = []
    now = options.now
    file = FileContext(
      reader: reader, form: FormName(format.rawValue), digest: options.digest,
      account: options.account)
    rows = PackedRows(form: file.form.text, file: options.digest)
  }

  /// Starts a file with a table.
  init(of found: DetectedFormat, options: ReadingOptions) {
    (format, table) = (found.reader.format, found.table)
    owner = found.reader.declares.owner.filter { found.table.header.has([$0]) }
    order = found.reader.declares.order.first { found.table.header.has([$0]) }
    ordered =
      order == nil ? found.reader.declares.ordered.filter { found.table.header.has([$0]) } : []
    settlements = found.reader.declares.settlements
    now = options.now
    (columnCount, rowNumber) = (found.namedColumns.count, found.reader.declares.rowNumber)
    placed = found.reader.declares.placed
    placedName = placed?.name(in: found.table.header)
    file = FileContext(
      reader: found.reader, form: found.form, digest: options.digest, account: options.account)
    rows = PackedRows(form: file.form.text, file: options.digest)
  }

  /// Starts the rows of a table.
  func begin(_ table: CSVTable) { self.table = table }

  /// Starts a row.
  ///
  /// - Parameter offset: The byte offset of the row.
  func begin(_ record: CSVRecord, at offset: Int) {
    endRow()
    current = row(of: record, at: offset)
  }

  private func row(of record: CSVRecord, at offset: Int) -> Row {
    var cells = record.row.cells
    // A program that saves the file again may drop empty cells at the end of a row, or add some.
    let missing = columnCount - cells.count
    // At most as many, so that a header of a million columns costs no more than its rows.
    if 0 < missing, missing <= cells.count { cells += Array(repeating: "", count: missing) }
    while cells.count > columnCount, cells.last == "" { cells.removeLast() }
    if let rowNumber, let index = record.header.index(of: rowNumber), index < cells.count {
      cells[index] = ""
    }
    // The reasons of version 1.0 are not part of the row's content.
    var marks = record.header.decimalMarks
    if let reason = record.header.index(of: CSVHeader.reasons), reason < cells.count {
      cells.remove(at: reason)
      if reason < marks.count { marks.remove(at: reason) }
    }
    var row = Row(
      line: record.row.line, offset: offset,
      digest: CellsDigest(meaningOf: cells, marks: marks).shortText,
      cells: record.row.cells)
    row.owner = owner.lazy.map { record[$0] }.first { !$0.isEmpty } ?? ""
    if let order { row.order = record[order] }
    if let placed, let placedName {
      do throws(RefusalReason) {
        row.placed = try record.date(
          placedName, .yearFirst, .shortYearFirst, .unix,
          zone: try placed.zone(of: placedName, in: record.header))
      } catch {
        // The row's own reader reports what is wrong with it.
      }
    }
    if !ordered.isEmpty, let placed = row.placed {
      // A copy that a spreadsheet saved may lack the seconds.
      let minute = placed.millisecondsSince1970 / 60_000
      row.order = CellsDigest(meaningOf: ordered.map { record[$0] } + ["\(minute)"]).shortText
    }
    return row
  }

  /// Packs the row that was read.
  private func endRow() {
    guard let row = current else { return }
    current = nil
    if row.state == nil { late[rows.count] = row }
    rows.append(record(of: row), at: row.offset)
  }

  private func record(of row: Row) -> Record {
    Record(
      line: row.line, cells: row.digest,
      state: row.state
        ?? .asks(
          RowQuestion(.unreadable, subject: "", reason: "The row has nothing that can be read.")),
      facts: row.facts, notes: row.notes)
  }

  /// Changes the row on a line; rows above the header and JSON rows are created here.
  private func change<Value>(
    _ line: Int, of source: RowSource? = nil, _ body: (inout Row) -> Value
  ) -> Value {
    if current?.line != line, current.map({ $0.line < line }) ?? true,
      rows.lastLine.map({ $0 < line }) ?? true
    {
      endRow()
      current = Self.row(at: line, of: source)
    }
    if var row = current, row.line == line {
      // A second reference would copy the facts on every change.
      current = nil
      defer { current = row }
      return body(&row)
    }
    guard let index = rows.index(ofLine: line) else {
      return body(&inserted[line, default: Self.row(at: line, of: source)])
    }
    return body(&late[index, default: reopened(index)])
  }

  private static func row(at line: Int, of source: RowSource?) -> Row {
    Row(line: line, digest: (source?.digest ?? CellsDigest(cells: [])).shortText, cells: [])
  }

  /// A packed row, with its cells.
  private func reopened(_ index: Int) -> Row {
    let (record, offset) = rows.row(at: index)
    var row = Row(line: record.line, digest: record.cells, cells: [])
    // Rows above the header are not read again.
    if let table, offset >= table.firstRow.offset,
      let again = table.record(at: offset, line: record.line)
    {
      row = self.row(of: again, at: offset)
    }
    (row.state, row.facts, row.notes) = (record.state, record.facts, record.notes)
    return row
  }

  /// Adds a row's own statement.
  func add(_ result: RowStatement) {
    switch result {
    case .whole(let result): add(result)
    case .unread(let result, let key):
      unreadKeys.insert(key)
      add(result)
    case .part(let leg):
      guard leg.date >= genesisDate else {
        let reason = RefusalReason.beforeCoins(leg.date.utcDayText)
        return add(.refused(RefusedRow(source: leg.record.source, reason: reason)))
      }
      name(leg.asset)
      change(leg.record.row.line) { row in
        if leg.isPending {
          row.set(.leftOut(LeftOut(.notCarriedOut, word: "pending")))
        } else if case .refused(let word) = leg.lone, leg.key.isEmpty {
          row.set(.asks(RowQuestion(.unknownKind(word))))
        } else {
          add(leg.legs(context(of: row), part: row.facts.count), to: &row)
          row.notes = leg.notes
        }
      }
    }
  }

  /// Adds the final result of a row.
  func add(_ result: RowResult) {
    change(result.source.line, of: result.source) { row in
      switch result {
      case .leftOut(let left):
        isOfForm = true
        if let settlement = settlement(of: left, at: row) { return add([settlement], to: &row) }
        row.set(LeftOut(left.reason).map { .leftOut($0) } ?? .read)
      case .refused(let refused):
        note(refused.reason, result)
        row.set(.asks(RowQuestion(refused.reason)))
      case .trade(let facts):
        for quantity in [facts.received, facts.spent] { quantity.map { name($0.asset) } }
        row.notes = facts.notes
        fallthrough
      case .move, .entry, .record:
        if case .move(let facts) = result { name(facts.quantity.asset) }
        add(result.facts(context(of: row), part: row.facts.count), to: &row)
      }
    }
  }

  /// Adds facts, or asks about the row if no ledger can hold one of them.
  private func add(_ facts: [Fact], to row: inout Row) {
    isOfForm = true
    if case .asks = row.state { return }
    if let error = facts.lazy.compactMap({ $0.brokenRule(now: self.now) }).first {
      unreadKeys.formUnion(facts.lazy.map(\.group).filter { !$0.isEmpty })
      return row.set(.asks(RowQuestion(.breaksRule(error))))
    }
    row.state = .read
    for var fact in facts {
      if let decimals = file.currencyDecimals { fact.roundCurrencies(toDecimals: decimals) }
      if let placed = row.placed {
        fact.orderStart = Int64(placed.millisecondsSince1970) * 1000
      }
      if !row.order.isEmpty {
        let space = ordered.isEmpty ? file.exchange : file.form.format
        fact.ids[IDSpace("\(space) order", .order)] = row.order
      }
      row.facts.append(fact)
    }
  }

  private func note(_ reason: RefusalReason, _ result: RowResult) {
    switch reason {
    case .unknownKind, .unknownLabel: break
    default: isOfForm = true
    }
    guard let table else { return }
    missingTimes = [result].timesMissing(by: table.header) ?? missingTimes
  }

  /// The settlement of a contract in coins, if the form declares its word.
  private func settlement(of left: LeftOutRow, at row: Row) -> Fact? {
    guard let facts = left.contract, case .derivative(let word) = left.reason,
      settlements.contains(word.lowercased())
    else { return nil }
    return facts.settlement(context(of: row), part: row.facts.count)
  }

  private func name(_ asset: Asset) {
    switch asset {
    case .symbol(let ticker, let name?): coinNames[ticker] = name
    case .token(_, let name, _): coinNames[asset.text] = name
    default: break
    }
  }

  private func context(of row: Row) -> RowContext {
    RowContext(
      file: file, line: row.line, cells: row.digest, texts: row.cells, owner: row.owner)
  }

  /// Refuses a file if its rows show that its header has another form.
  func checkForm(
    of found: DetectedFormat, as forms: [ImportFormat], firstLine: String
  ) throws(ImportError) {
    endRow()
    if found.reader.mayBeOthers, !isOfForm, rows.count > 0 {
      throw .unknownFormat(firstLine: firstLine)
    }
    let hasFacts =
      rows.hasFacts || late.values.contains { !$0.facts.isEmpty }
    if found.reader.format != .custom, let missingTimes, !hasFacts {
      guard forms.count == ImportFormat.allCases.count else {
        throw .lacksTimes(column: missingTimes, found.reader.format)
      }
      throw .unknownFormat(firstLine: firstLine)
    }
  }

  /// The records of all rows.
  func result(hasUnknownZone: Bool) -> FileRecords {
    endRow()
    var records = rows.packed()
    records.replace(late.mapValues(record))
    if !inserted.isEmpty || !unreadKeys.isEmpty {
      let all = records.map(\.self) + inserted.values.map(record)
      records = RecordList(
        all.sorted { $0.line < $1.line }.map(withWholeTrade), form: file.form.text,
        file: file.digest)
    }
    return FileRecords(
      format: format, form: file.form, records: records, hasUnknownZone: hasUnknownZone,
      coinNames: coinNames)
  }

  /// A record; if a row of its trade is unreadable, it refers to that row instead.
  private func withWholeTrade(_ record: Record) -> Record {
    guard let first = record.facts.first, !first.group.isEmpty, unreadKeys.contains(first.group)
    else { return record }
    var record = record
    record.facts = []
    record.state = .asks(
      RowQuestion(
        .halfOfTrade, subject: first.amount.asset,
        reason: "Another row of this trade cannot be read."))
    return record
  }
}

/// Packs rows in chunks on a second thread.
private struct PackedRows {
  private var records: RecordList
  /// The chunk that is being packed.
  private var packing: BackgroundTask<RecordList, Never>?
  /// The rows after that chunk.
  private var unpacked: [Record] = []
  /// The line and byte offset of each row.
  private var locations: [(line: Int, offset: Int)] = []
  /// Whether any row has facts.
  private(set) var hasFacts = false

  init(form: String, file: String) { records = RecordList(form: form, file: file) }

  var count: Int { locations.count }
  var lastLine: Int? { locations.last?.line }

  mutating func append(_ record: Record, at offset: Int) {
    locations.append((record.line, offset))
    unpacked.append(record)
    if !record.facts.isEmpty { hasFacts = true }
    guard unpacked.count == RecordList.chunkSize else { return }
    appendPacked()
    packing = BackgroundTask { [unpacked, form = records.form, file = records.file] in
      RecordList(unpacked, form: form, file: file)
    }
    unpacked = []
  }

  private mutating func appendPacked() {
    if let packed = packing?.value() { records.append(packed) }
    packing = nil
  }

  /// The index of the row that begins on a line.
  func index(ofLine line: Int) -> Int? {
    let index = lowerBound(locations.indices) { locations[$0].line >= line }
    return index < locations.count && locations[index].line == line ? index : nil
  }

  /// A row and its byte offset.
  mutating func row(at index: Int) -> (record: Record, offset: Int) {
    if index >= records.count { appendPacked() }
    let record = index < records.count ? records[index] : unpacked[index - records.count]
    return (record, locations[index].offset)
  }

  /// All rows.
  mutating func packed() -> RecordList {
    appendPacked()
    for record in unpacked { records.append(record) }
    unpacked = []
    return records
  }
}

extension RecordBuilder.Row {
  /// Updates the state of the row; questions override facts, and facts override nothing.
  fileprivate mutating func set(_ new: Record.State) {
    switch (state, new) {
    case (.asks, _): return
    case (_, .asks): facts = []
    case (.read, .leftOut): return
    default: break
    }
    state = new
  }
}

extension Fact {
  /// The rule of the ledger that the fact breaks, or `nil`.
  fileprivate func brokenRule(now: Date) -> PortfolioError? {
    guard instant.at <= Int64(now.millisecondsSince1970) * 1_000 else {
      return .futureDateNotAllowed
    }
    do throws(PortfolioError) {
      switch own?.content {
      case .transaction(let row): try validateFields(of: row, now: .distantFuture)
      case .move(let row): try validateFields(of: row, now: .distantFuture)
      case nil:
        for value in [amount, counter, fee].compactMap({ $0?.value.magnitude })
        where !value.isZero && !LedgerRange.isPossibleAmount(value) {
          throw .amountOutOfRange
        }
      }
      return nil
    } catch { return error }
  }
}
