import Exact
import FoundationEssentials

/// What a history needs to know about one coin at an instant.
struct CoinFigures: Equatable, Sendable {
  /// Coins held; `nil` for nothing.
  var amount: Quantity?
  /// Their cost.
  var cost: Cost = 0
  /// Proceeds of sales less the cost of purchases: the realized result less ``cost``.
  var cashResult: Cost = 0
  /// Held coins of unknown worth; neither cost nor result includes them.
  var unvalued: Quantity = 0
  /// Whether the result leaves out sales of unknown worth.
  var isResultPartial = false
  /// Whether ``cost`` is known.
  var isCostKnown = true
  /// Whether the results of its sales are known.
  var isResultKnown = true
  /// Which of cost and result are estimated.
  var estimated: EstimatedResults = []

  /// Whether ``cost`` covers only part of the coins.
  var isCostPartial: Bool { unvalued > .zero }
  /// Whether ``cost`` is estimated.
  var isCostEstimated: Bool { estimated.contains(.invested) }
  /// Whether the result of any sale is estimated.
  var isResultEstimated: Bool { estimated.contains(.realized) }
}

/// Replays one coin's transactions under one cost basis.
struct BalanceReplay {
  /// The coin's id.
  let coinId: String
  private let costBasis: CostBasis
  /// The costs of sales if they are computed separately from the coin's cycles.
  private let matchedCosts: MatchedCosts?
  private var position: CoinPosition
  /// The coin's sums if the costs of sales are matched.
  private var matched = MatchedSums()
  /// Which of its figures are estimated, if any can be.
  private var estimates: RunningEstimates?
  private var today: CoinTrades?

  /// Starts before the first transaction.
  ///
  /// - Parameter mayBeEstimated: Whether any of its figures can be estimated.
  init(
    coinId: String, costBasis: CostBasis, matchedCosts: MatchedCosts?, mayBeEstimated: Bool
  ) {
    self.coinId = coinId
    self.costBasis = costBasis
    self.matchedCosts = matchedCosts
    position = CoinPosition(coinId: coinId, methods: [costBasis])
    guard mayBeEstimated, costBasis != .hmrc else { return }
    estimates = RunningEstimates(costBasis: costBasis)
  }

  /// Coins held; `nil` for nothing.
  var amount: Quantity? { position.open?.exact.balance }

  /// The held coins of unknown worth.
  var unvalued: Quantity {
    matchedCosts == nil ? position.open?.unvalued(costBasis).held ?? 0 : matched.unvalued.held
  }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Parameter carried: The lots that migrations carry over.
  mutating func apply(_ transaction: Transaction, carrying carried: CarriedLots) {
    if today == nil { today = CoinTrades() }
    today?.add(transaction)
    _ = position.applyUnchecked(transaction, carrying: carried)
    estimates?.apply(transaction, carrying: carried)
    if let matchedCosts {
      matched.apply(transaction, matchedCosts, isClosing: position.open == nil)
    }
  }

  /// Ends a day.
  ///
  /// - Returns: What was traded since the previous day; `nil` for nothing.
  mutating func endDay() -> CoinTrades? {
    guard var trades = today else { return nil }
    trades.heldAfter = amount ?? 0
    today = nil
    return trades
  }

  /// The figures as of the last transaction.
  var figures: CoinFigures {
    var figures = matchedCosts == nil ? ownFigures : matchedFigures
    (figures.amount, figures.unvalued) = (amount, unvalued)
    return figures
  }

  private var matchedFigures: CoinFigures {
    var figures = CoinFigures(
      cost: matched.cost, cashResult: matched.cashResult, isCostKnown: matched.isCostKnown,
      isResultKnown: matched.isResultKnown)
    figures.isResultPartial = matched.unvalued.sold > .zero
    guard estimates == nil else { return estimated(figures) }
    if matched.isCostEstimated { figures.estimated.insert(.invested) }
    if matched.isResultEstimated { figures.estimated.insert(.realized) }
    return figures
  }

  private var ownFigures: CoinFigures {
    let (sums, unknown) = (position.sums(costBasis), position.unknownSums)
    var figures = CoinFigures(
      cost: sums.cost, cashResult: sums.cashResult,
      isCostKnown: !unknown.held.contains(costBasis),
      isResultKnown: !unknown.sold.contains(costBasis) && position.open?.isReceivedKnown ?? true
        && position.closed.isKnown)
    figures.isResultPartial = sums.isPartial
    return estimated(figures)
  }

  private func estimated(_ figures: CoinFigures) -> CoinFigures {
    var figures = figures
    if estimates?.isHeld ?? false { figures.estimated.insert(.invested) }
    if estimates?.isRealized ?? false { figures.estimated.insert(.realized) }
    return figures
  }
}

extension CoinPosition {
  /// The cost of what is held, and proceeds of sales less the cost of purchases.
  fileprivate func sums(
    _ costBasis: CostBasis
  ) -> (cost: Cost, cashResult: Cost, isPartial: Bool) {
    let left = closed.unvalued(costBasis) + (open?.unvalued(costBasis) ?? Unvalued())
    let result = closed.realizedPnL(costBasis) - left.result
    let isPartial = left.sold > .zero
    guard let sums = open?.exact else { return (0, result, isPartial) }
    return (
      exactRemainingCost(costBasis), result + sums.received - sums.paid(costBasis), isPartial
    )
  }
}

/// What was traded of one coin on one day.
struct CoinTrades: Equatable, Sendable {
  /// Coins that were paid for, without rewards and coins that replace others.
  private(set) var bought: Quantity = 0
  /// Paid for purchases, including fees and the fees of rewards.
  private(set) var paid: Cost = 0
  private(set) var received: Cost = 0
  /// Coins given away without a stored worth; ``valueGiven(at:)`` adds theirs to ``received``.
  private(set) var given: Quantity = 0
  /// Rewards at their value on receipt.
  private(set) var income: Cost = 0
  /// Whether all amounts are known.
  private(set) var isKnown = true
  /// The amounts that are estimated.
  private(set) var estimated: EstimatedFlows = []
  /// Coins held at the end of the day.
  var heldAfter: Quantity = 0

  /// Whether coins bought on the day were sold on the same day.
  var isSoldAgain: Bool { bought > .zero && heldAfter < bought }

  init() {}

  init(
    bought: Quantity, paid: Cost, received: Cost, given: Quantity, income: Cost, isKnown: Bool,
    estimated: EstimatedFlows, heldAfter: Quantity
  ) {
    (self.bought, self.paid, self.received, self.income) = (bought, paid, received, income)
    self.given = given
    (self.isKnown, self.estimated, self.heldAfter) = (isKnown, estimated, heldAfter)
  }

  mutating func add(_ transaction: Transaction) {
    guard transaction.kind != .migrate else { return }
    guard !transaction.isGivenWithoutWorth else { return given += transaction.amount }
    isKnown = isKnown && transaction.isTotalKnown
    paid += transaction.paidIn
    received += transaction.takenOut
    estimated.formUnion(transaction.estimatedFlows)
    if transaction.kind == .reward {
      income += transaction.exactWorthOnReceipt
    } else if transaction.type.isAcquisition {
      bought += transaction.amount
    }
  }

  /// Values the coins given away without a stored worth at the price of the day.
  ///
  /// - Parameter value: The value of these coins; `nil` without a price.
  mutating func valueGiven(at value: (Quantity) -> Cost?) {
    guard !given.isZero else { return }
    defer { given = 0 }
    guard let worth = value(given) else { return isKnown = false }
    received += worth
    estimated.insert(.takenOut)
  }
}

extension Transaction {
  /// Which of what it pays, brings and earns is estimated.
  public var estimatedFlows: EstimatedFlows {
    var flows: EstimatedFlows = []
    if kind == .reward {
      if valuation?.isEstimated ?? false { flows.insert(.income) }
      if isFeeEstimated { flows.insert(.paidIn) }
    } else if isEstimated {
      if !paidIn.isZero { flows.insert(.paidIn) }
      if !takenOut.isZero { flows.insert(.takenOut) }
    }
    return flows
  }
}
