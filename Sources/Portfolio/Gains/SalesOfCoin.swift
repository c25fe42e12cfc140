import Exact
import FoundationEssentials

/// One coin's sales with the lots they used, under any method, transaction by transaction.
struct SalesOfCoin {
  private let coinId: String
  private let costBasis: CostBasis
  /// One book over all accounts.
  private var books: CoinGains?
  /// A book for each account, from the first transaction on; none or one, in an array, so that a
  /// coin with one book over all is not larger for it.
  private var accounts: [AccountBooks] = []
  private var matching: HMRCMatching?
  /// The cycles of the books that closed, each with the number of sales up to its end.
  private var endedBooks: [(cycle: ClosedCycle, saleCount: Int)] = []
  private var saleCount = 0

  /// The cycles that closed, each with the number of sales up to its end.
  var ended: [(cycle: ClosedCycle, saleCount: Int)] { matching?.ended ?? endedBooks }

  /// The same, without those that were taken before.
  mutating func takeEnded() -> [(cycle: ClosedCycle, saleCount: Int)] {
    defer { endedBooks = [] }
    return matching?.takeEnded() ?? endedBooks
  }

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  init(coinId: String, costBasis: CostBasis, _ calendar: LocalCalendar) {
    self.coinId = coinId
    self.costBasis = costBasis
    if costBasis == .hmrc {
      matching = HMRCMatching(coinId: coinId, calendar)
    } else {
      books = CoinGains(coinId: coinId, costBasis: costBasis)
    }
  }

  /// Applies the coin's next transaction in ledger order; `report` receives the sales whose figures
  /// are final by now, in that order.
  ///
  /// - Parameters:
  ///   - carried: The lots that migrations and transfers bring.
  ///   - leave: Receives the lots that leave with their cost or begin an account's book, but those
  ///     of ``CostBasis/hmrc``.
  mutating func apply(
    _ transaction: Transaction, order: Int, carrying carried: CarriedLots,
    _ report: (UsedSale) throws -> Void, leave: (LotReason, [CarriedLot]) -> Void = { _, _ in }
  ) rethrows {
    if books != nil, let moves = carried.accounts(costBasis) {
      books = nil
      accounts = [AccountBooks(coinId: transaction.coinId, costBasis: costBasis, moves)]
    }
    matching?.collect(transaction, order: order, carrying: carried)
    var count = saleCount
    var ended = try books?.apply(transaction, order: order, carrying: carried) {
      count += 1
      try report($0)
    } leave: {
      leave(.row(transaction.id), $0)
    }
    for index in accounts.indices {
      ended = accounts[index].apply(transaction, order: order, carrying: carried)
      for sale in accounts[index].takeFinished() {
        count += 1
        try report(sale)
      }
      for (reason, lots) in accounts[index].takeDeparted() { leave(reason, lots) }
    }
    saleCount = count
    if let ended { endedBooks.append((ended, saleCount)) }
  }

  /// Brings the books of accounts up to the present.
  private mutating func takeAllSteps() {
    for index in accounts.indices { accounts[index].takeAllSteps() }
  }

  /// Ends the history; `report` receives the sales that waited for it, and `leave` the lots of
  /// moves after the last transaction.
  ///
  /// - Returns: Whether what is held rests on an estimate.
  @discardableResult
  mutating func finish(
    _ report: (UsedSale) throws -> Void, leave: (LotReason, [CarriedLot]) -> Void = { _, _ in }
  ) rethrows -> Bool {
    // The books let go of their lots at the end; what is matched is known only then.
    takeAllSteps()
    let isHeldEstimated = isHeldEstimated
    try books?.finish(report)
    for index in accounts.indices {
      accounts[index].finish()
      for sale in accounts[index].takeFinished() { try report(sale) }
      for (reason, lots) in accounts[index].takeDeparted() { leave(reason, lots) }
    }
    try matching?.finish(report)
    return matching?.isRemainingEstimated ?? isHeldEstimated
  }
}

// MARK: - What is held

extension SalesOfCoin {
  /// Lots with what they cost.
  struct Held {
    let lots: [Lot]
    let cost: Cost
    /// Whether ``cost`` is known.
    let isKnown: Bool
    /// Coins that nothing says the worth of.
    var unvalued: Quantity {
      lots.lazy.filter(\.isUnvalued).reduce(0) { $0 + $1.exactAmount }
    }
  }

  /// Whether what is held rests on an estimate, as far as books show it before the end.
  var isHeldEstimated: Bool { books?.isHeldEstimated ?? accounts.first?.isHeldEstimated ?? false }

  /// What of the sales is estimated that later buys may still change.
  var openFigures: EstimatedFigures { books?.openFigures ?? accounts.first?.openFigures ?? [] }

  /// The coin's cycle that did not close.
  var open: Cycle? { matching?.open ?? accounts.first?.cycles.open ?? books?.position.open }

  /// Ends the history, as ``finish(_:leave:)``; `hold` receives the lots that are held.
  mutating func finish(
    _ report: (UsedSale) throws -> Void, holding hold: (Lot) -> Void
  ) rethrows {
    takeAllSteps()
    books?.forEachLot(hold)
    accounts.first?.forEachLot(hold)
    try finish(report)
    matching?.lots.forEach(hold)
  }

  /// What is held; with it ends the history.
  ///
  /// - Parameter report: Receives the sales that waited for the end.
  mutating func finishHolding(_ report: (UsedSale) throws -> Void) rethrows -> Held {
    var lots: [Lot] = []
    try finish(report, holding: { lots.append($0) })
    if let accounts = accounts.first {
      return Held(lots: lots, cost: accounts.remainingCost, isKnown: accounts.isRemainingCostKnown)
    }
    if let books {
      return Held(
        lots: lots, cost: books.position.exactRemainingCost(costBasis), isKnown: books.isHeldKnown)
    }
    guard let matching else { return Held(lots: [], cost: 0, isKnown: true) }
    return Held(
      lots: lots, cost: matching.remainingCost, isKnown: matching.isRemainingCostKnown)
  }

  /// What coins that left or came without a sale or purchase cost, by HMRC's matching.
  var matchedMoves: [(id: UUID, lots: [CarriedLot])] { matching?.moved ?? [] }

  /// The estimated part of what sales and such coins cost, by HMRC's matching.
  var matchedEstimates: [UUID: Cost] { matching?.estimatedCosts ?? [:] }
}

// MARK: - In checkpoints

extension SalesOfCoin {
  /// Reports the sales that no later transaction can change, if that was not known at the sale.
  ///
  /// - Parameters:
  ///   - last: The date of the transaction that was applied last.
  ///   - isLong: Whether a short list of sales is left as it is.
  mutating func settle(
    after last: Date, ifLong isLong: Bool, _ report: (UsedSale) throws -> Void
  ) rethrows {
    try matching?.settle(after: last, ifLong: isLong, report)
  }

  /// Appends the state for later transactions, without cycles that were not taken.
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(saleCount)
    bytes.write(books != nil)
    books?.write(to: &bytes)
    bytes.write(!accounts.isEmpty)
    for books in accounts { books.write(to: &bytes) }
    matching?.write(to: &bytes)
  }

  /// Reads what ``write(to:)`` wrote.
  ///
  /// - Parameter carried: The lots that transfers bring.
  init(
    coinId: String, costBasis: CostBasis, _ calendar: LocalCalendar,
    carrying carried: CarriedLots, from bytes: inout CheckpointReader
  ) throws(CheckpointError) {
    self.init(coinId: coinId, costBasis: costBasis, calendar)
    saleCount = try bytes.read()
    books =
      try bytes.read() ? CoinGains(coinId: coinId, costBasis: costBasis, from: &bytes) : nil
    if try bytes.read() {
      guard let moves = carried.accounts(costBasis) else { throw CheckpointError() }
      accounts = [
        try AccountBooks(coinId: coinId, costBasis: costBasis, moves, from: &bytes)
      ]
    }
    if matching != nil { matching = try HMRCMatching(coinId: coinId, calendar, from: &bytes) }
  }
}
