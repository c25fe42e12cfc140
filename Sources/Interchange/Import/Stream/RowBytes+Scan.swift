import Threads

extension RowBytes {
  /// Goes through the rows of a file once.
  ///
  /// - Parameters:
  ///   - mark: The bytes before the text.
  ///   - columns: Those whose dates may show the order of day and month.
  /// - Throws: ``MustReadWhole``; ``DateOrderShown`` where a row shows the order.
  func scan(
    _ found: FoundReader, behind mark: Int, columns: [String], _ progress: (Int) -> Void
  ) throws -> FileScan {
    func scan(prices: Bool) throws -> FileScan {
      var scan: FileScan
      do {
        scan = try scanHalves(found, behind: mark, columns: columns, prices: prices, progress)
      } catch is RowsBelongTogether {
        scan = FileScan(found, columns: columns, prices: prices)
        try forEachBatch(found, behind: mark, progress) { batch, _ in try scan.add(batch) }
        if let order = scan.shownOrder { throw DateOrderShown(order: order) }
      }
      try scan.finish(found, self)
      return scan
    }
    do { return try scan(prices: false) } catch is PricesAsked { return try scan(prices: true) }
  }

  /// The same, every second part of the rows on a thread of its own.
  ///
  /// - Throws: ``RowsBelongTogether`` besides.
  private func scanHalves(
    _ found: FoundReader, behind mark: Int, columns: [String], prices: Bool,
    _ progress: (Int) -> Void
  ) throws -> FileScan {
    var own = FileScan(found, columns: columns, prices: prices, isHalf: true)
    let other = OtherHalf(FileScan(found, columns: columns, prices: prices, isHalf: true))
    var running: SideThread<Void>?
    defer { running?.wait() }
    try forEachBatch(found, behind: mark, progress) { batch, rowCount in
      guard let thread = running else {
        own.reserve(rowCount / 2)
        other.scan.reserve(rowCount / 2)
        running = SideThread { try other.scan.add(batch) }
        return
      }
      try own.add(batch)
      try thread.value()
      running = nil
    }
    try running?.value()
    running = nil
    own.merge(other.scan)
    return own
  }

  /// Hands on the records, many at a time, and about how many the file has.
  private func forEachBatch(
    _ found: FoundReader, behind mark: Int, _ progress: (Int) -> Void,
    _ body: (_ batch: RecordBatch, _ rowCount: Int) throws -> Void
  ) throws {
    let first = found.table.firstRow
    let start = mark + first.offset
    var scanner = RecordScanner(self, delimiter: first.delimiter, from: start)
    var batch = RecordBatch(line: first.line)
    var perRow = 0
    try scanner.forEach { record, offset in
      batch.append(record, at: offset)
      guard batch.isFull else { return }
      if perRow == 0 { perRow = max(1, (offset - start) / batch.count) }
      try body(batch, (count - start) / perRow * 11 / 10)
      batch = RecordBatch(line: batch.nextLine)
      progress(offset)
    }
    try body(batch, batch.count)
  }
}

/// Thrown where a row asks what others say its coins were worth, and that is not collected.
struct PricesAsked: Error {}

/// Thrown where what a row says may depend on the rows before it.
struct RowsBelongTogether: Error {}

/// The scan of a second thread; unchecked, because nobody else looks at it while that one works.
private final class OtherHalf: @unchecked Sendable {
  var scan: FileScan

  init(_ scan: FileScan) { self.scan = scan }
}

/// Records of a file that follow each other.
struct RecordBatch: Sendable {
  /// About as many bytes as a thread's beginning costs little beside.
  private static let size = 1 << 17

  private struct Place {
    let start: Int
    let offset: Int
    let line: Int
  }

  private var bytes: [UInt8] = []
  private var places: [Place] = []
  /// The line behind the last record.
  private(set) var nextLine: Int

  /// - Parameter line: The line of the first record.
  init(line: Int) {
    nextLine = line
    bytes.reserveCapacity(Self.size + (1 << 10))
  }

  /// How many records there are.
  var count: Int { places.count }

  var isFull: Bool { bytes.count >= Self.size }

  /// Adds the next record.
  mutating func append(_ record: UnsafeBufferPointer<UInt8>, at offset: Int) {
    places.append(Place(start: bytes.count, offset: offset, line: nextLine))
    bytes.append(contentsOf: record)
    nextLine += 1 + Self.lineEnds(in: record)
  }

  /// The line ends within quotes, each of one byte or two.
  private static func lineEnds(in record: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    for (place, byte) in record.enumerated() where byte == 0x0A || byte == 0x0D {
      if byte == 0x0D, place + 1 < record.count, record[place + 1] == 0x0A { continue }
      count += 1
    }
    return count
  }

  /// Calls `body` with each record, its place in the file, and its line.
  func forEach(
    _ body: (_ record: UnsafeBufferPointer<UInt8>, _ offset: Int, _ line: Int) throws -> Void
  ) throws {
    try bytes.withUnsafeBufferPointer { buffer in
      for (index, place) in places.enumerated() {
        let end = index + 1 < places.count ? places[index + 1].start : buffer.count
        let record = UnsafeBufferPointer(rebasing: buffer[place.start..<end])
        try body(record, place.offset, place.line)
      }
    }
  }
}
