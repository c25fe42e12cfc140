public import Exact
public import FoundationEssentials

/// One coin's figures under one method, as sums: all that holdings and totals need, without closed
/// positions.
public struct CoinSums: Equatable, Sendable {
  /// The coin's id.
  public let coinId: String
  /// The open cycle, `nil` when nothing is held.
  public let open: Cycle?
  /// Cost of the coins still held.
  public let remainingCost: Cost
  /// Cost of the coins sold in the open cycle.
  public let soldCost: Cost
  /// Whether ``remainingCost`` is known.
  public let isCostKnown: Bool
  /// Whether ``soldCost`` is known.
  public let isSoldCostKnown: Bool
  /// Coins of unknown worth, which are included in the two costs.
  public let unvalued: Unvalued
  /// The closed cycles.
  public let closed: ClosedSums

  /// What is held, `nil` when nothing is.
  ///
  /// - Parameters:
  ///   - coin: The coin with its price in US dollars.
  ///   - rate: The rate that converts that price, `nil` for US dollars.
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

/// Closed positions under one method, as sums.
public struct ClosedSums: Equatable, Sendable {
  /// The number of positions.
  public private(set) var count = 0
  /// Their result.
  public private(set) var realizedPnL: Cost = 0
  /// Cost of everything sold in them.
  public private(set) var cost: Cost = 0
  /// What the sums leave out because the worth is unknown.
  public private(set) var unvalued = Unvalued()
  /// Whether ``cost`` is known; in US dollars it always is.
  public private(set) var isCostKnown = true
  /// Whether ``realizedPnL`` is known; in US dollars it always is.
  public private(set) var isKnown = true

  /// Whether the result, or part of it, is known.
  public var isResultKnown: Bool { isKnown && isOfSome }
  /// Their result in percent of the cost; 0 if the cost was zero.
  public var realizedPnLPercentage: ExactDecimal { percentage(gain: realizedPnL, cost: cost) }
  /// Whether the sums cover any part of them.
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

  /// Sums up closed positions.
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

  /// The sums of a coin under a method; unknown under a method they are not kept for.
  init(_ totals: ClosedTotals, _ method: CostBasis) {
    let isKept = CostBasis.stored.contains(method)
    let unvalued = totals.unvalued(method)
    self.init(
      count: totals.count, realizedPnL: totals.realizedPnL(method) - unvalued.result,
      cost: totals.cost(method) - unvalued.cost, unvalued: unvalued,
      isCostKnown: isKept && totals.isCostKnown, isKnown: isKept && totals.isKnown)
  }
}

/// Which closed positions to read: there can be as many as transactions, and totals need none.
public struct ClosedSelection: Equatable, Sendable {
  /// None, because their sums suffice.
  public static let none = ClosedSelection(newest: 0)
  /// All.
  public static let all = ClosedSelection()
  /// The last closed one of each coin.
  public static let newestOfEach = ClosedSelection(newest: 1, isOfEach: true)

  /// Those of one coin.
  public static func coin(_ id: String) -> ClosedSelection { ClosedSelection(of: id) }

  /// The coin to read; `nil` for all coins.
  public let coinId: String?
  /// The maximum number to read, newest first.
  public let count: Int
  /// Whether the maximum applies to each coin.
  public let isOfEach: Bool

  /// Selects the positions that closed last.
  ///
  /// - Parameters:
  ///   - coinId: Only those of this coin; `nil` for all.
  ///   - count: The maximum number.
  public init(of coinId: String? = nil, newest count: Int = .max) {
    self.init(of: coinId, newest: count, isOfEach: false)
  }

  private init(of coinId: String? = nil, newest count: Int, isOfEach: Bool) {
    (self.coinId, self.count, self.isOfEach) = (coinId, count, isOfEach)
  }

  /// Whether positions of a coin are selected.
  public func contains(_ coinId: String) -> Bool {
    count > 0 && (self.coinId ?? coinId) == coinId
  }

  /// The selected cycles of some coins, each coin's oldest first, in the same order.
  public func selected<Cycle>(of coins: [[Cycle]], by date: (Cycle) -> Date) -> [Cycle] {
    let cycles = coins.flatMap { isOfEach ? $0.suffix(count) : $0[...] }
    guard !isOfEach, cycles.count > count else { return cycles }
    let dates = cycles.enumerated().map { (date: date($1), index: $0) }
    // At the same instant, earlier list entries win.
    let newest = dates.sorted { ($1.date, $0.index) < ($0.date, $1.index) }.prefix(count)
    return newest.map(\.index).sorted().map { cycles[$0] }
  }
}
