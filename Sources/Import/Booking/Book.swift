import Exact
public import FoundationEssentials
public import Portfolio

/// The ledger rows of events.
public struct Booked: Sendable, Equatable {
  /// The source of a row.
  public struct Origin: Sendable, Hashable {
    /// The first of the event's own facts.
    public let fact: Fact.ID
    /// The index of the row within the event.
    public let part: Int
  }

  /// A row that a person changed.
  public struct ChangedRow: Sendable, Hashable {
    /// The facts that report its event.
    public let facts: [Fact.ID]
    /// The index of the row within the event.
    public let part: Int
  }

  /// Transactions in ledger order: by date; within an instant, rows of bitpal's own files in file
  /// order, then incoming coins, then outgoing ones.
  public internal(set) var transactions: [Transaction] = []
  /// Moves by date; within an instant, rows of bitpal's own files in file order.
  public internal(set) var moves: [Move] = []
  /// The source of each row.
  public internal(set) var origins: [UUID: Origin] = [:]
  /// The open questions.
  public internal(set) var questions: [Question] = []
  /// Questions about a value that a person stated in the row itself, or about an unbookable row.
  public internal(set) var moot: Set<Question.Key> = []
  /// Questions about less than a dollar, with the best answer, which resolves them.
  public internal(set) var settled: [Question.Key: Choice] = [:]
  /// The rows of these questions.
  public internal(set) var settledRows: [Question.Key: [Fact.ID]] = [:]
  /// The answers that were used.
  public internal(set) var answered: [Question.Key: Choice] = [:]
  /// Overrides of rows that have another id now, because another report of their event counts; by
  /// their previous ids.
  public internal(set) var movedOverrides: [UUID: RowOverride] = [:]
  /// The rows that a person changed or deleted, by override id.
  public internal(set) var changedRows: [UUID: ChangedRow] = [:]
  /// The states of the facts of events that are not booked.
  public internal(set) var states: [Fact.ID: FactState] = [:]
}

/// Makes the ledger rows of events.
///
/// Rows are made by the same function as typed ones, and their ids derive from their records.
/// Events are valued one by one to keep memory low.
///
/// - Parameters:
///   - derivation: The events.
///   - valuer: Values the events.
///   - keys: The names of the facts.
///   - sources: The other rows, and the user's answers.
func book(
  _ derivation: Derivation, valuedBy valuer: Valuer, keys: RecordKeys, _ sources: BookingSources
) -> Booked {
  let isChanged = !sources.overrides.isEmpty || !sources.changedRows.isEmpty
  var bookkeeper = Bookkeeper(
    keys: keys, rules: valuer.rules, sources, eventCount: derivation.events.count,
    sums: isChanged ? derivation.events.sums : [])
  bookkeeper.expect(derivation.transfers, of: derivation.events)
  // Booked last, an exported copy of a row is dropped if the row itself, with the same id, exists.
  for isOwn in [false, true] {
    for event in derivation.events where (valuer.ownRow(of: event) != nil) == isOwn {
      bookkeeper.record(event, valuer.outcome(of: event))
    }
  }
  bookkeeper.link(derivation.transfers)
  bookkeeper.holdUncovered()
  return bookkeeper.booked()
}

/// Makes the rows of one derivation.
private struct Bookkeeper {
  let keys: RecordKeys
  private let rules: ValueRules
  private let sources: BookingSources
  private let overrides: [UUID: RowOverride.Change]
  /// Overrides whose row ids were derived from reports that no longer exist.
  private let legacyChanges: [RowOfFact: UUID]
  private var otherHalves = OtherHalves()
  private var questions: BookingQuestions
  private var entries: [Entry] = []
  private var transactions = EntryRows<Transaction>()
  private var moves = EntryRows<Move>()
  /// Coins that existed before sales according to a person, by the positions of the sales.
  private var acquisitions: [Int: (row: Transaction, entryPart: EntryPart)] = [:]
  private var askedSales: [Int: (key: Question.Key, answer: Choice?)] = [:]
  private var used: Set<UUID> = []
  /// The ids of existing rows, including typed ones, if files have rows with ids.
  private var rowIDs: Set<UUID>?
  private var result = Booked()
  /// The facts that identify no row because they report several events.
  private let sums: Set<Fact.ID>

  /// A row of an event, identified by a fact that reports it.
  private struct RowOfFact: Hashable {
    let fact: Fact.ID
    let part: Int
  }

  /// The other halves of transfers.
  private struct OtherHalves {
    /// Their accounts, by event.
    var accounts: [Fact.ID: String] = [:]
    /// The first moves of events that are halves of transfers, by position.
    var moves: [Fact.ID: Int] = [:]
    /// The other halves that a person named, by the positions of moves.
    var named: [Int: UUID?] = [:]
  }

  /// An event and its state while it is booked.
  private struct Entry {
    let event: Event
    let id: UUID
    /// Whether it is a row of one of bitpal's own files.
    let isOwn: Bool
    /// Whether its rows precede the stretch of time that is booked.
    var isEarlier = false
    /// Whether it waits.
    var isHeld = false

    /// The fact of its row in one of bitpal's own files, or `nil`.
    var own: Fact.ID? { isOwn ? event.id : nil }
  }

  /// The entry and part of a row.
  private struct EntryPart {
    let entry: Int
    let part: Int
  }

  /// The rows of entries; the rows themselves become the result.
  private struct EntryRows<Row> {
    var rows: [Row] = []
    var entryParts: [EntryPart] = []

    mutating func append(_ row: Row, _ entryPart: EntryPart) {
      rows.append(row)
      entryParts.append(entryPart)
    }

    mutating func reserveCapacity(_ count: Int) {
      rows.reserveCapacity(count)
      entryParts.reserveCapacity(count)
    }
  }

  /// The rows of one event before they are added.
  private struct Draft {
    let event: Event
    let id: UUID
    /// The open question about its value; it counts meanwhile.
    var question: Question.Key?
    var rows = RecordedEvent()
    /// The index of each row within the event.
    var parts: [(id: UUID, part: Int)] = []
    /// The other halves that a person named, by move.
    var named: [UUID: UUID?] = [:]
    var isOwn = false

    func part(of row: UUID) -> Int { parts.first { $0.id == row }?.part ?? 0 }
  }

  init(
    keys: RecordKeys, rules: ValueRules, _ sources: BookingSources, eventCount: Int,
    sums: Set<Fact.ID>
  ) {
    (self.keys, self.rules, self.sources, self.sums) = (keys, rules, sources, sums)
    overrides = Dictionary(
      sources.overrides.map { ($0.row, $0.change) }, uniquingKeysWith: { $1 })
    legacyChanges = Dictionary(
      sources.changedRows.flatMap { id, row in
        row.facts.map { (RowOfFact(fact: $0, part: row.part), id) }
      }, uniquingKeysWith: { $0.uuidString < $1.uuidString ? $0 : $1 })
    questions = BookingQuestions(answers: sources.answers)
    entries.reserveCapacity(eventCount)
    transactions.reserveCapacity(eventCount)
    used.reserveCapacity(eventCount)
  }

  // MARK: - Rows

  mutating func record(_ event: Event, _ outcome: EventOutcome) {
    switch outcome {
    case .money: return set(.money, for: event)
    case .waits(let key): return set(.waits(key), for: event)
    case .skipped(let key): return set(.skipped(key), for: event)
    case .terms(let terms):
      guard let first = keys.names(of: event).first, !terms.isEmpty else {
        return set(.money, for: event)
      }
      add(event, terms, id: unused(first))
    case .unvalued(let terms, let question):
      guard let first = keys.names(of: event).first, !terms.isEmpty else {
        return set(.money, for: event)
      }
      add(event, terms, id: unused(first), asking: question)
    case .own(let row, let coinId, let feeCoinId):
      guard let first = keys.names(of: event).first else { return }
      add(event, row, coinId: coinId, feeCoinId: feeCoinId, id: unused(first))
    }
  }

  /// Adds a row of one of bitpal's own files, unless a row with its id exists.
  private mutating func add(
    _ event: Event, _ row: OwnRow, coinId: String, feeCoinId: String?, id: UUID
  ) {
    let main = row.id ?? RecordKeys.row(id, part: 0)
    if row.id != nil {
      if rowIDs == nil {
        rowIDs = sources.typedMoves.union(sources.typed.map(\.id))
        rowIDs?.reserveCapacity(transactions.rows.capacity)
        rowIDs?.formUnion(transactions.rows.lazy.map(\.id))
        rowIDs?.formUnion(moves.rows.lazy.map(\.id))
      }
      if rowIDs?.contains(main) ?? false { return set(.enriches(event.id), for: event) }
    }
    var draft = Draft(event: event, id: id)
    (draft.rows, draft.parts) = (row.named(main, coinId: coinId, feeCoinId: feeCoinId), [(main, 0)])
    draft.isOwn = true
    complete(draft)
  }

  /// Adds an event with the user's overrides of its rows.
  private mutating func complete(_ draft: Draft) {
    var draft = draft
    if !overrides.isEmpty { change(&draft) }
    guard !draft.rows.transactions.isEmpty || !draft.rows.moves.isEmpty else {
      if let question = draft.question { result.moot.insert(question) }
      return set(.deleted, for: draft.event)
    }
    if let question = draft.question {
      if draft.rows.transactions.contains(where: { $0.valuation?.kind == .unknown }) {
        set(.waits(question), for: draft.event)
      } else {
        result.moot.insert(question)
      }
    }
    if otherHalves.moves[draft.event.id] != nil {
      otherHalves.moves[draft.event.id] = moves.rows.count
    }
    let entry = entries.count
    var new = Entry(event: draft.event, id: draft.id, isOwn: draft.isOwn)
    if let start = sources.opening?.start {
      new.isEarlier =
        draft.rows.transactions.contains { $0.date < start }
        || draft.rows.moves.contains { $0.date < start }
    }
    entries.append(new)
    for row in draft.rows.transactions {
      transactions.append(row, EntryPart(entry: entry, part: draft.part(of: row.id)))
      rowIDs?.insert(row.id)
    }
    for row in draft.rows.moves {
      if let half = draft.named[row.id] { otherHalves.named[moves.rows.count] = .some(half) }
      moves.append(row, EntryPart(entry: entry, part: draft.part(of: row.id)))
      rowIDs?.insert(row.id)
    }
  }

  private mutating func change(_ draft: inout Draft) {
    var rows = RecordedEvent()
    for row in draft.rows.transactions {
      let found = change(of: row.id, in: draft) { $0.isOfSide(of: row) }
      guard let change = found ?? changeOfOtherReading(of: row, in: draft) else {
        rows.transactions.append(row)
        continue
      }
      if let changed = change.applied(to: row) { rows.transactions.append(changed) }
    }
    for row in draft.rows.moves {
      guard let change = change(of: row.id, in: draft, where: { _ in true }),
        // Files now report the half that a person added earlier.
        !isReported(change.otherAccount, as: draft.event)
      else {
        rows.moves.append(row)
        continue
      }
      let changed = change.applied(to: row)
      if let half = change.transfer { draft.named[row.id] = .some(half) }
      let part = draft.part(of: row.id)
      let ids = changed.transactions.map(\.id) + changed.moves.map(\.id)
      draft.parts += ids.map { ($0, part) }
      rows.moves += changed.moves
      rows.transactions += changed.transactions
    }
    draft.rows = rows
  }

  /// The user's changes to a row.
  ///
  /// Row ids follow the report that counts, and another one may have counted before.
  private mutating func change(
    of row: UUID, in draft: Draft, where fits: (RowOverride.Change) -> Bool
  ) -> RowOverride.Change? {
    let (event, part) = (draft.event, draft.part(of: row))
    let facts = event.facts + event.evidence.filter { !sums.contains($0) }
    var id: UUID? = overrides[row] == nil ? nil : row
    if id == nil {
      // A report with equal content may be another event, whose changes are its own.
      let names = keys.names(of: event, without: sums).filter {
        $0 == draft.id || !used.contains($0)
      }
      let ids = names.map { RecordKeys.row($0, part: part) }
      let legacyRows = facts.compactMap { legacyChanges[RowOfFact(fact: $0, part: part)] }
      id = ids.first { overrides[$0] != nil } ?? legacyRows.first
    }
    guard let id, let change = overrides[id]?.named(row), fits(change) else { return nil }
    result.changedRows[id] = Booked.ChangedRow(facts: facts, part: part)
    if id != row, sources.opening.map({ event.instant.date >= $0.start }) ?? true {
      result.movedOverrides[id] = RowOverride(row: row, change: change)
    }
    return change
  }

  /// The user's changes to a transaction that was another part of its event when they were made: a
  /// trade for a stablecoin is one row if that counts as dollars, and otherwise two.
  private func changeOfOtherReading(
    of row: Transaction, in draft: Draft
  ) -> RowOverride.Change? {
    guard draft.part(of: row.id) < 2 else { return nil }
    return (0..<2).lazy.compactMap { overrides[RecordKeys.row(draft.id, part: $0)] }
      .first { change in
        guard case .transaction(let before, _) = change else { return false }
        return before.coinId == row.coinId && change.isOfSide(of: row)
      }
  }

  /// Whether an event is half of a transfer whose other half is in the given account.
  private func isReported(_ account: String?, as event: Event) -> Bool {
    guard let account, let other = otherHalves.accounts[event.id] else { return false }
    return account.lowercased() == other.lowercased()
  }

  /// An unused id for an event; equal rows of one file that make several events are numbered.
  private mutating func unused(_ name: UUID) -> UUID {
    var id = name
    while !used.insert(id).inserted { id = RecordKeys.row(id, part: -1) }
    return id
  }

  /// - Parameter question: The open question about its value; it counts meanwhile.
  private mutating func add(
    _ event: Event, _ terms: [EventTerms], id: UUID, asking question: Question.Key? = nil
  ) {
    do {
      var draft = Draft(event: event, id: id, question: question)
      for (index, terms) in terms.enumerated() {
        try record(terms, part: index * Self.partsOfTerms, in: &draft)
      }
      // One file row is one event, even if it becomes several rows.
      let first = draft.rows.transactions.first?.id ?? draft.rows.moves.first?.id
      if terms.count > 1, let link = first {
        for index in draft.rows.transactions.indices { draft.rows.transactions[index].link = link }
      }
      complete(draft)
    } catch {
      ask(about: event, terms, id: id, error, besides: question)
    }
  }

  /// The parts of one event's terms: two sides, a fee and missing coins.
  private static let partsOfTerms = 4

  private func record(
    _ terms: EventTerms, part: Int, in draft: inout Draft
  ) throws(EventError) {
    let ids = (0..<Self.partsOfTerms).map { RecordKeys.row(draft.id, part: part + $0) }
    let made = try terms.record(
      rules.evidence, ids: RecordedEvent.IDs(main: ids[0], other: ids[1], fee: ids[2]))
    for row in made.transactions {
      do throws(PortfolioError) {
        try validateFields(of: row, now: .distantFuture)
      } catch { throw .outOfRange(error.sentence) }
    }
    draft.rows.transactions += made.transactions
    draft.rows.moves += made.moves
    for (offset, id) in ids.enumerated() { draft.parts.append((id, part + offset)) }
  }

  /// - Parameter question: The question about its value.
  private mutating func ask(
    about event: Event, _ terms: [EventTerms], id: UUID, _ error: EventError,
    besides question: Question.Key?
  ) {
    let isWorth =
      switch error {
      case .noRate, .noPrice, .noFeePrice: true
      default: false
      }
    if let question, !isWorth { result.moot.insert(question) }
    var cause = error.sentence
    if case .noFeePrice(let coin, _) = error { cause = coin }
    let question = questions.ask(
      isWorth ? .noWorth : .unbookable, cause: cause, about: event, choices: [.skip])
    switch (question.answer, error) {
    case (.price(let price), .noFeePrice(let coin, _)):
      add(event, terms.flatMap { Self.selling(coin, at: price, asFeeOf: $0) }, id: id)
    case (.price(let price), _):
      var terms = terms
      (terms[0].price, terms[0].total, terms[0].currency) = (price.figure, nil, nil)
      add(event, terms, id: id)
    // The cost of the trade depends on its fee, which cannot have an unknown value of its own.
    case (nil, .noFeePrice): set(.waits(question.key), for: event)
    case (nil, _) where isWorth && terms[0].coinId != nil:
      var terms = terms
      (terms[0].price, terms[0].total, terms[0].currency) = (nil, nil, nil)
      if terms[0].fee.map({ rules.evidence.isMoney($0.currency ?? usDollarCode) }) ?? false {
        terms[0].fee = nil
      }
      terms[0].setValuation(Valuation(kind: .unknown))
      add(event, terms, id: id, asking: question.key)
    case (nil, _): set(.waits(question.key), for: event)
    default: set(.skipped(question.key), for: event)
    }
  }

  /// Terms whose fee in a coin is replaced by its dollar value, with the sale of that coin.
  private static func selling(
    _ coinId: String, at price: Price, asFeeOf terms: EventTerms
  ) -> [EventTerms] {
    guard let fee = terms.fee, fee.currency == coinId else { return [terms] }
    var (terms, sale) = (terms, EventTerms())
    let coins = Quantity(fee.amount)
    let dollars = coins * price
    terms.fee = TransactionFee(amount: dollars.figure, currency: usDollarCode)
    (sale.kind, sale.coinId, sale.amount) = (.fee, coinId, coins)
    (sale.price, sale.date, sale.account) = (price.figure, terms.date, terms.account)
    return [terms, sale]
  }

  private mutating func set(_ state: FactState, for event: Event) {
    for fact in event.facts + event.evidence { result.states[fact] = state }
  }

  // MARK: - Transfers

  /// Records the account of each transfer's other half.
  mutating func expect(_ transfers: [Transfer], of events: [Event]) {
    guard !transfers.isEmpty else { return }
    for transfer in transfers {
      otherHalves.moves[transfer.withdrawal] = -1
      otherHalves.moves[transfer.deposit] = -1
    }
    guard !overrides.isEmpty else { return }
    var accounts: [Fact.ID: String] = [:]
    for event in events where otherHalves.moves[event.id] != nil {
      accounts[event.id] = rules.account(event.scope)
    }
    for transfer in transfers {
      otherHalves.accounts[transfer.withdrawal] = accounts[transfer.deposit]
      otherHalves.accounts[transfer.deposit] = accounts[transfer.withdrawal]
    }
  }

  /// Links the halves of each transfer, unless a person linked them otherwise.
  mutating func link(_ transfers: [Transfer]) {
    for transfer in transfers {
      guard let from = otherHalves.moves[transfer.withdrawal],
        let to = otherHalves.moves[transfer.deposit],
        moves.rows.indices.contains(from), moves.rows.indices.contains(to),
        entries[moves.entryParts[from].entry].event.id == transfer.withdrawal,
        entries[moves.entryParts[to].entry].event.id == transfer.deposit,
        otherHalves.named[from] == nil, otherHalves.named[to] == nil
      else { continue }
      let (sent, received) = (moves.rows[from].id, moves.rows[to].id)
      moves.rows[from].transfer = received
      moves.rows[to].transfer = sent
    }
    for (position, half) in otherHalves.named { moves.rows[position].transfer = half }
  }

  // MARK: - Sales of coins that were never bought

  /// A row of the history: a position in ``transactions`` or among typed rows.
  private struct HistoryRow {
    let position: Int
    let isTyped: Bool
    let date: Date
  }

  /// Holds sales of coins that no row acquires, until a person says where the coins came from.
  ///
  /// It walks from instant to instant, so holding depends only on earlier rows: deriving a stretch
  /// of time gives the same result as deriving everything.
  mutating func holdUncovered() {
    let history = history
    while !holdUncovered(in: history) {}
  }

  /// Walks the history once.
  ///
  /// - Returns: Whether it is done; `false` if a held entry also has a row at an earlier instant.
  private mutating func holdUncovered(in history: [HistoryRow]) -> Bool {
    var balances = (sources.opening?.coins ?? [:]).mapValues { RunningBalance(held: $0) }
    var start = 0
    while start < history.count {
      let date = history[start].date
      let end = history[start...].firstIndex { $0.date != date } ?? history.count
      let held = hold(history[start..<end], &balances)
      if !overrides.isEmpty, held.contains(where: { hasRow(ofEntryAt: $0, before: date) }) {
        return false
      }
      start = end
    }
    return true
  }

  /// Walks the rows of an instant, and holds the entries that have to wait.
  ///
  /// - Parameter balances: The balances before the instant, updated to those after it.
  /// - Returns: The positions of the rows that make these entries wait.
  private mutating func hold(
    _ rows: ArraySlice<HistoryRow>, _ balances: inout [String: RunningBalance]
  ) -> [Int] {
    guard let first = rows.first else { return [] }
    guard rows.count > 1 else {
      return hold(rows, &balances[coinId(of: first), default: RunningBalance()])
    }
    let histories = Dictionary(grouping: rows) { coinId(of: $0) }
    var (open, after, all) = (Set(histories.keys), [String: RunningBalance](), [Int]())
    // A held entry may also have brought other coins, so the rows of these are walked again.
    while let coinId = open.min() {
      open.remove(coinId)
      var balance = balances[coinId] ?? RunningBalance()
      let held = hold((histories[coinId] ?? [])[...], &balance)
      after[coinId] = balance
      guard !held.isEmpty else { continue }
      all += held
      let waiting = Set(held.map { transactions.entryParts[$0].entry })
      for row in rows
      where !row.isTyped && waiting.contains(transactions.entryParts[row.position].entry) {
        let other = transactions.rows[row.position].coinId
        if other != coinId { open.insert(other) }
      }
    }
    balances.merge(after) { $1 }
    return all
  }

  /// Walks the rows of one coin.
  private mutating func hold(
    _ history: ArraySlice<HistoryRow>, _ balance: inout RunningBalance
  ) -> [Int] {
    var held: [Int] = []
    for row in history {
      guard !row.isTyped else {
        do throws(PortfolioError) { try balance.apply(sources.typed[row.position]) } catch {}
        continue
      }
      let entry = transactions.entryParts[row.position].entry
      if !acquisitions.isEmpty { acquisitions[row.position] = nil }
      guard !entries[entry].isHeld else { continue }
      let sale = transactions.rows[row.position]
      do throws(PortfolioError) { try balance.apply(sale) } catch {
        let found = acquisition(of: sale.amount - balance.held, for: row.position)
        do throws(PortfolioError) {
          guard let found else { throw .invalidAmount }
          try balance.apply(found)
          try balance.apply(sale)
          let part = part(ofAcquisitionFor: row.position)
          acquisitions[row.position] = (found, EntryPart(entry: entry, part: part))
        } catch {
          entries[entry].isHeld = true
          held.append(row.position)
        }
      }
    }
    return held
  }

  private func coinId(of row: HistoryRow) -> String {
    row.isTyped ? sources.typed[row.position].coinId : transactions.rows[row.position].coinId
  }

  /// Whether a person moved a row of an entry to before a date.
  private func hasRow(ofEntryAt position: Int, before date: Date) -> Bool {
    let (rows, entryParts) = (transactions.rows, transactions.entryParts)
    func isOfEntry(_ other: Int) -> Bool { entryParts[other].entry == entryParts[position].entry }
    return
      (0..<position).reversed().prefix(while: isOfEntry).contains { rows[$0].date < date }
      || (position + 1..<rows.count).prefix(while: isOfEntry).contains { rows[$0].date < date }
  }

  /// All rows in ledger order.
  private var history: [HistoryRow] {
    let derived = transactions.rows.indices.lazy.filter {
      !entries[transactions.entryParts[$0].entry].isEarlier
    }.map { HistoryRow(position: $0, isTyped: false, date: transactions.rows[$0].date) }
    let own = sources.typed.indices.map {
      HistoryRow(position: $0, isTyped: true, date: sources.typed[$0].date)
    }
    return merged(inLedgerOrder(own), inLedgerOrder(Array(derived)))
  }

  private func inLedgerOrder(_ rows: [HistoryRow]) -> [HistoryRow] {
    // Most files are already sorted.
    guard !zip(rows, rows.dropFirst()).allSatisfy({ precedes($0, $1) }) else { return rows }
    let keyed = rows.map { row in (key: sortKey(of: row), row: row) }
    return keyed.sorted { $0.key < $1.key }.map(\.row)
  }

  private func merged(
    _ left: [HistoryRow], _ right: [HistoryRow]
  ) -> [HistoryRow] {
    guard !left.isEmpty else { return right }
    var (rows, rest) = ([HistoryRow](), left[...])
    rows.reserveCapacity(left.count + right.count)
    for row in right {
      while let first = rest.first, precedes(first, row) { rows.append(rest.removeFirst()) }
      rows.append(row)
    }
    return rows + rest
  }

  private func precedes(
    _ left: HistoryRow, _ right: HistoryRow
  ) -> Bool {
    left.date != right.date
      ? left.date < right.date : sortKey(of: left) < sortKey(of: right)
  }

  private func sortKey(of row: HistoryRow) -> LedgerSortKey {
    guard !row.isTyped else {
      return LedgerSortKey(sources.typed[row.position], typed: row.position)
    }
    return LedgerSortKey(
      transactions.rows[row.position], own: entries[transactions.entryParts[row.position].entry].own
    )
  }

  /// The part for coins acquired before a sale.
  ///
  /// Each sale of an event may lack coins. Both the given coin and the fee coin of one trade may,
  /// so each gets its own part.
  private func part(ofAcquisitionFor position: Int) -> Int {
    let entryParts = transactions.entryParts
    let entry = entryParts[position].entry
    let terms = entryParts[position].part / Self.partsOfTerms
    let part = terms * Self.partsOfTerms + 3
    func isTaken(_ other: Int) -> Bool { acquisitions[other]?.entryPart.part == part }
    func isOfEntry(_ other: Int) -> Bool { entryParts[other].entry == entry }
    let isShared =
      (0..<position).reversed().prefix(while: isOfEntry).contains(where: isTaken)
      || (position + 1..<entryParts.count).prefix(while: isOfEntry).contains(where: isTaken)
    return isShared ? 2 * Self.partsOfTerms + terms : part
  }

  /// Missing coins that a person said existed before a sale, or that are worth less than a dollar.
  private mutating func acquisition(of missing: Quantity, for position: Int) -> Transaction? {
    let sale = transactions.rows[position]
    let entry = entries[transactions.entryParts[position].entry]
    // Walking a history again must not repeat questions.
    let question =
      askedSales[position]
      ?? questions.ask(
        .uncovered, cause: sale.coinId, about: entry.event, choices: [.gift, .skip])
    askedSales[position] = question
    let isSettled = question.answer == nil && isSmall(missing, of: sale)
    let automatic = isSettled ? Choice.giftBelowDollar : nil
    questions.record(question.key, as: automatic)
    guard let answer = question.answer ?? automatic else {
      set(.waits(question.key), for: entry.event)
      return nil
    }
    var terms = EventTerms()
    (terms.coinId, terms.amount, terms.date) = (sale.coinId, missing.withinExactDigits, sale.date)
    terms.account = sale.account
    switch answer {
    case .gift, .giftBelowDollar: terms.kind = .gift
    case .price(let price): (terms.kind, terms.price) = (.buy, price.figure)
    default:
      set(.skipped(question.key), for: entry.event)
      return nil
    }
    let id = RecordKeys.row(entry.id, part: part(ofAcquisitionFor: position))
    do {
      return try terms.record(rules.evidence, ids: RecordedEvent.IDs(main: id)).transactions.first
    } catch { return nil }
  }

  /// Whether the coins missing for a sale are worth less than a dollar.
  private func isSmall(_ coins: Quantity, of sale: Transaction) -> Bool {
    let known = rules.evidence.price(of: sale.coinId, on: UTCDay(sale.date))?.rate
    let price = known.map { Price($0) } ?? (sale.isOfUnknownWorth ? 0 : sale.pricePerCoin)
    return price > 0 && coins * price < 1
  }

  // MARK: - Result

  /// The rows in ledger order.
  mutating func booked() -> Booked {
    for (row, entryPart) in acquisitions.values { transactions.append(row, entryPart) }
    result.origins.reserveCapacity(transactions.rows.count + moves.rows.count)
    result.transactions = inOrder(drain(\.transactions)) { LedgerSortKey($0, own: $1) }
    result.moves = inOrder(drain(\.moves)) { LedgerSortKey($0, own: $1) }
    // The other half of a transfer may be waiting, or be paired with another move by now.
    let there = result.moves.isEmpty ? [] : sources.typedMoves.union(result.moves.map(\.id))
    var claimed: Set<UUID> = []
    for (index, move) in result.moves.enumerated() {
      guard let other = move.transfer else { continue }
      let partner = sources.partners[other].flatMap { there.contains($0) ? $0 : nil }
      if !there.contains(other) || partner ?? move.id != move.id || !claimed.insert(other).inserted
      {
        result.moves[index].transfer = nil
      }
    }
    (result.questions, result.answered) = (questions.open, questions.answered)
    (result.settled, result.settledRows) = (questions.settled, questions.settledRows)
    return result
  }

  /// The counting rows in ledger order; also records their sources.
  private mutating func inOrder<Row: Identifiable<UUID>>(
    _ list: EntryRows<Row>, _ sortKey: (Row, Fact.ID?) -> LedgerSortKey
  ) -> [Row] {
    var order: [Int] = []
    order.reserveCapacity(list.rows.count)
    for (position, entryPart) in list.entryParts.enumerated() {
      let entry = entries[entryPart.entry]
      guard !entry.isHeld, !entry.isEarlier else { continue }
      order.append(position)
      result.origins[list.rows[position].id] = Booked.Origin(
        fact: entry.event.id, part: entryPart.part)
    }
    order.sort { left, right in
      sortKey(list.rows[left], entries[list.entryParts[left].entry].own)
        < sortKey(list.rows[right], entries[list.entryParts[right].entry].own)
    }
    return order.elementsEqual(list.rows.indices) ? list.rows : order.map { list.rows[$0] }
  }

  /// Removes and returns a list, so that it is freed once it is sorted.
  private mutating func drain<Row>(_ list: WritableKeyPath<Self, EntryRows<Row>>) -> EntryRows<Row>
  {
    let rows = self[keyPath: list]
    self[keyPath: list] = EntryRows()
    return rows
  }
}

/// The order of rows within one instant: typed rows in the order they were typed, then rows of
/// bitpal's own files in file order, then incoming coins, then outgoing ones.
private struct LedgerSortKey: Comparable {
  private let date: Date
  private let rank: Int
  private let file: String
  private let line: Int
  private let direction: Int
  private let id: UUID

  init(_ row: Transaction, typed index: Int) {
    (date, rank, file, line, direction, id) = (row.date, 0, "", index, 0, row.id)
  }

  init(_ row: Transaction, own fact: Fact.ID?) {
    (date, id) = (row.date, row.id)
    direction = row.type.isAcquisition ? 0 : 1
    (rank, file, line) = Self.origin(of: fact)
  }

  init(_ row: Move, own fact: Fact.ID?) {
    (date, id, direction) = (row.date, row.id, 0)
    (rank, file, line) = Self.origin(of: fact)
  }

  private static func origin(of fact: Fact.ID?) -> (rank: Int, file: String, line: Int) {
    fact.map { (1, $0.file, $0.line) } ?? (2, "", 0)
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.date != right.date { return left.date < right.date }
    return (left.rank, left.file, left.line, left.direction, left.id)
      < (right.rank, right.file, right.line, right.direction, right.id)
  }
}
