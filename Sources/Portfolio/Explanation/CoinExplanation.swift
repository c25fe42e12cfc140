public import Exact
import FoundationEssentials

/// Explains how the figures of one coin are derived.
///
/// Amounts are coins, money is US dollars. Figures are exact, and rounded once to 38 digits where
/// they are read; the cost of a sale is rounded once to ``costPlaces``.
public struct CoinExplanation: Equatable, Sendable {
  /// A transaction of the open cycle and what was held after it.
  public struct Step: Equatable, Sendable {
    /// The transaction.
    public let transaction: Transaction
    /// Coins held after it, unrounded.
    public let exactBalance: Quantity
    /// Cost of those coins, counting the buys up to here, unrounded.
    public let exactCost: Cost
    /// Whether that cost is estimated.
    public let isCostEstimated: Bool
    /// Whether that cost is known: a sale may have used coins of unknown origin.
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
    /// Cost of the coins sold, unrounded.
    public let exactCost: Cost
    /// Whether that cost is known: some of the coins may be of unknown origin.
    public var isCostKnown = true
    /// What its figures leave out because the worth is unknown.
    public internal(set) var unvalued = Unvalued()
    /// Which of its figures are estimated.
    public internal(set) var estimated: EstimatedFigures = []

    /// Whether the realized result is estimated.
    public var isEstimated: Bool { estimated.isGainEstimated }
    /// Cost of the coins sold.
    public var cost: ExactDecimal { exactCost.figure }
    /// Proceeds less cost, unrounded.
    public var exactRealized: Cost {
      transaction.exactTotal - unvalued.proceeds - exactCost
    }
    /// The coins its figures cover if others are of unknown worth; otherwise `nil`.
    public var counted: Quantity? {
      unvalued.sold.isZero ? nil : transaction.amount - unvalued.sold
    }
    /// Whether its figures cover any coins.
    public var isOfSome: Bool { counted.map { $0 > .zero } ?? true }
    /// Whether the realized result, or part of it, is known.
    public var isGainKnown: Bool { isCostKnown && isOfSome && transaction.isTotalKnown }
    /// Proceeds less cost.
    public var realized: ExactDecimal { exactRealized.figure }
  }

  /// The full length of each list, which may be truncated.
  public struct Counts: Equatable, Sendable {
    /// The transactions of the open cycle.
    public internal(set) var steps = 0
    /// The transactions based on an estimate.
    public internal(set) var estimatedSteps = 0
    /// The sales of the open cycle.
    public internal(set) var sales = 0
    /// The parcels held.
    public internal(set) var lots = 0
    /// The cycles that closed.
    public internal(set) var closedPositions = 0
  }

  /// The sums of all held parcels.
  public struct LotSums: Equatable, Sendable {
    /// Coins.
    public internal(set) var amount: Quantity = 0
    /// Coins of known cost.
    public internal(set) var costedAmount: Quantity = 0
    /// Cost of ``costedAmount``.
    public internal(set) var cost: Cost = 0
    /// Whether every cost is known, except that of parcels of unknown worth.
    var isCostKnown = true
  }

  /// The coin, with its price if one is known.
  public let coin: Coin
  /// How the cost of sales is chosen.
  public let costBasis: CostBasis
  /// The open cycle, oldest first; only the newest transactions of a long one.
  public let steps: [Step]
  /// The sales of the open cycle, oldest first; only the newest if there are many.
  public let sales: [Sale]
  /// The sums of the open cycle, `nil` when nothing is held.
  public let cycle: Cycle?
  /// The held parcels, oldest first; only the oldest if there are many, and one for averages.
  public let lots: [Lot]
  /// The sums of all held parcels.
  public let lotSums: LotSums
  /// The holding, with the same figures as elsewhere.
  public let holding: Holding?
  /// The closed cycles, oldest first; only the newest if there are many.
  public let closedPositions: [ClosedPosition]
  /// The full length of each list.
  public let counts: Counts
  /// Which of the figures are estimated.
  public let estimates: CoinEstimates
  private let areClosedCostsKnown: Bool

  /// Whether every cost is known; with per-account books, coins of unknown origin have none.
  public var isCostKnown: Bool {
    areClosedCostsKnown && lotSums.isCostKnown
      && !(holding?.isRateMissing ?? false) && !(holding?.isRealizedRateMissing ?? false)
  }

  /// Explains a coin from its history.
  ///
  /// - Parameters:
  ///   - coin: The coin, with its price if one is known.
  ///   - history: Its transactions in insertion order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rate: The rate that converts the coin's US dollar price, `nil` for US dollars.
  ///   - calendar: The time zone of the days that ``CostBasis/hmrc`` matches by.
  ///   - carried: The lots that migrations carry over.
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

/// Explains a coin one transaction at a time.
///
/// Each list keeps at most the requested number of rows, so that a long history takes little
/// memory. The whole history is kept if sale costs are computed separately from cycles.
public struct ExplanationWalk {
  /// A sale, with the coins sold before it in its cycle.
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
  /// The whole history, if sale costs are computed separately.
  private var history: [Transaction] = []
  private var steps: NewestRows<CoinExplanation.Step>
  private var sales: NewestRows<OpenSale>
  private var closed: NewestRows<ClosedPosition>
  private var unvalued: [UUID: Unvalued] = [:]
  private var areClosedCostsKnown = true
  /// The open cycle so far: coins sold, cost of the coins held, and estimated steps.
  private var open: (sold: Quantity, cost: Cost, estimatedSteps: Int) = (0, 0, 0)

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - coin: The coin, with its price if one is known.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rate: The rate that converts the coin's US dollar price, `nil` for US dollars.
  ///   - calendar: The time zone of the days that ``CostBasis/hmrc`` matches by.
  ///   - carried: The lots that migrations carry over.
  ///   - rowCount: The most rows to keep of each list.
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
      open.sold += transaction.amount
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

  /// A sale with the cost of its coins.
  ///
  /// Under ``CostBasis/buyAverage`` a later buy changes the cost of earlier sales. Each sale gets
  /// the cost of all sales up to it less that of the sales before it, so that they add up.
  private func finished(_ open: OpenSale, of cycle: Cycle?) -> CoinExplanation.Sale {
    let transaction = open.sale.transaction
    var cost = open.sale.exactCost
    if costBasis == .buyAverage, let sums = cycle?.exact {
      let sold = open.soldBefore + transaction.amount
      cost = sums.buyAverageCost(of: sold) - sums.buyAverageCost(of: open.soldBefore)
    }
    let left = unvalued[transaction.id] ?? Unvalued()
    return CoinExplanation.Sale(
      transaction: transaction, exactCost: cost - left.cost, unvalued: left)
  }
}

/// The newest rows of a list, and its full length.
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
    // Trim rarely, so that each row is moved at most once.
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
  /// Explains a coin whose sale costs are computed separately from its cycles.
  ///
  /// The cost after each transaction is that of all buys up to it less what the sales up to it
  /// used. A sale that HMRC's rule matches with later buys uses their cost before they are made.
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

/// Cost of the held coins when sale costs are computed separately from the cycles.
private struct RunningCost {
  private(set) var cost: Cost = 0
  /// The estimated part of the cost.
  private(set) var estimated: Cost = 0
  private(set) var isKnown = true

  /// Applies the next transaction with its cost, if known.
  ///
  /// - Returns: The transaction as a sale, if it is one.
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
