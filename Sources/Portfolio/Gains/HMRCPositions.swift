import Exact
import FoundationEssentials

/// One coin under ``CostBasis/hmrc``: cycles as everywhere, the cost of their sales by matching.
struct HMRCPosition {
  private(set) var closed: [ClosedPosition] = []
  private(set) var holding: Holding?
  /// The pool, `nil` when nothing is held.
  private(set) var lot: Lot?
  /// The sales with the parts they used, in ledger order.
  let sales: [UsedSale]

  /// Works a coin out.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - history: Its transactions in ledger order.
  ///   - rate: The rate at which its price in US dollars counts, `nil` for US dollars.
  init(coin: Coin, history: [Transaction], rate: ExchangeRate?) {
    let match = HMRCMatching.match(history.enumerated().map { ($0.offset, $0.element) })
    sales = match.sales
    var position = CoinPosition(coinId: coin.id, methods: [])
    var cost: Cost = 0
    var isKnown = true
    var next = 0
    for transaction in history {
      let ended = position.applyUnchecked(transaction)
      guard transaction.type == .sell else { continue }
      cost += sales[next].parts.reduce(0) { $0 + $1.cost }
      isKnown = isKnown && sales[next].parts.allSatisfy(\.isCostKnown)
      next += 1
      if let ended {
        closed.append(ClosedPosition(coin: coin, closed: ended, cost: cost, isCostKnown: isKnown))
        cost = 0
        isKnown = true
      }
    }
    guard let open = position.open else { return }
    let amount = open.exact.balance
    holding = Holding(
      coin: coin, cycle: open, remainingCost: match.remaining, soldCost: cost,
      isCostKnown: isKnown && history.allSatisfy(\.isTotalKnown), rate: rate)
    guard amount > .zero else { return }
    lot = Lot(
      amount: amount, cost: match.remaining, pricePerCoin: match.remaining.quotient(by: amount))
  }
}

extension Positions {
  /// Computes everything under ``CostBasis/hmrc``.
  init(
    hmrc transactions: [Transaction], currentPrices: [String: Coin], rate: ExchangeRate?
  ) {
    let histories = Dictionary(grouping: inLedgerOrder(transactions), by: \.coinId)
    let coins = histories.map { id, history in
      HMRCPosition(
        coin: currentPrices[id] ?? Coin(id: id, symbol: id, name: id), history: history, rate: rate)
    }
    let closed = coins.flatMap(\.closed)
    self.init(
      holdings: inValueOrder(coins.compactMap(\.holding)), closedPositions: inClosingOrder(closed),
      closed: ClosedTotals(closed))
  }
}

extension ClosedTotals {
  fileprivate init(_ positions: [ClosedPosition]) {
    for position in positions {
      count += 1
      realizedPnL += position.exactRealizedPnL
      cost += position.exactTotalCost
      isKnown = isKnown && position.isResultKnown
    }
  }
}
