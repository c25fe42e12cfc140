public import Exact
import FoundationEssentials

/// One coin's state after some of its transactions, under all cost basis methods at once.
///
/// Applying one transaction costs the same however long the history is.
public struct CoinPosition: Sendable {
  /// The coin's id.
  public let coinId: String
  /// The open cycle, `nil` when nothing is held.
  public private(set) var open: Cycle?
  /// The cycles that closed, in sums.
  public private(set) var closed = ClosedTotals()
  private var books: CostBooks

  /// Starts a coin's history under every method.
  public init(coinId: String) { self.init(coinId: coinId, methods: Set(CostBasis.stored)) }

  /// Starts a coin's history under some methods; the cost under others is unknown.
  public init(coinId: String, methods: Set<CostBasis>) {
    self.init(coinId: coinId, methods: methods, isDated: false)
  }

  /// The same; parcels that come in another order than that of their dates leave by these.
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
  /// - Parameter carried: The lots that migrations bring.
  /// - Returns: The cycle that it closed, if anything was sold in it, or `nil`.
  /// - Throws: `insufficientBalance` for a sale that is not covered; nothing changes then.
  @discardableResult
  public mutating func apply(
    _ transaction: Transaction, carrying carried: CarriedLots = .none
  ) throws(PortfolioError) -> ClosedCycle? {
    var balance = RunningBalance(exactly: open?.exact.balance ?? 0)
    try balance.apply(transaction)
    return applyUnchecked(transaction, carrying: carried)
  }

  /// Applies a transaction of a history that may be unsound: what is not covered leaves a balance
  /// below zero, which stays open and is shown.
  ///
  /// - Parameter carried: The lots that migrations bring.
  /// - Returns: The cycle that it closed, if anything was sold in it, or `nil`.
  public mutating func applyUnchecked(
    _ transaction: Transaction, carrying carried: CarriedLots = .none
  ) -> ClosedCycle? {
    applyUnchecked(transaction, carrying: carried) { _ in }
  }

  /// The same.
  ///
  /// - Parameters:
  ///   - closes: Whether the cycle ends; `nil` decides by what is left.
  ///   - report: Receives the parts that coins which go are taken from, in each book.
  mutating func applyUnchecked(
    _ transaction: Transaction, carrying carried: CarriedLots = .none, closes: Bool? = nil,
    _ report: (SoldPart) -> Void
  ) -> ClosedCycle? {
    let amount = transaction.exactAmount
    switch transaction.costEffect {
    case .acquire: acquire(transaction, amount)
    case .arrive: arrive(amount, on: transaction.date) { carried.arriving(transaction, $0) }
    case .dispose, .leave, .shrink: return takeOut(amount, by: transaction, closes: closes, report)
    }
    return nil
  }

  /// Takes coins out that are sold, given away, or gone without a trade.
  private mutating func takeOut(
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
      // The residue leaves with the coins sold last, so that nothing is left at any cost.
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

  /// Takes in coins that came with the cost they had elsewhere.
  mutating func arrive(_ amount: Quantity, on date: Date, _ lots: (CostBasis) -> [CarriedLot]) {
    var cycle = open ?? Cycle()
    cycle.arrive(amount, lots)
    books.arrive(on: date, lots)
    open = cycle
  }

  /// Takes coins out with their cost; `report` receives the parts.
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

  /// Paid for the coins still held, every digit.
  public func exactRemainingCost(_ costBasis: CostBasis) -> Cost {
    open.map { books.remainingCost(costBasis, of: $0) } ?? 0
  }

  /// Paid for the coins still held.
  public func remainingCost(_ costBasis: CostBasis) -> ExactDecimal {
    exactRemainingCost(costBasis).figure
  }

  /// The parcels still held, oldest first; for the averages, one parcel.
  public func lots(_ costBasis: CostBasis) -> [Lot] {
    var lots: [Lot] = []
    forEachLot(costBasis) { lot, _ in lots.append(lot) }
    return lots
  }

  /// Calls `body` with the same parcels and their ages; a method that keeps none has no ages.
  func forEachLot(_ costBasis: CostBasis, _ body: (_ lot: Lot, _ age: Int?) -> Void) {
    guard let open, !books.forEachLot(costBasis, { body($0, $1) }) else { return }
    let balance = open.exact.balance
    guard balance > .zero else { return }
    let cost = books.remainingCost(costBasis, of: open)
    body(Lot(amount: balance, cost: cost, pricePerCoin: cost.perCoin(of: balance).figure), nil)
  }

  /// The parcel that leaves next; `nil` for a method that keeps none.
  func nextLot(_ costBasis: CostBasis) -> Parcel? { books.nextLot(costBasis) }

  /// What is held, `nil` when nothing is.
  ///
  /// - Parameters:
  ///   - coin: The coin with its price in US dollars.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rate: The rate at which that price counts, `nil` for dollars.
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

  /// Which sums of the open cycle are unknown for want of an exchange rate.
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

  /// Restores a state without its other pieces, which are loaded later.
  ///
  /// - Parameter last: The last piece, which purchases are appended to.
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

  /// Some of them.
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
    let amount = transaction.exactAmount
    let held = open?.exact.balance ?? 0
    guard held > .zero, RunningBalance.isDust(held - amount) else {
      return books.missing(amount, among: absent)
    }
    // A sale of everything costs what everything cost, so no lot is needed.
    let isKnown = !transaction.isUnvalued && open?.exact.unvalued.isEmpty ?? true
    return effect == .dispose && isKnown ? [] : Set(absent.joined().map(\.number)).sorted()
  }

  /// Loads pieces.
  mutating func load(_ pieces: [LotPiece]) { books.load(pieces) }

  /// Starts tracking which pieces disposals change.
  mutating func noteTouched() { books.noteTouched() }

  /// Stops tracking, and returns the pieces that disposals changed.
  mutating func takeTouched() -> Set<Int> { books.takeTouched() }
}

extension CoinPosition: Equatable {
  /// Whether both hold the same coins at the same cost in the same parcels.
  public static func == (left: CoinPosition, right: CoinPosition) -> Bool {
    left.summary == right.summary && left.books.holdsSameLots(as: right.books)
  }
}

/// A stored position that is damaged.
public struct PositionDataError: Error, Equatable, Sendable {
  /// The coin's id.
  public let coinId: String

  /// Makes an error.
  public init(coinId: String) { self.coinId = coinId }
}

/// The closed cycles of one coin in sums.
public struct ClosedTotals: Equatable, Sendable {
  /// How many.
  public internal(set) var count = 0
  /// Their result but for ``carried``.
  public internal(set) var realizedPnL: Cost = 0
  /// Paid for all that was sold in them, but for ``carried``.
  public internal(set) var cost: Cost = 0
  /// The part of the result that forgotten residues add.
  public internal(set) var forgotten: Cost = 0
  /// Cost that came from other coins less cost that left with coins, by method.
  public internal(set) var carried: [CostBasis: Cost] = [:]
  /// What was left out of them because nothing says its worth, by method.
  public internal(set) var unvalued: [CostBasis: Unvalued] = [:]
  /// Whether ``cost`` is known.
  public internal(set) var isCostKnown = true
  /// Whether all of it is known.
  public internal(set) var isKnown = true

  /// Their result under a method.
  public func realizedPnL(_ method: CostBasis) -> Cost { realizedPnL - (carried[method] ?? 0) }

  /// What was left out under a method because nothing says its worth.
  func unvalued(_ method: CostBasis) -> Unvalued { unvalued[method] ?? Unvalued() }

  /// Paid for all that was sold in them, under a method.
  public func cost(_ method: CostBasis) -> Cost { cost + (carried[method] ?? 0) }

  /// Adds a cycle; one whose coins all left with their cost is not a closed position.
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
  /// Takes in what a purchase brings; its cost is known.
  fileprivate mutating func acquire(_ transaction: Transaction) {
    let (amount, total) = (transaction.exactAmount, transaction.exactTotal)
    acquire(
      amount, for: total, unitCost: transaction.unitCost(amount, total),
      isUnvalued: transaction.isUnvalued)
  }
}

extension Transaction {
  /// What one coin cost, to 38 digits: the price, or where there is more to it total ÷ amount.
  func unitCost(_ amount: Quantity, _ total: Cost) -> Price {
    payment == nil && fee == nil
      ? Price(pricePerCoin) : total.perCoin(of: amount)
  }
}

// MARK: - In checkpoints

extension CoinPosition {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(open, closed)
    books.write(to: &bytes)
  }

  /// Reads what ``write(to:)`` wrote of a position under the same methods.
  init(
    coinId: String, methods: Set<CostBasis>, isDated: Bool = false,
    from bytes: inout CheckpointReader
  ) throws(CheckpointError) {
    self.init(
      coinId: coinId, open: try bytes.read(), closed: try bytes.read(),
      books: try CostBooks(methods: methods, isDated: isDated, from: &bytes))
  }
}
