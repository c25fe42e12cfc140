import FoundationEssentials
import Portfolio

/// A row that says something only together with the other rows of its trade.
struct WaitingRow {
  /// What the rows of one trade have in common, by its hash.
  let key: Int
  /// What it may have in common with a row of another key.
  var links: [Link] = []
  /// Whether it depends on where the file begins and ends what it says.
  var needsWholeFile = false

  /// By what two rows that stand alone under their keys may be halves of one trade.
  struct Link {
    /// What the halves have in common, by its hash.
    let name: Int
    let date: Date
    /// How many seconds they are apart at most.
    let seconds: Int
  }
}

/// Where a row is in a file, in eight bytes: no row is longer than a megabyte.
struct RowSpan {
  private let bits: UInt64

  init(offset: Int, count: Int) { bits = UInt64(offset) << 21 | UInt64(count) }

  var offset: Int { Int(bits >> 21) }
  var count: Int { Int(bits & 0x1F_FFFF) }
}

/// The rows of a long file that make trades only together: where each is, and which of them belong
/// together.
struct RowsOfTrades {
  /// A row's place.
  struct Row {
    let span: RowSpan
    /// The hash of the key of its trade, and once all rows are known the line of its first row.
    fileprivate(set) var trade: Int
    private let shortLine: UInt32

    fileprivate init(_ span: RowSpan, trade: Int, line: Int) {
      (self.span, self.trade) = (span, trade)
      shortLine = UInt32(truncatingIfNeeded: line)
    }

    var line: Int { Int(shortLine) }
  }

  private struct LinkedRow {
    let line: Int
    let link: WaitingRow.Link

    func isNear(_ later: LinkedRow) -> Bool {
      link.name == later.link.name
        && later.link.date.millisecondsSince1970 - link.date.millisecondsSince1970
          <= max(link.seconds, later.link.seconds) * 1000
    }
  }

  private var rows: [Row] = []
  private var links: [LinkedRow] = []
  private var expected = 0

  var isEmpty: Bool { rows.isEmpty }

  /// Makes room for so many rows as soon as there is one.
  mutating func reserve(_ count: Int) { expected = count }

  mutating func add(_ row: WaitingRow, _ span: RowSpan, line: Int) {
    if rows.isEmpty { rows.reserveCapacity(expected) }
    rows.append(Row(span, trade: row.key, line: line))
    for link in row.links { links.append(LinkedRow(line: line, link: link)) }
  }

  mutating func merge(_ other: consuming RowsOfTrades) {
    rows += other.rows
    links += other.links
  }

  /// Brings together what belongs together, in the order in which trades begin in the file.
  mutating func finish() {
    sort()
    var start = 0
    while start < rows.count {
      let end = endOfTrade(from: start)
      let line = rows[start].line
      for index in start..<end { rows[index].trade = line }
      start = end
    }
    sort()
    joinLinked()
  }

  private mutating func sort() {
    rows.sort { $0.trade == $1.trade ? $0.line < $1.line : $0.trade < $1.trade }
  }

  /// The rows of the trade that begins at a place of the list.
  func trade(at start: Int) -> ArraySlice<Row> { rows[start..<endOfTrade(from: start)] }

  private func endOfTrade(from start: Int) -> Int {
    let trade = rows[start].trade
    return rows[start...].firstIndex { $0.trade != trade } ?? rows.count
  }

  /// Calls `body` with the rows of each trade.
  func forEachTrade(_ body: (ArraySlice<Row>) throws -> Void) rethrows {
    var start = 0
    while start < rows.count {
      let rows = trade(at: start)
      try body(rows)
      start = rows.endIndex
    }
  }

  /// Brings rows that stand alone together where they are near enough to be halves of one trade;
  /// whether they are, their reader says.
  private mutating func joinLinked() {
    var alone = links.filter { isAlone($0.line) }
    links = []
    alone.sort { ($0.link.name, $0.link.date, $0.line) < ($1.link.name, $1.link.date, $1.line) }
    var first: [Int: Int] = [:]
    func firstLine(with line: Int) -> Int {
      var line = line
      while let earlier = first[line] { line = earlier }
      return line
    }
    for (one, next) in zip(alone, alone.dropFirst()) where one.isNear(next) {
      let lines = (firstLine(with: one.line), firstLine(with: next.line))
      if lines.0 != lines.1 { first[max(lines.0, lines.1)] = min(lines.0, lines.1) }
    }
    guard !first.isEmpty else { return }
    for index in rows.indices where first[rows[index].line] != nil {
      rows[index].trade = firstLine(with: rows[index].line)
    }
    sort()
  }

  /// Whether the row on a line, of those sorted, is its whole trade.
  private func isAlone(_ line: Int) -> Bool {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].trade < line { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].line == line && trade(at: low).count == 1
  }
}

/// Reads the rows of trades again, those of one trade at once.
struct TradeReading {
  private let decoder: RecordDecoder
  private let window: RecordWindow

  init(_ found: FoundReader, _ bytes: RowBytes) {
    (decoder, window) = (RecordDecoder(found), RecordWindow(bytes))
  }

  /// What the rows say together.
  ///
  /// - Throws: ``MustReadWhole``, and what reading throws.
  func readings(of rows: ArraySlice<RowsOfTrades.Row>) throws -> [Reading] {
    var readings: [Reading] = []
    for row in rows {
      try window.withRecord(at: row.span.offset, count: row.span.count) { bytes in
        guard let record = try decoder.record(bytes, line: row.line).record else { return }
        decoder.reader.read(record) { readings.append($0) }
      }
    }
    decoder.reader.finish { readings.append($0) }
    return readings
  }
}
