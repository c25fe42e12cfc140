import FoundationEssentials
import Portfolio
import Threads

/// What the rows of long files mean, each for itself: reads them in the order of their instants,
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
  /// The coins of rows that no other export may tell, where rows are only collected.
  private(set) var coins: Set<String> = []
  /// What belongs to each of the files.
  private(set) var files: [PlannedFile]

  private let orders: Bool
  private let repeated: Set<RowPlace>
  private(set) var overlaps: OverlappingReports?
  private var cursor: LedgerCursor
  private let readings: MadeAhead<RowReading.Batch>
  private var date: Date?
  /// The file whose rows are planned.
  private var place = 0
  /// What rows of several files may not have to do with each other; `nil` for one file.
  private var beside: RowsBesideOthers?
  private var candidateCount = 0
  /// The transactions of the ledger of the time of the rows, and later ones.
  private var window: ArraySlice<Transaction> = []

  /// - Parameters:
  ///   - planner: What the rows are applied to.
  ///   - told: Rows that another export tells.
  ///   - orders: Whether rows are handed on; else what is to be known of all is only collected.
  init(_ streamed: StreamedFiles, _ planner: ImportPlanner, repeated: Set<RowPlace>, orders: Bool) {
    (self.planner, self.repeated, self.orders) = (planner, repeated, orders)
    files = zip(streamed.all, streamed.evidence).map { PlannedFile($0, $1, planner) }
    beside = streamed.all.count > 1 ? RowsBesideOthers(streamed.all.map(\.file)) : nil
    cursor = planner.ledger.cursor()
    if !orders {
      overlaps = OverlappingReports(
        planner.ledger, bringsBackDeleted: planner.policy.bringsBackDeleted)
      self.planner.nearRows = []
    }
    let reading = RowReading(streamed.all)
    readings = MadeAhead { try reading.next() }
    self.planner.exchange(&files[place].own)
    for place in files.indices {
      go(to: place)
      files[place].begin(&self.planner)
    }
  }

  /// Plans the next rows; `nil` behind the last, and behind the last of the ledger.
  ///
  /// - Throws: ``MustReadWhole``, and what reading throws.
  func next() throws -> Batch? {
    guard let read = try readings.next() else { return try restOfLedger() }
    var batch = Batch()
    for row in read.rows {
      if row.date != date { try begin(row.date, &batch) }
      if row.file != place { go(to: row.file) }
      try take(row.reading, &batch)
    }
    batch.reached = date
    batch.isAcceptable = planner.refused.isEmpty || planner.policy.skipsRefused
    batch.entryCount = read.entryCount
    return batch
  }

  /// Goes on with the rows of a file.
  private func go(to next: Int) {
    planner.exchange(&files[place].own)
    planner.exchange(&files[next].own)
    place = next
    planner.setPlace(
      of: files[next].file.file, hasMovesWithoutAccount: files[next].file.hasMovesWithoutAccount)
    if beside != nil { planner.beginRowsOfFile() }
  }

  private func begin(_ instant: Date, _ batch: inout Batch) throws {
    date = instant
    if beside != nil { planner.forgetInstant() }
    let transactions = try cursor.rows(through: instant.addingTimeInterval(Self.hour))
    planner.known.forget(before: instant.addingTimeInterval(-Self.hour))
    planner.known.record(transactions)
    planner.madeOfMoves.record(transactions)
    overlaps?.forget(before: instant.addingTimeInterval(-Self.hour))
    overlaps?.record(transactions)
    if overlaps != nil {
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
    batch.entryCount = files.reduce(0) { $0 + $1.file.rowCount }
    return batch
  }

  /// Does not forget what the ledger has of a row's time.
  private func keep(around row: Transaction) {
    overlaps?.keep(around: row)
    let end = row.date.addingTimeInterval(secondsBetweenExports)
    let shape = LookalikeShape(row)
    planner.nearRows? += window.prefix { $0.date <= end }.filter { LookalikeShape($0) == shape }
  }

  private func take(_ reading: Reading, _ batch: inout Batch) throws {
    if let own = reading.date, own != date { throw MustReadWhole() }
    let moveCount = planner.moves.count
    files[place].apply(reading, on: date, &planner)
    guard
      max(planner.refused.count, planner.leftOut.count, planner.moves.count)
        <= StreamedFile.mostKept
    else { throw MustReadWhole() }
    guard planner.replaced.isEmpty, planner.replacedMoves.isEmpty,
      !planner.sharedIds.needsWholeFile, !planner.rowsOfAccounts.hasEqual, !planner.hasTwoSpellings
    else { throw MustReadWhole() }
    if beside != nil {
      for row in planner.rows { try beside?.compare(row.transaction, of: place) }
      for row in planner.moves[moveCount...] { try beside?.compare(row.move, of: place) }
    }
    guard !planner.rows.isEmpty else { return }
    if let overlaps, planner.rows.contains(where: overlaps.mayBeRewritten) {
      throw MustReadWhole()
    }
    if let overlaps, planner.rows.contains(where: overlaps.concerns) {
      files[place].candidates += planner.rows
      candidateCount += planner.rows.count
      for row in planner.rows { keep(around: row.transaction) }
      guard candidateCount <= StreamedFile.mostKept else { throw MustReadWhole() }
    } else if !orders {
      coins.formUnion(planner.rows.lazy.map(\.transaction.coinId))
    }
    if orders {
      for row in planner.rows where repeated.isEmpty || !repeated.contains(row.source.rowPlace) {
        files[place].look(at: row)
        batch.rows.append(row)
      }
    }
    planner.rows.removeAll(keepingCapacity: true)
  }

  /// Puts what belongs to the files one after the other into the planner, as soon as all rows are
  /// planned.
  ///
  /// - Parameter body: Called behind each file, with the place of its first row and move.
  func gather(_ body: (PlannedFile, _ row: Int, _ move: Int) -> Void = { _, _, _ in }) {
    planner.exchange(&files[place].own)
    for file in files {
      let (row, move) = (planner.rows.count, planner.moves.count)
      planner.rows += file.candidates
      planner.append(file.own, file.notices)
      body(file, row, move)
    }
  }
}
