public import FoundationEssentials
public import Portfolio

extension RowStream {
  /// Hands on the transactions that the file adds; see ``StreamedRows``.
  public func plan(
    into ledger: ImportLedger, policy: ImportPolicy, coins: CoinDirectory, now: Date,
    newId: @escaping () -> UUID = { UUID() }, for aim: StreamAim = .write,
    progress: (Int) -> Void = { _ in }, add: (Transaction) throws -> Void
  ) throws -> ImportPlan {
    guard !policy.depositsAreGifts else { throw MustReadWhole() }
    var walk = StreamWalk(
      self, ledger: ledger, policy: policy, coins: coins, now: now,
      newId: newId, sumsUp: aim == .preview)
    let window = RecordWindow(bytes)
    for (index, entry) in entries.enumerated() {
      if entry.date != walk.date { try walk.begin(entry.date, add) }
      try window.withRecord(at: entry.offset, count: entry.count) { try walk.apply($0) }
      if index % 1024 == 0 { progress(index) }
    }
    return try walk.plan(add)
  }
}

/// Goes through the rows in the order of their instants, as ``ImportPlanner`` goes through
/// readings.
private struct StreamWalk {
  /// The instant of the rows that wait.
  private(set) var date: Date?
  private let policy: ImportPolicy
  private let now: Date
  private let newId: () -> UUID
  private let names: CoinNames
  private let isNewestFirst: Bool
  private let reason: Int?
  private let slow: RecordReading
  private var cells: RecordCells
  private var known: Deduplication
  private var stated = SeenOnce()
  private var references: RowReferences
  private var rowsOfAccounts: RowsOfAccounts
  private var waiting: [PlannedRow] = []
  private var balances: InstantOrder
  private var moves: [Move] = []
  private var totals: ImportTotals
  private var lookalikes = RecentLookalikes()
  private var cursor: LedgerCursor
  private var alreadyThere = 0

  /// More moves than that are not kept in memory.
  private static let mostMoves = 20_000

  init(
    _ stream: RowStream, ledger: ImportLedger, policy: ImportPolicy, coins: CoinDirectory,
    now: Date, newId: @escaping () -> UUID, sumsUp: Bool
  ) {
    totals = ImportTotals(sumsUp: sumsUp)
    (self.policy, self.now, self.newId) = (policy, now, newId)
    names = CoinNames(directory: coins, stablecoins: policy.stablecoins)
    isNewestFirst = stream.isNewestFirst
    reason = stream.header.columns[reasonColumn]
    let found = FoundHeader(
      header: stream.header, line: stream.line, delimiter: stream.delimiter, end: 0, nextLine: 1)
    slow = RecordReading(found)
    cells = RecordCells(stream.header, delimiter: stream.delimiter)
    references = RowReferences(format: .bitpal, account: policy.account, repeated: [])
    rowsOfAccounts = RowsOfAccounts(ledger, account: policy.account)
    known = Deduplication(ledger.overview)
    balances = InstantOrder(ledger.overview)
    cursor = ledger.cursor()
  }

  mutating func apply(_ record: UnsafeBufferPointer<UInt8>) throws {
    if RecordCells.isPlain(record), let entry = cells.entry(record) {
      let reference =
        entry.hasId || entry.transaction.reference != nil
        ? entry.transaction.reference
        : name(of: references.next(cells.digest(record, without: reason)), entry.source)
      return try apply(entry, reference: reference)
    }
    switch try slow.reading(of: record) {
    case .entry(let entry):
      let reference =
        entry.hasId || entry.transaction.reference != nil
        ? entry.transaction.reference
        : name(of: references.next(entry.source.digest), entry.source)
      try apply(entry, reference: reference)
    case .record(let record):
      let reference =
        record.hasId || record.move.reference != nil
        ? record.move.reference
        : name(of: references.next(record.source.digest), record.source)
      try apply(record, reference: reference)
    default: throw MustReadWhole()
    }
  }

  private mutating func name(of row: Reference, _ source: RowSource) -> Reference {
    rowsOfAccounts.name(of: row, source) { [known] in known.transaction(of: $0) }
  }

  private mutating func apply(_ entry: ImportedEntry, reference: Reference?) throws {
    guard !rowsOfAccounts.hasEqual else { throw MustReadWhole() }
    let written = entry.transaction
    let isStated = !entry.hasId && written.reference != nil
    guard !entry.hasId || stated.isNew(written.id), !isStated || stated.isNew(reference) else {
      throw MustReadWhole()
    }
    let transaction: Transaction
    do {
      transaction = try written.planned(
        id: entry.hasId ? written.id : newId(), coinId: names.id(of: entry.asset),
        account: policy.account(of: written.account), reference: reference, now: now)
    } catch { throw MustReadWhole() }
    guard !known.knows(transaction, hasOwnId: entry.hasId) else {
      alreadyThere += 1
      return
    }
    waiting.append(PlannedRow(source: entry.source, transaction: transaction))
  }

  private mutating func apply(_ record: MoveRecord, reference: Reference?) throws {
    guard !rowsOfAccounts.hasEqual else { throw MustReadWhole() }
    let written = record.move
    let isStated = !record.hasId && written.reference != nil
    guard moves.count < Self.mostMoves, written.date <= now,
      record.hasId || written.transfer != nil,
      !record.hasId || stated.isNew(written.id), !isStated || stated.isNew(reference)
    else { throw MustReadWhole() }
    let move: Move
    do {
      move = Move(
        id: record.hasId ? written.id : newId(), account: policy.account(of: written.account),
        coinId: try names.id(of: .id(written.coinId)), amount: written.amount, fee: written.fee,
        date: written.date, hash: written.hash, notes: written.notes, reference: reference,
        transfer: written.transfer)
    } catch { throw MustReadWhole() }
    guard !known.knows(move, hasOwnId: record.hasId) else {
      alreadyThere += 1
      return
    }
    moves.append(move)
  }

  /// Begins an instant, and hands on the rows of the one before.
  mutating func begin(_ instant: Date, _ add: (Transaction) throws -> Void) throws {
    try finishInstant(add)
    date = instant
    record(try cursor.rows(through: instant.addingTimeInterval(RowPlanning.hour)))
    known.forget(before: instant)
  }

  /// Reads some of the ledger's transactions after the last row.
  ///
  /// - Returns: The date of the last of them, `nil` where there are none.
  private mutating func passSome() throws -> Date? {
    let transactions = try cursor.someRows()
    balances.record(transactions)
    return transactions.last?.date
  }

  private mutating func record(_ transactions: [Transaction]) {
    guard !transactions.isEmpty else { return }
    known.record(transactions)
    let passed = date ?? .distantPast
    balances.pass(before: passed)
    lookalikes.forget(before: passed)
    balances.record(transactions)
    lookalikes.record(transactions)
  }

  /// Puts the rows of one instant in order and hands them on.
  private mutating func finishInstant(_ add: (Transaction) throws -> Void) throws {
    references.forgetInstant()
    guard !waiting.isEmpty else { return }
    let ordered = balances.ordered(waiting)
    guard balances.isCovered else { throw MustReadWhole() }
    for row in ordered {
      try lookalikes.add(row.transaction)
      totals.add(row.transaction)
      try add(row.transaction)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  mutating func plan(_ add: (Transaction) throws -> Void) throws -> ImportPlan {
    try finishInstant(add)
    while let last = try passSome() { balances.pass(before: last) }
    balances.finish()
    guard balances.isCovered, !balances.passesGifts else { throw MustReadWhole() }
    return ImportPlan(
      formats: [.bitpal], additions: [], totals: totals,
      moves: moves.sorted { $0.date < $1.date }, changedMoves: [], alreadyThere: alreadyThere,
      leftOut: [], refused: [],
      notices: rowsOfAccounts.notices
        + (isNewestFirst ? [.newestFirst] : []) + names.notices,
      lookalikes: lookalikes.found, incompleteCoinsByRow: [:], missingPrices: [:],
      skipsRefused: policy.skipsRefused)
  }
}

/// Ids and references that a file states, each allowed once: one that appears twice needs a
/// closer look.
///
/// Eight bytes are kept of each; that two different ones agree in them costs time and nothing else.
private struct SeenOnce {
  private var seen: Set<Int> = []

  mutating func isNew(_ value: some Hashable) -> Bool { seen.insert(value.hashValue).inserted }
}
