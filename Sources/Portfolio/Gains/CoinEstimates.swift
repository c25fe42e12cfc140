public import FoundationEssentials

/// Which figures of a coin are estimated: a stablecoin or a daily price valued part of them.
public struct CoinEstimates: Equatable, Sendable {
  /// Whether part of the remaining lots, or of their pool, is estimated.
  public internal(set) var isHeld = false
  /// The estimated figures of each sale, by id; only sales with an estimate.
  public internal(set) var sales: [UUID: EstimatedFigures] = [:]
  /// The estimated figures of each closed position, by id.
  public internal(set) var closed: [UUID: EstimatedFigures] = [:]
  /// The estimated figures of the open cycle's sales.
  public internal(set) var open: EstimatedFigures = []

  /// Finds the estimates in a coin's history.
  ///
  /// - Parameters:
  ///   - history: The coin's transactions in ledger order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations carry over.
  public init(
    _ history: [Transaction], costBasis: CostBasis, calendar: LocalCalendar = .utc,
    carrying carried: CarriedLots
  ) {
    guard history.contains(where: { $0.isEstimated || $0.costEffect == .arrive }) else { return }
    var finder = EstimateFinder(
      costBasis: costBasis, calendar: calendar, carrying: carried)
    for transaction in history { finder.apply(transaction) }
    self = finder.finished()
  }

  /// Nothing is estimated.
  public init() {}
}

/// Finds a coin's estimates one transaction at a time.
public struct EstimateFinder {
  private let carried: CarriedLots
  private var coin: SalesOfCoin
  private var found = CoinEstimates()
  /// The estimated figures of each sale, in ledger order.
  private var sales: [EstimatedFigures] = []
  private var count = 0

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations carry over.
  public init(
    costBasis: CostBasis, calendar: LocalCalendar = .utc, carrying carried: CarriedLots
  ) {
    self.carried = carried
    coin = SalesOfCoin(coinId: "", costBasis: costBasis, calendar)
  }

  /// Applies the coin's next transaction in ledger order.
  public mutating func apply(_ transaction: Transaction) {
    var reported: [UsedSale] = []
    coin.apply(transaction, order: count, carrying: carried) { reported.append($0) }
    note(reported)
    count += 1
  }

  /// Ends the history.
  public consuming func finished() -> CoinEstimates {
    var reported: [UsedSale] = []
    found.isHeld = coin.finish { reported.append($0) }
    note(reported)
    var first = 0
    for (cycle, end) in coin.ended {
      let figures = sales[first..<end].union
      if !figures.isEmpty { found.closed[cycle.closingID] = figures }
      first = end
    }
    found.open = sales[first...].union
    return found
  }

  private mutating func note(_ reported: [UsedSale]) {
    for sale in reported {
      let figures = sale.estimatedFigures
      sales.append(figures)
      if !figures.isEmpty { found.sales[sale.id] = figures }
    }
  }
}
