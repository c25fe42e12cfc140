public import Exact
import FoundationEssentials

/// One coin's state after some of its transactions, under all cost basis methods at once.
///
/// Applying a transaction takes the same time however long the history is.
public struct CoinPosition: Sendable {
  /// The coin's id.
  public let coinId: String
  /// The open cycle, `nil` when nothing is held.
  public private(set) var open: Cycle?
  /// The closed cycles, as sums.
  public private(set) var closed = ClosedTotals()
  private var books: CostBooks

  /// Starts a coin's history under every method.
  public init(coinId: String) { self.init(coinId: coinId, methods: Set(CostBasis.stored)) }

  /// Starts a coin's history under some methods; the cost under others is unknown.
  public init(coinId: String, methods: Set<CostBasis>) {
    self.init(coinId: coinId, methods: methods, isDated: false)
  }

  /// Starts a coin's history; if `isDated`, parcels leave by date even if they arrive out of order.
  init(coinId: String, methods: Set<CostBasis>, isDated: Bool) {
    self.coinId = coinId
    books = CostBooks(methods: methods, isDated: isDated)
  }

  init(coinId: String, open: Cycle?, closed: ClosedTotals, books: CostBooks) {
    self.coinId = coinId
    self.open = open
    self.closed = closed
    self.books = books
  }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Parameter carried: The lots that migrations carry over.
  /// - Returns: The cycle that the transaction closed, if anything was sold in it, or `nil`.
  /// - Throws: `insufficientBalance` for an uncovered sale; nothing changes then.
  @discardableResult
  public mutating func apply(
    _ transaction: Transaction, carrying carried: CarriedLots = .none
  ) throws(PortfolioError) -> ClosedCycle? {
    var balance = RunningBalance(held: open?.exact.balance ?? 0)
    try balance.apply(transaction)
    return applyUnchecked(transaction, carrying: carried)
  }

  /// Applies a transaction of a possibly invalid history: an uncovered sale leaves a negative
  /// balance, which stays open and is shown.
  ///
  /// - Parameter carried: The lots that migrations carry over.
  /// - Returns: The cycle that the transaction closed, if anything was sold in it, or `nil`.
  public mutating func applyUnchecked(
    _ transaction: Transaction, carrying carried: CarriedLots = .none
  ) -> ClosedCycle? {
    applyUnchecked(transaction, carrying: carried) { _ in }
  }

  /// Applies a transaction without checks and reports the parts that it removes.
  ///
  /// - Parameters:
  ///   - closes: Whether the cycle ends; `nil` decides by the remaining balance.
  ///   - report: Receives the parts that disposed coins are taken from, in each book.
  mutating func applyUnchecked(
    _ transaction: Transaction, carrying carried: CarriedLots = .none, closes: Bool? = nil,
    _ report: (SoldPart) -> Void
  ) -> ClosedCycle? {
    let amount = transaction.amount
    switch transaction.costEffect {
    case .acquire: acquire(transaction, amount)
    case .arrive: arrive(amount, on: transaction.date) { carried.arriving(transaction, $0) }
    case .dispose, .leave, .shrink: return remove(amount, by: transaction, closes: closes, report)
    }
    return nil
  }

  /// Removes coins that are sold, given away, or gone without a trade.
  private mutating func remove(
    _ amount: Quantity, by transaction: Transaction, closes: Bool?, _ report: (SoldPart) -> Void
  ) -> ClosedCycle? {
    var cycle = open ?? Cycle()
    let held = cycle.exact.balance
    let isClosing = closes ?? (held > .zero && RunningBalance.isDust(held - amount))
    let mayLack = transaction.isUnvalued || !cycle.exact.unvalued.isEmpty
    var taken: [CostBasis: TakenCoins] = [:]
    func note(_ method: CostBasis, _ part: SoldPart) {
      if mayLack {
        taken[method, default: TakenCoins()]
          .add(part.amount, part.cost, isUnvalued: part.isUnvalued)
      }
      report(part)
    }
    switch transaction.costEffect {
    case .shrink where !isClosing:
      books.shrink(by: amount, note)
      cycle.leave(amount, taking: taken)
    case .leave:
      leave(amount, held, naming: transaction.lots, isClosing: isClosing, &cycle, report)
    default:
      cycle.count(transaction)
      // The residue leaves with the coins sold last, so that no cost remains.
      books.dispose(
        isClosing ? held : amount, of: held, unvalued: cycle.unvalued(.average).held,
        naming: transaction.lots, note)
      cycle.dispose(
        amount, for: transaction.exactTotal, isUnvalued: transaction.isUnvalued,
        isClosing: isClosing, taking: taken)
    }
    open = isClosing ? nil : cycle
    return isClosing ? close(cycle, by: transaction) : nil
  }

  /// Adds coins that arrive with their existing cost.
  mutating func arrive(_ amount: Quantity, on date: Date, _ lots: (CostBasis) -> [CarriedLot]) {
    var cycle = open ?? Cycle()
    cycle.arrive(amount, lots)
    books.arrive(on: date, lots)
    open = cycle
  }

  /// Removes coins with their cost; `report` receives the parts.
  mutating func depart(_ amount: Quantity, isClosing: Bool, _ report: (SoldPart) -> Void) {
    var cycle = open ?? Cycle()
    leave(amount, cycle.exact.balance, naming: [], isClosing: isClosing, &cycle, report)
    open = isClosing ? nil : cycle
    if isClosing { books.removeAll() }
  }

  private mutating func acquire(_ transaction: Transaction, _ amount: Quantity) {
    let total = transaction.exactTotal
    if open == nil { open = Cycle() }
    open?.count(transaction)
    open?.acquire(amount, for: total, isUnvalued: transaction.isUnvalued)
    books.acquire(
      amount, for: total, unitCost: transaction.unitCost(amount, total), by: transaction.id,
      isKnown: !transaction.lacksRate, isUnvalued: transaction.isUnvalued,
      on: transaction.acquired ?? transaction.date)
  }

  private mutating func leave(
    _ amount: Quantity, _ held: Quantity, naming lots: [UUID], isClosing: Bool,
    _ cycle: inout Cycle, _ report: (SoldPart) -> Void
  ) {
    let before = CostBasis.stored.map { books.remainingCost($0, of: cycle) }
    var taken: [CostBasis: TakenCoins] = [:]
    books.dispose(
      isClosing ? held : amount, of: held, unvalued: cycle.unvalued(.average).held, naming: lots
    ) { method, part in
      taken[method, default: TakenCoins()].add(part.amount, part.cost, isUnvalued: part.isUnvalued)
      report(part)
    }
    var costs: [CostBasis: Cost] = [:]
    for (method, old) in zip(CostBasis.stored, before) {
      costs[method] =
        method != .buyAverage
        ? old - books.remainingCost(method, of: cycle)
        : isClosing ? old : cycle.exact.buyAverageCost(of: amount)
    }
    if books.isEmpty {
      let share = cycle.unvalued(.buyAverage).held.share(amount, of: held)
      let whole = SoldPart(amount: amount, cost: costs[.buyAverage] ?? 0)
      for part in whole.split(share) { report(part) }
    }
    cycle.leave(amount, costs, taking: taken)
  }

  private mutating func close(_ cycle: Cycle, by transaction: Transaction) -> ClosedCycle? {
    books.removeAll()
    let ended = ClosedCycle(
      coinId: coinId, closingID: transaction.id, closedDate: transaction.date, cycle: cycle)
    closed.add(ended)
    return ended.hasResult ? ended : nil
  }

  /// Cost of the coins still held, unrounded.
  public func exactRemainingCost(_ costBasis: CostBasis) -> Cost {
    open.map { books.remainingCost(costBasis, of: $0) } ?? 0
  }

  /// Cost of the coins still held.
  public func remainingCost(_ costBasis: CostBasis) -> ExactDecimal {
    exactRemainingCost(costBasis).figure
  }

  /// The held parcels, oldest first; one parcel for averages.
  public func lots(_ costBasis: CostBasis) -> [Lot] {
    var lots: [Lot] = []
    forEachLot(costBasis) { lot, _ in lots.append(lot) }
    return lots
  }

  /// Calls `body` with the held parcels and their ages; a method without parcels has no ages.
  func forEachLot(_ costBasis: CostBasis, _ body: (_ lot: Lot, _ age: Int?) -> Void) {
    guard let open, !books.forEachLot(costBasis, { body($0, $1) }) else { return }
    let balance = open.exact.balance
    guard balance > .zero else { return }
    let cost = books.remainingCost(costBasis, of: open)
    body(Lot(amount: balance, cost: cost, pricePerCoin: cost.perCoin(of: balance)), nil)
  }

  /// The next parcel to leave; `nil` for a method without parcels.
  func nextLot(_ costBasis: CostBasis) -> Parcel? { books.nextLot(costBasis) }

  /// What is held, `nil` when nothing is.
  ///
  /// - Parameters:
  ///   - coin: The coin with its price in US dollars.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rate: The rate that converts that price, `nil` for US dollars.
  public func holding(
    of coin: Coin, costBasis: CostBasis, rate: ExchangeRate? = nil
  ) -> Holding? {
    summary.holding(of: coin, costBasis: costBasis, rate: rate)
  }

  /// The small part of the state, all that reports need.
  public var summary: CoinPositionSummary {
    CoinPositionSummary(
      coinId: coinId, open: open, closed: closed,
      remainingCosts: CostBasis.stored.map { exactRemainingCost($0) }, unknown: unknownSums)
  }

  /// The sums of the open cycle that are unknown because an exchange rate is missing.
  public var unknownSums: UnknownSums { open.map(books.unknownSums) ?? UnknownSums() }

  /// Restores a state from its parts.
  ///
  /// - Parameters:
  ///   - summary: What ``summary`` gave.
  ///   - pieces: What ``pieces`` gave before `later`.
  ///   - later: The coin's transactions since then, which only added coins.
  /// - Throws: ``PositionDataError`` when the parts are damaged or do not belong together.
  public init(
    summary: CoinPositionSummary, pieces: some Sequence<LotPiece>, later: [Transaction] = []
  ) throws(PositionDataError) {
    let pieces = Array(pieces)
    try self.init(summary: summary, last: pieces.last, later: later)
    load(pieces.dropLast())
    guard books.addsUp else { throw PositionDataError(coinId: summary.coinId) }
  }

  /// Restores a state without lots: sales from it are right under ``CostBasis/average`` and
  /// ``CostBasis/buyAverage``, and of unknown cost under all other methods.
  public init(withoutLots summary: CoinPositionSummary) {
    self.init(
      coinId: summary.coinId, open: summary.open, closed: summary.closed,
      books: CostBooks(average: summary.exactRemainingCost(.average)))
  }

  /// Restores a state without its other pieces, which are loaded later.
  ///
  /// - Parameter last: The last piece, to which purchases are appended.
  init(
    summary: CoinPositionSummary, last: LotPiece?, later: [Transaction]
  ) throws(PositionDataError) {
    guard later.allSatisfy({ $0.costEffect == .acquire }) else {
      throw PositionDataError(coinId: summary.coinId)
    }
    let added = later.reduce(Cost.zero) { $0 + $1.exactTotal }
    var restored = CostBooks(
      remaining: { summary.exactRemainingCost($0) - added }, nextAge: last?.nextAge ?? 0)
    if let last { restored.load([last]) }
    for transaction in later { restored.acquire(transaction) }
    self.init(
      coinId: summary.coinId, open: summary.open, closed: summary.closed, books: restored)
    guard self.summary == summary else { throw PositionDataError(coinId: summary.coinId) }
  }
}

// MARK: - In pieces

extension CoinPosition {
  /// The lots of the open cycle, oldest first.
  public var pieces: [LotPiece] { books.pieces() }

  /// The pieces with the given numbers.
  func pieces(_ numbers: Set<Int>) -> [LotPiece] { books.pieces(numbers) }

  /// The age that the next lot gets.
  var nextAge: Int { books.nextAge }

  /// The books, for comparisons.
  var lotBooks: CostBooks { books }

  /// The pieces that each method holds lots of, in its disposal order.
  func inOrder(_ pieces: [LotPiece.Outline]) -> [[LotPiece.Outline]] { books.inOrder(pieces) }

  /// The numbers of absent pieces to load before a transaction.
  func missing(for transaction: Transaction, among absent: [[LotPiece.Outline]]) -> [Int] {
    let effect = transaction.costEffect
    guard effect != .acquire, effect != .arrive else { return [] }
    let amount = transaction.amount
    let held = open?.exact.balance ?? 0
    guard held > .zero, RunningBalance.isDust(held - amount) else {
      return books.missing(amount, among: absent)
    }
    // Selling everything costs what everything cost, so no lot is needed.
    let isKnown = !transaction.isUnvalued && open?.exact.unvalued.isEmpty ?? true
    return effect == .dispose && isKnown ? [] : Set(absent.joined().map(\.number)).sorted()
  }

  /// Loads pieces.
  mutating func load(_ pieces: [LotPiece]) { books.load(pieces) }

  /// Starts tracking which pieces disposals change.
  mutating func noteTouched() { books.noteTouched() }

  /// Stops tracking, and returns the pieces that disposals changed.
  mutating func drainTouched() -> Set<Int> { books.drainTouched() }
}

extension CoinPosition: Equatable {
  /// Whether both hold the same coins at the same cost in the same parcels.
  public static func == (left: CoinPosition, right: CoinPosition) -> Bool {
    left.summary == right.summary && left.books.holdsSameLots(as: right.books)
  }
}

/// Stored data of a position is damaged.
public struct PositionDataError: Error, Equatable, Sendable {
  /// The coin's id.
  public let coinId: String

  /// Creates an error.
  public init(coinId: String) { self.coinId = coinId }
}

/// The closed cycles of one coin, as sums.
public struct ClosedTotals: Equatable, Sendable {
  /// The number of cycles.
  public internal(set) var count = 0
  /// Their result without ``carried``.
  public internal(set) var realizedPnL: Cost = 0
  /// Cost of everything sold in them, without ``carried``.
  public internal(set) var cost: Cost = 0
  /// The part of the result from forgotten residues.
  public internal(set) var forgotten: Cost = 0
  /// Cost that arrived from other coins less cost that left with coins, by method.
  public internal(set) var carried: [CostBasis: Cost] = [:]
  /// What the sums leave out because the worth is unknown, by method.
  public internal(set) var unvalued: [CostBasis: Unvalued] = [:]
  /// Whether ``cost`` is known.
  public internal(set) var isCostKnown = true
  /// Whether all sums are known.
  public internal(set) var isKnown = true

  /// Their result under a method.
  public func realizedPnL(_ method: CostBasis) -> Cost { realizedPnL - (carried[method] ?? 0) }

  /// What the sums leave out under a method because the worth is unknown.
  func unvalued(_ method: CostBasis) -> Unvalued { unvalued[method] ?? Unvalued() }

  /// Cost of everything sold in them, under a method.
  public func cost(_ method: CostBasis) -> Cost { cost + (carried[method] ?? 0) }

  /// Adds a cycle; if all its coins left with their cost, it is not a closed position.
  mutating func add(_ closed: ClosedCycle) {
    let sums = closed.cycle.exact
    realizedPnL += sums.received - sums.paid + closed.forgotten
    cost += sums.paid
    forgotten += closed.forgotten
    for (method, cost) in sums.carried {
      let sum = (carried[method] ?? 0) + cost
      carried[method] = sum.isZero ? nil : sum
    }
    guard closed.hasResult else { return }
    for method in sums.unvalued.keys {
      var left = closed.cycle.unvalued(method)
      left.held = 0
      unvalued.change(method) { $0 = $0 + left }
    }
    count += 1
    isCostKnown = isCostKnown && closed.cycle.isPaidKnown
    isKnown = isKnown && closed.cycle.isKnown
  }
}

extension CostBooks {
  /// Adds the amount and the known cost of a purchase.
  fileprivate mutating func acquire(_ transaction: Transaction) {
    let (amount, total) = (transaction.amount, transaction.exactTotal)
    acquire(
      amount, for: total, unitCost: transaction.unitCost(amount, total),
      isUnvalued: transaction.isUnvalued)
  }
}

extension Transaction {
  /// Cost per coin, to 38 digits: the price, or total ÷ amount if the total includes more.
  func unitCost(_ amount: Quantity, _ total: Cost) -> Price {
    payment == nil && fee == nil
      ? pricePerCoin : total.perCoin(of: amount)
  }
}

// MARK: - In checkpoints

extension CoinPosition {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(open, closed)
    books.write(to: &bytes)
  }

  /// Reads what ``write(to:)`` wrote for a position under the same methods.
  init(
    coinId: String, methods: Set<CostBasis>, isDated: Bool = false,
    from bytes: inout CheckpointReader
  ) throws(CheckpointError) {
    self.init(
      coinId: coinId, open: try bytes.read(), closed: try bytes.read(),
      books: try CostBooks(methods: methods, isDated: isDated, from: &bytes))
  }
}
