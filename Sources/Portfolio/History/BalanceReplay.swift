import Exact
import FoundationEssentials

/// What a history needs to know of one coin as of some instant.
struct CoinFigures: Equatable, Sendable {
  /// Coins held; `nil` for nothing.
  var amount: Quantity?
  /// What they cost.
  var cost: Cost = 0
  /// Received for sales less paid for what was bought: the realized result less ``cost``.
  var cashResult: Cost = 0
  /// Coins held that nothing says the worth of; neither cost nor result has them.
  var unvalued: Quantity = 0
  /// Whether sales were left out of the result because nothing says their worth.
  var isResultPartial = false
  /// Whether ``cost`` is known.
  var isCostKnown = true
  /// Whether the results of its sales are.
  var isResultKnown = true
  /// Which of the two are estimated.
  var estimated: EstimatedResults = []

  /// Whether ``cost`` is that of a part.
  var isCostPartial: Bool { unvalued > .zero }
  /// Whether ``cost`` is estimated.
  var isCostEstimated: Bool { estimated.contains(.invested) }
  /// Whether the result of a sale is.
  var isResultEstimated: Bool { estimated.contains(.realized) }
}

/// One coin's transactions gone through, under one cost basis.
struct BalanceReplay {
  /// The coin's id.
  let coinId: String
  private let costBasis: CostBasis
  /// What sales cost where that is worked out apart from the coin's cycles.
  private let matchedCosts: MatchedCosts?
  private var position: CoinPosition
  /// The coin's sums where the cost of sales is matched.
  private var matched = MatchedSums()
  /// Which of its figures are estimated, where any may be.
  private var estimates: RunningEstimates?
  private var today: CoinTrades?

  /// Begins before the first transaction.
  ///
  /// - Parameter mayBeEstimated: Whether any of its figures may be an estimate.
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

  /// Those of them that nothing says the worth of.
  var unvalued: Quantity {
    matchedCosts == nil ? position.open?.unvalued(costBasis).held ?? 0 : matched.unvalued.held
  }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Parameter carried: The lots that migrations bring.
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
  /// - Returns: What was traded since the day before; `nil` for nothing.
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
  /// The cost of what is held, and what sales brought less what was paid.
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
  /// Coins that were paid for: rewards and coins that replace others are not among them.
  private(set) var bought: Quantity = 0
  /// Paid for purchases, fees included, those of rewards too.
  private(set) var paid: Cost = 0
  private(set) var received: Cost = 0
  /// Rewards at their value on receipt.
  private(set) var income: Cost = 0
  /// Whether all of it is known.
  private(set) var isKnown = true
  /// Coins held at the end of the day.
  var heldAfter: Quantity = 0

  /// Whether coins bought on the day were sold on it.
  var isSoldAgain: Bool { bought > .zero && heldAfter < bought }

  init() {}

  init(
    bought: Quantity, paid: Cost, received: Cost, income: Cost, isKnown: Bool,
    heldAfter: Quantity
  ) {
    (self.bought, self.paid, self.received, self.income) = (bought, paid, received, income)
    (self.isKnown, self.heldAfter) = (isKnown, heldAfter)
  }

  mutating func add(_ transaction: Transaction) {
    guard transaction.kind != .migrate else { return }
    isKnown = isKnown && transaction.isWorthKnown
    paid += transaction.paidIn
    received += transaction.takenOut
    if transaction.kind == .reward {
      income += transaction.exactWorthOnReceipt
    } else if transaction.type.isAcquisition {
      bought += transaction.exactAmount
    }
  }
}
