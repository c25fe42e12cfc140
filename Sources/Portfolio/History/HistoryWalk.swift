import Exact
import FoundationEssentials

/// Walks the ledger day by day with the sums that a point needs.
///
/// A day without transactions costs nothing: sums change only by what traded coins changed.
struct HistoryWalk {
  struct CoinState {
    let id: String
    /// The days of its series that have not ended yet.
    fileprivate var ahead: ArraySlice<CoinSeries.Day> = []
    /// The figures of its series at the end of the last day.
    fileprivate var latest = CoinFigures()
    /// The coins held after the last day with trades; `nil` for nothing.
    fileprivate(set) var amount: Quantity?
    /// The held coins of unknown worth.
    fileprivate(set) var unvalued: Quantity = 0
    /// This coin's part of the walk's sums, as of the last point.
    fileprivate(set) var figures = CoinFigures()
    fileprivate var isOutdated = false
    /// Whether it was traded since the last day ended.
    fileprivate var isTraded = false
  }

  private let costBasis: CostBasis
  /// The costs of sales under a method that needs more than earlier transactions.
  private let matchedCosts: MatchedCosts?
  /// The coins with estimates.
  private let estimatedCoins: Set<String>
  private(set) var coins: [CoinState] = []
  /// Replays of the coins' transactions; empty if their series are known.
  private var walks: [BalanceReplay] = []
  private var indices: [String: Int] = [:]
  private var tradedToday: [Int] = []
  private var outdated: [Int] = []
  private(set) var holdingCount = 0
  private var invested: Cost = 0
  /// The number of coins with unknown cost, and with unknown results, due to missing rates.
  private var unknownCosts = 0
  private var unknownResults = 0
  /// The number of coins whose cost, and whose results, leave out coins of unknown worth.
  private var partialCosts = 0
  private var partialResults = 0
  /// The number of coins whose cost, and whose results, are estimated.
  private var estimatedCosts = 0
  private var estimatedResults = 0
  /// Proceeds of sales less the cost of purchases: the realized result less the invested amount.
  private var cashResult: Cost = 0

  init(
    costBasis: CostBasis, matchedCosts: MatchedCosts? = nil, estimatedCoins: Set<String> = []
  ) {
    self.costBasis = costBasis
    self.matchedCosts = matchedCosts
    self.estimatedCoins = estimatedCoins
  }

  /// Starts with the series of coins, in place of transactions.
  ///
  /// - Parameter first: The first day to end.
  mutating func begin(with coinSeries: [CoinSeries], on first: UTCDay) {
    for series in coinSeries {
      let ahead = series.days.drop { $0.day < first }
      let latest = series.days[..<ahead.startIndex].last?.figures ?? series.start
      outdated.append(coins.count)
      holdingCount += latest.amount == nil ? 0 : 1
      coins.append(
        CoinState(
          id: series.coinId, ahead: ahead, latest: latest, amount: latest.amount,
          unvalued: latest.unvalued, isOutdated: true))
    }
  }

  /// Applies the next transaction in ledger order.
  ///
  /// - Parameter carried: The lots that migrations carry over.
  mutating func apply(_ transaction: Transaction, carrying carried: CarriedLots) {
    let index = index(of: transaction.coinId)
    if !coins[index].isTraded { tradedToday.append(index) }
    coins[index].isTraded = true
    walks[index].apply(transaction, carrying: carried)
  }

  /// Ends a day.
  ///
  /// - Returns: What was traded since the previous day, by coin index, and what was held before.
  mutating func endDay(_ day: UTCDay) -> DayOfWalk {
    var traded = DayOfWalk()
    for index in tradedToday {
      coins[index].isTraded = false
      traded.add(walks[index].endDay(), of: coins[index], at: index)
      note(walks[index].amount, walks[index].unvalued, at: index)
    }
    tradedToday.removeAll(keepingCapacity: true)
    for index in coins.indices where walks.isEmpty {
      guard let next = coins[index].ahead.first, next.day == day else { continue }
      coins[index].ahead.removeFirst()
      coins[index].latest = next.figures
      traded.add(next.trades, of: coins[index], at: index)
      note(next.figures.amount, next.figures.unvalued, at: index)
    }
    return traded
  }

  /// Records what is held after a day with trades.
  private mutating func note(_ amount: Quantity?, _ unvalued: Quantity, at index: Int) {
    coins[index].unvalued = unvalued
    holdingCount += (amount == nil ? 0 : 1) - (coins[index].amount == nil ? 0 : 1)
    coins[index].amount = amount
    if !coins[index].isOutdated { outdated.append(index) }
    coins[index].isOutdated = true
  }

  /// The figures at the end of a day; sums change by what coins traded since the last point
  /// changed.
  mutating func point(_ day: UTCDay, _ value: HistoryValuation.Value) -> HistoryPoint {
    for index in outdated { update(index) }
    outdated.removeAll(keepingCapacity: true)
    let isKnown = value.pricedCount > 0 || holdingCount == 0
    // A day without any price still has a cost: that of the coins which other days value.
    let leftOut = (isKnown ? value.unpriced : []) + value.undrawn
    let shownCost = leftOut.reduce(invested) { $0 - coins[$1].figures.cost }
    let unknownShown =
      unknownCosts == 0 ? 0 : unknownCosts - leftOut.count { !coins[$0].figures.isCostKnown }
    // Without any known part there is no sum.
    let isCosted = partialCosts == 0 || !invested.isZero
    let isShownCosted = partialCosts == 0 || !shownCost.isZero || !value.costed.isZero
    let realized = cashResult + invested
    return HistoryPoint(
      date: day, value: isKnown ? value.value.figure : nil,
      invested: unknownCosts == 0 && isCosted ? invested.figure : nil,
      realizedPnL: unknownResults == 0 && (partialResults == 0 || !realized.isZero)
        ? realized.figure : nil,
      unrealizedPnL: isKnown && unknownShown == 0 && isShownCosted
        ? (value.costed - shownCost).figure : nil,
      shownCost: unknownShown == 0 && isShownCosted ? shownCost.figure : nil,
      holdingCount: holdingCount, pricedCount: value.pricedCount,
      estimated: estimated(value, leavingOut: leftOut))
  }

  private func estimated(
    _ value: HistoryValuation.Value, leavingOut leftOut: [Int]
  ) -> EstimatedResults {
    guard estimatedCosts > 0 || estimatedResults > 0 else { return [] }
    func rest(without indices: [Int]) -> Int {
      estimatedCosts - indices.count { coins[$0].figures.isCostEstimated }
    }
    var figures: EstimatedResults = []
    if estimatedCosts > 0 { figures.insert(.invested) }
    if rest(without: value.unpriced + value.undrawn) > 0 { figures.insert(.unrealized) }
    if rest(without: leftOut) > 0 { figures.insert(.shownCost) }
    if estimatedResults > 0 { figures.insert(.realized) }
    return figures
  }

  /// Updates the sums with a coin's current figures.
  private mutating func update(_ index: Int) {
    let old = coins[index].figures
    let new = walks.isEmpty ? coins[index].latest : walks[index].figures
    func change(_ figure: KeyPath<CoinFigures, Bool>) -> Int {
      (new[keyPath: figure] ? 1 : 0) - (old[keyPath: figure] ? 1 : 0)
    }
    invested += new.cost - old.cost
    cashResult += new.cashResult - old.cashResult
    unknownCosts -= change(\.isCostKnown)
    unknownResults -= change(\.isResultKnown)
    partialCosts += change(\.isCostPartial)
    partialResults += change(\.isResultPartial)
    estimatedCosts += change(\.isCostEstimated)
    estimatedResults += change(\.isResultEstimated)
    coins[index].figures = new
    coins[index].isOutdated = false
  }

  private mutating func index(of coinId: String) -> Int {
    if let index = indices[coinId] { return index }
    indices[coinId] = coins.count
    coins.append(CoinState(id: coinId))
    walks.append(
      BalanceReplay(
        coinId: coinId, costBasis: costBasis, matchedCosts: matchedCosts,
        mayBeEstimated: estimatedCoins.contains(coinId)))
    return coins.count - 1
  }
}

/// The trades that a walk found on a day.
struct DayOfWalk {
  /// What was traded, by coin index.
  private(set) var trades: [Int: CoinTrades] = [:]
  /// The amounts of the traded coins held on the previous evening; `nil` for nothing.
  private(set) var heldBefore: [Int: Quantity?] = [:]

  var isEmpty: Bool { trades.isEmpty }

  mutating func add(_ trades: CoinTrades?, of coin: HistoryWalk.CoinState, at index: Int) {
    guard let trades else { return }
    self.trades[index] = trades
    heldBefore[index] = .some(coin.amount)
  }

  /// Values coins given away without a stored worth at the price of the day.
  mutating func valueGiven(at value: (_ index: Int, Quantity) -> Cost?) {
    for index in trades.keys { trades[index]?.valueGiven { value(index, $0) } }
  }
}
