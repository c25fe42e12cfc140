import Exact
import FoundationEssentials

/// One coin's sales matched by HMRC's rules: the same day, the next 30 days, the section 104 pool.
///
/// All purchases of a day count as one acquisition; the sales of a day use it in ledger order,
/// which gives the same sum as a single sale.
struct HMRCMatching {
  private static let days = 30

  /// The unmatched part of one day's purchases.
  fileprivate struct Acquisition {
    let day: UTCDay
    var pool = CostPool()
  }

  fileprivate struct Sale {
    let day: UTCDay
    /// Coins of the sale that are not matched yet; a closing sale includes its residue.
    var rest: Quantity
    var used: UsedSale
  }

  /// A change to the pool that is not matched with anything.
  fileprivate struct PoolChange {
    enum Change {
      case arrive([CarriedLot])
      case leave(Quantity)
      case shrink(Quantity)
    }

    let id: UUID
    let day: UTCDay
    /// The number of sales made before it; by day once they are matched.
    var saleCount: Int
    var change: Change
  }

  private var acquisitions: [Acquisition] = []
  private var sales: [Sale] = []
  /// The sales by day, in ledger order within a day: a date without a time can precede a time of
  /// the previous evening in the ledger.
  private var order: [Int] = []
  private var changes: [PoolChange] = []
  private var pool = CostPool()
  private var position: CoinPosition
  /// How far the pool has processed each list.
  private var seen = (acquisitions: 0, sales: 0, changes: 0)
  /// The number of sales that were reported and removed from the list.
  private var flushedCount = 0
  /// The number of sales from which flushing pays off.
  private var longCount = 1_024
  /// The changes in which coins left with their cost, by order in the ledger.
  private var departures: [Int: Int] = [:]
  private var arrivals: [Int: Int] = [:]
  private var areDaysMatched = false
  /// The lots that left or arrived without a sale or purchase, by transaction.
  private(set) var moved: [(id: UUID, lots: [CarriedLot])] = []
  /// The estimated part of the cost of sales and moved lots, by transaction; only if there is one.
  private(set) var estimatedCosts: [UUID: Cost] = [:]
  /// The closed cycles, each with the number of sales up to its end.
  private(set) var ended: [(cycle: ClosedCycle, saleCount: Int)] = []

  private let calendar: LocalCalendar

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - calendar: The time zone that days are counted in.
  init(coinId: String, _ calendar: LocalCalendar) {
    self.calendar = calendar
    position = CoinPosition(coinId: coinId, methods: [])
  }

  /// Returns the cycles closed since the last call.
  mutating func drainEnded() -> [(cycle: ClosedCycle, saleCount: Int)] {
    defer { ended = [] }
    return ended
  }

  /// The open cycle.
  var open: Cycle? { position.open }

  /// The cost of the remaining coins after matching.
  var remainingCost: Cost { pool.cost }

  /// Whether part of the remaining coins is estimated after matching.
  var isRemainingEstimated: Bool { position.open != nil && pool.isEstimated }

  /// The pool, and its coins of unknown worth; empty if nothing is held.
  var lots: [Lot] {
    guard let amount = open?.exact.balance, amount > .zero else { return [] }
    return SoldPart(amount: amount, cost: pool.cost).split(pool.unvalued).map { part in
      var lot = Lot(
        amount: part.amount, cost: part.cost,
        pricePerCoin: part.cost.perCoin(of: part.amount))
      lot.isEstimated = isRemainingEstimated && !part.isUnvalued
      (lot.isCostKnown, lot.isUnvalued) = (
        isRemainingCostKnown && !part.isUnvalued, part.isUnvalued
      )
      return lot
    }
  }

  /// Whether ``remainingCost`` is known; in US dollars it always is.
  var isRemainingCostKnown: Bool { pool.isCostKnown }

  /// Records the coin's next transaction in ledger order.
  ///
  /// - Parameter carried: The lots that migrations carry over.
  mutating func collect(
    _ transaction: Transaction, order: Int, carrying carried: CarriedLots = .none
  ) {
    let held = position.open?.exact.balance ?? 0
    let closed = position.applyUnchecked(transaction)
    let isClosing = held > .zero && position.open == nil
    let day = calendar.day(of: transaction.date)
    switch transaction.costEffect {
    case .acquire:
      acquisitions[acquisition(of: day)].pool.add(transaction)
    case .arrive:
      arrivals[order] = changes.count
      note(.arrive(carried.arriving(transaction, .hmrc)), of: transaction)
    case .leave:
      departures[order] = changes.count
      note(.leave(isClosing ? held : transaction.amount), of: transaction)
    case .shrink where !isClosing: note(.shrink(transaction.amount), of: transaction)
    case .dispose, .shrink:
      sales.append(
        Sale(
          day: day, rest: isClosing ? held : transaction.amount,
          used: UsedSale(transaction, order: order)))
    }
    if let closed { ended.append((closed, flushedCount + sales.count)) }
  }

  /// The index of a day's acquisition, which is created if needed.
  private mutating func acquisition(of day: UTCDay) -> Int {
    let next = (acquisitions.lastIndex { $0.day <= day } ?? -1) + 1
    guard next == 0 || acquisitions[next - 1].day < day else { return next - 1 }
    acquisitions.insert(Acquisition(day: day), at: next)
    return next
  }

  private mutating func note(_ change: PoolChange.Change, of transaction: Transaction) {
    changes.append(
      PoolChange(
        id: transaction.id, day: calendar.day(of: transaction.date), saleCount: sales.count,
        change: change))
  }

  /// Reports and removes the sales that no later transaction can change, which keeps a long history
  /// small; `report` receives them in ledger order.
  ///
  /// - Parameters:
  ///   - last: The date of the transaction recorded last.
  ///   - isLong: Whether to leave a short list of sales alone.
  mutating func flush(
    after last: Date, ifLong isLong: Bool, _ report: (UsedSale) throws -> Void
  ) rethrows {
    guard !isLong || sales.count >= longCount else { return }
    defer { longCount = max(1_024, 2 * sales.count) }
    // In other time zones, a later transaction can fall on the previous day.
    let complete = UTCDay(last).advanced(by: -2)
    let day = complete.advanced(by: -Self.days)
    let saleCount = sales.count { $0.day <= day }
    let changeCount = changes.count { $0.day <= day }
    // A sale on a date without a time can precede one of the previous evening.
    guard saleCount > 0 || acquisitions.first.map({ $0.day <= day }) ?? false,
      sales.prefix(saleCount).allSatisfy({ $0.day <= day }),
      changes.prefix(changeCount).allSatisfy({ $0.day <= day })
    else { return }
    sortSales()
    let saleCounts = changes.map(\.saleCount)
    sortChanges()
    matchSameDay(through: complete)
    matchNextDays(through: day)
    advance(toChange: changeCount)
    while seen.sales < saleCount { useNextSale() }
    addAcquisitions { $0 <= day }
    for sale in sales.prefix(saleCount) { try report(sale.used) }
    sales.removeFirst(saleCount)
    acquisitions.removeFirst(seen.acquisitions)
    for index in changes.indices { changes[index].saleCount = saleCounts[index] - saleCount }
    changes.removeFirst(changeCount)
    flushedCount += saleCount
    seen = (0, 0, 0)
  }

  /// Matches everything recorded; `report` receives the sales in ledger order.
  ///
  /// Nothing can be recorded afterwards.
  mutating func finish(_ report: (UsedSale) throws -> Void) rethrows {
    matchDays()
    advance(toChange: changes.count)
    while seen.sales < sales.count { useNextSale() }
    addAcquisitions { _ in true }
    for sale in sales { try report(sale.used) }
  }

  /// Matches sales with the acquisitions of their day and the following days, independently of the
  /// pool.
  mutating func matchDays() {
    guard !areDaysMatched else { return }
    areDaysMatched = true
    sortSales()
    sortChanges()
    matchSameDay()
    matchNextDays()
  }

  private mutating func sortSales() {
    order = sales.indices.sorted { (sales[$0].day, $0) < (sales[$1].day, $1) }
  }

  /// Recomputes how many sales precede each change, by day.
  private mutating func sortChanges() {
    for index in changes.indices {
      let (day, count) = (changes[index].day, changes[index].saleCount)
      changes[index].saleCount = order.partitionPoint {
        (sales[$0].day, $0) < (day, count)
      }
    }
  }

  /// The lots that leave with a transaction, by its order in the ledger: a share of the pool.
  mutating func depart(at order: Int) -> [CarriedLot] {
    guard let index = departures[order] else { return [] }
    advance(toChange: index)
    return applyNextChange()
  }

  /// Fills in the lots that arrive with a transaction, by its order in the ledger.
  mutating func arrive(_ lots: [CarriedLot], at order: Int) {
    guard let index = arrivals[order], !lots.isEmpty else { return }
    changes[index].change = .arrive(lots)
  }

  // MARK: - The pool, in ledger order

  private mutating func advance(toChange index: Int) {
    while seen.changes < index { _ = applyNextChange() }
  }

  @discardableResult
  private mutating func applyNextChange() -> [CarriedLot] {
    let next = changes[seen.changes]
    while seen.sales < next.saleCount { useNextSale() }
    addAcquisitions { $0 <= next.day }
    seen.changes += 1
    switch next.change {
    case .arrive(let lots):
      let before = pool.estimatedCost
      pool.add(lots)
      noteEstimate(pool.estimatedCost - before, of: next.id)
      moved.append((next.id, lots))
    case .shrink(let amount): pool.shrink(by: amount)
    case .leave(let amount):
      let before = pool.estimatedCost
      let parts = pool.remove(amount)
      noteEstimate(before - pool.estimatedCost, of: next.id)
      let lots = parts.map { part in
        CarriedLot(
          amount: part.amount, cost: part.cost, isEstimated: part.isEstimated,
          isCostKnown: part.isCostKnown, isUnvalued: part.isUnvalued)
      }
      moved.append((next.id, lots))
      return lots
    }
    return []
  }

  private mutating func useNextSale() {
    let index = order[seen.sales]
    let day = sales[index].day
    addAcquisitions { $0 <= day }
    seen.sales += 1
    guard sales[index].rest > .zero || sales[index].used.parts.isEmpty else { return }
    let before = pool.estimatedCost
    let parts = pool.remove(sales[index].rest)
    noteEstimate(before - pool.estimatedCost, of: sales[index].used.id)
    for var part in parts {
      (part.acquired, part.match) = (nil, .pool)
      sales[index].used.parts.append(part)
    }
    sales[index].rest = 0
  }

  private mutating func noteEstimate(_ cost: Cost, of id: UUID) {
    if !cost.isZero { estimatedCosts[id, default: 0] += cost }
  }

  private mutating func addAcquisitions(_ isDue: (UTCDay) -> Bool) {
    while seen.acquisitions < acquisitions.count, isDue(acquisitions[seen.acquisitions].day) {
      pool.add(acquisitions[seen.acquisitions].pool)
      seen.acquisitions += 1
    }
  }

  // MARK: - The same day and the next 30 days

  /// - Parameter last: The last day whose sales to match; `nil` for all.
  private mutating func matchSameDay(through last: UTCDay? = nil) {
    var next = 0
    for index in order {
      if let last, sales[index].day > last { return }
      while next < acquisitions.count, acquisitions[next].day < sales[index].day { next += 1 }
      guard next < acquisitions.count, acquisitions[next].day == sales[index].day else { continue }
      use(acquisition: next, for: index, as: .sameDay)
    }
  }

  private mutating func matchNextDays(through last: UTCDay? = nil) {
    var first = 0
    for index in order {
      let day = sales[index].day
      if let last, day > last { return }
      while first < acquisitions.count, acquisitions[first].day <= day { first += 1 }
      var next = first
      while next < acquisitions.count, acquisitions[next].day <= day.advanced(by: Self.days),
        sales[index].rest > .zero
      {
        use(acquisition: next, for: index, as: .thirtyDays)
        next += 1
      }
    }
  }

  private mutating func use(acquisition other: Int, for index: Int, as match: HMRCMatch) {
    let amount = min(sales[index].rest, acquisitions[other].pool.amount)
    guard amount > .zero else { return }
    let before = acquisitions[other].pool.estimatedCost
    let parts = acquisitions[other].pool.remove(amount)
    noteEstimate(before - acquisitions[other].pool.estimatedCost, of: sales[index].used.id)
    for var part in parts {
      part.match = match
      sales[index].used.parts.append(part)
    }
    sales[index].rest -= amount
  }
}

// MARK: - In checkpoints

extension HMRCMatching {
  /// Appends the unmatched state, without reported sales and estimated costs.
  func write(to bytes: inout CheckpointWriter) {
    position.write(to: &bytes)
    bytes.write(acquisitions, sales, changes, pool, flushedCount)
  }

  /// Reads what ``write(to:)`` wrote.
  init(
    coinId: String, _ calendar: LocalCalendar, from bytes: inout CheckpointReader
  ) throws(CheckpointError) {
    self.calendar = calendar
    position = try CoinPosition(coinId: coinId, methods: [], from: &bytes)
    acquisitions = try bytes.read()
    sales = try bytes.read()
    changes = try bytes.read()
    pool = try bytes.read()
    flushedCount = try bytes.read()
  }
}

extension HMRCMatching.Acquisition: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(day, pool)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(day: try bytes.read(), pool: try bytes.read())
  }
}

extension HMRCMatching.Sale: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(day, rest, used)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(day: try bytes.read(), rest: try bytes.read(), used: try bytes.read())
  }
}

extension HMRCMatching.PoolChange: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(id, day, saleCount)
    switch change {
    case .arrive(let lots):
      bytes.write(0, lots)
    case .leave(let amount):
      bytes.write(1, amount)
    case .shrink(let amount):
      bytes.write(2, amount)
    }
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    id = try bytes.read()
    day = try bytes.read()
    saleCount = try bytes.read()
    switch try bytes.read() as Int {
    case 0: change = .arrive(try bytes.read())
    case 1: change = .leave(try bytes.read())
    case 2: change = .shrink(try bytes.read())
    default: throw CheckpointError()
    }
  }
}

/// A pool of coins from several acquisitions with one total cost, of which sales take shares.
struct CostPool {
  private(set) var amount: Quantity = 0
  private(set) var cost: Cost = 0
  private var origin = Origin()
  /// Its coins of unknown worth, which cost nothing here.
  private(set) var unvalued: Quantity = 0

  /// Whether ``cost`` is known; in US dollars it always is.
  var isCostKnown: Bool { origin.isCostKnown }

  /// The estimated part of ``cost``.
  private(set) var estimatedCost: Cost = 0

  /// Whether part of ``cost`` is estimated.
  var isEstimated: Bool { !estimatedCost.isZero }

  mutating func add(_ transaction: Transaction) {
    if origin.acquired == nil { origin.acquired = transaction.date }
    amount += transaction.amount
    cost += transaction.exactTotal
    if transaction.isUnvalued { unvalued += transaction.amount }
    if transaction.isEstimated { estimatedCost += transaction.exactTotal }
    origin.mix(Origin(transaction))
  }

  mutating func add(_ other: CostPool) {
    guard other.amount > .zero else { return }
    amount += other.amount
    cost += other.cost
    unvalued += other.unvalued
    estimatedCost += other.estimatedCost
    origin.mix(other.origin)
  }

  mutating func add(_ lots: [CarriedLot]) {
    for lot in lots {
      amount += lot.amount
      cost += lot.cost
      if lot.isUnvalued { unvalued += lot.amount }
      if lot.isEstimated { estimatedCost += lot.cost }
      origin.mix(Origin(lot))
    }
  }

  /// Removes coins whose cost stays with the remaining coins.
  mutating func shrink(by coins: Quantity) {
    unvalued -= unvalued.share(coins, of: amount)
    amount = coins < amount ? amount - coins : 0
  }

  /// Removes coins with their share of the cost, rounded once; the pool keeps the rest.
  ///
  /// - Returns: The part, or two parts if some of the coins are of unknown worth.
  mutating func remove(_ wanted: Quantity) -> [UsedSale.Part] {
    func share(of whole: Cost) -> Cost {
      whole.share(wanted, of: amount)
    }
    let (part, estimated) = (share(of: cost), share(of: estimatedCost))
    defer { if amount.isZero { origin = Origin() } }
    let left = unvalued.share(wanted, of: amount)
    let (acquired, isCostKnown) = (origin.acquired, origin.isCostKnown)
    amount = wanted >= amount ? 0 : amount - wanted
    unvalued -= left
    cost -= part
    estimatedCost -= estimated
    return SoldPart(amount: wanted, cost: part).split(left).map {
      UsedSale.Part(
        amount: $0.amount, cost: $0.cost, acquired: acquired,
        isEstimated: !$0.isUnvalued && !estimated.isZero,
        isCostKnown: isCostKnown && !$0.isUnvalued, isUnvalued: $0.isUnvalued)
    }
  }
}

extension CostPool: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(amount, cost, origin, unvalued, estimatedCost)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    amount = try bytes.read()
    cost = try bytes.read()
    origin = try bytes.read()
    unvalued = try bytes.read()
    estimatedCost = try bytes.read()
  }
}

extension [Int] {
  /// The number of leading elements that match, if all matching elements precede the others.
  fileprivate func partitionPoint(_ matches: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if matches(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
