import Exact
import FoundationEssentials

/// One coin's sales with the lots they used, under any method, one transaction at a time.
struct SalesOfCoin {
  private let coinId: String
  private let costBasis: CostBasis
  /// One book over all accounts.
  private var books: CoinGains?
  /// Per-account books, if used from the first transaction on; zero or one element, in an array to
  /// keep coins with a single book small.
  private var accounts: [AccountBooks] = []
  private var matching: HMRCMatching?
  /// The closed cycles of the books, each with the number of sales up to its end.
  private var endedBooks: [(cycle: ClosedCycle, saleCount: Int)] = []
  private var saleCount = 0

  /// The closed cycles, each with the number of sales up to its end.
  var ended: [(cycle: ClosedCycle, saleCount: Int)] { matching?.ended ?? endedBooks }

  /// Returns the cycles closed since the last call.
  mutating func drainEnded() -> [(cycle: ClosedCycle, saleCount: Int)] {
    defer { endedBooks = [] }
    return matching?.drainEnded() ?? endedBooks
  }

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  init(coinId: String, costBasis: CostBasis, _ calendar: LocalCalendar) {
    self.coinId = coinId
    self.costBasis = costBasis
    if costBasis == .hmrc {
      matching = HMRCMatching(coinId: coinId, calendar)
    } else {
      books = CoinGains(coinId: coinId, costBasis: costBasis)
    }
  }

  /// Applies the coin's next transaction in ledger order; `report` receives the sales that became
  /// final, in that order.
  ///
  /// - Parameters:
  ///   - carried: The lots that migrations and transfers carry over.
  ///   - leave: Receives the lots that leave with their cost or open an account's book, except
  ///     under ``CostBasis/hmrc``.
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
      for sale in accounts[index].drainFinished() {
        count += 1
        try report(sale)
      }
      for (reason, lots) in accounts[index].drainDeparted() { leave(reason, lots) }
    }
    saleCount = count
    if let ended { endedBooks.append((ended, saleCount)) }
  }

  /// Brings per-account books up to the present.
  private mutating func applyAllSteps() {
    for index in accounts.indices { accounts[index].applyAllSteps() }
  }

  /// Ends the history; `report` receives the remaining sales, and `leave` the lots of moves after
  /// the last transaction.
  ///
  /// - Returns: Whether part of what is held is estimated.
  @discardableResult
  mutating func finish(
    _ report: (UsedSale) throws -> Void, leave: (LotReason, [CarriedLot]) -> Void = { _, _ in }
  ) rethrows -> Bool {
    // Books drop their lots at the end; matching gives its result only then.
    applyAllSteps()
    let isHeldEstimated = isHeldEstimated
    try books?.finish(report)
    for index in accounts.indices {
      accounts[index].finish()
      for sale in accounts[index].drainFinished() { try report(sale) }
      for (reason, lots) in accounts[index].drainDeparted() { leave(reason, lots) }
    }
    try matching?.finish(report)
    return matching?.isRemainingEstimated ?? isHeldEstimated
  }
}

// MARK: - What is held

extension SalesOfCoin {
  /// Held lots and their cost.
  struct Held {
    let lots: [Lot]
    let cost: Cost
    /// Whether ``cost`` is known.
    let isKnown: Bool
    /// Coins of unknown worth.
    var unvalued: Quantity {
      lots.lazy.filter(\.isUnvalued).reduce(0) { $0 + $1.exactAmount }
    }
  }

  /// Whether the books of accounts know the cost of what is held; true under other methods.
  var isHeldKnownByAccounts: Bool { accounts.first?.isRemainingCostKnown ?? true }

  /// Whether part of what is held is estimated, as far as books show it before the end.
  var isHeldEstimated: Bool { books?.isHeldEstimated ?? accounts.first?.isHeldEstimated ?? false }

  /// The estimated figures of sales that later buys can still change.
  var openFigures: EstimatedFigures { books?.openFigures ?? accounts.first?.openFigures ?? [] }

  /// The coin's open cycle.
  var open: Cycle? { matching?.open ?? accounts.first?.cycles.open ?? books?.position.open }

  /// Ends the history like ``finish(_:leave:)``; `hold` receives the held lots.
  mutating func finish(
    _ report: (UsedSale) throws -> Void, holding hold: (Lot) -> Void
  ) rethrows {
    applyAllSteps()
    books?.forEachLot(hold)
    accounts.first?.forEachLot(hold)
    try finish(report)
    matching?.lots.forEach(hold)
  }

  /// Ends the history and returns what is held.
  ///
  /// - Parameter report: Receives the remaining sales.
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

  /// The cost of coins that left or arrived without a sale or purchase, by HMRC's matching.
  var matchedMoves: [(id: UUID, lots: [CarriedLot])] { matching?.moved ?? [] }

  /// The estimated part of the cost of sales and such coins, by HMRC's matching.
  var matchedEstimates: [UUID: Cost] { matching?.estimatedCosts ?? [:] }
}

// MARK: - In checkpoints

extension SalesOfCoin {
  /// Reports the sales that no later transaction can change, if that was not known at the sale.
  ///
  /// - Parameters:
  ///   - last: The date of the transaction applied last.
  ///   - isLong: Whether to leave a short list of sales alone.
  mutating func flush(
    after last: Date, ifLong isLong: Bool, _ report: (UsedSale) throws -> Void
  ) rethrows {
    try matching?.flush(after: last, ifLong: isLong, report)
  }

  /// Appends the state that later transactions need, without cycles that were not taken.
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
  /// - Parameter carried: The lots that transfers carry over.
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
