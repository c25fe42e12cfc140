import Exact
import FoundationEssentials

/// One coin under ``CostBasis/hmrc``: cycles as everywhere, the cost of their sales by matching.
struct HMRCPosition {
  private(set) var closed: [ClosedPosition] = []
  private(set) var holding: Holding?
  /// The pool, `nil` when nothing is held.
  private(set) var lot: Lot?
  /// What sales took out, and what left or came without one, by transaction.
  private(set) var costs: [UUID: Cost] = [:]
  /// The estimated part of them; only of those with one.
  let estimatedCosts: [UUID: Cost]

  /// Works a coin out.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - history: Its transactions in ledger order.
  ///   - rate: The rate at which its price in US dollars counts, `nil` for US dollars.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations bring.
  init(
    coin: Coin, history: [Transaction], rate: ExchangeRate?, _ calendar: LocalCalendar,
    carrying carried: CarriedLots
  ) {
    var matching = HMRCMatching(coinId: coin.id, calendar)
    for (place, transaction) in history.enumerated() {
      matching.collect(transaction, place: place, carrying: carried)
    }
    var sales: [UsedSale] = []
    matching.finish { sales.append($0) }
    estimatedCosts = matching.estimatedCosts
    for sale in sales { costs[sale.id] = sale.parts.reduce(Cost.zero) { $0 + $1.cost } }
    for (id, lots) in matching.moved { costs[id] = lots.reduce(Cost.zero) { $0 + $1.cost } }
    var first = 0
    for (cycle, end) in matching.ended {
      let (cost, isKnown) = Self.cost(of: sales[first..<end])
      closed.append(ClosedPosition(coin: coin, closed: cycle, cost: cost, isCostKnown: isKnown))
      first = end
    }
    guard let open = matching.open else { return }
    let amount = open.exact.balance
    let (soldCost, isKnown) = Self.cost(of: sales[first...])
    let remaining = matching.remainingCost
    holding = Holding(
      coin: coin, cycle: open, remainingCost: remaining, soldCost: soldCost,
      known: Holding.KnownSums(
        cost: matching.isRemainingCostKnown, soldCost: isKnown, proceeds: open.isReceivedKnown),
      rate: rate)
    guard amount > .zero else { return }
    var lot = Lot(amount: amount, cost: remaining, pricePerCoin: remaining.quotient(by: amount))
    lot.isEstimated = matching.isRemainingEstimated
    self.lot = lot
  }

  /// What some sales cost, and whether all of it is known.
  private static func cost(of sales: ArraySlice<UsedSale>) -> (Cost, isKnown: Bool) {
    var (cost, isKnown) = (Cost.zero, true)
    for sale in sales {
      for part in sale.parts {
        cost += part.cost
        isKnown = isKnown && part.isCostKnown
      }
    }
    return (cost, isKnown)
  }
}

extension Positions {
  /// Computes everything under ``CostBasis/hmrc``.
  init(
    hmrc transactions: [Transaction], currentPrices: [String: Coin], rate: ExchangeRate?,
    _ calendar: LocalCalendar, carrying carried: CarriedLots?
  ) {
    let ordered = inLedgerOrder(transactions)
    let carried = carried ?? CarriedLots(ordered, methods: [.hmrc], calendar: calendar)
    let histories = Self.histories(ordered)
    let coins = histories.map { id, history in
      HMRCPosition(
        coin: currentPrices[id] ?? Coin(id: id, symbol: id, name: id), history: history, rate: rate,
        calendar, carrying: carried)
    }
    let closed = coins.flatMap(\.closed)
    self.init(
      holdings: inValueOrder(coins.compactMap(\.holding)), closedPositions: inClosingOrder(closed),
      closed: ClosedTotals(closed))
  }

  /// The transactions of each coin; those of one coin alone, which may be many, are not copied.
  private static func histories(_ ordered: [Transaction]) -> [String: [Transaction]] {
    guard let coinId = ordered.first?.coinId else { return [:] }
    guard ordered.contains(where: { $0.coinId != coinId }) else { return [coinId: ordered] }
    return Dictionary(grouping: ordered, by: \.coinId)
  }
}

extension ClosedTotals {
  fileprivate init(_ positions: [ClosedPosition]) {
    for position in positions {
      count += 1
      realizedPnL += position.exactRealizedPnL
      cost += position.exactTotalCost
      isCostKnown = isCostKnown && position.isCostKnown
      isKnown = isKnown && position.isResultKnown
    }
  }
}
