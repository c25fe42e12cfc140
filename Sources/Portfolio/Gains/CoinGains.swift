import Exact
import FoundationEssentials

/// One coin's sales with the lots they used, under any method whose cost is kept beside the ledger.
struct CoinGains {
  private let costBasis: CostBasis
  private var position: CoinPosition
  /// The sales of the cycles that ended.
  private(set) var ended: [UsedSale] = []
  /// The sales of the open cycle.
  private var open: [UsedSale] = []
  /// The buys of the open cycle, by age.
  private var origins: [Origin] = []
  private var pool = Origin()

  init(coinId: String, costBasis: CostBasis) {
    self.costBasis = costBasis
    position = CoinPosition(coinId: coinId, methods: [costBasis])
  }

  /// Applies the coin's next transaction in ledger order.
  mutating func apply(_ transaction: Transaction, place: Int) {
    guard transaction.type == .sell else {
      _ = position.applyUnchecked(transaction)
      let origin = Origin(transaction)
      origins.append(origin)
      pool.mix(origin)
      return
    }
    let held = position.open?.exact.balance ?? 0
    var sale = UsedSale(transaction: transaction, place: place)
    var sold: [SoldPart] = []
    let closed = position.applyUnchecked(transaction) { sold.append($0) }
    sale.parts = sold.map(part)
    if sale.parts.isEmpty {
      sale.parts = [part(SoldPart(amount: closed == nil ? transaction.exactAmount : held, cost: 0))]
    }
    open.append(sale)
    if let closed { endCycle(closed.cycle.exact, isClosed: true) }
  }

  /// Ends the history.
  mutating func finish() -> [UsedSale] {
    endCycle(position.open?.exact ?? Cycle.Sums(), isClosed: false)
    return ended
  }

  private func part(_ sold: SoldPart) -> UsedSale.Part {
    let lot = sold.age.flatMap { origins.indices.contains($0) ? origins[$0] : nil }
    var origin = lot ?? pool
    // Which lot has the highest cost is unknown where one of the costs is.
    if costBasis == .hifo { origin.isCostKnown = pool.isCostKnown }
    return UsedSale.Part(
      amount: sold.amount, cost: sold.cost, acquired: lot?.acquired,
      isEstimated: origin.isEstimated, isCostKnown: origin.isCostKnown)
  }

  private mutating func endCycle(_ sums: Cycle.Sums, isClosed: Bool) {
    if costBasis == .buyAverage { averageAllBuys(sums, isClosed: isClosed) }
    ended += open
    open = []
    origins = []
    pool = Origin()
  }

  /// Later buys change what earlier sales had cost; each sale has what all up to it cost less what
  /// those before it did, so that they add up.
  private mutating func averageAllBuys(_ sums: Cycle.Sums, isClosed: Bool) {
    var sold: Quantity = 0
    var cost: Cost = 0
    for index in open.indices {
      sold += open[index].transaction.exactAmount
      let isLast = isClosed && index == open.indices.last
      let whole = isLast ? sums.paid : sums.buyAverageCost(ofSold: sold)
      for place in open[index].parts.indices {
        open[index].parts[place].cost = whole - cost
        open[index].parts[place].isEstimated = pool.isEstimated
        open[index].parts[place].isCostKnown = pool.isCostKnown
      }
      cost = whole
    }
  }
}
