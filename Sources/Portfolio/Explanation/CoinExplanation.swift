public import Exact
import FoundationEssentials

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
    public var balance: ExactDecimal { exactBalance.figure }
    /// Cost of those coins, counting the buys up to here.
    public var cost: ExactDecimal { exactCost.figure }
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
    public var cost: ExactDecimal { exactCost.figure }
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
    public var realized: ExactDecimal { exactRealized.figure }
  }

  /// How many rows there are of each list, which may have only a part of them.
  public struct Counts: Equatable, Sendable {
    /// The transactions of the open cycle.
    public internal(set) var steps = 0
    /// Those of them that rest on an estimate.
    public internal(set) var estimatedSteps = 0
    /// The sales of the open cycle.
    public internal(set) var sales = 0
    /// The parcels held.
    public internal(set) var lots = 0
    /// The cycles that closed.
    public internal(set) var closedPositions = 0
  }

  /// What all parcels held come to.
  public struct LotSums: Equatable, Sendable {
    /// Coins.
    public internal(set) var amount: Quantity = 0
    /// Coins whose cost is known.
    public internal(set) var costedAmount: Quantity = 0
    /// What these cost.
    public internal(set) var cost: Cost = 0
    /// Whether the cost of every parcel is known, but of those that nothing says the worth of.
    var isCostKnown = true
  }

  /// The coin, with its price if one is known.
  public let coin: Coin
  /// How the cost of sales is chosen.
  public let costBasis: CostBasis
  /// The open cycle, oldest first; of a long one, its newest transactions.
  public let steps: [Step]
  /// The sales of the open cycle, oldest first; of many, the newest.
  public let sales: [Sale]
  /// The sums of the open cycle, `nil` when nothing is held.
  public let cycle: Cycle?
  /// The parcels held, oldest first: of many the oldest, and for the averages one.
  public let lots: [Lot]
  /// What all parcels come to.
  public let lotSums: LotSums
  /// What is held, the same figures as everywhere.
  public let holding: Holding?
  /// The cycles that closed, oldest first; of many, the newest.
  public let closedPositions: [ClosedPosition]
  /// How many rows there are in all.
  public let counts: Counts
  /// Which of the figures are estimated.
  public let estimates: CoinEstimates
  private let areClosedCostsKnown: Bool

  /// Whether every cost is known: with a book for each account, coins that no row explains have
  /// none.
  public var isCostKnown: Bool {
    areClosedCostsKnown && lotSums.isCostKnown
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
    var walk = ExplanationWalk(
      of: coin, costBasis: costBasis, rate: rate, calendar: calendar, carrying: carried)
    for transaction in history { walk.apply(transaction) }
    self = walk.finished(
      CoinEstimates(history, costBasis: costBasis, calendar: calendar, carrying: carried))
  }
}

/// Explains a coin from its transactions, one after the other.
///
/// Each list keeps as many rows as are asked for, so that a long history takes little memory. The
/// whole history is kept where its costs are worked out apart from its cycles.
public struct ExplanationWalk {
  /// A sale, with the coins that the sales of its cycle sold before it.
  private struct OpenSale {
    let sale: CoinExplanation.Sale
    let soldBefore: Quantity
  }

  private let coin: Coin
  private let costBasis: CostBasis
  private let rate: ExchangeRate?
  private let calendar: LocalCalendar
  private let carried: CarriedLots
  private let rowCount: Int
  private var gains: CoinGains
  /// The whole history, where costs are worked out apart.
  private var history: [Transaction] = []
  private var steps: NewestRows<CoinExplanation.Step>
  private var sales: NewestRows<OpenSale>
  private var closed: NewestRows<ClosedPosition>
  private var unvalued: [UUID: Unvalued] = [:]
  private var areClosedCostsKnown = true
  /// Of the open cycle so far: coins sold, and what was held cost.
  private var open: (sold: Quantity, cost: Cost, estimatedSteps: Int) = (0, 0, 0)

  /// Begins a coin's history.
  ///
  /// - Parameters:
  ///   - coin: The coin, with its price if one is known.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rate: The rate at which the coin's price in US dollars counts, `nil` for US dollars.
  ///   - calendar: The zone whose days count, which ``CostBasis/hmrc`` matches by.
  ///   - carried: The lots that migrations bring.
  ///   - rowCount: The most rows of each list.
  public init(
    of coin: Coin, costBasis: CostBasis, rate: ExchangeRate? = nil,
    calendar: LocalCalendar = .utc, carrying carried: CarriedLots = .none, rowCount: Int = .max
  ) {
    (self.coin, self.costBasis, self.rate) = (coin, costBasis, rate)
    (self.calendar, self.carried, self.rowCount) = (calendar, carried, rowCount)
    gains = CoinGains(coinId: coin.id, costBasis: costBasis)
    steps = NewestRows(rowCount)
    sales = NewestRows(rowCount)
    closed = NewestRows(rowCount)
  }

  /// Applies the coin's next transaction in ledger order.
  public mutating func apply(_ transaction: Transaction) {
    guard !carried.isApart(costBasis) else { return history.append(transaction) }
    var left: [UsedSale] = []
    let ended = gains.apply(transaction, order: 0, carrying: carried) { sale in
      if !sale.unvalued.isEmpty { left.append(sale) }
    }
    for sale in left { unvalued[sale.id] = sale.unvalued }
    if let ended { add(ClosedPosition(coin: coin, closed: ended, costBasis: costBasis)) }
    guard let balance = gains.position.open?.exact.balance else { return endCycle() }
    let cost = gains.position.exactRemainingCost(costBasis)
    if transaction.costEffect == .dispose {
      let sale = CoinExplanation.Sale(transaction: transaction, exactCost: open.cost - cost)
      sales.append(OpenSale(sale: sale, soldBefore: open.sold))
      open.sold += transaction.exactAmount
    }
    open.cost = cost
    if transaction.isEstimated { open.estimatedSteps += 1 }
    steps.append(
      CoinExplanation.Step(
        transaction: transaction, exactBalance: balance, exactCost: cost,
        isCostEstimated: gains.isHeldEstimated))
  }

  private mutating func add(_ position: ClosedPosition) {
    areClosedCostsKnown = areClosedCostsKnown && position.isCostKnown
    closed.append(position)
  }

  private mutating func endCycle() {
    steps.removeAll()
    sales.removeAll()
    open = (0, 0, 0)
  }

  /// Ends the history.
  ///
  /// - Parameter estimates: Which of the coin's figures are estimated.
  public consuming func finished(_ estimates: CoinEstimates) -> CoinExplanation {
    guard !carried.isApart(costBasis) else { return explainedApart(estimates) }
    var (lots, sums, lotCount) = ([Lot](), CoinExplanation.LotSums(), 0)
    let (position, limit) = (gains.position, rowCount)
    gains.forEachLot { lot in
      sums.add(lot)
      lotCount += 1
      if lotCount <= limit { lots.append(lot) }
    }
    var left: [UsedSale] = []
    gains.finish { if !$0.unvalued.isEmpty { left.append($0) } }
    for sale in left { unvalued[sale.id] = sale.unvalued }
    let holding = position.holding(of: coin, costBasis: costBasis, rate: rate)
    return CoinExplanation(
      coin: holding?.coin ?? coin, costBasis: costBasis, steps: steps.newest,
      sales: sales.newest.map { finished($0, of: position.open) }, cycle: position.open,
      lots: lots, lotSums: sums, holding: holding, closedPositions: closed.newest,
      counts: CoinExplanation.Counts(
        steps: steps.count, estimatedSteps: open.estimatedSteps, sales: sales.count,
        lots: lotCount, closedPositions: closed.count),
      estimates: estimates, areClosedCostsKnown: areClosedCostsKnown)
  }

  /// A sale with what its coins cost.
  ///
  /// Under ``CostBasis/buyAverage`` a later buy changes what an earlier sale had cost; each sale has
  /// what all up to it cost less what those before it did, so that they add up.
  private func finished(_ open: OpenSale, of cycle: Cycle?) -> CoinExplanation.Sale {
    let transaction = open.sale.transaction
    var cost = open.sale.exactCost
    if costBasis == .buyAverage, let sums = cycle?.exact {
      let sold = open.soldBefore + transaction.exactAmount
      cost = sums.buyAverageCost(of: sold) - sums.buyAverageCost(of: open.soldBefore)
    }
    let left = unvalued[transaction.id] ?? Unvalued()
    return CoinExplanation.Sale(
      transaction: transaction, exactCost: cost - left.cost, unvalued: left)
  }
}

/// The newest rows of a list, and how many it had.
private struct NewestRows<Row> {
  private let limit: Int
  private var rows: [Row] = []
  private(set) var count = 0

  init(_ limit: Int) { self.limit = limit }

  /// The newest rows, oldest first.
  var newest: [Row] { Array(rows.suffix(limit)) }

  mutating func append(_ row: Row) {
    count += 1
    rows.append(row)
    // Now and then, so that each row is moved once at most.
    if rows.count / 2 >= limit { rows.removeFirst(rows.count - limit) }
  }

  mutating func removeAll() {
    count = 0
    rows.removeAll(keepingCapacity: true)
  }
}

extension CoinExplanation.LotSums {
  fileprivate mutating func add(_ lot: Lot) {
    amount += lot.exactAmount
    isCostKnown = isCostKnown && (lot.isCostKnown || lot.isUnvalued)
    guard lot.isCostKnown else { return }
    costedAmount += lot.exactAmount
    cost += lot.exactCost
  }
}

extension CoinExplanation {
  fileprivate init(
    coin: Coin, costBasis: CostBasis, steps: [Step], sales: [Sale], cycle: Cycle?, lots: [Lot],
    lotSums: LotSums, holding: Holding?, closedPositions: [ClosedPosition], counts: Counts,
    estimates: CoinEstimates, areClosedCostsKnown: Bool
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
    (self.lots, self.lotSums) = (lots, lotSums)
    self.holding = holding
    self.closedPositions = closedPositions
    self.counts = counts
    self.estimates = estimates
    self.areClosedCostsKnown = areClosedCostsKnown
  }
}

extension ExplanationWalk {
  /// Explains a coin where the costs of sales are worked out apart from its cycles.
  ///
  /// After each transaction stands what all buys up to it had cost less what the sales up to it
  /// took out; a sale that HMRC's rule matches with later buys takes their cost out before they are
  /// made.
  private consuming func explainedApart(_ estimates: CoinEstimates) -> CoinExplanation {
    let matched = MatchedSales(
      of: coin.id, history, costBasis: costBasis, calendar, carrying: carried)
    let (costs, found) = (MatchedCosts(matched), MatchedCoin(coinId: coin.id, matched))
    let holding = found.sums.holding(of: coin, rate: rate)
    var running = costBasis == .hmrc ? nil : RunningEstimates(costBasis: costBasis)
    var position = CoinPosition(coinId: coin.id, methods: [])
    var cost = RunningCost()
    var sales = NewestRows<CoinExplanation.Sale>(rowCount)
    for transaction in history {
      let known = costs[transaction.id]
      running?.apply(transaction, carrying: carried)
      let wasOpen = position.open != nil
      _ = position.applyUnchecked(transaction)
      let ended = wasOpen && position.open == nil
      if let sale = cost.apply(transaction, known) { sales.append(sale) }
      steps.append(
        CoinExplanation.Step(
          transaction: transaction, exactBalance: position.open?.exact.balance ?? 0,
          exactCost: cost.cost, isCostEstimated: running?.isHeld ?? !cost.estimated.isZero,
          isCostKnown: cost.isKnown))
      if transaction.isEstimated { open.estimatedSteps += 1 }
      guard ended else { continue }
      endCycle()
      sales.removeAll()
    }
    for cycle in found.closed { add(cycle.position(of: coin)) }
    var sums = CoinExplanation.LotSums()
    for lot in found.lots { sums.add(lot) }
    return CoinExplanation(
      coin: holding?.coin ?? coin, costBasis: costBasis, steps: steps.newest, sales: sales.newest,
      cycle: position.open, lots: Array(found.lots.prefix(rowCount)), lotSums: sums,
      holding: holding, closedPositions: closed.newest,
      counts: CoinExplanation.Counts(
        steps: steps.count, estimatedSteps: open.estimatedSteps, sales: sales.count,
        lots: found.lots.count, closedPositions: closed.count),
      estimates: estimates, areClosedCostsKnown: areClosedCostsKnown)
  }
}

/// What the coins held have cost, where the costs of sales are worked out apart from the cycles.
private struct RunningCost {
  private(set) var cost: Cost = 0
  /// The part of it that is estimated.
  private(set) var estimated: Cost = 0
  private(set) var isKnown = true

  /// Applies the next transaction, with what is known of its cost.
  ///
  /// - Returns: The sale that it is.
  mutating func apply(
    _ transaction: Transaction, _ known: MatchedCosts.OfTransaction?
  ) -> CoinExplanation.Sale? {
    isKnown = isKnown && known?.isKnown ?? true
    switch transaction.costEffect {
    case .acquire:
      cost += transaction.exactTotal
      if transaction.isEstimated { estimated += transaction.exactTotal }
    case .arrive:
      cost += known?.cost ?? 0
      estimated += known?.estimated ?? 0
    case .leave:
      cost -= known?.cost ?? 0
      estimated -= known?.estimated ?? 0
    case .dispose, .shrink:
      guard let known else { break }
      cost -= known.cost
      estimated -= known.estimated
      return CoinExplanation.Sale(
        transaction: transaction, exactCost: known.cost - known.unvalued.cost,
        isCostKnown: known.isKnown, unvalued: known.unvalued)
    }
    return nil
  }
}
