import Exact
import FoundationEssentials

/// One coin's sales matched as HMRC does: the same day, the next 30 days, the section 104 pool.
///
/// Days are those of UTC. All that is bought on one day counts as one acquisition; sales of one day
/// use it in ledger order, which gives the same sum as one sale would.
struct HMRCMatching {
  private static let days = 30

  /// What was bought on one day and is not matched yet.
  private struct Acquisition {
    let day: UTCDay
    var pool = CostPool()
  }

  private struct Sale {
    let day: UTCDay
    /// Coins that leave with it and are not matched yet; those of a closing sale include its
    /// residue.
    var rest: Quantity
    var used: UsedSale
  }

  private var acquisitions: [Acquisition] = []
  private var sales: [Sale] = []
  private var pool = CostPool()
  private var position: CoinPosition
  /// The cycles that closed, each with the number of sales up to its end.
  private(set) var ended: [(cycle: ClosedCycle, saleCount: Int)] = []

  init(coinId: String) { position = CoinPosition(coinId: coinId, methods: []) }

  /// The cycle that did not close.
  var open: Cycle? { position.open }

  /// The cost of what was not sold, once all is matched.
  var remainingCost: Cost { pool.cost }

  /// Whether ``remainingCost`` is known; in US dollars it always is.
  var isRemainingCostKnown: Bool { pool.isCostKnown }

  /// Notes the coin's next transaction in ledger order.
  mutating func collect(_ transaction: Transaction, place: Int) {
    let held = position.open?.exact.balance ?? 0
    let closed = position.applyUnchecked(transaction)
    let day = UTCDay(transaction.date)
    guard transaction.type == .sell else {
      if acquisitions.last?.day != day { acquisitions.append(Acquisition(day: day)) }
      acquisitions[acquisitions.count - 1].pool.add(transaction)
      return
    }
    sales.append(
      Sale(
        day: day, rest: closed == nil ? transaction.exactAmount : held,
        used: UsedSale(transaction, place: place)))
    if let closed { ended.append((closed, sales.count)) }
  }

  /// Matches what was noted; `report` receives the sales in ledger order.
  mutating func finish(_ report: (UsedSale) throws -> Void) rethrows {
    match()
    for sale in sales { try report(sale.used) }
  }

  private mutating func match() {
    matchSameDay()
    matchNextDays()
    matchPool()
  }

  private mutating func matchSameDay() {
    var next = 0
    for index in sales.indices {
      while next < acquisitions.count, acquisitions[next].day < sales[index].day { next += 1 }
      guard next < acquisitions.count, acquisitions[next].day == sales[index].day else { continue }
      use(acquisition: next, for: index, as: .sameDay)
    }
  }

  private mutating func matchNextDays() {
    var first = 0
    for index in sales.indices {
      let day = sales[index].day
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

  private mutating func matchPool() {
    var next = 0
    for index in sales.indices {
      while next < acquisitions.count, acquisitions[next].day <= sales[index].day {
        pool.add(acquisitions[next].pool)
        next += 1
      }
      guard sales[index].rest > .zero || sales[index].used.parts.isEmpty else { continue }
      var part = pool.remove(sales[index].rest)
      part.acquired = nil
      part.match = .pool
      sales[index].used.parts.append(part)
      sales[index].rest = 0
    }
    for acquisition in acquisitions[next...] { pool.add(acquisition.pool) }
  }

  private mutating func use(acquisition place: Int, for index: Int, as match: HMRCMatch) {
    let amount = min(sales[index].rest, acquisitions[place].pool.amount)
    guard amount > .zero else { return }
    var part = acquisitions[place].pool.remove(amount)
    part.match = match
    sales[index].used.parts.append(part)
    sales[index].rest -= amount
  }
}

/// Coins of several acquisitions and their cost as a whole, of which sales take parts.
struct CostPool {
  private(set) var amount: Quantity = 0
  private(set) var cost: Cost = 0
  private var origin = Origin()

  /// Whether ``cost`` is known; in US dollars it always is.
  var isCostKnown: Bool { origin.isCostKnown }

  mutating func add(_ transaction: Transaction) {
    if origin.acquired == nil { origin.acquired = transaction.date }
    amount += transaction.exactAmount
    cost += transaction.exactTotal
    origin.mix(Origin(transaction))
  }

  mutating func add(_ other: CostPool) {
    guard other.amount > .zero else { return }
    amount += other.amount
    cost += other.cost
    origin.mix(other.origin)
  }

  /// Takes coins out with their part of the cost, rounded once; the rest keeps what is left.
  mutating func remove(_ wanted: Quantity) -> UsedSale.Part {
    let part =
      wanted >= amount ? cost : (cost * wanted).divided(by: amount, places: costPlaces)
    defer { if amount.isZero { origin = Origin() } }
    amount = wanted >= amount ? 0 : amount - wanted
    cost -= part
    return UsedSale.Part(
      amount: wanted, cost: part, acquired: origin.acquired, isEstimated: origin.isEstimated,
      isCostKnown: origin.isCostKnown)
  }
}
