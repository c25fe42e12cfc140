import FoundationEssentials
import Portfolio

/// Reads the rows of long files again, in the order of their instants; those of one instant file by
/// file.
///
/// Unchecked, because only one thread at a time calls ``next()``.
final class RowReading: @unchecked Sendable {
  /// What rows one after the other say.
  struct Batch: Sendable {
    var rows: [(date: Date, file: Int, reading: Reading)] = []
    /// How many entries have been read.
    var entryCount = 0
  }

  private static let batchSize = 512

  private let files: [EntryReading]
  /// The next entry of each file.
  private var places: [Int]
  private var entryCount = 0

  init(_ files: [StreamedFile]) {
    self.files = files.map(EntryReading.init)
    places = files.map { _ in 0 }
  }

  /// The next rows, `nil` behind the last.
  func next() throws -> Batch? {
    var batch = Batch()
    batch.rows.reserveCapacity(Self.batchSize)
    var count = 0
    while count < Self.batchSize, let file = nextFile() {
      let entry = files[file].file.entries[places[file]]
      places[file] += 1
      for reading in try files[file].readings(of: entry) {
        batch.rows.append((entry.date, file, reading))
      }
      count += 1
    }
    entryCount += count
    batch.entryCount = entryCount
    return count == 0 ? nil : batch
  }

  /// The file that has the oldest of the rows to come, of several the first.
  private func nextFile() -> Int? {
    var next: (file: Int, date: Date)?
    for (file, place) in places.enumerated() where place < files[file].file.entries.count {
      let date = files[file].file.entries[place].date
      if next.map({ date < $0.date }) ?? true { next = (file, date) }
    }
    return next?.file
  }
}

/// Reads rows of one long file again.
final class EntryReading {
  let file: StreamedFile
  private let decoder: RecordDecoder
  private let window: RecordWindow
  private let ofTrades: TradeReading
  /// The trade that was read last, by its place, and what its rows say.
  private var trade: (start: Int, readings: [Reading]) = (-1, [])
  private var handed: [Reading] = []

  init(_ file: StreamedFile) {
    self.file = file
    decoder = RecordDecoder(file.found)
    window = RecordWindow(file.bytes)
    ofTrades = TradeReading(file.found, file.bytes)
  }

  /// What the file says at one of its entries.
  ///
  /// - Throws: ``MustReadWhole``, and what reading throws.
  func readings(of entry: StreamedFile.Entry) throws -> [Reading] {
    handed.removeAll(keepingCapacity: true)
    switch entry.place {
    case .kept(let index): handed.append(file.kept[index])
    case .row(let span): try read(span, line: entry.line)
    case .trade(let start, let number):
      if trade.start != start {
        trade = (start, try ofTrades.readings(of: file.trades.trade(at: start)))
      }
      guard number < trade.readings.count else { throw MustReadWhole() }
      handed.append(trade.readings[number])
    }
    return handed
  }

  private func read(_ span: RowSpan, line: Int) throws {
    try window.withRecord(at: span.offset, count: span.count) { bytes in
      guard let record = try decoder.record(bytes, line: line).record else { return }
      decoder.reader.read(record) { if $0.date != nil { handed.append($0) } }
    }
  }
}
