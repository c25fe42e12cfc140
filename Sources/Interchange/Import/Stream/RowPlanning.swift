import FoundationEssentials
import Portfolio
import Threads

/// What the rows of a long file mean, each for itself: reads them in the order of their instants,
/// as ``ImportPlanner`` goes through readings.
///
/// Unchecked, because a thread plans rows ahead of what is done with those before: only one at a
/// time calls ``next()``, and nobody looks at what was collected before the last row.
final class RowPlanning: @unchecked Sendable {
  /// What rows one after the other add.
  struct Batch: Sendable {
    var rows: [PlannedRow] = []
    /// The next transactions of the ledger: those up to an hour behind the rows, or some of those
    /// behind all rows.
    var ofLedger: [Transaction] = []
    /// No row before this instant comes any more.
    var reached: Date?
    /// Whether nothing was refused so far, or refused rows are skipped.
    var isAcceptable = true
    /// How many entries have been read.
    var entryCount = 0
  }

  var planner: ImportPlanner
  private(set) var balances: BalanceCheck
  private(set) var prices = PriceCheck()
  /// Rows that another export may tell, and the coins of all others, where they are only collected.
  private(set) var candidates: [PlannedRow] = []
  private(set) var coins: Set<String> = []
  /// The notices of the file as a whole.
  let firstNotices: Int

  let file: StreamedFile
  private let orders: Bool
  private let told: Set<Int>
  private(set) var toldTwice: ToldTwice?
  private var cursor: LedgerCursor
  private let valuer: Valuer
  private var references: RowReferences
  private let readings: MadeAhead<RowReading.Batch>
  private var date: Date?
  /// The transactions of the ledger of the time of the rows, and later ones.
  private var window: ArraySlice<Transaction> = []

  /// - Parameters:
  ///   - planner: What the rows are applied to.
  ///   - told: Lines that another export tells.
  ///   - orders: Whether rows are handed on; else what is to be known of all is only collected.
  init(_ file: StreamedFile, _ planner: ImportPlanner, told: Set<Int>, orders: Bool) {
    var planner = planner
    planner.note(file.file)
    planner.setPlace(of: file.file, hasMovesWithoutAccount: file.hasMovesWithoutAccount)
    balances = BalanceCheck(file.undated)
    if file.evidence.distrusts { planner.notices.append(.constantRate(file: file.file.name)) }
    firstNotices = planner.notices.count
    (self.file, self.told, self.orders) = (file, told, orders)
    valuer = Valuer(
      policy: planner.policy, rank: planner.coins.rank, file: file.evidence)
    references = RowReferences(
      format: file.file.format, account: planner.policy.account, repeated: file.repeated)
    cursor = planner.ledger.cursor()
    if !orders, file.file.format != .bitpal {
      toldTwice = ToldTwice(planner.ledger)
      planner.nearRows = []
    }
    let reading = RowReading(file)
    readings = MadeAhead { try reading.next() }
    self.planner = planner
    for reading in file.undated { self.planner.apply(reading, of: file.file, valuer, &references) }
  }

  /// Plans the next rows; `nil` behind the last, and behind the last of the ledger.
  ///
  /// - Throws: ``MustReadWhole``, and what reading throws.
  func next() throws -> Batch? {
    guard let read = try readings.next() else { return try restOfLedger() }
    var batch = Batch()
    for row in read.rows {
      if row.date != date { try begin(row.date, &batch) }
      try take(row.reading, &batch)
    }
    batch.reached = date
    batch.isAcceptable = planner.refused.isEmpty || planner.policy.skipsRefused
    batch.entryCount = read.entryCount
    return batch
  }

  private func begin(_ instant: Date, _ batch: inout Batch) throws {
    references.forgetInstant()
    date = instant
    let transactions = try cursor.rows(through: instant.addingTimeInterval(Self.hour))
    planner.known.forget(before: instant.addingTimeInterval(-Self.hour))
    planner.known.tell(transactions)
    toldTwice?.forget(before: instant.addingTimeInterval(-Self.hour))
    toldTwice?.tell(transactions)
    if toldTwice != nil {
      window += transactions
      let start = instant.addingTimeInterval(-secondsBetweenExports)
      while let first = window.first, first.date < start { window.removeFirst() }
    }
    if orders { batch.ofLedger += transactions }
  }

  /// How far from a row something of the ledger may be that has to do with it.
  static let hour = 3600.0

  private func restOfLedger() throws -> Batch? {
    guard orders else { return nil }
    var batch = Batch()
    batch.ofLedger = try cursor.someRows()
    guard let last = batch.ofLedger.last else { return nil }
    // What may have to do with rows before that is known now.
    batch.reached = last.date.addingTimeInterval(-Self.hour)
    batch.isAcceptable = planner.refused.isEmpty || planner.policy.skipsRefused
    batch.entryCount = file.entries.count
    return batch
  }

  /// Does not forget what the ledger has of a row's time.
  private func keep(around row: Transaction) {
    toldTwice?.keep(around: row)
    let end = row.date.addingTimeInterval(secondsBetweenExports)
    let shape = LookalikeShape(row)
    planner.nearRows? += window.prefix { $0.date <= end }.filter { LookalikeShape($0) == shape }
  }

  private func take(_ reading: Reading, _ batch: inout Batch) throws {
    if let own = reading.date, own != date { throw MustReadWhole() }
    balances.compare(reading)
    planner.apply(reading, of: file.file, valuer, &references)
    guard
      max(planner.refused.count, planner.leftOut.count, planner.moves.count)
        <= StreamedFile.mostKept
    else { throw MustReadWhole() }
    guard planner.replaced.isEmpty, planner.replacedMoves.isEmpty,
      !planner.sharedIds.needsWholeFile, !planner.rowsOfAccounts.hasEqual
    else { throw MustReadWhole() }
    guard !planner.rows.isEmpty else { return }
    if let toldTwice, planner.rows.contains(where: toldTwice.mayBeRewritten) {
      throw MustReadWhole()
    }
    if let toldTwice, planner.rows.contains(where: toldTwice.concerns) {
      candidates += planner.rows
      for row in planner.rows { keep(around: row.transaction) }
      guard candidates.count <= StreamedFile.mostKept else { throw MustReadWhole() }
    } else if !orders {
      coins.formUnion(planner.rows.lazy.map(\.transaction.coinId))
    }
    if orders {
      for row in planner.rows where !told.contains(row.source.line) {
        prices.look(at: row, valuer)
        batch.rows.append(row)
      }
    }
    planner.rows.removeAll(keepingCapacity: true)
  }
}

/// Reads the rows of a long file again, in the order of their instants.
///
/// Unchecked, because only one thread at a time calls ``next()``.
private final class RowReading: @unchecked Sendable {
  /// What rows one after the other say.
  struct Batch: Sendable {
    var rows: [(date: Date, reading: Reading)] = []
    /// How many entries have been read.
    var entryCount = 0
  }

  private static let batchSize = 512

  private let file: StreamedFile
  private let decoder: RecordDecoder
  private let window: RecordWindow
  private let ofTrades: TradeReading
  /// The trade that was read last, by its place, and what its rows say.
  private var trade: (start: Int, readings: [Reading]) = (-1, [])
  private var index = 0
  private var handed: [Reading] = []

  init(_ file: StreamedFile) {
    self.file = file
    decoder = RecordDecoder(file.found)
    window = RecordWindow(file.bytes)
    ofTrades = TradeReading(file.found, file.bytes)
  }

  /// The next rows, `nil` behind the last.
  func next() throws -> Batch? {
    guard index < file.entries.count else { return nil }
    var batch = Batch()
    batch.rows.reserveCapacity(Self.batchSize)
    let end = min(index + Self.batchSize, file.entries.count)
    for entry in file.entries[index..<end] {
      try read(entry)
      for reading in handed { batch.rows.append((entry.date, reading)) }
    }
    index = end
    batch.entryCount = end
    return batch
  }

  private func read(_ entry: StreamedFile.Entry) throws {
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
  }

  private func read(_ span: RowSpan, line: Int) throws {
    try window.withRecord(at: span.offset, count: span.count) { bytes in
      guard let record = try decoder.record(bytes, line: line).record else { return }
      decoder.reader.read(record) { if $0.date != nil { handed.append($0) } }
    }
    if file.file.isNewestFirst { handed.reverse() }
  }
}
