import Exact
import FoundationEssentials

/// The ledger walked through day by day, with the sums that a point needs.
///
/// A day without transactions costs nothing: sums change by what a traded coin changed.
struct HistoryWalk {
  struct CoinState {
    let id: String
    var position: CoinPosition
    /// What is held at the end of the last day on which the coin was traded; `nil` for nothing.
    var amount: Quantity?
    /// The part of the walk's sums that is this coin's, as of the last point.
    var cost: Cost = 0
    var cashResult: Cost = 0
    var isOutdated = false
    /// Whether the cost of what is held is known, as of the last point.
    var isCostKnown = true
    /// Whether the results of its sales are.
    var isResultKnown = true
    var today: CoinTrades?
    /// The coin's sums where the cost of sales is matched.
    var matched = MatchedSums()
    /// Which of its figures are estimated, where any may be.
    var estimates: RunningEstimates?
    /// What is estimated, as of the last point.
    var estimated: EstimatedResults = []
  }

  private let costBasis: CostBasis
  /// What sales cost under a method that does not follow from what was before them.
  private let matchedCosts: MatchedCosts?
  /// The coins with an estimate.
  private let estimatedCoins: Set<String>
  private(set) var coins: [CoinState] = []
  private var places: [String: Int] = [:]
  private var tradedToday: [Int] = []
  private var outdated: [Int] = []
  private(set) var holdingCount = 0
  private var invested: Cost = 0
  /// Coins whose cost, and whose results, are unknown for want of an exchange rate.
  private var unknownCosts = 0
  private var unknownResults = 0
  /// Coins whose cost, and whose results, are estimated.
  private var estimatedCosts = 0
  private var estimatedResults = 0
  /// Received for sales less paid for what was bought: the realized result less what is invested.
  private var cashResult: Cost = 0

  init(
    costBasis: CostBasis, matchedCosts: MatchedCosts? = nil, estimatedCoins: Set<String> = []
  ) {
    self.costBasis = costBasis
    self.matchedCosts = matchedCosts
    self.estimatedCoins = estimatedCoins
  }

  /// Begins with what is held already, in place of the transactions that led to it.
  mutating func begin(with positions: [CoinPosition]) {
    for position in positions {
      let place = place(of: position.coinId)
      coins[place].position = position
      coins[place].amount = position.open?.exact.balance
      holdingCount += coins[place].amount == nil ? 0 : 1
      coins[place].isOutdated = true
      outdated.append(place)
    }
  }

  /// Applies the next transaction in ledger order.
  ///
  /// - Parameter carried: The lots that migrations bring.
  mutating func apply(_ transaction: Transaction, carrying carried: CarriedLots) {
    let place = place(of: transaction.coinId)
    if coins[place].today == nil {
      coins[place].today = CoinTrades(place: place)
      tradedToday.append(place)
    }
    coins[place].today?.add(transaction)
    _ = coins[place].position.applyUnchecked(transaction, carrying: carried)
    coins[place].estimates?.apply(transaction, carrying: carried)
    if let matchedCosts {
      coins[place].matched.apply(
        transaction, matchedCosts, isClosing: coins[place].position.open == nil)
    }
  }

  /// Ends a day.
  ///
  /// - Returns: What was traded since the day before.
  mutating func endDay() -> [CoinTrades] {
    var trades: [CoinTrades] = []
    for place in tradedToday {
      let amount = coins[place].position.open?.exact.balance
      if var today = coins[place].today {
        today.heldAfter = amount ?? 0
        trades.append(today)
      }
      holdingCount += (amount == nil ? 0 : 1) - (coins[place].amount == nil ? 0 : 1)
      coins[place].amount = amount
      coins[place].today = nil
      if !coins[place].isOutdated { outdated.append(place) }
      coins[place].isOutdated = true
    }
    tradedToday.removeAll(keepingCapacity: true)
    return trades
  }

  /// The figures at the end of a day; sums change by what the coins traded since the last point
  /// changed.
  mutating func point(_ day: UTCDay, _ value: HistoryValuation.Value) -> HistoryPoint {
    for place in outdated {
      let matched = coins[place].matched
      let (cost, cashResult) =
        matchedCosts == nil
        ? coins[place].position.sums(costBasis) : (matched.cost, matched.cashResult)
      invested += cost - coins[place].cost
      self.cashResult += cashResult - coins[place].cashResult
      (coins[place].cost, coins[place].cashResult) = (cost, cashResult)
      coins[place].isOutdated = false
      countUnknown(place)
      countEstimated(place)
    }
    outdated.removeAll(keepingCapacity: true)
    let isKnown = value.pricedCount > 0 || holdingCount == 0
    let pricedCost = value.unpriced.reduce(invested) { $0 - coins[$1].cost }
    let unknownPriced =
      unknownCosts == 0 ? 0 : unknownCosts - value.unpriced.count { !coins[$0].isCostKnown }
    return HistoryPoint(
      date: day, value: isKnown ? value.value.decimal : nil,
      invested: unknownCosts == 0 ? invested.decimal : nil,
      realizedPnL: unknownResults == 0 ? (cashResult + invested).decimal : nil,
      unrealizedPnL: isKnown && unknownPriced == 0 ? (value.value - pricedCost).decimal : nil,
      holdingCount: holdingCount, pricedCount: value.pricedCount, estimated: estimated(value))
  }

  private func estimated(_ value: HistoryValuation.Value) -> EstimatedResults {
    guard estimatedCosts > 0 || estimatedResults > 0 else { return [] }
    let unpriced = value.unpriced.count { coins[$0].estimated.contains(.invested) }
    var figures: EstimatedResults = []
    if estimatedCosts > 0 { figures.insert(.invested) }
    if estimatedCosts > unpriced { figures.insert(.unrealized) }
    if estimatedResults > 0 { figures.insert(.realized) }
    return figures
  }

  private mutating func countEstimated(_ place: Int) {
    let (estimates, matched) = (coins[place].estimates, coins[place].matched)
    var estimated: EstimatedResults = []
    if estimates?.isHeld ?? matched.isCostEstimated { estimated.insert(.invested) }
    if estimates?.isRealized ?? matched.isResultEstimated { estimated.insert(.realized) }
    func change(of figure: EstimatedResults) -> Int {
      (estimated.contains(figure) ? 1 : 0) - (coins[place].estimated.contains(figure) ? 1 : 0)
    }
    estimatedCosts += change(of: .invested)
    estimatedResults += change(of: .realized)
    coins[place].estimated = estimated
  }

  private mutating func countUnknown(_ place: Int) {
    let position = coins[place].position
    let (unknown, matched) = (position.unknownSums, coins[place].matched)
    let isCostKnown =
      matchedCosts == nil ? !unknown.held.contains(costBasis) : matched.isCostKnown
    let isResultKnown =
      matchedCosts == nil
      ? !unknown.sold.contains(costBasis) && position.open?.isReceivedKnown ?? true
        && position.closed.isKnown : matched.isResultKnown
    unknownCosts += (isCostKnown ? 0 : 1) - (coins[place].isCostKnown ? 0 : 1)
    unknownResults += (isResultKnown ? 0 : 1) - (coins[place].isResultKnown ? 0 : 1)
    coins[place].isCostKnown = isCostKnown
    coins[place].isResultKnown = isResultKnown
  }

  private mutating func place(of coinId: String) -> Int {
    if let place = places[coinId] { return place }
    places[coinId] = coins.count
    let position = CoinPosition(coinId: coinId, methods: [costBasis])
    var state = CoinState(id: coinId, position: position)
    if matchedCosts == nil, estimatedCoins.contains(coinId) {
      state.estimates = RunningEstimates(costBasis: costBasis)
    }
    coins.append(state)
    return coins.count - 1
  }
}

extension CoinPosition {
  /// The cost of what is held, and what sales brought less what was paid.
  fileprivate func sums(_ costBasis: CostBasis) -> (cost: Cost, cashResult: Cost) {
    let result = closed.realizedPnL(costBasis)
    guard let sums = open?.exact else { return (0, result) }
    return (exactRemainingCost(costBasis), result + sums.received - sums.paid(costBasis))
  }
}

/// What was traded of one coin on one day.
struct CoinTrades {
  /// The coin's place in the walk.
  let place: Int
  private(set) var bought: Quantity = 0
  private(set) var paid: Cost = 0
  private(set) var received: Cost = 0
  /// Whether all of it is known.
  private(set) var isKnown = true
  /// Coins held at the end of the day.
  var heldAfter: Quantity = 0

  init(place: Int) { self.place = place }

  mutating func add(_ transaction: Transaction) {
    // A coin that replaces another goes on at its value: nothing was paid in or taken out.
    guard transaction.kind != .migrate else { return }
    isKnown = isKnown && transaction.isWorthKnown
    let total = transaction.exactTotal
    if transaction.type.isAcquisition {
      bought += transaction.exactAmount
      paid += total
    } else {
      received += total
    }
  }
}
