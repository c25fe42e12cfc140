public import Exact
import FoundationEssentials

/// The sales of a coin's whole history when their costs are computed separately from its cycles: by
/// HMRC's matching, or with per-account books.
struct MatchedSales {
  /// By cycle; within a cycle, in the order in which their figures became final.
  let sales: [UsedSale]
  /// The lots that left or arrived without a sale or purchase, by transaction.
  let moved: [(id: UUID, lots: [CarriedLot])]
  /// The estimated part of the cost of transactions that have one, if the method separates it.
  let estimates: [UUID: Cost]?
  /// The closed cycles, each with the number of sales up to its end.
  let ended: [(cycle: ClosedCycle, saleCount: Int)]
  /// The open cycle.
  let open: Cycle?
  /// What is held.
  let held: SalesOfCoin.Held
  /// The transactions after which an account held coins of unknown cost; moves after the last
  /// transaction count with it.
  let unknownAfter: Set<UUID>

  /// Computes the sales.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - history: Its transactions in ledger order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations and transfers carry over.
  init(
    of coinId: String, _ history: [Transaction], costBasis: CostBasis, _ calendar: LocalCalendar,
    carrying carried: CarriedLots
  ) {
    var books = SalesOfCoin(coinId: coinId, costBasis: costBasis, calendar)
    var sales: [UsedSale] = []
    var moved: [(id: UUID, lots: [CarriedLot])] = []
    var unknown: Set<UUID> = []
    for (order, transaction) in history.enumerated() {
      books.apply(transaction, order: order, carrying: carried) {
        sales.append($0)
      } leave: {
        if $0 == .row(transaction.id) { moved.append((transaction.id, $1)) }
      }
      if costBasis != .hmrc, transaction.costEffect == .arrive {
        moved.append((transaction.id, carried.arriving(transaction, costBasis)))
      }
      if !books.isHeldKnownByAccounts { unknown.insert(transaction.id) }
    }
    held = books.finishHolding { sales.append($0) }
    if costBasis != .hmrc, let last = history.last?.id {
      unknown.remove(last)
      if !held.isKnown { unknown.insert(last) }
    }
    unknownAfter = unknown
    self.sales = sales
    self.moved = moved + books.matchedMoves
    estimates = costBasis == .hmrc ? books.matchedEstimates : nil
    ended = books.ended
    open = books.open
  }
}

/// A closed cycle, with the cost of its sales when that is computed separately from the cycles.
public struct MatchedCycle: Equatable, Sendable {
  /// The cycle.
  public let closed: ClosedCycle
  /// The cost of its sales.
  public let cost: Cost
  /// What figures leave out because the worth is unknown.
  public let unvalued: Unvalued
  /// Whether ``cost`` is known.
  public let isCostKnown: Bool

  /// The cycle's figures.
  ///
  /// - Parameter coin: The coin, for its symbol and name only.
  public func position(of coin: Coin) -> ClosedPosition {
    ClosedPosition(
      coin: coin, closed: closed, cost: cost, unvalued: unvalued, isCostKnown: isCostKnown)
  }
}

/// One coin whose sale costs are computed separately from its cycles, which are unaffected.
public struct MatchedCoin {
  /// Its figures as sums.
  public let sums: CoinSums
  /// The closed cycles, oldest first.
  public let closed: [MatchedCycle]
  /// The held lots, oldest first, by account if each has a book.
  let lots: [Lot]

  /// Computes a coin.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - history: Its transactions in ledger order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations and transfers carry over.
  public init(
    coinId: String, history: [Transaction], costBasis: CostBasis, _ calendar: LocalCalendar,
    carrying carried: CarriedLots
  ) {
    self.init(
      coinId: coinId,
      MatchedSales(of: coinId, history, costBasis: costBasis, calendar, carrying: carried))
  }

  init(coinId: String, _ found: MatchedSales) {
    var figures = MatchedFigures()
    for (cycle, saleCount) in found.ended { figures.end(cycle, at: saleCount) }
    for sale in found.sales { figures.add(sale) }
    sums = figures.sums(of: coinId, open: found.open, found.held)
    closed = figures.closed
    lots = found.held.lots
  }
}

/// The sums of one coin's sales and cycles, computed one sale at a time.
struct MatchedFigures {
  /// The closed cycles, oldest first; after a checkpoint, only those closed since.
  private(set) var closed: [MatchedCycle] = []
  private var closedSums = ClosedSums()
  /// Cycles that closed before all of their sales were added.
  private var ended: ArraySlice<(cycle: ClosedCycle, saleCount: Int)> = []
  private var saleCount = 0
  /// The sales since the last of ``closed``.
  private var sold = Sold()

  /// Records that a cycle closed.
  ///
  /// - Parameter saleCount: The number of all sales up to its end.
  mutating func end(_ cycle: ClosedCycle, at saleCount: Int) { ended.append((cycle, saleCount)) }

  /// Adds the next sale.
  mutating func add(_ sale: UsedSale) {
    closeCycles()
    sold.add(sale)
    saleCount += 1
  }

  /// Closes the cycles whose sales were all added.
  private mutating func closeCycles() {
    while let first = ended.first, first.saleCount <= saleCount {
      ended = ended.dropFirst()
      let cycle = MatchedCycle(
        closed: first.cycle, cost: sold.cost, unvalued: sold.unvalued, isCostKnown: sold.isKnown)
      closed.append(cycle)
      closedSums.add(cycle.position(of: Coin(id: first.cycle.coinId, symbol: "", name: "")))
      sold = Sold()
    }
  }

  /// The figures once all sales were added.
  ///
  /// - Parameters:
  ///   - open: The open cycle.
  ///   - held: What is held.
  mutating func sums(of coinId: String, open: Cycle?, _ held: SalesOfCoin.Held) -> CoinSums {
    closeCycles()
    let sold = open == nil ? Sold() : sold
    var unvalued = sold.unvalued
    if open != nil { unvalued.held = held.unvalued }
    return CoinSums(
      coinId: coinId, open: open, remainingCost: open == nil ? 0 : held.cost,
      soldCost: sold.cost, isCostKnown: open == nil || held.isKnown, isSoldCostKnown: sold.isKnown,
      unvalued: unvalued, closed: closedSums)
  }

  /// The cost of some sales.
  private struct Sold {
    var cost: Cost = 0
    var unvalued = Unvalued()
    /// Whether everything but the unvalued part is known.
    var isKnown = true

    mutating func add(_ sale: UsedSale) {
      unvalued = unvalued + sale.unvalued
      for part in sale.parts {
        cost += part.cost
        isKnown = isKnown && (part.isCostKnown || part.isUnvalued)
      }
    }
  }
}

extension MatchedFigures: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(
      closedSums, ended.map(\.cycle), ended.map(\.saleCount), saleCount, sold.cost, sold.unvalued,
      sold.isKnown)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    closedSums = try bytes.read()
    let cycles: [ClosedCycle] = try bytes.read()
    let counts: [Int] = try bytes.read()
    ended = ArraySlice(zip(cycles, counts).map { ($0, $1) })
    saleCount = try bytes.read()
    sold.cost = try bytes.read()
    sold.unvalued = try bytes.read()
    sold.isKnown = try bytes.read()
  }
}

extension Positions {
  /// Computes everything with sale costs computed separately from the coins' cycles.
  init(
    matching transactions: [Transaction], currentPrices: [String: Coin], costBasis: CostBasis,
    rate: ExchangeRate?, _ calendar: LocalCalendar, carrying carried: CarriedLots
  ) {
    let coins = Self.histories(inLedgerOrder(transactions)).map { id, history in
      MatchedCoin(
        coinId: id, history: history, costBasis: costBasis, calendar, carrying: carried)
    }
    self.init(
      sums: coins.map(\.sums),
      closed: coins.flatMap { coin in
        coin.closed.map { $0.position(of: currentPrices[orBare: coin.sums.coinId]) }
      }, currentPrices: currentPrices, rate: rate)
  }

  /// The transactions of each coin; those of a single coin, which can be many, are not copied.
  private static func histories(_ ordered: [Transaction]) -> [String: [Transaction]] {
    guard let coinId = ordered.first?.coinId else { return [:] }
    guard ordered.contains(where: { $0.coinId != coinId }) else { return [coinId: ordered] }
    return Dictionary(grouping: ordered, by: \.coinId)
  }
}
