public import FoundationEssentials
public import Portfolio
import Threads

extension StreamedFile {
  /// Hands on the transactions that the file adds; see ``StreamedRows``.
  public func plan(
    into ledger: ImportLedger, policy: ImportPolicy, coins: CoinDirectory, now: Date,
    newId: @escaping () -> UUID = { UUID() }, for aim: StreamAim = .write,
    progress: (Int) -> Void = { _ in }, add: (Transaction) throws -> Void
  ) throws -> ImportPlan {
    func pass(_ settled: Settled, orders: Bool = true, fillsGaps: Bool = false) -> StreamPass {
      let planner = ImportPlanner(
        ledger: ledger, policy: policy, coins: coins, now: now, newId: newId, remembersRows: false)
      return StreamPass(
        self, planner, settled, orders: orders, fillsGaps: fillsGaps, sumsUp: aim == .preview)
    }
    var settled = Settled()
    if hasMoves || !ledger.isEmpty {
      var survey = pass(settled, orders: false)
      try survey.run(progress)
      settled = survey.settled()
    }
    if policy.missingCoinsAreGifts {
      var search = pass(settled, fillsGaps: true)
      try search.run(progress)
      while search.answerDeposits(&settled) {
        search = pass(settled, fillsGaps: true)
        try search.run(progress)
      }
      search.giveMissing(to: &settled)
    }
    // What is known to be refused is not written first.
    let isRefused = !policy.skipsRefused && undated.contains { $0.isRefused }
    var adds = aim == .write && !policy.skipsRefused && !isRefused
    while true {
      var walk = pass(settled)
      try walk.run(progress) { if adds { try add($0) } }
      let uncovered = walk.uncovered
      if uncovered.isEmpty {
        let plan = try walk.plan()
        guard aim != .preview, !adds, plan.isAcceptable else { return plan }
        adds = true
        continue
      }
      settled.sendAway(uncovered)
      let isRefusal = !policy.skipsRefused && uncovered.contains { $0.loss == nil }
      guard !adds || isRefusal else { throw MustSettleFirst() }
      adds = false
    }
  }
}

/// What makes it necessary to look for sales that nothing covers before anything is written.
public struct MustSettleFirst: Error {
  /// Makes the error.
  public init() {}
}

/// One way through the rows of a long file in the order of their instants.
struct StreamPass {
  private let planning: RowPlanning
  private let known: Settled
  private let file: ImportFile
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
    _ file: StreamedFile, _ planner: ImportPlanner, _ known: Settled, orders: Bool,
    fillsGaps: Bool, sumsUp: Bool
  ) {
    totals = ImportTotals(sumsUp: sumsUp)
    self.file = file.file
    self.known = known
    planning = RowPlanning(
      file, planner, told: Set(known.told.map(\.source.line)), orders: orders)
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
      tell(batch.ofLedger)
      for row in batch.rows { try take(row, add) }
      if let reached = batch.reached { try begin(reached, add) }
      progress(batch.entryCount)
    }
    try begin(.distantFuture, add)
    for round in rounds.indices { rounds[round].finish() }
  }

  private mutating func tell(_ transactions: [Transaction]) {
    guard !transactions.isEmpty else { return }
    let passed = date ?? .distantPast
    for round in rounds.indices {
      rounds[round].pass(before: passed)
      rounds[round].tell(transactions)
    }
    lookalikes.forget(before: passed)
    lookalikes.tell(transactions)
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

  /// The oldest instant of which rows wait.
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
      if isAcceptable, isCovered { try add(row.transaction) }
    }
  }

  /// What the rows decide together, where they were only collected.
  func settled() -> Settled {
    var settled = Settled()
    let leftOut = planning.planner.leftOut.count
    planning.planner.toldTwice = planning.toldTwice?.remembering
    planning.planner.rows = planning.candidates
    planning.planner.leaveOutToldTwice(of: file, rows: 0, moves: 0)
    let count = planning.planner.rows.count
    planning.planner.leaveOutRewritten(of: file, rows: count, moves: 0)
    settled.told = Array(planning.planner.leftOut[leftOut...])
    let coins = planning.coins.union(planning.planner.rows.lazy.map(\.transaction.coinId))
    planning.planner.rows = []
    settled.differences = planning.planner.notices.filter {
      if case .valuesDiffer = $0 { true } else { false }
    }
    settled.changed = planning.planner.bookMoves(ofCoins: coins)
    settled.moves = planning.planner.moves
    settled.superseded = planning.planner.superseded
    settled.givenDeposits = planning.planner.givenDeposits
    settled.behind = planning.planner.rows.sorted { $0.transaction.date < $1.transaction.date }
    return settled
  }

  /// Makes gifts of open deposits that brought what sales lack, and returns whether there were some.
  func answerDeposits(_ settled: inout Settled) -> Bool {
    var planner = planning.planner
    (planner.moves, planner.superseded, planner.rows) = (settled.moves, settled.superseded, [])
    planner.givenDeposits = settled.givenDeposits
    guard planner.answerDeposits(covering: rounds.last?.gaps ?? [], &settled.changed) else {
      return false
    }
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
    settled.before = planning.planner.gifts(of: rounds.last?.gaps ?? []).sorted {
      $0.transaction.date < $1.transaction.date
    }
    settled.notices = planning.planner.notices
  }

  /// The plan, where every row that was handed on stands.
  func plan() throws -> ImportPlan {
    var planner = planning.planner
    let refused = planner.refused + known.gone.uncovered
    let parts = try planning.file.parts(ofTradesOn: Set(refused.map(\.source.line)))
    planner.leftOut += parts
    planner.notices.insert(
      contentsOf: planning.balances.differences, at: planning.firstNotices)
    planner.notices =
      known.notices + planning.prices.notices + known.differences + planner.notices
    planner.leftOut += known.told
    planner.moves = known.moves
    (planner.superseded, planner.givenDeposits) = (known.superseded, known.givenDeposits)
    var changed = known.changed
    var plan = planner.plan(
      formats: [file.format], [], totals, without: known.gone, changed: &changed, lookalikes.found)
    plan.unlistedParts = planning.file.partCount - parts.count
    return plan
  }
}

extension StreamedFile {
  /// The rows beside the first of trades that begin on some lines.
  fileprivate func parts(ofTradesOn lines: Set<Int>) throws -> [LeftOutRow] {
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
  /// Whether the row is refused.
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }

  /// Whether the row is in the ledger with the first of its trade.
  var isPartOfTrade: Bool {
    if case .leftOut(let row) = self { row.firstOfTrade != nil } else { false }
  }
}
