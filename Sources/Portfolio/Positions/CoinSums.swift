public import Exact
public import FoundationEssentials

/// One coin's figures under one method, in sums: all that holdings and totals need, without a
/// closed position.
public struct CoinSums: Equatable, Sendable {
  /// The coin's id.
  public let coinId: String
  /// The open cycle, `nil` when nothing is held.
  public let open: Cycle?
  /// Paid for the coins still held.
  public let remainingCost: Cost
  /// Cost of the coins that sales of the open cycle took out.
  public let soldCost: Cost
  /// Whether ``remainingCost`` is known.
  public let isCostKnown: Bool
  /// Whether ``soldCost`` is known.
  public let isSoldCostKnown: Bool
  /// Coins that nothing says the worth of; they are in the two costs.
  public let unvalued: Unvalued
  /// The cycles that closed.
  public let closed: ClosedSums

  /// What is held, `nil` when nothing is.
  ///
  /// - Parameters:
  ///   - coin: The coin with its price in US dollars.
  ///   - rate: The rate at which that price counts, `nil` for dollars.
  func holding(of coin: Coin, rate: ExchangeRate?) -> Holding? {
    open.map {
      Holding(
        coin: coin, cycle: $0, remainingCost: remainingCost, soldCost: soldCost,
        unvalued: unvalued,
        known: Holding.KnownSums(
          cost: isCostKnown, soldCost: isSoldCostKnown, proceeds: $0.isReceivedKnown),
        rate: rate)
    }
  }
}

/// Closed positions under one method, in sums.
public struct ClosedSums: Equatable, Sendable {
  /// How many.
  public private(set) var count = 0
  /// Their result.
  public private(set) var realizedPnL: Cost = 0
  /// Paid for all that was sold in them.
  public private(set) var cost: Cost = 0
  /// What was left out of them because nothing says its worth.
  public private(set) var unvalued = Unvalued()
  /// Whether ``cost`` is known; in US dollars it always is.
  public private(set) var isCostKnown = true
  /// Whether ``realizedPnL`` is known; in US dollars it always is.
  public private(set) var isKnown = true

  /// Whether what they came to is known, or that of a part.
  public var isResultKnown: Bool { isKnown && isOfSome }
  /// Their result in percent of what was paid; 0 if nothing was.
  public var realizedPnLPercentage: ExactDecimal { percentage(gain: realizedPnL, cost: cost) }
  /// Whether a part of them counts.
  var isOfSome: Bool { count > 0 && (unvalued.sold.isZero || !realizedPnL.isZero || !cost.isZero) }

  /// Sums of no closed position.
  init() {}

  init(
    count: Int, realizedPnL: Cost, cost: Cost, unvalued: Unvalued, isCostKnown: Bool, isKnown: Bool
  ) {
    self.unvalued = unvalued
    self.count = count
    self.realizedPnL = realizedPnL
    self.cost = cost
    self.isCostKnown = isCostKnown
    self.isKnown = isKnown
  }

  /// Sums closed positions up.
  init(_ positions: some Sequence<ClosedPosition>) {
    for position in positions { add(position) }
  }

  /// Adds a closed position.
  mutating func add(_ position: ClosedPosition) {
    count += 1
    realizedPnL += position.exactRealizedPnL
    cost += position.exactTotalCost
    unvalued = unvalued + position.unvalued
    isCostKnown = isCostKnown && position.isRateKnown
    isKnown = isKnown && position.isRateKnown && position.areProceedsKnown
  }

  /// The sums of a coin under a method; unknown under one that they are not kept by.
  init(_ totals: ClosedTotals, _ method: CostBasis) {
    let isKept = CostBasis.stored.contains(method)
    let unvalued = totals.unvalued(method)
    self.init(
      count: totals.count, realizedPnL: totals.realizedPnL(method) - unvalued.result,
      cost: totals.cost(method) - unvalued.cost, unvalued: unvalued,
      isCostKnown: isKept && totals.isCostKnown, isKnown: isKept && totals.isKnown)
  }
}

/// Which closed positions are read: there can be as many as transactions, and totals need none.
public struct ClosedSelection: Equatable, Sendable {
  /// None: their sums are enough.
  public static let none = ClosedSelection(newest: 0)
  /// All.
  public static let all = ClosedSelection()
  /// The one of each coin that closed last.
  public static let newestOfEach = ClosedSelection(newest: 1, isOfEach: true)

  /// Those of one coin.
  public static func coin(_ id: String) -> ClosedSelection { ClosedSelection(of: id) }

  /// The coin that they are of; `nil` for all coins.
  public let coinId: String?
  /// The most that are read: those that closed last.
  public let count: Int
  /// Whether so many of each coin are read.
  public let isOfEach: Bool

  /// Selects those that closed last.
  ///
  /// - Parameters:
  ///   - coinId: Only those of this coin; `nil` for all.
  ///   - count: The most of them.
  public init(of coinId: String? = nil, newest count: Int = .max) {
    self.init(of: coinId, newest: count, isOfEach: false)
  }

  private init(of coinId: String? = nil, newest count: Int, isOfEach: Bool) {
    (self.coinId, self.count, self.isOfEach) = (coinId, count, isOfEach)
  }

  /// Whether those of a coin are among them.
  public func contains(_ coinId: String) -> Bool {
    count > 0 && (self.coinId ?? coinId) == coinId
  }

  /// Those that are selected of some coins' cycles, each coin's oldest first, in the same order.
  public func selected<Cycle>(of coins: [[Cycle]], by date: (Cycle) -> Date) -> [Cycle] {
    let cycles = coins.flatMap { isOfEach ? $0.suffix(count) : $0[...] }
    guard !isOfEach, cycles.count > count else { return cycles }
    let dates = cycles.enumerated().map { (date: date($1), index: $0) }
    // Of one instant the first ones come first, as in a list.
    let newest = dates.sorted { ($1.date, $0.index) < ($0.date, $1.index) }.prefix(count)
    return newest.map(\.index).sorted().map { cycles[$0] }
  }
}
