import Exact
import FoundationEssentials

/// One coin's lots when each account has its own book (SPEC §3.12).
///
/// Transfers carry lots with their dates and costs. Cycles span all accounts of the coin, as with a
/// single book: when the coin's cycle ends, residues in other accounts leave with the sale that
/// ends it.
struct AccountBooks {
  private let coinId: String
  private let costBasis: CostBasis
  private let moves: AccountMoves
  private let passages: Passages
  /// The single book before the first day of per-account books.
  private var whole: CoinGains?
  /// What each account holds before that day.
  private var balances: [String?: Quantity] = [:]
  /// The books in the order in which the accounts first received coins.
  private var books: [CoinGains] = []
  private var accounts: [String?] = []
  private var indexes: [String?: Int] = [:]
  /// The lots in transit, by passage; those of an open withdrawal stay here.
  private var underway: [Int: [CarriedLot]] = [:]
  /// Steps applied early, before others of the same instant.
  ///
  /// Empty between transactions, because all steps of an instant are applied together.
  private var appliedEarly: Set<Int> = []
  private var next = 0
  /// The coin's cycles.
  private(set) var cycles: CoinPosition
  /// Sales with final figures that have not been taken yet.
  private var finished: [UsedSale] = []
  /// Lots that left with their cost or opened an account's book and have not been taken yet.
  private var departed: [(reason: LotReason, lots: [CarriedLot])] = []

  init(coinId: String, costBasis: CostBasis, _ moves: AccountMoves) {
    self.coinId = coinId
    self.costBasis = costBasis
    self.moves = moves
    passages = moves[coinId]
    cycles = CoinPosition(coinId: coinId, methods: [])
    if moves.rules.from != nil { whole = CoinGains(coinId: coinId, costBasis: costBasis) }
  }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Parameters:
  ///   - location: The transaction's position among those of its date.
  ///   - carried: The lots that migrations carry over.
  /// - Returns: The coin's cycle that the transaction closed.
  mutating func apply(
    _ transaction: Transaction, order: Int, carrying carried: CarriedLots
  ) -> ClosedCycle? {
    let (account, amount) = (transaction.account, transaction.amount)
    let isGoing = transaction.type == .sell
    applySteps(before: transaction.date)
    open(at: transaction.date)
    let isShort = isGoing && amount > held(in: account)
    if isShort { applySteps(before: transaction.date, or: true) }
    let closed = cycles.applyUnchecked(transaction, carrying: carried)
    let isEnd = isGoing && cycles.open == nil
    guard whole == nil else {
      balances[account, default: 0] += isGoing ? -amount : amount
      whole?.apply(transaction, order: order, carrying: carried) {
        finished.append($0)
      } leave: {
        departed.append((.row(transaction.id), $0))
      }
      if isEnd { balances = [:] }
      return closed
    }
    if isShort { supply(account, amount, on: transaction.date) }
    if isEnd { gather(in: account, on: transaction.date) }
    let index = index(of: account)
    var closes = false
    if isGoing {
      let rest = books[index].balance - amount
      closes = rest <= .zero || isEnd && RunningBalance.isDust(rest)
    }
    books[index].apply(transaction, order: order, carrying: carried, closes: closes) {
      finished.append($0)
    } leave: {
      departed.append((.row(transaction.id), $0))
    }
    if isEnd, !closes { restartCycle(of: account, on: transaction.date) }
    return closed
  }

  /// Brings the books up to the present after all transactions are applied.
  mutating func applyAllSteps() {
    applySteps(before: moves.end, or: true)
    open(at: moves.end)
  }

  /// Ends the history.
  mutating func finish() {
    whole?.finish { finished.append($0) }
    for index in books.indices { books[index].finish { finished.append($0) } }
  }

  /// Returns the sales that became final since the last call, in that order.
  mutating func drainFinished() -> [UsedSale] {
    defer { finished = [] }
    return finished
  }

  /// Returns the lots that left with their cost or opened an account's book since the last call.
  mutating func drainDeparted() -> [(reason: LotReason, lots: [CarriedLot])] {
    defer { departed = [] }
    return departed
  }

  private func held(in account: String?) -> Quantity {
    whole == nil ? indexes[account].map { books[$0].balance } ?? 0 : balances[account] ?? 0
  }

  /// The index of an account's book, which is created if needed.
  private mutating func index(of account: String?) -> Int {
    if let index = indexes[account] { return index }
    indexes[account] = books.count
    accounts.append(account)
    books.append(CoinGains(coinId: coinId, costBasis: costBasis, isDated: true))
    return books.count - 1
  }

  /// Adds lots to an account's book.
  private mutating func arrive(_ lots: [CarriedLot], in account: String?, on date: Date) {
    books[index(of: account)].arrive(lots, on: date)
  }

  // MARK: - Moves

  /// Applies the steps before an instant, or up to and including it.
  private mutating func applySteps(before date: Date, or isThrough: Bool = false) {
    while next < passages.steps.count {
      let due = passages.steps[next].date
      guard due < date || isThrough && due == date else { return }
      let step = next
      next += 1
      if appliedEarly.remove(step) == nil { applyStep(step) }
    }
  }

  private mutating func applyStep(_ number: Int) {
    let step = passages.steps[number]
    let passage = passages.all[step.passage]
    open(at: step.date)
    guard !step.isArrival else {
      let lots = underway.removeValue(forKey: step.passage) ?? [.unknown(passage.amount)]
      guard whole == nil else { return balances[passage.to, default: 0] += passage.amount }
      guard !lots.isEmpty else { return }
      return arrive(lots, in: passage.to, on: step.date)
    }
    guard whole == nil else {
      underway[step.passage] = []
      return balances[passage.from, default: 0] -= passage.amount
    }
    if passage.amount > held(in: passage.from) {
      applyArrivals(of: passage.from, after: number)
    }
    supply(passage.from, passage.amount, on: step.date)
    let lots = books[index(of: passage.from)].depart(passage.amount) { finished.append($0) }
    departed.append((.row(passage.id), lots))
    underway[step.passage] = lots
  }

  /// Applies arrivals in an account at the same instant, which files list in any order.
  private mutating func applyArrivals(of account: String?, after number: Int) {
    let date = passages.steps[number].date
    for other in passages.steps.indices.dropFirst(number + 1) {
      let step = passages.steps[other]
      guard step.date == date else { return }
      guard passages.all[step.passage].to == account, appliedEarly.insert(other).inserted else {
        continue
      }
      if !step.isArrival || underway[step.passage] != nil || passages.all[step.passage].from == nil
      {
        applyStep(other)
      } else {
        appliedEarly.remove(other)
      }
    }
  }

  /// Adds coins that leave an account without a recorded arrival; their cost is unknown.
  private mutating func supply(_ account: String?, _ amount: Quantity, on date: Date) {
    let missing = amount - held(in: account)
    guard missing >= closingTolerance else { return }
    arrive([.unknown(missing)], in: account, on: date)
  }

  // MARK: - The end of a cycle

  /// Ends the cycle of every other book.
  ///
  /// Residues, including those in transit, go to the account of the last sale. Larger balances
  /// start a new cycle in their own account.
  private mutating func gather(in account: String?, on date: Date) {
    for (index, other) in accounts.enumerated() where other != account {
      let rest = books[index].balance
      let lots = books[index].depart(rest) { finished.append($0) }
      guard !lots.isEmpty else { continue }
      arrive(lots, in: RunningBalance.isDust(rest) ? account : other, on: date)
    }
    for (passage, lots) in underway where RunningBalance.isDust(lots.amount) && !lots.isEmpty {
      underway[passage] = []
      arrive(lots, in: account, on: date)
    }
  }

  /// Ends the cycle of a book and starts the next one with its balance.
  private mutating func restartCycle(of account: String?, on date: Date) {
    let index = index(of: account)
    let lots = books[index].depart(books[index].balance) { finished.append($0) }
    if !lots.isEmpty { books[index].arrive(lots, on: date) }
  }

  // MARK: - The first day of accounts

  /// Allocates the held lots to accounts once per-account books begin.
  private mutating func open(at date: Date) {
    guard var book = whole, moves.areOpen(at: date), let first = moves.start else { return }
    whole = nil
    let lots = book.depart(book.balance) { finished.append($0) }
    book.finish { finished.append($0) }
    let allocation = LotAllocation(
      of: lots, to: balancesByLocation, coinId: coinId, moves.rules.order, moves.calendar)
    for (location, lots) in allocation.given.sorted(by: { $0.key.order < $1.key.order }) {
      guard case .account(let name) = location else { continue }
      if !lots.isEmpty { arrive(lots, in: name, on: first) }
      departed.append((.opening(name), lots))
    }
    share(allocation.given[.onTheWay] ?? [])
    balances = [:]
  }

  /// What each account holds and what is in transit, with the accounts named in the rules first.
  private var balancesByLocation: [(location: LotLocation, amount: Quantity)] {
    let names = moves.rules.order.accounts.map { $0.lowercased() }
    func rank(_ account: String?) -> Int {
      account.flatMap { names.firstIndex(of: $0.lowercased()) } ?? names.count
    }
    let held = balances.filter { $0.value > .zero }.sorted {
      (rank($0.key), $0.key == nil ? 1 : 0, $0.key ?? "")
        < (rank($1.key), $1.key == nil ? 1 : 0, $1.key ?? "")
    }
    let moving = underway.keys.reduce(Quantity.zero) { $0 + passages.all[$1].amount }
    return held.map { (.account($0.key), $0.value) }
      + (moving > .zero ? [(.onTheWay, moving)] : [])
  }

  /// Distributes lots among the passages in transit.
  private mutating func share(_ lots: [CarriedLot]) {
    var rest = lots
    for passage in underway.keys.sorted() {
      let allocation = LotAllocation(
        of: rest,
        to: [(.onTheWay, passages.all[passage].amount), (.account(nil), 0)], coinId: "",
        LotOrder(), moves.calendar)
      underway[passage] = allocation.given[.onTheWay] ?? []
      rest = allocation.given[.account(nil)] ?? []
    }
  }
}

extension LotLocation {
  /// Sorts by name, with rows that name no account last.
  fileprivate var order: String {
    switch self {
    case .account(let name?): "0\(name)"
    case .account(nil): "1"
    case .onTheWay: "2"
    }
  }
}

// MARK: - What is held

extension AccountBooks {
  /// Calls `body` with the held lots by account, oldest first, and then with those in transit.
  func forEachLot(_ body: (Lot) -> Void) {
    if let whole { return whole.forEachLot(body) }
    let locations = accounts.map { LotLocation.account($0) }
    for index in books.indices.sorted(by: { locations[$0].order < locations[$1].order }) {
      books[index].forEachLot { body($0.in(locations[index])) }
    }
    for passage in underway.keys.sorted() {
      for lot in underway[passage] ?? [] { body(Lot(lot).in(.onTheWay)) }
    }
  }

  /// Cost of the held lots.
  var remainingCost: Cost {
    let kept = ([whole].compactMap(\.self) + books).reduce(Cost.zero) {
      $0 + $1.position.exactRemainingCost(costBasis)
    }
    return underway.values.joined().reduce(kept) { $0 + $1.cost }
  }

  /// Whether ``remainingCost`` covers all held coins: no lot has an unknown cost, and the books
  /// have no more coins than the rows add up to.
  var isRemainingCostKnown: Bool {
    if let whole { return whole.isHeldKnown }
    let coins = underway.values.reduce(books.reduce(0) { $0 + $1.balance }) {
      $0 + $1.amount
    }
    return RunningBalance.isDust(coins - (cycles.open?.exact.balance ?? 0))
      && books.allSatisfy(\.isHeldKnown)
      && underway.values.joined().allSatisfy { $0.isCostKnown || $0.isUnvalued }
  }

  /// Whether part of the held lots is estimated.
  var isHeldEstimated: Bool {
    whole?.isHeldEstimated ?? books.contains(where: \.isHeldEstimated)
      || underway.values.joined().contains(where: \.isEstimated)
  }

  /// Which figures of sales that later buys may still change are estimated.
  var openFigures: EstimatedFigures {
    ([whole].compactMap(\.self) + books).lazy.map(\.openFigures).union
  }
}

extension Lot {
  fileprivate init(_ lot: CarriedLot) {
    self.init(
      amount: lot.amount, cost: lot.cost, pricePerCoin: lot.cost.perCoin(of: lot.amount))
    isEstimated = lot.isEstimated
    (isCostKnown, isUnvalued) = (lot.isCostKnown, lot.isUnvalued)
    (acquired, id) = (lot.acquired, lot.id)
  }

  fileprivate func `in`(_ location: LotLocation) -> Lot {
    var lot = self
    lot.location = location
    return lot
  }
}

// MARK: - In checkpoints

extension AccountBooks {
  /// Appends the books, without finished sales and departed lots that were not taken.
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(whole != nil)
    whole?.write(to: &bytes)
    bytes.write(balances, accounts)
    for book in books { book.write(to: &bytes) }
    // Keyed by id, because indexes of passages differ between lists of the same moves.
    let byPassage = underway.map { (passages.all[$0.key].id, $0.value) }
    bytes.write(Dictionary(byPassage, uniquingKeysWith: { first, _ in first }), next)
    cycles.write(to: &bytes)
  }

  /// Reads what ``write(to:)`` wrote for books with the same moves.
  init(
    coinId: String, costBasis: CostBasis, _ moves: AccountMoves,
    from bytes: inout CheckpointReader
  ) throws(CheckpointError) {
    self.init(coinId: coinId, costBasis: costBasis, moves)
    whole =
      try bytes.read() ? CoinGains(coinId: coinId, costBasis: costBasis, from: &bytes) : nil
    balances = try bytes.read()
    accounts = try bytes.read()
    indexes = Dictionary(zip(accounts, accounts.indices), uniquingKeysWith: { first, _ in first })
    for _ in accounts {
      books.append(
        try CoinGains(coinId: coinId, costBasis: costBasis, isDated: true, from: &bytes))
    }
    let indexOfPassage = Dictionary(
      zip(passages.all.map(\.id), passages.all.indices), uniquingKeysWith: { first, _ in first })
    for (id, lots) in try bytes.read() as [UUID: [CarriedLot]] {
      guard let index = indexOfPassage[id] else { throw CheckpointError() }
      underway[index] = lots
    }
    next = try bytes.read()
    guard (0...passages.steps.count).contains(next) else { throw CheckpointError() }
    cycles = try CoinPosition(coinId: coinId, methods: [], from: &bytes)
  }
}
