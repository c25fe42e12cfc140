import Exact
public import FoundationEssentials
public import Portfolio

/// What booking needs besides events.
public struct BookingSources: Sendable {
  /// The transactions that no record is the origin of.
  public var typed: [Transaction]
  /// The ids of the moves that no record is the origin of.
  public var typedMoves: Set<UUID>
  /// What a person changed on derived rows.
  public var overrides: [RowOverride]
  /// Which rows these were of while reports that are gone counted.
  public var changedRows: [UUID: Booked.ChangedRow] = [:]
  /// The answers by question.
  public var answers: [Question.Key: Choice]

  /// Makes sources.
  public init(
    typed: [Transaction] = [], typedMoves: Set<UUID> = [], overrides: [RowOverride] = [],
    answers: [Question.Key: Choice] = [:]
  ) {
    (self.typed, self.typedMoves) = (typed, typedMoves)
    (self.overrides, self.answers) = (overrides, answers)
  }
}

/// The rows of the ledger that events are.
public struct Booked: Sendable, Equatable {
  /// Where a row comes from.
  public struct Origin: Sendable, Hashable {
    /// The first of the facts that its event is made of.
    public let fact: Fact.ID
    /// Which row of the event it is.
    public let part: Int
  }

  /// The row that a person changed.
  public struct ChangedRow: Sendable, Hashable {
    /// The facts that report its event.
    public let facts: [Fact.ID]
    /// Which row of the event it is.
    public let part: Int
  }

  /// Transactions in ledger order: by date; at one instant rows of bitpal's own files as these have
  /// them, then coins that come, then coins that go.
  public internal(set) var transactions: [Transaction] = []
  /// Moves, by date; at one instant rows of bitpal's own files as these have them.
  public internal(set) var moves: [Move] = []
  /// Where each row comes from.
  public internal(set) var origins: [UUID: Origin] = [:]
  /// The questions that are open.
  public internal(set) var questions: [Question] = []
  /// The answers that were used.
  public internal(set) var answered: [Question.Key: Choice] = [:]
  /// Changes of rows that have another id now, because another report of their event counts; by the
  /// ids that they had.
  public internal(set) var movedOverrides: [UUID: RowOverride] = [:]
  /// The rows that a person changed or deleted, by the ids of the changes.
  public internal(set) var changedRows: [UUID: ChangedRow] = [:]
  /// What became of the facts of events that are not booked.
  public internal(set) var states: [Fact.ID: FactState] = [:]
}

/// Makes the rows of the ledger that events are.
///
/// Rows are made by the function that makes those that a person types, and their ids follow from
/// the records they are made of.
///
/// - Parameters:
///   - valued: The events with their worth.
///   - transfers: Withdrawals and deposits of the same coins.
///   - keys: The names of the facts.
///   - evidence: The rates and prices that are known.
///   - sources: The rows there are besides, and what a person said.
public func book(
  _ valued: ValuedDerivation, transfers: [Transfer], keys: RecordKeys, evidence: Evidence,
  _ sources: BookingSources = BookingSources()
) -> Booked {
  var bookkeeper = Bookkeeper(keys: keys, evidence: evidence, sources)
  bookkeeper.expect(transfers, of: valued.events)
  for event in valued.events where !event.isOwn { bookkeeper.record(event) }
  // What is exported of a row has its id: it comes last, so that the row itself counts.
  for event in valued.events where event.isOwn { bookkeeper.record(event) }
  bookkeeper.link(transfers)
  bookkeeper.holdUncovered(sources.typed)
  return bookkeeper.booked
}

/// Makes the rows of one derivation.
private struct Bookkeeper {
  let keys: RecordKeys
  let evidence: Evidence
  private let overrides: [UUID: RowOverride.Change]
  /// The changes of rows whose ids reports gave that are gone.
  private let formerChanges: [RowOfFact: UUID]
  private var changedRows: [UUID: Booked.ChangedRow] = [:]
  /// The accounts of the other halves of transfers, by event.
  private var otherAccounts: [Fact.ID: String] = [:]
  private let typedMoves: Set<UUID>
  private var questions: BookingQuestions
  private var entries: [Entry] = []
  private var entryOf: [Fact.ID: Int] = [:]
  private var used: Set<UUID> = []
  /// The ids of rows there are, typed ones among them.
  private var rowIDs: Set<UUID>
  private var states: [Fact.ID: FactState] = [:]
  private var movedOverrides: [UUID: RowOverride] = [:]

  /// A row of an event by a fact that reports it.
  private struct RowOfFact: Hashable {
    let fact: Fact.ID
    let part: Int
  }

  /// The rows of one event.
  private struct Entry {
    let event: Event
    let id: UUID
    var rows: RecordedEvent
    /// The parts of the transactions and the moves.
    var parts: [UUID: Int]
    /// The halves of transfers that a person named, by move.
    var transfers: [UUID: UUID?] = [:]
    /// The row of a file of bitpal's own that it is, or `nil`.
    var own: Fact.ID?
    /// Whether it is left out.
    var isHeld = false
  }

  init(keys: RecordKeys, evidence: Evidence, _ sources: BookingSources) {
    (self.keys, self.evidence) = (keys, evidence)
    overrides = Dictionary(
      sources.overrides.map { ($0.row, $0.change) }, uniquingKeysWith: { $1 })
    formerChanges = Dictionary(
      sources.changedRows.flatMap { id, row in
        row.facts.map { (RowOfFact(fact: $0, part: row.part), id) }
      }, uniquingKeysWith: { $0.uuidString < $1.uuidString ? $0 : $1 })
    typedMoves = sources.typedMoves
    rowIDs = typedMoves.union(sources.typed.map(\.id))
    questions = BookingQuestions(answers: sources.answers)
  }

  // MARK: - Rows

  mutating func record(_ valued: ValuedEvent) {
    let event = valued.event
    switch valued.outcome {
    case .money: return
    case .waits(let key): return set(.waits(key), for: event)
    case .skipped(let key): return set(.skipped(key), for: event)
    case .terms(let terms):
      guard let first = keys.names(of: event).first, !terms.isEmpty else { return }
      add(event, terms, id: unused(first))
    case .own(let row, let coinId):
      guard let first = keys.names(of: event).first else { return }
      add(event, row, coinId: coinId, id: unused(first))
    }
  }

  /// Adds a row of a file of bitpal's own, unless there is a row with its id.
  private mutating func add(_ event: Event, _ row: OwnRow, coinId: String, id: UUID) {
    guard let own = row.id else {
      let main = RecordKeys.row(id, part: 0)
      return complete(
        Entry(
          event: event, id: id, rows: row.named(main, coinId: coinId), parts: [main: 0],
          own: event.facts.first))
    }
    guard !rowIDs.contains(own) else { return set(.enriches(event.id), for: event) }
    complete(
      Entry(
        event: event, id: id, rows: row.named(own, coinId: coinId), parts: [own: 0],
        own: event.facts.first))
  }

  /// Adds an event with what a person changed on its rows.
  private mutating func complete(_ entry: Entry) {
    var entry = entry
    if !overrides.isEmpty { change(&entry) }
    guard !entry.rows.transactions.isEmpty || !entry.rows.moves.isEmpty else {
      return set(.skipped(Question.Key("deleted")), for: entry.event)
    }
    rowIDs.formUnion(entry.rows.transactions.map(\.id) + entry.rows.moves.map(\.id))
    entryOf[entry.event.id] = entries.count
    entries.append(entry)
  }

  private mutating func change(_ entry: inout Entry) {
    entry.rows.transactions = entry.rows.transactions.compactMap { row in
      change(of: row.id, in: entry).map { $0.applied(to: row) } ?? row
    }
    var moves: [Move] = []
    for row in entry.rows.moves {
      guard let change = change(of: row.id, in: entry),
        // Files report the half that a person made before there was a report of it.
        !isReported(change.otherAccount, as: entry.event)
      else {
        moves.append(row)
        continue
      }
      let rows = change.applied(to: row)
      if let transfer = change.transfer { entry.transfers[row.id] = .some(transfer) }
      for id in rows.transactions.map(\.id) + rows.moves.map(\.id) {
        entry.parts[id] = entry.parts[row.id] ?? 0
      }
      moves += rows.moves
      entry.rows.transactions += rows.transactions
    }
    entry.rows.moves = moves
  }

  /// What a person changed on a row.
  ///
  /// Rows have their ids of the report that counts; another one may have counted before.
  private mutating func change(of row: UUID, in entry: Entry) -> RowOverride.Change? {
    let (event, part) = (entry.event, entry.parts[row] ?? 0)
    let facts = event.facts + event.evidence
    var id: UUID? = overrides[row] == nil ? nil : row
    if id == nil {
      let ids = keys.names(of: event).map { RecordKeys.row($0, part: part) }
      let former = facts.compactMap { formerChanges[RowOfFact(fact: $0, part: part)] }
      id = ids.first { overrides[$0] != nil } ?? former.first
    }
    guard let id, let change = overrides[id]?.named(row) else { return nil }
    changedRows[id] = Booked.ChangedRow(facts: facts, part: part)
    if id != row { movedOverrides[id] = RowOverride(row: row, change: change) }
    return change
  }

  /// Whether an event is half of a transfer whose other half is in an account.
  private func isReported(_ account: String?, as event: Event) -> Bool {
    guard let account, let other = otherAccounts[event.id] else { return false }
    return account.lowercased() == other.lowercased()
  }

  /// The id of an event; equal rows of one file that several events share are numbered.
  private mutating func unused(_ name: UUID) -> UUID {
    var id = name
    while !used.insert(id).inserted { id = RecordKeys.row(id, part: -1) }
    return id
  }

  private mutating func add(_ event: Event, _ terms: [EventTerms], id: UUID) {
    do {
      var entry = Entry(event: event, id: id, rows: RecordedEvent(), parts: [:])
      for (index, terms) in terms.enumerated() {
        try record(terms, part: index * Self.partsOfTerms, in: &entry)
      }
      // What one row of a file says is one event, whichever rows it becomes.
      let first = entry.rows.transactions.first?.id ?? entry.rows.moves.first?.id
      if terms.count > 1, let link = first {
        for index in entry.rows.transactions.indices { entry.rows.transactions[index].link = link }
      }
      complete(entry)
    } catch {
      ask(about: event, terms, id: id, error)
    }
  }

  /// The parts that one event's terms may have: two sides, a fee and coins that were missing.
  private static let partsOfTerms = 4

  private func record(
    _ terms: EventTerms, part: Int, in entry: inout Entry
  ) throws(EventError) {
    let ids = (0..<Self.partsOfTerms).map { RecordKeys.row(entry.id, part: part + $0) }
    let made = try terms.record(
      evidence, ids: RecordedEvent.IDs(main: ids[0], other: ids[1], fee: ids[2]))
    entry.rows.transactions += made.transactions
    entry.rows.moves += made.moves
    for (offset, id) in ids.enumerated() { entry.parts[id] = part + offset }
  }

  private mutating func ask(
    about event: Event, _ terms: [EventTerms], id: UUID, _ error: EventError
  ) {
    let isWorth =
      switch error {
      case .noRate, .noPrice, .noFeePrice: true
      default: false
      }
    let question = questions.ask(
      isWorth ? .noWorth : .unbookable, cause: error.sentence, about: event, choices: [.skip])
    switch question.answer {
    case .price(let price):
      if case .noFeePrice(let coin, _) = error {
        add(event, terms.flatMap { Self.selling(coin, at: price, asFeeOf: $0) }, id: id)
      } else {
        var terms = terms
        (terms[0].price, terms[0].total, terms[0].currency) = (price.decimal, nil, nil)
        add(event, terms, id: id)
      }
    case nil: set(.waits(question.key), for: event)
    default: set(.skipped(question.key), for: event)
    }
  }

  /// Terms whose fee in a coin is stated in dollars, with the sale of that coin.
  private static func selling(
    _ coinId: String, at price: Quantity, asFeeOf terms: EventTerms
  ) -> [EventTerms] {
    guard let fee = terms.fee, fee.currency == coinId else { return [terms] }
    var (terms, sale) = (terms, EventTerms())
    let dollars = Quantity(fee.amount) * price
    terms.fee = TransactionFee(amount: dollars.decimal, currency: usDollarCode)
    (sale.kind, sale.coinId, sale.amount) = (.fee, coinId, fee.amount)
    (sale.price, sale.date, sale.account) = (price.decimal, terms.date, terms.account)
    return [terms, sale]
  }

  private mutating func set(_ state: FactState, for event: Event) {
    for fact in event.facts + event.evidence { states[fact] = state }
  }

  // MARK: - Transfers

  /// Notes where the other half of each transfer is.
  mutating func expect(_ transfers: [Transfer], of events: [ValuedEvent]) {
    guard !overrides.isEmpty else { return }
    let halves = Set(transfers.flatMap { [$0.withdrawal, $0.deposit] })
    var accounts: [Fact.ID: String] = [:]
    for event in events where halves.contains(event.event.id) {
      guard case .terms(let terms) = event.outcome else { continue }
      accounts[event.event.id] = terms.first?.account
    }
    for transfer in transfers {
      otherAccounts[transfer.withdrawal] = accounts[transfer.deposit]
      otherAccounts[transfer.deposit] = accounts[transfer.withdrawal]
    }
  }

  /// Lets both halves of each transfer name each other, but for those of which a person said
  /// something else.
  mutating func link(_ transfers: [Transfer]) {
    for transfer in transfers {
      guard let from = entryOf[transfer.withdrawal], let to = entryOf[transfer.deposit],
        entries[from].transfers.isEmpty, entries[to].transfers.isEmpty,
        let sent = entries[from].rows.moves.first?.id,
        let received = entries[to].rows.moves.first?.id
      else { continue }
      entries[from].rows.moves[0].transfer = received
      entries[to].rows.moves[0].transfer = sent
    }
    for position in entries.indices where !entries[position].transfers.isEmpty {
      for index in entries[position].rows.moves.indices {
        let id = entries[position].rows.moves[index].id
        guard let half = entries[position].transfers[id] else { continue }
        entries[position].rows.moves[index].transfer = half
      }
    }
  }

  // MARK: - Sales of coins that were never bought

  /// A row of a coin's history.
  private struct HistoryRow {
    let transaction: Transaction
    /// The position of its entry; `nil` for a row that a person typed.
    let entry: Int?
    let place: LedgerPlace
  }

  /// Holds what sells coins that nothing brings, until somebody says where they came from.
  mutating func holdUncovered(_ typed: [Transaction]) {
    var histories: [String: [HistoryRow]] = [:]
    for (index, row) in typed.enumerated() {
      let place = LedgerPlace(row, typed: index)
      histories[row.coinId, default: []].append(
        HistoryRow(transaction: row, entry: nil, place: place))
    }
    for (position, entry) in entries.enumerated() {
      for row in entry.rows.transactions {
        histories[row.coinId, default: []].append(
          HistoryRow(transaction: row, entry: position, place: LedgerPlace(row, own: entry.own)))
      }
    }
    var open = Set(histories.keys)
    for coinId in open { histories[coinId]?.sort { $0.place < $1.place } }
    // What is held may have brought other coins: their histories are walked again.
    while let coinId = open.min() {
      open.remove(coinId)
      for position in uncovered(histories[coinId] ?? []) {
        entries[position].isHeld = true
        let coins = Set(entries[position].rows.transactions.map(\.coinId))
        open.formUnion(coins.subtracting([coinId]))
      }
    }
  }

  /// Walks a coin's history, and finds the entries that have to wait.
  private mutating func uncovered(_ history: [HistoryRow]) -> [Int] {
    var held: [Int] = []
    var balance = RunningBalance()
    for row in history {
      if let entry = row.entry, entries[entry].isHeld || held.contains(entry) { continue }
      do throws(PortfolioError) { try balance.apply(row.transaction) } catch {
        guard let entry = row.entry else { continue }
        let missing = row.transaction.exactAmount - balance.held
        guard let found = acquisition(of: missing, for: row.transaction, entry) else {
          held.append(entry)
          continue
        }
        entries[entry].rows.transactions.insert(found, at: 0)
        do throws(PortfolioError) {
          try balance.apply(found)
          try balance.apply(row.transaction)
        } catch { held.append(entry) }
      }
    }
    return held
  }

  /// Coins that a person said were there before a sale.
  private mutating func acquisition(
    of missing: Quantity, for sale: Transaction, _ position: Int
  ) -> Transaction? {
    let event = entries[position].event
    let question = questions.ask(
      .uncovered, cause: sale.coinId, about: event, choices: [.skip, .gift])
    guard let answer = question.answer else {
      set(.waits(question.key), for: event)
      return nil
    }
    var terms = EventTerms()
    (terms.coinId, terms.amount, terms.date) = (sale.coinId, missing.decimal, sale.date)
    terms.account = sale.account
    switch answer {
    case .gift: terms.kind = .gift
    case .price(let price): (terms.kind, terms.price) = (.buy, price.decimal)
    default:
      set(.skipped(question.key), for: event)
      return nil
    }
    // Each sale of the event may lack coins.
    let part = (entries[position].parts[sale.id] ?? 0) / Self.partsOfTerms * Self.partsOfTerms + 3
    let id = RecordKeys.row(entries[position].id, part: part)
    do {
      return try terms.record(evidence, ids: RecordedEvent.IDs(main: id)).transactions.first
    } catch { return nil }
  }

  // MARK: - Result

  var booked: Booked {
    var booked = Booked()
    var rows: [(place: LedgerPlace, row: Transaction)] = []
    var halves: [(place: LedgerPlace, row: Move)] = []
    for entry in entries where !entry.isHeld {
      guard let fact = entry.event.facts.first else { continue }
      rows += entry.rows.transactions.map { (LedgerPlace($0, own: entry.own), $0) }
      halves += entry.rows.moves.map { (LedgerPlace($0, own: entry.own), $0) }
      for id in entry.rows.transactions.map(\.id) + entry.rows.moves.map(\.id) {
        booked.origins[id] = Booked.Origin(fact: fact, part: entry.parts[id] ?? 0)
      }
    }
    booked.moves = halves.sorted { $0.place < $1.place }.map(\.row)
    // The other half of a transfer may wait.
    let moves = typedMoves.union(booked.moves.map(\.id))
    for index in booked.moves.indices {
      if let other = booked.moves[index].transfer, !moves.contains(other) {
        booked.moves[index].transfer = nil
      }
    }
    booked.transactions = rows.sorted { $0.place < $1.place }.map(\.row)
    (booked.questions, booked.answered, booked.states) = (
      questions.open, questions.answered, states
    )
    (booked.movedOverrides, booked.changedRows) = (movedOverrides, changedRows)
    return booked
  }
}

/// Where a row is among others of one instant: those that a person typed come first, as
/// they were typed; then rows of bitpal's own files, as these have them; then coins that come in,
/// and last coins that go.
private struct LedgerPlace: Comparable {
  private let date: Date
  private let rank: Int
  private let file: String
  private let line: Int
  private let direction: Int
  private let id: String

  init(_ row: Transaction, typed index: Int) {
    (date, rank, file, line, direction, id) = (row.date, 0, "", index, 0, "")
  }

  init(_ row: Transaction, own fact: Fact.ID?) {
    (date, id) = (row.date, row.id.uuidString)
    direction = row.type.isAcquisition ? 0 : 1
    (rank, file, line) = Self.place(fact)
  }

  init(_ row: Move, own fact: Fact.ID?) {
    (date, id, direction) = (row.date, row.id.uuidString, 0)
    (rank, file, line) = Self.place(fact)
  }

  private static func place(_ fact: Fact.ID?) -> (rank: Int, file: String, line: Int) {
    fact.map { (1, $0.file, $0.line) } ?? (2, "", 0)
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.date, left.rank, left.file, left.line, left.direction, left.id)
      < (right.date, right.rank, right.file, right.line, right.direction, right.id)
  }
}
