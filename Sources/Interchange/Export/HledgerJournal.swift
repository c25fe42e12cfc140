import Exact
import FoundationEssentials
public import Portfolio

/// The ledger as a journal for hledger, prices included.
///
/// Each account has an account for each of its coins, `assets:ACCOUNT:COIN`, which holds what
/// `bitpal accounts` says. Purchases are booked at what they cost, and what is sold at its average
/// cost; the difference to what it brought goes to `gains:COIN`. Rewards come from `income:LABEL`,
/// coins that only paid a fee go to `expenses:fees`, and rows of one event are one entry. So the
/// totals of `hledger bal` are those of `bitpal gains` under average cost.
///
/// - Parameters:
///   - transactions: Every transaction, in ledger order.
///   - moves: Every move by date.
///   - coins: The coins as last priced; a price is dated by the UTC day of its `lastUpdated`.
/// - Returns: UTF-8 text. Amounts keep every digit; reports show cents.
public func hledgerJournal(
  _ transactions: [Transaction], moves: [Move] = [], coins: [Coin]
) -> String {
  var journal = HledgerJournal(coins: coins)
  transactions.forEach { journal.note($0) }
  moves.forEach { journal.note($0) }
  if journal.isMigrated {
    journal.carry(transactions.filter(journal.isMigrated))
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
///   - write: Receives the text of ``hledgerJournal(_:moves:coins:)`` piece by piece.
/// - Throws: What reading and `write` throw.
public func writeHledgerJournal(
  _ records: some LedgerRecords, coins: [Coin], to write: (String) throws -> Void
) throws {
  var journal = HledgerJournal(coins: coins)
  try records.forEachTransaction { journal.note($0) }
  try records.forEachMove { journal.note($0) }
  if journal.isMigrated {
    var migrated: [Transaction] = []
    try records.forEachTransaction { if journal.isMigrated($0) { migrated.append($0) } }
    journal.carry(migrated)
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
  /// A row and what it added to the cost of what is held, or took out of it.
  private struct Booked {
    let transaction: Transaction
    let cost: Cost
  }

  private(set) var text = """
    decimal-mark .
    commodity 1000.00 USD

    """
  private let priced: Set<String>
  private var coinIds: Set<String> = []
  private var accounts: [String: Set<String?>] = [:]
  private var migrated: Set<String> = []
  private var carried = CarriedLots.none
  private var positions: [String: CoinPosition] = [:]
  /// The events of one instant whose rows are still coming, in the order of their first rows.
  private var events: [[Booked]] = []
  /// Halves of transfers whose other half is still to come, by the id of that one.
  private var halves: [UUID: Move] = [:]
  /// What left in transfers, by date, whose cost is not worked out.
  private var leaving: ArraySlice<(id: UUID, coinId: String, amount: Decimal, date: Date)> = []
  /// What the coins of transfers had cost, by the ids of the halves that left.
  private var transferred: [UUID: Cost] = [:]

  init(coins: [Coin]) {
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
    carried = CarriedLots(transactions, methods: [.average])
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
    let coinId = transaction.coinId
    var position =
      positions.removeValue(forKey: coinId) ?? CoinPosition(coinId: coinId, methods: [.average])
    let before = position.exactRemainingCost(.average)
    _ = position.applyUnchecked(transaction, carrying: carried)
    let row = Booked(
      transaction: transaction, cost: position.exactRemainingCost(.average) - before)
    positions[coinId] = position
    let event = events.firstIndex {
      transaction.link != nil && $0.first?.transaction.link == transaction.link
    }
    if let event { events[event].append(row) } else { events.append([row]) }
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
      guard let position = positions[move.coinId], let held = position.open?.exact.balance,
        held > .zero
      else { continue }
      let cost = position.exactRemainingCost(.average)
      transferred[move.id] =
        (cost * Cost(move.amount)).divided(by: held, places: costPlaces)
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
    // What is sold beyond what is held has no cost.
    let cost = row.cost.isNegative == isComing ? 0 : row.cost.magnitude
    entry.post(
      hledgerAccount(transaction.account, transaction.coinId),
      isComing ? transaction.amount : -transaction.amount, transaction.coinId, cost: cost)
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
        hledgerAccount(move.account, move.coinId), move.amount - move.fee, move.coinId, cost: cost,
        on: move.date.utcDayText == first.date.utcDayText ? nil : move.date)
    }
    if rest != 0 {
      let account = first.amount < 0 ? "equity:withdrawals" : "equity:deposits"
      entry.post(account, rest, first.coinId, cost: nil)
    }
    return entry.text(rest: "equity:cash")
  }
}
