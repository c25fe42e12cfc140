import FoundationEssentials
import Portfolio

/// Goes through a file once: the places of its rows, and what only all of them together say.
struct FileScan {
  private(set) var entries: [StreamedFile.Entry] = []
  private(set) var trades = RowsOfTrades()
  private(set) var partCount = 0
  private(set) var kept: [Reading] = []
  private(set) var undated: [Reading] = []
  private(set) var evidence: FileEvidence
  private(set) var hasMoves = false
  private(set) var hasMovesWithoutAccount = false
  private(set) var isNewestFirst = false
  private(set) var repeated: Set<Int> = []
  private let decoder: RecordDecoder
  private let columns: [String]
  /// The column of fees that must have one sign, and the signs seen.
  private let signed: String?
  private var signs = FeeSigns()
  /// The signs of what left, by its word.
  private var signsOfKinds: SignsOfKinds?
  private let isHalf: Bool
  private var orders: [ShownDateOrder]
  private var stated: [Int] = []
  /// What the names of this file have to have in common with those of others given together with
  /// it; `nil` for a file alone.
  private(set) var names: NamesOfFile?
  /// Rows of which the reader said nothing yet.
  private var waiting = 0
  private var handed: [Reading] = []

  /// Makes a scan.
  ///
  /// - Parameters:
  ///   - columns: Those whose dates may show the order of day and month.
  ///   - prices: Whether the evidence has prices.
  ///   - isHalf: Whether another scan has the rows between, so that each row has to stand alone.
  init(_ found: FoundReader, columns: [String], prices: Bool, isHalf: Bool = false) {
    self.isHalf = isHalf
    names = found.isOneOfSeveral ? NamesOfFile() : nil
    evidence = FileEvidence(collectsPrices: prices)
    decoder = RecordDecoder(found)
    self.columns = found.table.header.dateOrder == nil ? columns : []
    orders = self.columns.map { _ in ShownDateOrder() }
    signed = found.reader.signedColumn
    signsOfKinds = found.reader.signsOfKinds
  }

  /// The order that the first column shows which shows one.
  var shownOrder: DateOrder? { orders.lazy.compactMap(\.order).first }

  /// Makes room for about so many rows; what is not used takes no memory.
  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    trades.reserve(count)
  }

  /// Reads some rows.
  ///
  /// - Throws: ``MustReadWhole``; ``DateOrderShown`` as soon as nothing else can be shown;
  ///   ``PricesAsked``; ``RowsBelongTogether`` for a half.
  mutating func add(_ records: RecordBatch) throws {
    try records.forEach { record, offset, line in try add(record, at: offset, line: line) }
  }

  private mutating func add(
    _ record: UnsafeBufferPointer<UInt8>, at offset: Int, line: Int
  ) throws {
    guard record.count <= longestRow else { throw MustReadWhole() }
    let row = try decoder.record(record, line: line)
    guard let record = row.record else { return }
    // Where the first rows show no mark of fractions, only all rows together can.
    if record.header.decimalMark == nil, record.row.cells.contains(where: hasTwoReadings) {
      throw MustReadWhole()
    }
    if !columns.isEmpty { try noteOrder(of: record) }
    if let signed {
      signs.look(at: record[signed])
      guard !signs.areBoth else { throw MustReadWhole() }
    }
    signsOfKinds?.look(at: record)
    handed.removeAll(keepingCapacity: true)
    decoder.reader.read(record) { handed.append($0) }
    let span = RowSpan(offset: offset, count: row.count)
    // What it says, if it says something alone, comes again with its trade.
    if let waiting = decoder.reader.setAside() {
      guard !waiting.needsWholeFile else { throw MustReadWhole() }
      return trades.add(waiting, span, line: record.row.line)
    }
    if handed.isEmpty {
      guard !isHalf else { throw RowsBelongTogether() }
      waiting += 1
    }
    var date: Date?
    for reading in handed {
      // Of a row that another hands on, nobody knows what it says alone.
      guard reading.source.line == record.row.line else { throw MustReadWhole() }
      try note(reading)
      if let own = reading.date {
        guard date == nil || date == own else { throw MustReadWhole() }
        date = own
      } else {
        undated.append(reading)
      }
    }
    guard max(waiting, undated.count) <= StreamedFile.mostKept else { throw MustReadWhole() }
    if let date {
      entries.append(StreamedFile.Entry(date: date, span: span, line: record.row.line))
    }
  }

  private mutating func noteOrder(of record: CSVRecord) throws {
    guard !isHalf else {
      if columns.contains(where: { DateOrder.maySpeak(record[$0]) }) { throw RowsBelongTogether() }
      return
    }
    for (index, column) in columns.enumerated() { orders[index].look(at: record[column]) }
    if let order = orders.first?.order { throw DateOrderShown(order: order) }
  }

  /// Remembers what all rows together say.
  private mutating func note(_ reading: Reading) throws {
    names?.add(reading)
    switch reading {
    case .trade(let facts):
      evidence.look(at: facts)
      if evidence.asksInVain { throw PricesAsked() }
      try note(stated: facts.reference, on: facts.date)
    case .move(let facts):
      hasMoves = true
      hasMovesWithoutAccount = hasMovesWithoutAccount || facts.account.isEmpty
      try note(stated: facts.reference, on: facts.date)
    case .entry, .record: throw MustReadWhole()
    case .leftOut, .refused: break
    }
  }

  private mutating func note(stated: String, on date: Date) throws {
    guard let reference = RowReferences.split(stated) else { return }
    // What is part of a row, or counted, has such an id.
    guard !reference.mayBePart else { throw MustReadWhole() }
    self.stated.append(reference.hashValue)
    names?.add(reference, on: date)
  }

  /// Takes what another scan found in other rows of the same file.
  mutating func merge(_ other: consuming FileScan) {
    entries = Self.merged(entries, other.entries)
    trades.merge(other.trades)
    undated += other.undated
    signs.merge(other.signs)
    if let others = other.signsOfKinds { signsOfKinds?.merge(others) }
    evidence.merge(other.evidence)
    hasMoves = hasMoves || other.hasMoves
    hasMovesWithoutAccount = hasMovesWithoutAccount || other.hasMovesWithoutAccount
    stated += other.stated
    if let others = other.names { names?.merge(others) }
  }

  /// The entries of two scans in the order of the file.
  private static func merged(
    _ one: [StreamedFile.Entry], _ other: [StreamedFile.Entry]
  ) -> [StreamedFile.Entry] {
    var merged: [StreamedFile.Entry] = []
    merged.reserveCapacity(one.count + other.count)
    var rest = other[...]
    for entry in one {
      while let next = rest.first, next.line < entry.line { merged.append(rest.removeFirst()) }
      merged.append(entry)
    }
    return merged + rest
  }

  /// Reads the trades of several rows, once it is known which belong together.
  private mutating func readTrades(_ found: FoundReader, _ bytes: RowBytes) throws {
    trades.finish()
    let (trades, reading) = (trades, TradeReading(found, bytes))
    try trades.forEachTrade { rows in
      let readings = try reading.readings(of: rows)
      guard rows.count <= StreamedFile.mostOfTrade else { return kept += readings }
      for (number, reading) in readings.enumerated() {
        if reading.isPartOfTrade {
          partCount += 1
        } else if let date = reading.date {
          try note(reading)
          entries.append(
            StreamedFile.Entry(
              date: date, trade: rows.startIndex, number: number, line: reading.source.line))
        } else {
          names?.add(reading)
          undated.append(reading)
        }
      }
      guard max(kept.count, undated.count) <= StreamedFile.mostKept else { throw MustReadWhole() }
    }
  }

  /// Puts the rows into the order in which they are read.
  mutating func finish(_ found: FoundReader, _ bytes: RowBytes) throws {
    guard !signs.areBoth, signsOfKinds?.areMixed != true else { throw MustReadWhole() }
    decoder.reader.finish { kept.append($0) }
    try readTrades(found, bytes)
    guard kept.count <= StreamedFile.mostKept else { throw MustReadWhole() }
    for (index, reading) in kept.enumerated() {
      try note(reading)
      if let date = reading.date {
        entries.append(
          StreamedFile.Entry(date: date, kept: index, line: reading.source.line))
      } else {
        undated.append(reading)
      }
    }
    if !kept.isEmpty || !trades.isEmpty { entries.sort { $0.isBefore($1, isReversed: false) } }
    let steps = zip(entries, entries.dropFirst()).reduce(0) { steps, pair in
      pair.0.date == pair.1.date ? steps : steps + (pair.0.date < pair.1.date ? 1 : -1)
    }
    isNewestFirst = steps < 0
    let isReversed = isNewestFirst
    entries.sort { left, right in
      left.date == right.date
        ? left.isBefore(right, isReversed: isReversed) : left.date < right.date
    }
    let places = undated.map(\.source.line)
    let order = places.indices.sorted {
      places[$0] == places[$1] ? $0 < $1 : (places[$0] < places[$1]) != isReversed
    }
    undated = order.map { undated[$0] }
    stated.sort()
    for (one, next) in zip(stated, stated.dropFirst()) where one == next { repeated.insert(one) }
    stated = []
    names?.finish()
  }
}

extension StreamedFile.Entry {
  /// Whether the row stands before another one in the file; of one line the one handed on first.
  fileprivate func isBefore(_ other: StreamedFile.Entry, isReversed: Bool) -> Bool {
    if line == other.line { return isHandedOn(before: other) }
    return (line < other.line) != isReversed
  }
}

extension Reference {
  /// Whether it could be what ``part(_:)`` or ``RowReferences`` makes of another one.
  fileprivate var mayBePart: Bool {
    guard
      let mark = id.utf8.lastIndex(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ":") }),
      mark > id.startIndex
    else { return false }
    let ending = id[id.index(after: mark)...]
    if id[mark] == "#" {
      return !ending.isEmpty && ending.utf8.allSatisfy { (48...57).contains($0) }
    }
    return ["sale", "other"].contains(ending)
      || ["fee", "loss", "missing", "gift", "needed"].contains(where: ending.hasPrefix)
  }
}

/// Reads single records as a file that is read whole has them read.
struct RecordDecoder {
  let table: CSVTable
  let reader: RecordReader

  init(_ found: FoundReader) {
    table = found.table
    reader = found.reader.read(found.table)
  }

  /// A record on its own.
  struct Row {
    /// `nil` for a blank one.
    let record: CSVRecord?
    /// How many bytes it has, and the line behind it.
    let count: Int
    let nextLine: Int
  }

  /// Reads the cells of a record.
  ///
  /// - Throws: ``MustReadWhole`` for what only the whole file explains.
  func record(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws -> Row {
    guard !bytes.isEmpty else { return Row(record: nil, count: 0, nextLine: line + 1) }
    if !bytes.allSatisfy({ $0 < 0x80 && $0 != 0 }) {
      guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
        throw MustReadWhole()
      }
    }
    var csv = CSVReader(
      Array(bytes), delimiter: table.firstRow.delimiter, line: line, cells: table.header.count)
    guard case .success(let row?) = Result(catching: { try csv.next() }), row.brokenLine == nil,
      csv.position.offset == bytes.count, row.text != table.line.text
    else { throw MustReadWhole() }
    return Row(
      record: row.isBlank ? nil : CSVRecord(under: table.shared, row: row), count: bytes.count,
      nextLine: csv.position.line + 1)
  }
}
