import Exact
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
    for (place, transaction) in history.enumerated() {
      books.apply(transaction, place: place, carrying: carried) {
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

/// One coin with the costs of its sales worked out apart from its cycles, which are as everywhere.
struct MatchedCoin {
  private(set) var closed: [ClosedPosition] = []
  private(set) var holding: Holding?
  /// The lots held, by account where each has a book, oldest first.
  let lots: [Lot]
  /// What sales took out, and what left or came without one.
  let costs: MatchedCosts

  /// Works a coin out.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - history: Its transactions in ledger order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rate: The rate at which its price in US dollars counts, `nil` for US dollars.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring.
  init(
    coin: Coin, history: [Transaction], costBasis: CostBasis, rate: ExchangeRate?,
    _ calendar: LocalCalendar, carrying carried: CarriedLots
  ) {
    let found = MatchedSales(
      of: coin.id, history, costBasis: costBasis, calendar, carrying: carried)
    lots = found.held.lots
    costs = MatchedCosts(found)
    var first = 0
    for (cycle, end) in found.ended {
      let (cost, isKnown) = Self.cost(of: found.sales[first..<end])
      closed.append(ClosedPosition(coin: coin, closed: cycle, cost: cost, isCostKnown: isKnown))
      first = end
    }
    guard let open = found.open else { return }
    let (soldCost, isKnown) = Self.cost(of: found.sales[first...])
    holding = Holding(
      coin: coin, cycle: open, remainingCost: found.held.cost, soldCost: soldCost,
      known: Holding.KnownSums(
        cost: found.held.isKnown, soldCost: isKnown, proceeds: open.isReceivedKnown),
      rate: rate)
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
  /// Computes everything where the costs of sales are worked out apart from the coins' cycles.
  init(
    matching transactions: [Transaction], currentPrices: [String: Coin], costBasis: CostBasis,
    rate: ExchangeRate?, _ calendar: LocalCalendar, carrying carried: CarriedLots
  ) {
    let ordered = inLedgerOrder(transactions)
    let histories = Self.histories(ordered)
    let coins = histories.map { id, history in
      MatchedCoin(
        coin: currentPrices[id] ?? Coin(id: id, symbol: id, name: id), history: history,
        costBasis: costBasis, rate: rate, calendar, carrying: carried)
    }
    let closed = coins.flatMap(\.closed)
    self.init(
      holdings: inValueOrder(coins.compactMap(\.holding)), closedPositions: inClosingOrder(closed),
      closed: ClosedTotals(closed), costBasis: costBasis)
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
