public import Exact
public import FoundationEssentials

/// Where the figures of one coin come from.
///
/// Amounts are coins, money is US dollars. Figures are exact, and rounded once to 38 digits where
/// they are read; the cost of a sale is rounded once to ``costPlaces``.
public struct CoinExplanation: Equatable, Sendable {
  /// A transaction of the open cycle and what was held after it.
  public struct Step: Equatable, Sendable {
    /// The transaction.
    public let transaction: Transaction
    /// Coins held after it, every digit.
    public let exactBalance: Quantity
    /// Cost of those coins, counting the buys up to here, every digit.
    public let exactCost: Cost
    /// Whether that cost is estimated.
    public let isCostEstimated: Bool
    /// Whether that cost is known: a sale may have taken coins that no row explains.
    public var isCostKnown = true

    /// Coins held after it.
    public var balance: Decimal { exactBalance.decimal }
    /// Cost of those coins, counting the buys up to here.
    public var cost: Decimal { exactCost.decimal }
  }

  /// A sale of the open cycle.
  public struct Sale: Equatable, Sendable {
    /// The sale.
    public let transaction: Transaction
    /// Cost of the coins it took out, every digit.
    public let exactCost: Cost
    /// Whether that cost is known: some of the coins may be such as no row explains.
    public var isCostKnown = true
    /// What its figures leave out because nothing says its worth.
    public internal(set) var unvalued = Unvalued()
    /// Which of its figures are estimated.
    public internal(set) var estimated: EstimatedFigures = []

    /// Whether what it realized is estimated.
    public var isEstimated: Bool { estimated.isGainEstimated }
    /// Cost of the coins it took out.
    public var cost: Decimal { exactCost.decimal }
    /// What it brought less what that had cost, every digit.
    public var exactRealized: Cost {
      transaction.exactTotal - unvalued.proceeds - exactCost
    }
    /// Coins that its figures are of, where nothing says what the others were worth; else `nil`.
    public var counted: Quantity? {
      unvalued.sold.isZero ? nil : transaction.exactAmount - unvalued.sold
    }
    /// Whether its figures are of any coins.
    public var isOfSome: Bool { counted.map { $0 > .zero } ?? true }
    /// Whether what it realized, or a part of that, is known.
    public var isGainKnown: Bool { isCostKnown && isOfSome && transaction.isTotalKnown }
    /// What it brought less what that had cost.
    public var realized: Decimal { exactRealized.decimal }
  }

  /// The coin, with its price if one is known.
  public let coin: Coin
  /// How the cost of sales is chosen.
  public let costBasis: CostBasis
  /// The open cycle, oldest first.
  public let steps: [Step]
  /// The sales of the open cycle, oldest first.
  public let sales: [Sale]
  /// The sums of the open cycle, `nil` when nothing is held.
  public let cycle: Cycle?
  /// The parcels held, oldest first; for the averages, one parcel.
  public let lots: [Lot]
  /// What is held, the same figures as everywhere.
  public let holding: Holding?
  /// The cycles that closed, oldest first.
  public let closedPositions: [ClosedPosition]
  /// Which of the figures are estimated.
  public let estimates: CoinEstimates

  /// Whether every cost is known: with a book for each account, coins that no row explains have
  /// none.
  public var isCostKnown: Bool {
    closedPositions.allSatisfy(\.isCostKnown)
      && lots.allSatisfy { $0.isCostKnown || $0.isUnvalued }
      && !(holding?.isRateMissing ?? false) && !(holding?.isRealizedRateMissing ?? false)
  }

  /// Walks through the coin's history.
  ///
  /// - Parameters:
  ///   - coin: The coin, with its price if one is known.
  ///   - history: Its transactions in insertion order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rate: The rate at which the coin's price in US dollars counts, `nil` for US dollars.
  ///   - calendar: The zone whose days count, which ``CostBasis/hmrc`` matches by.
  ///   - carried: The lots that migrations bring.
  public init(
    of coin: Coin, history: [Transaction], costBasis: CostBasis, rate: ExchangeRate? = nil,
    calendar: LocalCalendar = .utc, carrying carried: CarriedLots = .none
  ) {
    let history = inLedgerOrder(history)
    let estimates = CoinEstimates(
      history, costBasis: costBasis, calendar: calendar, carrying: carried)
    guard !carried.isApart(costBasis) else {
      self.init(
        matching: coin, history: history, costBasis: costBasis, rate: rate, estimates: estimates,
        calendar, carrying: carried)
      return
    }
    var walk = CoinGains(coinId: coin.id, costBasis: costBasis)
    var unvalued: [UUID: Unvalued] = [:]
    func note(_ sale: UsedSale) {
      if !sale.unvalued.isEmpty { unvalued[sale.id] = sale.unvalued }
    }
    var steps: [Step] = []
    var closed: [ClosedCycle] = []
    for (order, transaction) in history.enumerated() {
      if let ended = walk.apply(transaction, order: order, carrying: carried, note) {
        closed.append(ended)
      }
      if let open = walk.position.open {
        steps.append(
          Step(
            transaction: transaction, exactBalance: open.exact.balance,
            exactCost: walk.position.exactRemainingCost(costBasis),
            isCostEstimated: walk.isHeldEstimated))
      } else {
        steps = []
      }
    }
    let position = walk.position
    var lots: [Lot] = []
    walk.forEachLot { lots.append($0) }
    walk.finish(note)
    let holding = position.holding(of: coin, costBasis: costBasis, rate: rate)
    self.init(
      coin: holding?.coin ?? coin, costBasis: costBasis, steps: steps,
      sales: Self.sales(in: steps, cycle: position.open, costBasis: costBasis).map { sale in
        guard let left = unvalued[sale.transaction.id] else { return sale }
        return Sale(
          transaction: sale.transaction, exactCost: sale.exactCost - left.cost, unvalued: left)
      },
      estimates: estimates, cycle: position.open, lots: lots, holding: holding,
      closedPositions: closed.map {
        ClosedPosition(coin: coin, closed: $0, costBasis: costBasis)
      })
  }

  private init(
    coin: Coin, costBasis: CostBasis, steps: [Step], sales: [Sale], estimates: CoinEstimates,
    cycle: Cycle?, lots: [Lot], holding: Holding?, closedPositions: [ClosedPosition]
  ) {
    self.coin = coin
    self.costBasis = costBasis
    self.steps = steps
    self.sales = sales.map { sale in
      var sale = sale
      sale.estimated = estimates.sales[sale.transaction.id] ?? []
      return sale
    }
    self.cycle = cycle
    self.lots = lots
    self.holding = holding
    self.closedPositions = closedPositions
    self.estimates = estimates
  }

  private static func sales(
    in steps: [Step], cycle: Cycle?, costBasis: CostBasis
  ) -> [Sale] {
    guard let sums = cycle?.exact else { return [] }
    var sold: Quantity = 0
    var soldCost: Cost = 0
    var before: Cost = 0
    return steps.compactMap { step in
      defer { before = step.exactCost }
      guard step.transaction.costEffect == .dispose else { return nil }
      guard costBasis == .buyAverage else {
        return Sale(transaction: step.transaction, exactCost: before - step.exactCost)
      }
      // Under this method a later buy changes what an earlier sale had cost; each sale has what all
      // up to it cost less what those before it did, so that they add up.
      sold += step.transaction.exactAmount
      let whole = sums.buyAverageCost(of: sold)
      defer { soldCost = whole }
      return Sale(transaction: step.transaction, exactCost: whole - soldCost)
    }
  }
}

extension CoinExplanation {
  /// Explains a coin where the costs of sales are worked out apart from its cycles.
  ///
  /// After each transaction stands what all buys up to it had cost less what the sales up to it
  /// took out; a sale that HMRC's rule matches with later buys takes their cost out before they are
  /// made.
  private init(
    matching coin: Coin, history: [Transaction], costBasis: CostBasis, rate: ExchangeRate?,
    estimates: CoinEstimates, _ calendar: LocalCalendar, carrying carried: CarriedLots
  ) {
    let matched = MatchedSales(
      of: coin.id, history, costBasis: costBasis, calendar, carrying: carried)
    let (costs, found) = (MatchedCosts(matched), MatchedCoin(coinId: coin.id, matched))
    let holding = found.sums.holding(of: coin, rate: rate)
    var running = costBasis == .hmrc ? nil : RunningEstimates(costBasis: costBasis)
    var position = CoinPosition(coinId: coin.id, methods: [])
    var (cost, estimated) = (Cost.zero, Cost.zero)
    var isKnown = true
    var steps: [Step] = []
    var sales: [Sale] = []
    for transaction in history {
      let known = costs[transaction.id]
      let share = known?.estimated ?? 0
      running?.apply(transaction, carrying: carried)
      let wasOpen = position.open != nil
      _ = position.applyUnchecked(transaction)
      let ended = wasOpen && position.open == nil
      isKnown = isKnown && known?.isKnown ?? true
      switch transaction.costEffect {
      case .acquire:
        cost += transaction.exactTotal
        if transaction.isEstimated { estimated += transaction.exactTotal }
      case .arrive:
        cost += known?.cost ?? 0
        estimated += share
      case .leave:
        cost -= known?.cost ?? 0
        estimated -= share
      case .dispose, .shrink:
        guard let taken = known?.cost else { break }
        cost -= taken
        estimated -= share
        sales.append(
          Sale(
            transaction: transaction, exactCost: taken - (known?.unvalued.cost ?? 0),
            isCostKnown: known?.isKnown ?? true, unvalued: known?.unvalued ?? Unvalued()))
      }
      steps.append(
        Step(
          transaction: transaction, exactBalance: position.open?.exact.balance ?? 0,
          exactCost: cost, isCostEstimated: running?.isHeld ?? !estimated.isZero,
          isCostKnown: isKnown))
      if ended { (steps, sales) = ([], []) }
    }
    self.init(
      coin: holding?.coin ?? coin, costBasis: costBasis, steps: steps, sales: sales,
      estimates: estimates, cycle: position.open, lots: found.lots, holding: holding,
      closedPositions: found.closed.map { $0.position(of: coin) })
  }
}
