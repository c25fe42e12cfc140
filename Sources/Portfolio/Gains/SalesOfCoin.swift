import FoundationEssentials

/// One coin's sales with the lots they used, under any method, transaction by transaction.
struct SalesOfCoin {
  private var books: CoinGains?
  private var matching: HMRCMatching?
  /// The closed positions of the books, each with the number of sales up to its end.
  private var endedBooks: [(id: UUID, saleCount: Int)] = []
  private var saleCount = 0

  /// The closed positions, each with the number of sales up to its end.
  var ended: [(id: UUID, saleCount: Int)] {
    matching.map { $0.ended.map { ($0.cycle.closingID, $0.saleCount) } } ?? endedBooks
  }

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  init(coinId: String, costBasis: CostBasis, _ calendar: LocalCalendar) {
    if costBasis == .hmrc {
      matching = HMRCMatching(coinId: coinId, calendar)
    } else {
      books = CoinGains(coinId: coinId, costBasis: costBasis)
    }
  }

  /// Applies the coin's next transaction in ledger order; `report` receives the sales whose figures
  /// are final by now, in that order.
  mutating func apply(
    _ transaction: Transaction, place: Int, carrying carried: CarriedLots,
    _ report: (UsedSale) throws -> Void
  ) rethrows {
    var count = saleCount
    let closed = try books?.apply(transaction, place: place, carrying: carried) {
      count += 1
      try report($0)
    }
    saleCount = count
    if let closed { endedBooks.append((closed.closingID, saleCount)) }
    matching?.collect(transaction, place: place, carrying: carried)
  }

  /// Ends the history; `report` receives the sales that waited for it.
  ///
  /// - Returns: Whether what is held rests on an estimate.
  @discardableResult
  mutating func finish(_ report: (UsedSale) throws -> Void) rethrows -> Bool {
    // The books let go of their lots at the end; what is matched is known only then.
    let isHeldEstimated = books?.isHeldEstimated ?? false
    try books?.finish(report)
    try matching?.finish(report)
    return matching?.isRemainingEstimated ?? isHeldEstimated
  }
}

/// The gains of one coin, worked out from its transactions one after the other, which need never
/// be in memory together.
public struct GainsOfCoin {
  private var sales: SalesOfCoin
  private let holdingPeriod: HoldingPeriod
  private let calendar: LocalCalendar
  private let carried: CarriedLots

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - holdingPeriod: What a holding must exceed to be long.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations bring.
  public init(
    coinId: String, costBasis: CostBasis, holdingPeriod: HoldingPeriod = .year,
    calendar: LocalCalendar = .utc, carrying carried: CarriedLots = .none
  ) {
    self.carried = carried
    self.calendar = calendar
    sales = SalesOfCoin(coinId: coinId, costBasis: costBasis, calendar)
    self.holdingPeriod = holdingPeriod
  }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - place: Its place in the ledger, by which sales of one instant are ordered.
  ///   - report: Receives the rows of each sale whose figures are final by now, with its place.
  public mutating func apply(
    _ transaction: Transaction, place: Int,
    _ report: (_ rows: [GainRow], _ place: Int) throws -> Void
  ) rethrows {
    let (period, calendar) = (holdingPeriod, calendar)
    try sales.apply(transaction, place: place, carrying: carried) {
      try report($0.rows(period, calendar), $0.place)
    }
  }

  /// Ends the history; `report` receives the sales that waited for it.
  public mutating func finish(
    _ report: (_ rows: [GainRow], _ place: Int) throws -> Void
  ) rethrows {
    let (period, calendar) = (holdingPeriod, calendar)
    try sales.finish { try report($0.rows(period, calendar), $0.place) }
  }
}
