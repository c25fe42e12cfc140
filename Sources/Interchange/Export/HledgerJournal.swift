import Exact
import FoundationEssentials
public import Portfolio

/// The ledger as a journal for hledger, prices included.
///
/// Each account has an account for each of its coins, `assets:ACCOUNT:COIN`, which holds what
/// `bitpal accounts` says. Purchases are booked at what they cost, and what is sold at what it had
/// cost under a method; the difference to what it brought goes to `gains:COIN`. Rewards come from
/// `income:LABEL`, coins that only paid a fee go to `expenses:fees`, and rows of one event are one
/// entry. So the totals of `hledger bal` are those of `bitpal gains` under that method. Where it
/// names lots, each posting of coins is of one lot, with its date and cost.
///
/// - Parameters:
///   - transactions: Every transaction, in ledger order.
///   - moves: Every move by date.
///   - coins: The coins as last priced; a price is dated by the UTC day of its `lastUpdated`.
///   - costBasis: How the cost of sales is chosen.
///   - calendar: The zone whose days ``CostBasis/hmrc`` matches by.
/// - Returns: UTF-8 text. Amounts keep every digit; reports show cents.
public func hledgerJournal(
  _ transactions: [Transaction], moves: [Move] = [], coins: [Coin],
  costBasis: CostBasis = .average, calendar: LocalCalendar = .utc
) -> String {
  var journal = HledgerJournal(coins: coins, costBasis: costBasis, calendar)
  transactions.forEach { journal.note($0) }
  moves.forEach { journal.note($0) }
  if journal.isMigrated {
    journal.carry(transactions.filter(journal.isMigrated))
  }
  if !costBasis.knowsCostAtSale {
    transactions.forEach { journal.match($0) }
    journal.finishMatching()
  }
  journal.declare()
  transactions.forEach { journal.book($0) }
  journal.finish()
  moves.forEach { journal.book($0) }
  journal.finishMoves()
  return journal.text
}

/// Writes a ledger as a journal for hledger, record by record.
///
/// - Parameters:
///   - records: The ledger.
///   - coins: The coins as last priced; a price is dated by the UTC day of its `lastUpdated`.
///   - costBasis: How the cost of sales is chosen. One that depends on later purchases reads the
///     records once more and keeps what every sale cost.
///   - calendar: The zone whose days ``CostBasis/hmrc`` matches by.
///   - write: Receives the text of ``hledgerJournal(_:moves:coins:costBasis:calendar:)`` piece by
///     piece.
/// - Throws: What reading and `write` throw.
public func writeHledgerJournal(
  _ records: some LedgerRecords, coins: [Coin], costBasis: CostBasis = .average,
  calendar: LocalCalendar = .utc, to write: (String) throws -> Void
) throws {
  var journal = HledgerJournal(coins: coins, costBasis: costBasis, calendar)
  try records.forEachTransaction { journal.note($0) }
  try records.forEachMove { journal.note($0) }
  if journal.isMigrated {
    var migrated: [Transaction] = []
    try records.forEachTransaction { if journal.isMigrated($0) { migrated.append($0) } }
    journal.carry(migrated)
  }
  if !costBasis.knowsCostAtSale {
    try records.forEachTransaction { journal.match($0) }
    journal.finishMatching()
  }
  journal.declare()
  try records.forEachTransaction { transaction in
    journal.book(transaction)
    try write(journal.nextText())
  }
  journal.finish()
  try records.forEachMove { move in
    journal.book(move)
    try write(journal.nextText())
  }
  journal.finishMoves()
  try write(journal.nextText())
}

private struct HledgerJournal {
  /// A row and the lots that it brought or took.
  private struct Booked {
    let transaction: Transaction
    let lots: [LotPart]
    var cost: Cost { lots.reduce(0) { $0 + $1.cost } }
  }

  private(set) var text = """
    decimal-mark .
    commodity 1000.00 USD

    """
  private let costBasis: CostBasis
  private let calendar: LocalCalendar
  private let priced: Set<String>
  private var accounts: [String: Set<String?>] = [:]
  private var migrated: Set<String> = []
  private var carried = CarriedLots.none
  private var walks: [String: LotWalk] = [:]
  /// What rows took whose cost depends on later purchases, by their ids.
  private var matched: [UUID: [LotPart]] = [:]
  /// What is held of each coin.
  private var held: [String: (amount: ExactDecimal, cost: Cost)] = [:]
  /// The events of one instant whose rows are still coming, in the order of their first rows.
  private var events: [[Booked]] = []
  /// Halves of transfers whose other half is still to come, by the id of that one.
  private var halves: [UUID: Move] = [:]
  /// What left in transfers, by date, whose cost is not worked out.
  private var leaving: ArraySlice<(id: UUID, coinId: String, amount: Decimal, date: Date)> = []
  /// What the coins of transfers had cost, by the ids of the halves that left.
  private var transferred: [UUID: Cost] = [:]

  init(coins: [Coin], costBasis: CostBasis, _ calendar: LocalCalendar) {
    self.costBasis = costBasis
    self.calendar = calendar
    var priced: Set<String> = []
    for coin in coins.sorted(by: { $0.id < $1.id }) {
      guard let price = coin.currentPrice, let date = coin.lastUpdated else { continue }
      priced.insert(coin.id)
      text += "P \(date.utcDayText) \(hledgerCommodity(coin.id)) \(price.canonicalText) USD\n"
    }
    self.priced = priced
  }

  /// The text written so far, which is let go.
  mutating func nextText() -> String {
    defer { text = "" }
    return text
  }

  // MARK: - Before anything is written

  /// Notes the accounts of a row.
  mutating func note(_ transaction: Transaction) {
    accounts[transaction.coinId, default: []].insert(transaction.account)
    if transaction.kind == .migrate { migrated.insert(transaction.coinId) }
  }

  mutating func note(_ move: Move) {
    accounts[move.coinId, default: []].insert(move.account)
    guard move.transfer != nil, move.amount < 0 else { return }
    leaving.append((move.id, move.coinId, -move.amount, move.date))
  }

  /// Whether a migration joins any coins.
  var isMigrated: Bool { !migrated.isEmpty }

  /// Whether a migration joins the row's coin with another.
  func isMigrated(_ transaction: Transaction) -> Bool { migrated.contains(transaction.coinId) }

  /// Works out the cost that migrations carry, of all rows of the coins they join.
  mutating func carry(_ transactions: [Transaction]) {
    carried = CarriedLots(transactions, methods: [costBasis], calendar: calendar)
  }

  /// Finds what rows take under a method by which it depends on later purchases.
  mutating func match(_ transaction: Transaction) {
    for (id, lots) in walk(transaction) { matched[id] = lots }
  }

  /// Ends what ``match(_:)`` began.
  mutating func finishMatching() {
    var found = matched
    for var walk in walks.values { walk.finish { found[$0] = $1 } }
    (matched, walks) = (found, [:])
  }

  /// Applies a row to the lots of its coin.
  ///
  /// - Returns: What rows took, by their ids.
  private mutating func walk(_ transaction: Transaction) -> [(id: UUID, lots: [LotPart])] {
    let coinId = transaction.coinId
    var walk =
      walks.removeValue(forKey: coinId)
      ?? LotWalk(costBasis: costBasis, calendar: calendar, carrying: carried)
    var taken: [(UUID, [LotPart])] = []
    walk.apply(transaction) { taken.append(($0, $1)) }
    walks[coinId] = walk
    return taken
  }

  /// Names every account and commodity, so that hledger's strict mode accepts the journal.
  mutating func declare() {
    for account in ["gains", "income"] { text += "account \(account)\n    ; type: R\n" }
    let income = TransactionLabel.ofRewards.map { "income:\($0.rawValue)" }
    for account in Self.fixedAccounts + income { text += "account \(account)\n" }
    for (coinId, names) in accounts.sorted(by: { $0.key < $1.key }) {
      text += "commodity \(hledgerCommodity(coinId))\n"
      text += "account \(gains(coinId))\n"
      for account in Set(names.map { hledgerAccount($0, coinId) }).sorted() {
        text += "account \(account)\n"
        if !priced.contains(coinId) { text += "    ; unpriced:\n" }
      }
    }
  }

  private static let fixedAccounts = [
    "equity:cash", "equity:deposits", "equity:withdrawals", "equity:gifts:given",
    "equity:gifts:received", "equity:migrations", "expenses:fees", "expenses:lost",
    "expenses:spent",
  ]

  private func gains(_ coinId: String) -> String { "gains:\(hledgerName(coinId))" }

  // MARK: - Transactions

  /// Takes the next row in ledger order; its entry is written once its event is complete.
  mutating func book(_ transaction: Transaction) {
    if let first = events.first?.first, first.transaction.date != transaction.date { finish() }
    costTransfers(before: transaction.date)
    let row = Booked(transaction: transaction, lots: lots(of: transaction))
    let isComing = transaction.type.isAcquisition
    held[transaction.coinId, default: (0, 0)].amount +=
      isComing ? transaction.exactAmount : -transaction.exactAmount
    held[transaction.coinId, default: (0, 0)].cost += isComing ? row.cost : -row.cost
    let event = events.firstIndex {
      transaction.link != nil && $0.first?.transaction.link == transaction.link
    }
    if let event { events[event].append(row) } else { events.append([row]) }
  }

  private mutating func lots(of transaction: Transaction) -> [LotPart] {
    let coming = LotPart.coming(with: transaction, costBasis: costBasis, carrying: carried)
    guard costBasis.knowsCostAtSale else {
      return coming ?? matched.removeValue(forKey: transaction.id) ?? []
    }
    let taken = walk(transaction)
    return coming ?? taken.first?.lots ?? []
  }

  /// Writes the entries of the events whose rows have all come.
  mutating func finish() {
    for event in events { text += entry(of: event) }
    events.removeAll(keepingCapacity: true)
  }

  /// Works out what the coins of transfers had cost on average when they left.
  private mutating func costTransfers(before date: Date = .distantFuture) {
    while let move = leaving.first, move.date < date {
      leaving.removeFirst()
      guard let (amount, cost) = held[move.coinId], amount > .zero, !cost.isNegative else {
        continue
      }
      transferred[move.id] =
        (cost * Cost(move.amount)).divided(by: amount, places: costPlaces)
    }
  }

  private func entry(of rows: [Booked]) -> String {
    let main = rows.first { $0.transaction.kind != .fee } ?? rows[0]
    var entry = HledgerEntry(main.transaction.kind, on: main.transaction.date)
    for row in rows {
      entry.add(notes: row.transaction.notes)
      post(row, isPartOfTrade: main.transaction.kind != .fee, to: &entry)
    }
    return entry.text(
      rest: rows.allSatisfy { $0.transaction.kind == .migrate }
        ? "equity:migrations" : "equity:cash")
  }

  private func post(_ row: Booked, isPartOfTrade: Bool, to entry: inout HledgerEntry) {
    let transaction = row.transaction
    let isComing = transaction.type.isAcquisition
    let cost = row.cost
    for lot in postings(of: row) {
      entry.post(
        hledgerAccount(transaction.account, transaction.coinId),
        isComing ? lot.amount : -lot.amount, transaction.coinId, cost: lot.cost, lot: lot.acquired)
    }
    let proceeds = transaction.exactTotal
    switch transaction.kind {
    case .buy, .migrate: break
    case .reward:
      entry.post(
        "income:\((transaction.label ?? .other).rawValue)", dollars: transaction.exactFee - proceeds
      )
    case .gift: entry.post("equity:gifts:received", dollars: -cost)
    case .give: entry.post("equity:gifts:given", dollars: cost)
    case .lost: entry.post("expenses:lost", dollars: cost)
    case .swap where isComing: break
    case .fee where !isPartOfTrade:
      entry.post("expenses:fees", dollars: proceeds)
      entry.post(gains(transaction.coinId), dollars: cost - proceeds)
    case .spend:
      entry.post("expenses:spent", dollars: proceeds)
      entry.post(gains(transaction.coinId), dollars: cost - proceeds)
    case .sell, .swap, .fee: entry.post(gains(transaction.coinId), dollars: cost - proceeds)
    case .transfer, .deposit, .withdrawal: break
    }
  }

  /// The lots as they are posted: all in one where the method names none.
  ///
  /// Their amounts add up to the row's, but for dust that a sale which closes a position may leave.
  private func postings(of row: Booked) -> [(amount: ExactDecimal, cost: Cost, acquired: Date?)] {
    let amount = row.transaction.exactAmount
    guard costBasis.namesLots, row.lots.count > 1 || row.lots.first?.acquired != nil else {
      return [(amount, row.cost, nil)]
    }
    var rest = amount
    var postings: [(amount: ExactDecimal, cost: Cost, acquired: Date?)] = []
    for (index, lot) in row.lots.enumerated() {
      let taken = index == row.lots.count - 1 ? rest : min(lot.amount, rest)
      rest -= taken
      if taken.isZero, !postings.isEmpty {
        postings[postings.count - 1].cost += lot.cost
      } else {
        postings.append((taken, lot.cost, lot.acquired))
      }
    }
    return postings
  }

  // MARK: - Moves

  /// Writes a move, and a transfer once both of its halves have come; all transactions were booked.
  mutating func book(_ move: Move) {
    costTransfers()
    guard let other = move.transfer else { return text += entry(of: move, nil) }
    guard let half = halves.removeValue(forKey: move.id) else { return halves[other] = move }
    text += entry(of: half, move)
  }

  /// Writes the halves whose other half is not in the ledger.
  mutating func finishMoves() {
    for half in halves.values.sorted(by: { $0.date < $1.date }) { text += entry(of: half, nil) }
    halves = [:]
  }

  private func entry(of first: Move, _ second: Move?) -> String {
    var entry = HledgerEntry(first.kind, on: first.date)
    let moves = [first, second].compactMap(\.self)
    let rest = moves.reduce(Decimal(0)) { $0 - ($1.amount - $1.fee) }
    let cost = rest == 0 ? transferred[first.amount < 0 ? first.id : second?.id ?? first.id] : nil
    for move in moves {
      entry.add(notes: move.notes)
      entry.post(
        hledgerAccount(move.account, move.coinId),
        ExactDecimal(move.amount) - ExactDecimal(move.fee), move.coinId, cost: cost,
        on: move.date.utcDayText == first.date.utcDayText ? nil : move.date)
    }
    if rest != 0 {
      let account = first.amount < 0 ? "equity:withdrawals" : "equity:deposits"
      entry.post(account, ExactDecimal(rest), first.coinId, cost: nil)
    }
    return entry.text(rest: "equity:cash")
  }
}
