public import Exact
import FoundationEssentials

/// The sales of a coin's whole history, whose costs are worked out apart from its cycles: by HMRC's
/// matching, or by a book for each account.
struct MatchedSales {
  /// By cycle; within one, as their figures became final.
  let sales: [UsedSale]
  /// The lots that left or came without a sale or purchase, by transaction.
  let moved: [(id: UUID, lots: [CarriedLot])]
  /// The estimated part of what transactions cost, where the method separates it; only of those
  /// with one.
  let estimates: [UUID: Cost]?
  /// The cycles that closed, each with the number of sales up to its end.
  let ended: [(cycle: ClosedCycle, saleCount: Int)]
  /// The cycle that did not close.
  let open: Cycle?
  /// What is held.
  let held: SalesOfCoin.Held

  /// Works the sales out.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - history: Its transactions in ledger order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring.
  init(
    of coinId: String, _ history: [Transaction], costBasis: CostBasis, _ calendar: LocalCalendar,
    carrying carried: CarriedLots
  ) {
    var books = SalesOfCoin(coinId: coinId, costBasis: costBasis, calendar)
    var sales: [UsedSale] = []
    var moved: [(id: UUID, lots: [CarriedLot])] = []
    for (order, transaction) in history.enumerated() {
      books.apply(transaction, order: order, carrying: carried) {
        sales.append($0)
      } leave: {
        if $0 == .row(transaction.id) { moved.append((transaction.id, $1)) }
      }
      if costBasis != .hmrc, transaction.costEffect == .arrive {
        moved.append((transaction.id, carried.arriving(transaction, costBasis)))
      }
    }
    held = books.finishHolding { sales.append($0) }
    self.sales = sales
    self.moved = moved + books.matchedMoves
    estimates = costBasis == .hmrc ? books.matchedEstimates : nil
    ended = books.ended
    open = books.open
  }
}

/// A cycle that closed, with what its sales cost where that is worked out apart from the cycles.
public struct MatchedCycle: Equatable, Sendable {
  /// The cycle.
  public let closed: ClosedCycle
  /// What its sales cost.
  public let cost: Cost
  /// What figures leave out because nothing says its worth.
  public let unvalued: Unvalued
  /// Whether ``cost`` is known.
  public let isCostKnown: Bool

  /// Its figures.
  ///
  /// - Parameter coin: The coin, for its symbol and name only.
  public func position(of coin: Coin) -> ClosedPosition {
    ClosedPosition(
      coin: coin, closed: closed, cost: cost, unvalued: unvalued, isCostKnown: isCostKnown)
  }
}

/// One coin with the costs of its sales worked out apart from its cycles, which are as everywhere.
public struct MatchedCoin {
  /// Its figures in sums.
  public let sums: CoinSums
  /// The cycles that closed, oldest first.
  public let closed: [MatchedCycle]
  /// The lots held, by account where each has a book, oldest first.
  let lots: [Lot]

  /// Works a coin out.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - history: Its transactions in ledger order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring.
  public init(
    coinId: String, history: [Transaction], costBasis: CostBasis, _ calendar: LocalCalendar,
    carrying carried: CarriedLots
  ) {
    self.init(
      coinId: coinId,
      MatchedSales(of: coinId, history, costBasis: costBasis, calendar, carrying: carried))
  }

  init(coinId: String, _ found: MatchedSales) {
    lots = found.held.lots
    var first = 0
    var closed: [MatchedCycle] = []
    for (cycle, end) in found.ended {
      let sold = Sold(found.sales[first..<end])
      closed.append(
        MatchedCycle(
          closed: cycle, cost: sold.cost, unvalued: sold.unvalued, isCostKnown: sold.isKnown))
      first = end
    }
    self.closed = closed
    let sold = found.open == nil ? Sold([]) : Sold(found.sales[first...])
    var unvalued = sold.unvalued
    if found.open != nil { unvalued.held = found.held.unvalued }
    let nameless = Coin(id: coinId, symbol: "", name: "")
    sums = CoinSums(
      coinId: coinId, open: found.open, remainingCost: found.open == nil ? 0 : found.held.cost,
      soldCost: sold.cost, isCostKnown: found.open == nil || found.held.isKnown,
      isSoldCostKnown: sold.isKnown, unvalued: unvalued,
      closed: ClosedSums(closed.lazy.map { $0.position(of: nameless) }))
  }

  /// What some sales cost.
  private struct Sold {
    var cost: Cost = 0
    var unvalued = Unvalued()
    /// Whether all but the unvalued part of it is known.
    var isKnown = true

    init(_ sales: ArraySlice<UsedSale>) {
      for sale in sales {
        unvalued = unvalued + sale.unvalued
        for part in sale.parts {
          cost += part.cost
          isKnown = isKnown && (part.isCostKnown || part.isUnvalued)
        }
      }
    }
  }
}

extension Positions {
  /// Computes everything where the costs of sales are worked out apart from the coins' cycles.
  init(
    matching transactions: [Transaction], currentPrices: [String: Coin], costBasis: CostBasis,
    rate: ExchangeRate?, _ calendar: LocalCalendar, carrying carried: CarriedLots
  ) {
    let coins = Self.histories(inLedgerOrder(transactions)).map { id, history in
      MatchedCoin(
        coinId: id, history: history, costBasis: costBasis, calendar, carrying: carried)
    }
    self.init(
      sums: coins.map(\.sums),
      closed: coins.flatMap { coin in
        coin.closed.map { $0.position(of: currentPrices[orBare: coin.sums.coinId]) }
      }, currentPrices: currentPrices, rate: rate)
  }

  /// The transactions of each coin; those of one coin alone, which may be many, are not copied.
  private static func histories(_ ordered: [Transaction]) -> [String: [Transaction]] {
    guard let coinId = ordered.first?.coinId else { return [:] }
    guard ordered.contains(where: { $0.coinId != coinId }) else { return [coinId: ordered] }
    return Dictionary(grouping: ordered, by: \.coinId)
  }
}
