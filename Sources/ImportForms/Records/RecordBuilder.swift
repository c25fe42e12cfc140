import FoundationEssentials
import Import
import ImportText
import Portfolio

/// Makes records of the rows of one file, and of what its reader says about each.
final class RecordBuilder {
  private let form: ImportFormat
  private let file: FileContext
  private let owner: [String]
  private let placed: String?
  private let order: String?
  private let settlements: Set<String>
  private let table: CSVTable?
  private var rows: [Row] = []
  private var coinNames: [String: String] = [:]
  /// Keys of trades with a row that cannot be read.
  private var unreadKeys: Set<String> = []
  /// Whether any row was read, or left out for another reason than a word that is not known.
  private var isOfForm = false
  /// The column of times that rows lack, where no row was read.
  private var missingTimes: String?

  /// A row of the file, until all is known of it.
  private struct Row {
    let line: Int
    var digest: CellsDigest
    /// The cells; they show how precise a clock is that is read when the file ends.
    var cells: [String]
    var owner = ""
    var placed: Date?
    var order = ""
    var state: Record.State?
    var facts: [Fact] = []
    var notes = ""
  }

  /// Begins a file of a form that is not a table.
  init(of form: ImportFormat, options: ReadingOptions) {
    let reader = FormatReader.bitpal
    (self.form, table, owner, placed, order) = (form, nil, [], nil, nil)
    settlements = []
    file = FileContext(reader: reader, digest: options.digest, account: options.account)
  }

  /// Begins a file.
  init(of found: DetectedFormat, options: ReadingOptions) {
    (form, table) = (found.reader.format, found.table)
    owner = found.reader.declares.owner.filter { found.table.header.has([$0]) }
    order = found.reader.declares.order
    settlements = found.reader.declares.settlements
    placed = found.reader.declares.placed.flatMap { found.table.header.first(prefix: $0) }
    file = FileContext(reader: found.reader, digest: options.digest, account: options.account)
  }

  /// Begins a row.
  func begin(_ record: CSVRecord) {
    var cells = record.row.cells
    // Why version 1.0 refused a row is not part of what the row says.
    if let reason = record.header.index(of: "bitpal reason"), reason < cells.count {
      cells.remove(at: reason)
    }
    var row = Row(
      line: record.row.line, digest: CellsDigest(meaningOf: cells), cells: record.row.cells)
    row.owner = owner.lazy.map { record[$0] }.first { !$0.isEmpty } ?? ""
    if let order { row.order = record[order] }
    if let placed {
      do throws(RefusalReason) {
        row.placed = try record.date(placed, .yearFirst, .shortYearFirst, .unix)
      } catch {
        // The row's own reader says what is wrong with it.
      }
    }
    rows.append(row)
  }

  /// Adds what a row says by itself.
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
      let index = row(at: leg.record.row.line)
      name(leg.asset)
      if leg.isPending {
        state(.leftOut(LeftOut(.notCarriedOut, word: "pending")), of: index)
      } else if case .refused(let word) = leg.lone, leg.key.isEmpty {
        state(.asks(RowQuestion(.unknownKind(word))), of: index)
      } else {
        add(leg.legs(context(of: index), part: rows[index].facts.count), to: index)
        rows[index].notes = leg.notes
      }
    }
  }

  /// Adds what a row says, when the reader knows it.
  func add(_ result: RowResult) {
    let index = row(at: result.source.line, of: result.source)
    switch result {
    case .leftOut(let row):
      isOfForm = true
      if let settlement = settlement(of: row, at: index) { return add([settlement], to: index) }
      state(LeftOut(row.reason).map { .leftOut($0) } ?? .read, of: index)
    case .refused(let row):
      note(row.reason, result)
      state(.asks(RowQuestion(row.reason)), of: index)
    case .trade(let facts):
      for quantity in [facts.received, facts.spent] { quantity.map { name($0.asset) } }
      rows[index].notes = facts.notes
      fallthrough
    case .move, .entry, .record:
      if case .move(let facts) = result { name(facts.quantity.asset) }
      add(result.facts(context(of: index), part: rows[index].facts.count), to: index)
    }
  }

  private func add(_ facts: [Fact], to index: Int) {
    isOfForm = true
    if case .asks = rows[index].state { return }
    rows[index].state = .read
    for var fact in facts {
      if let placed = rows[index].placed {
        fact.orderStart = Int64(placed.millisecondsSince1970) * 1000
      }
      if !rows[index].order.isEmpty {
        fact.ids[IDSpace("\(file.exchange) order", .order)] = rows[index].order
      }
      rows[index].facts.append(fact)
    }
  }

  /// Sets what became of a row; a question counts more than facts, and facts more than nothing.
  private func state(_ state: Record.State, of index: Int) {
    switch (rows[index].state, state) {
    case (.asks, _): return
    case (_, .asks): rows[index].facts = []
    case (.read, .leftOut): return
    default: break
    }
    rows[index].state = state
  }

  private func note(_ reason: RefusalReason, _ result: RowResult) {
    switch reason {
    case .unknownKind, .unknownLabel: break
    default: isOfForm = true
    }
    guard let table else { return }
    missingTimes = [result].timesMissing(by: table.header) ?? missingTimes
  }

  /// The coins that a contract settled in, where the form has a word for that.
  private func settlement(of row: LeftOutRow, at index: Int) -> Fact? {
    guard let facts = row.contract, case .derivative(let word) = row.reason,
      settlements.contains(word.lowercased())
    else { return nil }
    return facts.settlement(context(of: index), part: rows[index].facts.count)
  }

  private func name(_ asset: Asset) {
    switch asset {
    case .symbol(let ticker, let name?): coinNames[ticker] = name
    case .token(_, let name, _): coinNames[asset.text] = name
    default: break
    }
  }

  /// The position of a row; rows above the header and those of JSON begin here.
  private func row(at line: Int, of source: RowSource? = nil) -> Int {
    if let last = rows.last, last.line == line { return rows.count - 1 }
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].line < line { low = middle + 1 } else { high = middle }
    }
    if low < rows.count, rows[low].line == line { return low }
    let digest = source?.digest ?? CellsDigest(cells: [])
    rows.insert(Row(line: line, digest: digest, cells: []), at: low)
    return low
  }

  private func context(of index: Int) -> RowContext {
    let row = rows[index]
    return RowContext(
      file: file, line: row.line, cells: row.digest.shortText, texts: row.cells, owner: row.owner)
  }

  /// Refuses a file whose header is another form's by what its rows say.
  func checkForm(
    of found: DetectedFormat, as forms: [ImportFormat], firstLine: String
  ) throws(ImportError) {
    if found.reader.mayBeOthers, !isOfForm, !rows.isEmpty {
      throw .unknownFormat(firstLine: firstLine)
    }
    let hasFacts = rows.contains { !$0.facts.isEmpty }
    if found.reader.format != .custom, let missingTimes, !hasFacts {
      guard forms.count == ImportFormat.allCases.count else {
        throw .lacksTimes(column: missingTimes, found.reader.format)
      }
      throw .unknownFormat(firstLine: firstLine)
    }
  }

  /// The records of all rows.
  func result(hasUnknownZone: Bool) -> FileRecords {
    var records: [Record] = []
    records.reserveCapacity(rows.count)
    // The last row goes as its record comes: a million of both are never there together.
    while let row = rows.popLast() {
      var record = Record(
        line: row.line, cells: row.digest.shortText,
        state: row.state
          ?? .asks(
            RowQuestion(.unreadable, subject: "", reason: "The row has nothing that can be read.")),
        facts: row.facts, notes: row.notes)
      if let key = row.facts.first?.group, !key.isEmpty, unreadKeys.contains(key) {
        record.facts = []
        record.state = .asks(
          RowQuestion(
            .halfOfTrade, subject: row.facts[0].amount.asset,
            reason: "Another row of this trade cannot be read."))
      }
      records.append(record)
    }
    records.reverse()
    return FileRecords(
      form: form, records: records, hasUnknownZone: hasUnknownZone, coinNames: coinNames)
  }
}
