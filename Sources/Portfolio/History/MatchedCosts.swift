import Exact
import FoundationEssentials

/// What every sale of a ledger cost under ``CostBasis/hmrc``, where it depends on what is bought
/// after it, and what coins that left without a sale or came from another coin cost.
public struct MatchedCosts: Sendable {
  struct OfTransaction {
    let cost: Cost
    /// The part of it that rests on estimates.
    let estimated: Cost
    let isKnown: Bool
  }

  private var costs: [UUID: OfTransaction] = [:]

  /// Matches whole histories of coins: what is bought after a range matters to the sales in it.
  ///
  /// - Parameters:
  ///   - transactions: In insertion order, counted in the currency of the costs.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations bring; `nil` works them out, of a whole ledger.
  public init(
    _ transactions: [Transaction], calendar: LocalCalendar = .utc,
    carrying carried: CarriedLots? = nil
  ) {
    let ordered = inLedgerOrder(transactions)
    let carried = carried ?? CarriedLots(ordered, methods: [.hmrc], calendar: calendar)
    for (coinId, history) in Dictionary(grouping: ordered, by: \.coinId) {
      var matching = HMRCMatching(coinId: coinId, calendar)
      for (place, transaction) in history.enumerated() {
        matching.collect(transaction, place: place, carrying: carried)
      }
      var sales: [UsedSale] = []
      matching.finish { sales.append($0) }
      for sale in sales {
        costs[sale.id] = OfTransaction(
          cost: sale.parts.reduce(Cost.zero) { $0 + $1.cost },
          estimated: matching.estimatedCosts[sale.id] ?? 0,
          isKnown: sale.parts.allSatisfy(\.isCostKnown))
      }
      for (id, lots) in matching.moved {
        costs[id] = OfTransaction(
          cost: lots.reduce(Cost.zero) { $0 + $1.cost },
          estimated: matching.estimatedCosts[id] ?? 0, isKnown: lots.allSatisfy(\.isCostKnown))
      }
    }
  }

  subscript(_ id: UUID) -> OfTransaction? { costs[id] }
}

/// One coin's sums where the cost of sales is matched.
///
/// What is held cost what was paid less what sold coins cost, so that realized and unrealized
/// result always add up to the whole.
struct MatchedSums {
  private(set) var cost: Cost = 0
  /// Received for sales less paid for what was bought.
  private(set) var cashResult: Cost = 0
  private(set) var isCostKnown = true
  private(set) var isResultKnown = true
  /// The part of ``cost`` that rests on estimates.
  private var estimatedCost: Cost = 0
  /// Whether the result of a sale is estimated.
  private(set) var isResultEstimated = false

  /// Whether ``cost`` is estimated.
  var isCostEstimated: Bool { !estimatedCost.isZero }

  mutating func apply(_ transaction: Transaction, _ costs: MatchedCosts, isClosing: Bool) {
    let total = transaction.exactTotal
    let known = costs[transaction.id]
    switch transaction.costEffect {
    case .acquire:
      cost += total
      cashResult -= total
      if transaction.isEstimated { estimatedCost += total }
      isCostKnown = isCostKnown && transaction.isTotalKnown
    case .arrive:
      cost += known?.cost ?? 0
      cashResult -= known?.cost ?? 0
      estimatedCost += known?.estimated ?? 0
      isCostKnown = isCostKnown && known?.isKnown ?? false
    case .leave:
      cost -= known?.cost ?? 0
      cashResult += known?.cost ?? 0
      estimatedCost -= known?.estimated ?? 0
    case .shrink where !isClosing: break
    case .dispose, .shrink:
      cost -= known?.cost ?? 0
      cashResult += total
      estimatedCost -= known?.estimated ?? 0
      isResultEstimated =
        isResultEstimated || transaction.isEstimated || !(known?.estimated ?? 0).isZero
      isResultKnown = isResultKnown && transaction.isTotalKnown && known?.isKnown ?? false
      isCostKnown = isClosing || isCostKnown && known?.isKnown ?? false
    }
  }
}
