import Exact
import FoundationEssentials
public import Portfolio

/// The ledger as an hledger journal, including prices.
///
/// Each account has a subaccount per coin, `assets:ACCOUNT:COIN`, with the balance that `bitpal
/// accounts` shows. Purchases are booked at cost and sales at their cost basis; the difference to
/// the proceeds goes to `gains:COIN`. Rewards are posted from `income:LABEL`, coins that only paid
/// a fee to `expenses:fees`, and the rows of an event form one entry. The totals of `hledger bal`
/// therefore equal those of `bitpal gains` under the same method. If the method names lots, each
/// coin posting is from one lot, with its date and cost.
///
/// - Parameters:
///   - transactions: Every transaction, in ledger order.
///   - moves: Every move, by date.
///   - coins: The coins as last priced; a price is dated by the UTC day of its `lastUpdated`.
///   - costBasis: The cost basis method of sales.
///   - calendar: The calendar whose days ``CostBasis/hmrc`` matches by.
///   - accounts: Makes per-account books, whose lots follow the moves; `nil` for a single book.
/// - Returns: UTF-8 text. Amounts keep every digit; reports show cents.
public func hledgerJournal(
  _ transactions: [Transaction], moves: [Move] = [], coins: [Coin],
  costBasis: CostBasis = .average, calendar: LocalCalendar = .utc,
  accounts: (([Move]) -> AccountMoves)? = nil
) -> String {
  var journal = HledgerJournal(coins: coins, costBasis: costBasis, calendar, accounts)
  transactions.forEach { journal.note($0) }
  moves.forEach { journal.note($0) }
  journal.carry(transactions.filter(journal.isMigrated))
  if !costBasis.knowsCostAtSale {
    transactions.forEach { journal.match($0) }
    journal.finishMatching()
  }
  journal.declare()
  transactions.forEach { journal.book($0) }
  journal.finishTransactions()
  moves.forEach { journal.book($0) }
  journal.finishMoves()
  return journal.text
}

/// Writes a ledger as an hledger journal, record by record.
///
/// - Parameters:
///   - records: The ledger.
///   - coins: The coins as last priced; a price is dated by the UTC day of its `lastUpdated`.
///   - costBasis: The cost basis method of sales. One that depends on later purchases reads the
///     records a second time and keeps the cost of every sale.
///   - calendar: The calendar whose days ``CostBasis/hmrc`` matches by.
///   - accounts: Makes per-account books, whose lots follow the moves; `nil` for a single book.
///   - write: Receives the text of ``hledgerJournal(_:moves:coins:costBasis:calendar:accounts:)``
///     piece by piece.
/// - Throws: Errors from reading the ledger and from `write`.
public func writeHledgerJournal(
  _ records: some LedgerRecords, coins: [Coin], costBasis: CostBasis = .average,
  calendar: LocalCalendar = .utc, accounts: (([Move]) -> AccountMoves)? = nil,
  to write: (String) throws -> Void
) throws {
  var journal = HledgerJournal(coins: coins, costBasis: costBasis, calendar, accounts)
  try records.forEachTransaction { journal.note($0) }
  try records.forEachMove { journal.note($0) }
  var migrated: [Transaction] = []
  if journal.isMigrated {
    try records.forEachTransaction { if journal.isMigrated($0) { migrated.append($0) } }
  }
  journal.carry(migrated)
  if !costBasis.knowsCostAtSale {
    try records.forEachTransaction { journal.match($0) }
    journal.finishMatching()
  }
  journal.declare()
  try records.forEachTransaction { transaction in
    journal.book(transaction)
    try write(journal.nextText())
  }
  journal.finishTransactions()
  try records.forEachMove { move in
    journal.book(move)
    try write(journal.nextText())
  }
  journal.finishMoves()
  try write(journal.nextText())
}

private struct HledgerJournal {
  /// A row with the lots that it added or consumed.
  private struct Booked {
    let transaction: Transaction
    let lots: [LotPart]
    /// The cost of the lots, as far as it is known.
    var cost: Cost { lots.lazy.filter(\.isCostKnown).reduce(0) { $0 + $1.cost } }
  }

  private(set) var text = """
    decimal-mark .
    commodity 1000.00 USD

    """
  private let costBasis: CostBasis
  private let calendar: LocalCalendar
  private let priced: Set<String>
  /// The per-account books, whose lots follow the moves; `nil` for a single book.
  private var books: AccountMoves?
  /// Makes ``books`` from the moves; `nil` for a single book.
  private let follow: (([Move]) -> AccountMoves)?
  private var moves: [Move] = []
  private var accounts: [String: Set<String?>] = [:]
  private var migrated: Set<String> = []
  private var carried = CarriedLots.none
  private var walks: [String: LotWalk] = [:]
  /// Lots consumed by rows whose cost depends on later purchases, and by moves, by id.
  private var matched: [UUID: [LotPart]] = [:]
  /// The opening lots of the per-account books, by coin.
  private var openings: [String: [(account: String?, lots: [LotPart])]] = [:]
  /// The cost posted to accounts before they had books, in US dollars by coin.
  private var posted: [String: [String?: Cost]] = [:]
  /// The current holding of each coin.
  private var held: [String: (amount: Quantity, cost: Cost)] = [:]
  /// The incomplete events of the current instant, in the order of their first rows.
  private var events: [[Booked]] = []
  /// Transfer halves waiting for their counterpart, by the counterpart's id.
  private var halves: [UUID: Move] = [:]
  /// Coins that left in transfers and have no cost yet, by date.
  private var leaving: ArraySlice<(id: UUID, coinId: String, amount: Quantity, date: Date)> = []
  /// The cost of transferred coins, by the id of the outgoing half.
  private var transferred: [UUID: Cost] = [:]

  init(
    coins: [Coin], costBasis: CostBasis, _ calendar: LocalCalendar,
    _ follow: (([Move]) -> AccountMoves)?
  ) {
    self.costBasis = costBasis
    // HMRC's rule has one pool per coin.
    self.follow = costBasis == .hmrc ? nil : follow
    self.calendar = calendar
    var priced: Set<String> = []
    for coin in coins.sorted(by: { $0.id < $1.id }) {
      guard let price = coin.currentPrice, let date = coin.lastUpdated else { continue }
      priced.insert(coin.id)
      text += "P \(date.utcDayText) \(hledgerCommodity(coin.id)) \(price.description) USD\n"
    }
    self.priced = priced
  }

  /// Returns the text written so far and clears it.
  mutating func nextText() -> String {
    defer { text = "" }
    return text
  }

  // MARK: - Preparation

  /// Records the accounts that a row uses.
  mutating func note(_ transaction: Transaction) {
    accounts[transaction.coinId, default: []].insert(transaction.account)
    if transaction.kind == .migrate { migrated.insert(transaction.coinId) }
  }

  mutating func note(_ move: Move) {
    accounts[move.coinId, default: []].insert(move.account)
    if follow != nil { moves.append(move) }
    guard move.transfer != nil, move.amount < 0 else { return }
    leaving.append((move.id, move.coinId, -move.amount, move.date))
  }

  /// Whether a migration joins any coins.
  var isMigrated: Bool { !migrated.isEmpty }

  /// Whether a migration joins the row's coin with another.
  func isMigrated(_ transaction: Transaction) -> Bool { migrated.contains(transaction.coinId) }

  /// Computes the cost that migrations carry over, from all rows of the coins they join.
  mutating func carry(_ transactions: [Transaction]) {
    books = follow?(moves)
    moves = []
    carried = CarriedLots(
      transactions, methods: [costBasis], calendar: calendar, accounts: books)
  }

  /// Finds the lots a row consumes, for methods that depend on later purchases.
  mutating func match(_ transaction: Transaction) {
    for (reason, lots) in walk(transaction) { keep(lots, reason, of: transaction.coinId) }
  }

  /// Finishes the walks that ``match(_:)`` and ``book(_:)`` began.
  mutating func finishMatching() {
    var found: [(String, LotReason, [LotPart])] = []
    for (coinId, var walk) in walks { walk.finish { found.append((coinId, $0, $1)) } }
    for (coinId, reason, lots) in found { keep(lots, reason, of: coinId) }
    walks = [:]
  }

  private mutating func keep(_ lots: [LotPart], _ reason: LotReason, of coinId: String) {
    switch reason {
    case .row(let id): matched[id] = lots
    case .opening(let account): openings[coinId, default: []].append((account, lots))
    }
  }

  /// Applies a row to the lots of its coin.
  ///
  /// - Returns: The lots that rows consumed, and the opening lots of books.
  private mutating func walk(
    _ transaction: Transaction
  ) -> [(reason: LotReason, lots: [LotPart])] {
    let coinId = transaction.coinId
    var walk =
      walks.removeValue(forKey: coinId)
      ?? LotWalk(costBasis: costBasis, calendar: calendar, carrying: carried)
    var taken: [(LotReason, [LotPart])] = []
    walk.apply(transaction) { taken.append(($0, $1)) }
    walks[coinId] = walk
    return taken
  }

  /// Declares every account and commodity, so that hledger's strict mode accepts the journal.
  mutating func declare() {
    for account in ["gains", "income"] { text += "account \(account)\n    ; type: R\n" }
    let income = TransactionLabel.ofRewards.map { "income:\($0.rawValue)" }
    let ofBooks = books == nil ? [] : ["equity:lots", "equity:unexplained"]
    for account in Self.fixedAccounts + ofBooks + income { text += "account \(account)\n" }
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

  /// Books the next row in ledger order; writes its entry once its event is complete.
  mutating func book(_ transaction: Transaction) {
    if let first = events.first?.first, first.transaction.date != transaction.date { finish() }
    costTransfers(before: transaction.date)
    let row = Booked(transaction: transaction, lots: lots(of: transaction))
    let isComing = transaction.type.isAcquisition
    held[transaction.coinId, default: (0, 0)].amount +=
      isComing ? transaction.amount : -transaction.amount
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
    var own: [LotPart]?
    for (reason, lots) in walk(transaction) {
      if reason == .row(transaction.id) {
        own = lots
      } else {
        keep(lots, reason, of: transaction.coinId)
      }
    }
    return coming ?? own ?? []
  }

  /// Writes the entries of the pending events.
  mutating func finish() {
    for event in events {
      let entry = entry(of: event)
      text += entry
    }
    events.removeAll(keepingCapacity: true)
  }

  /// Ends the transactions; moves follow.
  mutating func finishTransactions() {
    finish()
    finishMatching()
  }

  /// Computes the average cost of transferred coins when they left.
  private mutating func costTransfers(before date: Date = .distantFuture) {
    while let move = leaving.first, move.date < date {
      leaving.removeFirst()
      guard let (amount, cost) = held[move.coinId], amount > .zero, !cost.isNegative else {
        continue
      }
      transferred[move.id] = cost.prorated(move.amount, of: amount)
    }
  }

  private mutating func entry(of rows: [Booked]) -> String {
    let main = rows.first { $0.transaction.kind != .fee } ?? rows[0]
    var entry = HledgerEntry(main.transaction.kind.rawValue, on: main.transaction.date)
    for row in rows {
      entry.add(notes: row.transaction.notes)
      post(row, isPartOfTrade: main.transaction.kind != .fee, to: &entry)
    }
    return entry.text(
      rest: rows.allSatisfy { $0.transaction.kind == .migrate }
        ? "equity:migrations" : "equity:cash")
  }

  private mutating func post(
    _ row: Booked, isPartOfTrade: Bool, to entry: inout HledgerEntry
  ) {
    let transaction = row.transaction
    let isComing = transaction.type.isAcquisition
    let cost = row.cost
    note(
      cost: isComing ? cost : -cost, of: transaction.coinId, transaction.account, transaction.date)
    var unexplained = Quantity.zero
    for lot in postings(of: row) {
      let amount = isComing ? lot.amount : -lot.amount
      entry.post(
        hledgerAccount(transaction.account, transaction.coinId), amount, transaction.coinId,
        cost: lot.cost, lot: lot.acquired)
      guard lot.cost == nil else { continue }
      // Coins without a cost are from an unexplained deposit.
      entry.post("equity:deposits", -amount, transaction.coinId, cost: nil)
      unexplained += lot.amount
    }
    let whole = transaction.exactTotal
    let open =
      unexplained.isZero || isComing
      ? 0 : whole.prorated(unexplained, of: transaction.amount)
    let gain = whole - open - cost
    func postGain() {
      if open.isZero || !gain.isZero { entry.post(gains(transaction.coinId), dollars: -gain) }
      if !open.isZero { entry.post("equity:unexplained", dollars: -open) }
    }
    // Coins of unknown worth are neither income nor gain.
    guard !transaction.isOfUnknownWorth else {
      return isComing ? () : entry.post("equity:withdrawals", dollars: cost)
    }
    switch transaction.kind {
    case .buy, .migrate: break
    case .reward:
      entry.post(
        "income:\((transaction.label ?? .other).rawValue)", dollars: transaction.exactFee - whole)
    case .gift: entry.post("equity:gifts:received", dollars: -cost)
    case .give: entry.post("equity:gifts:given", dollars: cost)
    case .lost: entry.post("expenses:lost", dollars: cost)
    case .swap where isComing: break
    case .fee where !isPartOfTrade:
      entry.post("expenses:fees", dollars: whole)
      postGain()
    case .spend:
      entry.post("expenses:spent", dollars: whole)
      postGain()
    case .sell, .swap, .fee: postGain()
    case .transfer, .deposit, .withdrawal: break
    }
  }

  /// Adds up the cost of each account until it has its own book.
  private mutating func note(cost: Cost, of coinId: String, _ account: String?, _ date: Date) {
    guard let books, !books.areOpen(at: date) else { return }
    posted[coinId, default: [:]][account, default: 0] += cost
  }

  /// Coins as posted; the cost is `nil` if unknown.
  private typealias Posting = (amount: Quantity, cost: Cost?, acquired: Date?)

  /// The lots of a row as posted, combined into one if the method names no lots.
  ///
  /// The amounts add up to the row's, except for dust that a sale closing a position may leave.
  private func postings(of row: Booked) -> [Posting] {
    let (lots, amount) = (row.lots, row.transaction.amount)
    let isOne = !costBasis.namesLots || lots.count <= 1 && lots.first?.acquired == nil
    guard !isOne || !lots.allSatisfy(\.isCostKnown) else { return [(amount, row.cost, nil)] }
    var rest = amount
    var postings: [Posting] = []
    for (index, lot) in lots.enumerated() {
      let taken = index == lots.count - 1 ? rest : min(lot.amount, rest)
      rest -= taken
      if taken.isZero, lot.isCostKnown, let cost = postings.last?.cost {
        postings[postings.count - 1].cost = cost + lot.cost
      } else {
        postings.append((taken, lot.isCostKnown ? lot.cost : nil, lot.acquired))
      }
    }
    return postings
  }

  /// The lots of an amount of moved coins, after the coins of another posting; any excess over the
  /// lots has no cost.
  private func part(
    of lots: [LotPart], _ amount: Quantity, after others: Quantity = 0
  ) -> [Posting] {
    var (skipped, wanted) = (others, amount)
    var postings: [Posting] = []
    func cost(of coins: Quantity, in lot: LotPart) -> Cost {
      coins == lot.amount ? lot.cost : lot.cost.prorated(coins, of: lot.amount)
    }
    for lot in lots {
      let start = min(skipped, lot.amount)
      let taken = min(wanted, lot.amount - start)
      skipped -= start
      wanted -= taken
      guard taken > .zero else { continue }
      let known = cost(of: start + taken, in: lot) - cost(of: start, in: lot)
      postings.append((taken, lot.isCostKnown ? known : nil, lot.acquired))
    }
    return wanted > .zero ? postings + [(wanted, nil, nil)] : postings
  }

  /// Writes the opening lots of the per-account books, reversing what was posted before.
  private mutating func open() {
    guard let start = books?.start else { return }
    for (coinId, lotsByAccount) in openings.sorted(by: { $0.key < $1.key }) {
      var entry = HledgerEntry("lots per account", on: start)
      for (account, lots) in lotsByAccount {
        // Unexplained coins have no cost before and after.
        let known = lots.filter(\.isCostKnown)
        let amount = known.reduce(Quantity.zero) { $0 + $1.amount }
        guard amount > .zero else { continue }
        let name = hledgerAccount(account, coinId)
        entry.post(name, -amount, coinId, cost: posted[coinId]?[account] ?? 0)
        for lot in known {
          entry.post(name, lot.amount, coinId, cost: lot.cost, lot: lot.acquired)
        }
      }
      text += entry.text(rest: "equity:lots")
    }
    openings = [:]
  }

  // MARK: - Moves

  /// Writes a move, or a transfer once both halves are known; all transactions are already booked.
  mutating func book(_ move: Move) {
    costTransfers()
    guard let other = move.transfer else { return write(move, nil) }
    guard let half = halves.removeValue(forKey: move.id) else { return halves[other] = move }
    write(half, move)
  }

  /// Writes halves whose counterpart is not in the ledger.
  mutating func finishMoves() {
    for half in halves.values.sorted(by: { $0.date < $1.date }) { write(half, nil) }
    halves = [:]
    open()
  }

  private mutating func write(_ first: Move, _ second: Move?) {
    var entry = HledgerEntry(first.kind.rawValue, on: first.date)
    let moves = [first, second].compactMap(\.self)
    let rest = moves.reduce(Quantity.zero) { $0 - $1.change }
    let out = moves.first { $0.amount < 0 }
    let lots = out.flatMap { matched.removeValue(forKey: $0.id) }
    let average = rest.isZero ? transferred[out?.id ?? first.id] : nil
    for move in moves {
      entry.add(notes: move.notes)
      let day = move.date.utcDayText == first.date.utcDayText ? nil : move.date
      let amount = move.change.magnitude
      let posted = lots.map { part(of: $0, amount) } ?? [(amount, average, nil)]
      for lot in posted {
        let isGoing = move.change.isNegative
        entry.post(
          hledgerAccount(move.account, move.coinId), isGoing ? -lot.amount : lot.amount,
          move.coinId, cost: lot.cost, lot: lot.acquired, on: day)
        let cost = lot.cost ?? 0
        note(cost: isGoing ? -cost : cost, of: move.coinId, move.account, move.date)
      }
    }
    if !rest.isZero {
      let account = first.amount < 0 ? "equity:withdrawals" : "equity:deposits"
      // Coins that arrived get the first lots; coins that left the accounts get the rest.
      let arrived = moves.first { $0.amount > 0 }?.change ?? 0
      let posted: [Posting] =
        rest.isNegative
        ? [(rest.magnitude, nil, nil)]
        : lots.map { part(of: $0, rest.magnitude, after: arrived) } ?? [(rest.magnitude, nil, nil)]
      for lot in posted {
        entry.post(
          account, rest.isNegative ? -lot.amount : lot.amount, first.coinId, cost: lot.cost,
          lot: lot.acquired)
      }
    }
    text += entry.text(rest: "equity:cash")
  }
}

extension Move {
  /// The change in the account's balance.
  fileprivate var change: Quantity { amount - fee }
}
