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
    /// Whether a stablecoin or a daily price valued it or what it took out.
    public internal(set) var isEstimated = false

    /// Cost of the coins it took out.
    public var cost: Decimal { exactCost.decimal }
    /// What it brought less what that had cost, every digit.
    public var exactRealized: Cost { transaction.exactTotal - exactCost }
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

  /// Walks through the coin's history.
  ///
  /// - Parameters:
  ///   - coin: The coin, with its price if one is known.
  ///   - history: Its transactions in insertion order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rate: The rate at which the coin's price in US dollars counts, `nil` for US dollars.
  ///   - carried: The lots that migrations bring.
  public init(
    of coin: Coin, history: [Transaction], costBasis: CostBasis, rate: ExchangeRate? = nil,
    carrying carried: CarriedLots = .none
  ) {
    let history = inLedgerOrder(history)
    let estimated = Self.estimatedSales(history, costBasis, carried)
    guard costBasis != .hmrc else {
      self.init(
        hmrc: coin, history: history, rate: rate, estimated: estimated, carrying: carried)
      return
    }
    var position = CoinPosition(coinId: coin.id, methods: [costBasis])
    var steps: [Step] = []
    var closed: [ClosedCycle] = []
    for transaction in history {
      if let ended = position.applyUnchecked(transaction, carrying: carried) {
        closed.append(ended)
      }
      if let open = position.open {
        steps.append(
          Step(
            transaction: transaction, exactBalance: open.exact.balance,
            exactCost: position.exactRemainingCost(costBasis)))
      } else {
        steps = []
      }
    }
    let holding = position.holding(of: coin, costBasis: costBasis, rate: rate)
    self.init(
      coin: holding?.coin ?? coin, costBasis: costBasis, steps: steps,
      sales: Self.sales(in: steps, cycle: position.open, costBasis: costBasis),
      estimated: estimated,
      cycle: position.open, lots: position.lots(costBasis), holding: holding,
      closedPositions: closed.map {
        ClosedPosition(coin: coin, closed: $0, costBasis: costBasis)
      })
  }

  private init(
    coin: Coin, costBasis: CostBasis, steps: [Step], sales: [Sale], estimated: Set<UUID>,
    cycle: Cycle?, lots: [Lot], holding: Holding?, closedPositions: [ClosedPosition]
  ) {
    self.coin = coin
    self.costBasis = costBasis
    self.steps = steps
    self.sales = sales.map { sale in
      var sale = sale
      sale.isEstimated = estimated.contains(sale.transaction.id)
      return sale
    }
    self.cycle = cycle
    self.lots = lots
    self.holding = holding
    self.closedPositions = closedPositions
  }

  /// The sales that rest on an estimate, by the parts they used.
  private static func estimatedSales(
    _ history: [Transaction], _ costBasis: CostBasis, _ carried: CarriedLots
  ) -> Set<UUID> {
    guard history.contains(where: { $0.isEstimated || $0.costEffect == .arrive }) else {
      return []
    }
    return Set(
      usedSales(history, costBasis: costBasis, carrying: carried)
        .filter { $0.isEstimated || $0.parts.contains(where: \.isEstimated) }.map(\.id))
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
  /// Explains a coin under ``CostBasis/hmrc``.
  ///
  /// After each transaction stands what all buys up to it had cost less what the sales up to it
  /// took out by the matching; a sale that is matched with later buys takes their cost out before
  /// they are made.
  private init(
    hmrc coin: Coin, history: [Transaction], rate: ExchangeRate?, estimated: Set<UUID>,
    carrying carried: CarriedLots
  ) {
    let found = HMRCPosition(coin: coin, history: history, rate: rate, carrying: carried)
    var position = CoinPosition(coinId: coin.id, methods: [])
    var cost: Cost = 0
    var steps: [Step] = []
    var sales: [Sale] = []
    for transaction in history {
      let wasOpen = position.open != nil
      _ = position.applyUnchecked(transaction)
      let ended = wasOpen && position.open == nil
      switch transaction.costEffect {
      case .acquire: cost += transaction.exactTotal
      case .arrive: cost += found.costs[transaction.id] ?? 0
      case .leave: cost -= found.costs[transaction.id] ?? 0
      case .dispose, .shrink:
        guard let taken = found.costs[transaction.id] else { break }
        cost -= taken
        sales.append(Sale(transaction: transaction, exactCost: taken))
      }
      steps.append(
        Step(
          transaction: transaction, exactBalance: position.open?.exact.balance ?? 0,
          exactCost: cost))
      if ended { (steps, sales) = ([], []) }
    }
    self.init(
      coin: found.holding?.coin ?? coin, costBasis: .hmrc, steps: steps, sales: sales,
      estimated: estimated,
      cycle: position.open, lots: found.lot.map { [$0] } ?? [], holding: found.holding,
      closedPositions: found.closed)
  }
}
