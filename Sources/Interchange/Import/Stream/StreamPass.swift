import FoundationEssentials
import Portfolio
import Threads

/// One way through the rows of long files in the order of their instants.
struct StreamPass {
  private let planning: RowPlanning
  private let policy: ImportPolicy
  private let known: Settled
  /// An order for each round.
  private var rounds: [InstantOrder]
  private var totals: ImportTotals
  private var lookalikes = RecentLookalikes()
  private var isAcceptable = true
  private var waiting: [PlannedRow] = []
  private var date: Date?
  private var nextBefore = 0
  private var nextBehind = 0

  init(
    _ files: StreamedFiles, _ planner: ImportPlanner, _ known: Settled, orders: Bool,
    fillsGaps: Bool, sumsUp: Bool
  ) {
    totals = ImportTotals(sumsUp: sumsUp)
    self.known = known
    policy = planner.policy
    planning = RowPlanning(
      files, planner, repeated: Set(known.repeated.map(\.source.rowPlace)), orders: orders)
    let order = InstantOrder(planner.ledger.overview, fillsGaps: fillsGaps)
    rounds = known.rounds.map { _ in order }
  }

  /// The sales that nothing covers.
  var uncovered: [Uncovered] { rounds.last?.uncovered ?? [] }

  /// Goes through all rows.
  ///
  /// - Parameter add: Takes each transaction, until a row is refused.
  mutating func run(
    _ progress: (Int) -> Void, _ add: (Transaction) throws -> Void = { _ in }
  ) throws {
    let planning = planning
    try MadeAhead({ try planning.next() }).forEach { batch in
      isAcceptable = batch.isAcceptable
      record(batch.ofLedger)
      for row in batch.rows { try take(row, add) }
      if let reached = batch.reached { try begin(reached, add) }
      progress(batch.entryCount)
    }
    try begin(.distantFuture, add)
    for round in rounds.indices { rounds[round].finish() }
    guard !rounds.contains(where: \.passesGifts) else { throw MustReadWhole() }
  }

  private mutating func record(_ transactions: [Transaction]) {
    guard !transactions.isEmpty else { return }
    let passed = date ?? .distantPast
    for round in rounds.indices {
      rounds[round].pass(before: passed)
      rounds[round].record(transactions)
    }
    lookalikes.forget(before: passed)
    lookalikes.record(transactions)
  }

  private mutating func take(
    _ row: PlannedRow, _ add: (Transaction) throws -> Void
  ) throws {
    if row.transaction.date != date { try begin(row.transaction.date, add) }
    waiting.append(row)
  }

  /// Hands on the rows of the instants before another one.
  private mutating func begin(
    _ next: Date, _ add: (Transaction) throws -> Void
  ) throws {
    while let instant = nextInstant(before: next) {
      var rows: [PlannedRow] = []
      append(known.before, from: &nextBefore, of: instant, to: &rows)
      if instant == date { rows = rows.isEmpty ? takeWaiting() : rows + takeWaiting() }
      append(known.behind, from: &nextBehind, of: instant, to: &rows)
      try finish(rows, add)
    }
    date = next
  }

  private mutating func takeWaiting() -> [PlannedRow] {
    defer { waiting = [] }
    return waiting
  }

  /// The oldest instant with rows that wait.
  private func nextInstant(before next: Date) -> Date? {
    var instant: Date?
    func look(_ row: PlannedRow?) {
      guard let date = row?.transaction.date, date < next else { return }
      instant = min(instant ?? date, date)
    }
    look(waiting.first)
    look(nextBefore < known.before.count ? known.before[nextBefore] : nil)
    look(nextBehind < known.behind.count ? known.behind[nextBehind] : nil)
    return instant
  }

  private func append(
    _ more: [PlannedRow], from next: inout Int, of instant: Date, to rows: inout [PlannedRow]
  ) {
    while next < more.count, more[next].transaction.date == instant {
      rows.append(more[next])
      next += 1
    }
  }

  private mutating func finish(
    _ rows: [PlannedRow], _ add: (Transaction) throws -> Void
  ) throws {
    var ordered = rows
    for (round, gone) in known.rounds.enumerated() {
      if !gone.isEmpty { ordered.removeAll { gone.contains($0) } }
      ordered = rounds[round].ordered(ordered)
    }
    let isCovered = rounds.last?.isCovered ?? true
    for row in ordered {
      try lookalikes.add(row.transaction)
      totals.add(row.transaction)
      if isAcceptable, isCovered { try add(policy.recorded(row)) }
    }
  }

  /// What the rows decide together, where they were only collected.
  ///
  /// - Throws: ``MustReadWhole`` where the ledger's transfers or gifts are to be looked at again, or
  ///   a row says more than another export.
  func settled() throws -> Settled {
    var settled = Settled()
    let leftOut = planning.planner.leftOut.count
    planning.planner.overlaps = planning.overlaps?.remembering
    planning.gather { [planning] file, row, move in
      planning.planner.leaveOutOverlaps(of: file.file.file, rows: row, moves: move)
      let count = planning.planner.rows.count
      planning.planner.leaveOutRewritten(of: file.file.file, rows: count, moves: move)
    }
    guard !planning.planner.hasLessComplete else { throw MustReadWhole() }
    settled.repeated = Array(planning.planner.leftOut[leftOut...])
    let coins = planning.coins.union(planning.planner.rows.lazy.map(\.transaction.coinId))
    planning.planner.rows = []
    settled.differences = planning.planner.notices.filter {
      if case .valuesDiffer = $0 { true } else { false }
    }
    settled.changed = planning.planner.bookMoves(ofCoins: coins)
    guard planning.planner.takenBack.isEmpty, !planning.planner.bringsBeforeGifts else {
      throw MustReadWhole()
    }
    settled.moves = planning.planner.moves
    settled.superseded = planning.planner.superseded
    settled.givenDeposits = planning.planner.givenDeposits
    settled.bookedFees = planning.planner.bookedFees
    settled.unsureHalf = planning.planner.unsureHalf
    settled.behind = planning.planner.rows.sorted { $0.transaction.date < $1.transaction.date }
    return settled
  }

  /// Makes gifts of open deposits that brought what sales lack, and returns whether there were some.
  func answerDeposits(_ settled: inout Settled) -> Bool {
    var planner = planning.planner
    (planner.moves, planner.superseded, planner.rows) = (settled.moves, settled.superseded, [])
    planner.givenDeposits = settled.givenDeposits
    let needed = planner.openDeposits(settled.changed).covering(rounds.last?.gaps ?? [])
    guard !needed.isEmpty else { return false }
    planner.givenDeposits.needed += needed.count
    planner.answerDeposits(needed, as: .needed, &settled.changed)
    (settled.moves, settled.superseded) = (planner.moves, planner.superseded)
    settled.givenDeposits = planner.givenDeposits
    settled.behind = (settled.behind + planner.rows).sorted {
      $0.transaction.date < $1.transaction.date
    }
    return true
  }

  /// Makes gifts of what sales take and nothing brings.
  func giveMissing(to settled: inout Settled) {
    planning.planner.notices = []
    if planning.files.count == 1 {
      planning.planner.openings = planning.files[0].openingBalances
    }
    settled.before = planning.planner.gifts(of: rounds.last?.gaps ?? []).sorted {
      $0.transaction.date < $1.transaction.date
    }
    settled.notices = planning.planner.notices
  }

  /// The plan, where every row that was handed on stands.
  func plan(formats: [ImportFormat]) throws -> ImportPlan {
    planning.gather()
    var planner = planning.planner
    let places = Set((planner.refused + known.gone.uncovered).map(\.source.rowPlace))
    let parts = try planning.files.flatMap { try $0.file.parts(ofTradesAt: places) }
    planner.leftOut += parts
    let ofPrices = planning.files.reversed().flatMap(\.noticesOfPrices)
    planner.notices = known.notices + ofPrices + known.differences + planner.notices
    planner.leftOut += known.repeated
    planner.moves = known.moves
    (planner.superseded, planner.givenDeposits) = (known.superseded, known.givenDeposits)
    (planner.feesSold, planner.unsureHalf) = (known.feesSold, known.unsureHalf)
    var changed = known.changed
    var plan = planner.plan(
      formats: formats, [], totals, without: known.gone, changed: &changed, lookalikes.found)
    plan.unlistedParts = planning.files.reduce(0) { $0 + $1.file.partCount } - parts.count
    return plan
  }
}

extension StreamedFile {
  /// The rows after the first of trades that begin at some places.
  fileprivate func parts(ofTradesAt places: Set<RowPlace>) throws -> [LeftOutRow] {
    let lines = Set(places.lazy.filter { $0.file == file.name }.map(\.line))
    guard !lines.isEmpty, partCount > 0 else { return [] }
    let reading = TradeReading(found, bytes)
    var parts: [LeftOutRow] = []
    try trades.forEachTrade { rows in
      guard rows.count <= Self.mostOfTrade, rows.contains(where: { lines.contains($0.line) }) else {
        return
      }
      for case .leftOut(let row) in try reading.readings(of: rows) {
        if let first = row.firstOfTrade, lines.contains(first.line) { parts.append(row) }
      }
    }
    return parts
  }
}

extension Reading {
  /// Whether the row is part of a trade that another row hands on.
  var isPartOfTrade: Bool {
    if case .leftOut(let row) = self { row.firstOfTrade != nil } else { false }
  }
}
