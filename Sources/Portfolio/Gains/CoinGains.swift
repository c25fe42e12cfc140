import Exact
import FoundationEssentials

/// One book of a coin: its sales with the lots they used, under any method with stored positions.
struct CoinGains {
  private let costBasis: CostBasis
  private(set) var position: CoinPosition
  /// The sales of the open cycle whose cost later buys can still change.
  private var open: [UsedSale] = []
  /// The buys of the open cycle, by age, if sales use lots.
  private var origins: [Origin] = []
  /// The remainders of the open cycle's estimated lots, by age.
  private var estimatedLots: [Int: Quantity] = [:]
  private var pool = Origin()

  /// Creates a book.
  ///
  /// - Parameter isDated: Whether lots can arrive out of date order, so that dates decide which
  ///   leaves next.
  init(coinId: String, costBasis: CostBasis, isDated: Bool = false) {
    self.costBasis = costBasis
    position = CoinPosition(coinId: coinId, methods: [costBasis], isDated: isDated)
  }

  /// Applies the coin's next transaction in ledger order; `report` receives the sales that became
  /// final, in that order.
  ///
  /// - Parameters:
  ///   - carried: The lots that migrations carry over.
  ///   - closes: Whether the cycle ends; `nil` decides by the remaining balance.
  ///   - leave: Receives the lots that leave with their cost.
  /// - Returns: The cycle that the transaction closed.
  @discardableResult
  mutating func apply(
    _ transaction: Transaction, order: Int, carrying carried: CarriedLots = .none,
    closes: Bool? = nil, _ report: (UsedSale) throws -> Void,
    leave: ([CarriedLot]) -> Void = { _ in }
  ) rethrows -> ClosedCycle? {
    switch transaction.costEffect {
    case .acquire:
      _ = position.applyUnchecked(transaction)
      add(Origin(transaction), transaction.amount)
      return nil
    case .arrive:
      _ = position.applyUnchecked(transaction, carrying: carried)
      for lot in carried.arriving(transaction, costBasis) { add(Origin(lot), lot.amount) }
      return nil
    case .dispose, .leave, .shrink: break
    }
    let held = balance
    var taken: [SoldPart] = []
    let closed = position.applyUnchecked(transaction, carrying: carried, closes: closes) {
      taken.append($0)
    }
    for part in taken { release(part) }
    switch transaction.costEffect {
    case .leave: leave(taken.map(carriedLot))
    case .shrink where position.open != nil: passOn(taken)
    default:
      var sale = UsedSale(transaction, order: order)
      sale.parts = taken.map(part)
      if sale.parts.isEmpty {
        let amount = closed == nil ? transaction.amount : held
        sale.parts = [part(SoldPart(amount: amount, cost: 0))]
      }
      if costBasis == .buyAverage { open.append(sale) } else { try report(sale) }
    }
    guard position.open == nil else { return nil }
    try endCycle(closed?.cycle.exact ?? Cycle.Sums(), isClosed: true, report)
    return closed
  }

  /// Coins held in the book.
  var balance: Quantity { position.open?.exact.balance ?? 0 }

  /// Adds lots that arrive with their existing cost.
  mutating func arrive(_ lots: [CarriedLot], on date: Date) {
    position.arrive(lots.amount, on: date) { $0 == costBasis ? lots : [] }
    for lot in lots { add(Origin(lot), lot.amount) }
  }

  /// Removes coins with their cost; removing all of them ends the cycle.
  ///
  /// - Returns: The lots of the removed coins.
  mutating func depart(
    _ amount: Quantity, _ report: (UsedSale) throws -> Void
  ) rethrows -> [CarriedLot] {
    guard position.open != nil else { return [] }
    let (held, isClosing) = (balance, amount >= balance)
    var taken: [SoldPart] = []
    let sums = position.open?.exact ?? Cycle.Sums()
    position.depart(isClosing ? held : amount, isClosing: isClosing) { taken.append($0) }
    for part in taken { release(part) }
    let lots = taken.map(carriedLot)
    if isClosing { try endCycle(sums, isClosed: false, report) }
    return lots
  }

  private func carriedLot(_ sold: SoldPart) -> CarriedLot {
    let part = part(sold)
    return CarriedLot(
      amount: part.amount, cost: part.cost, acquired: part.acquired, id: origin(of: sold)?.id,
      isEstimated: part.isEstimated, isCostKnown: part.isCostKnown,
      isUnvalued: part.isUnvalued, gift: part.gift)
  }

  private func origin(of sold: SoldPart) -> Origin? {
    sold.age.flatMap { origins.indices.contains($0) ? origins[$0] : nil }
  }

  private mutating func add(_ origin: Origin, _ amount: Quantity) {
    pool.mix(origin)
    guard costBasis.namesLots else { return }
    if origin.isEstimated { estimatedLots[origins.count] = amount }
    origins.append(origin)
  }

  /// Merges the origins of lots that left without their cost into the next lot to leave.
  private mutating func passOn(_ gone: [SoldPart]) {
    guard let next = position.nextLot(costBasis), origins.indices.contains(next.age) else { return }
    for age in gone.compactMap(\.age) where origins.indices.contains(age) && age != next.age {
      origins[next.age].mix(origins[age])
    }
    if origins[next.age].isEstimated { estimatedLots[next.age] = next.amount }
  }

  /// Removes departed coins from an estimated lot's remainder.
  private mutating func release(_ part: SoldPart) {
    guard let age = part.age, let rest = estimatedLots[age] else { return }
    estimatedLots[age] = rest > part.amount ? rest - part.amount : nil
  }

  /// Ends the history.
  mutating func finish(_ report: (UsedSale) throws -> Void) rethrows {
    try endCycle(position.open?.exact ?? Cycle.Sums(), isClosed: false, report)
  }

  /// Whether the cost of everything held is known.
  var isHeldKnown: Bool { !position.unknownSums.held.contains(costBasis) }

  /// Whether a held lot, or the pool, is estimated.
  var isHeldEstimated: Bool {
    position.open != nil && (costBasis.namesLots ? !estimatedLots.isEmpty : pool.isEstimated)
  }

  /// The estimated figures of sales that later buys can still change, as of now.
  var openFigures: EstimatedFigures {
    guard !open.isEmpty else { return [] }
    return open.lazy.map(\.estimated).union.union(pool.isEstimated ? .cost : [])
  }

  /// Calls `body` with the held parcels and their marks, oldest first; averages have one parcel,
  /// plus one for coins of unknown worth.
  func forEachLot(_ body: (Lot) -> Void) {
    let unvalued = position.open?.unvalued(costBasis).held ?? 0
    if !costBasis.namesLots, unvalued > .zero {
      let cost = position.exactRemainingCost(costBasis)
      for part in SoldPart(amount: balance, cost: cost).split(unvalued) {
        var lot = Lot(
          amount: part.amount, cost: part.cost,
          pricePerCoin: part.cost.perCoin(of: part.amount))
        lot.isEstimated = !part.isUnvalued && pool.isEstimated
        (lot.isCostKnown, lot.isUnvalued) = (pool.isCostKnown && !part.isUnvalued, part.isUnvalued)
        body(lot)
      }
      return
    }
    position.forEachLot(costBasis) { lot, age in
      var lot = lot
      lot.isEstimated = age.map { estimatedLots[$0] != nil } ?? pool.isEstimated
      let origin = age.flatMap { origins.indices.contains($0) ? origins[$0] : nil }
      (lot.acquired, lot.id) = (origin?.acquired, origin?.id)
      lot.isUnvalued = origin?.isUnvalued ?? false
      lot.isCostKnown = (origin ?? pool).isCostKnown && !lot.isUnvalued
      body(lot)
    }
  }

  private func part(_ sold: SoldPart) -> UsedSale.Part {
    let lot = origin(of: sold)
    var origin = lot ?? pool
    // If one cost is unknown, so is which lot has the highest cost.
    if costBasis == .hifo { origin.isCostKnown = pool.isCostKnown }
    return UsedSale.Part(
      amount: sold.amount, cost: sold.cost, acquired: lot?.acquired,
      isEstimated: origin.isEstimated && !sold.isUnvalued,
      isCostKnown: origin.isCostKnown && !sold.isUnvalued, isUnvalued: sold.isUnvalued,
      gift: origin.gift)
  }

  private mutating func endCycle(
    _ sums: Cycle.Sums, isClosed: Bool, _ report: (UsedSale) throws -> Void
  ) rethrows {
    if costBasis == .buyAverage { averageAllBuys(sums, isClosed: isClosed) }
    for sale in open { try report(sale) }
    open = []
    origins = []
    estimatedLots = [:]
    pool = Origin()
  }

  /// Later buys change the cost of earlier sales.
  ///
  /// Each sale gets the cost of all sales up to it less that of the sales before it, so that they
  /// add up.
  private mutating func averageAllBuys(_ sums: Cycle.Sums, isClosed: Bool) {
    var sold: Quantity = 0
    var cost: Cost = 0
    for index in open.indices {
      sold += open[index].amount
      let isLast = isClosed && index == open.indices.last
      let whole = isLast ? sums.paid(.buyAverage) : sums.buyAverageCost(of: sold)
      let share = sums.unvalued[.buyAverage]?.held.share(open[index].soldAmount, of: sums.bought)
      let all = SoldPart(amount: open[index].soldAmount, cost: whole - cost)
      open[index].parts = all.split(share ?? 0).map(part)
      cost = whole
    }
  }
}

// MARK: - In checkpoints

extension CoinGains {
  func write(to bytes: inout CheckpointWriter) {
    position.write(to: &bytes)
    bytes.write(open, origins, estimatedLots, pool)
  }

  /// Reads what ``write(to:)`` wrote for a book of the same kind.
  init(
    coinId: String, costBasis: CostBasis, isDated: Bool = false,
    from bytes: inout CheckpointReader
  ) throws(CheckpointError) {
    self.costBasis = costBasis
    position = try CoinPosition(
      coinId: coinId, methods: [costBasis], isDated: isDated, from: &bytes)
    open = try bytes.read()
    origins = try bytes.read()
    estimatedLots = try bytes.read()
    pool = try bytes.read()
  }
}
