import Exact
import FoundationEssentials

/// What every sale of a ledger cost under ``CostBasis/hmrc``, where it depends on what is bought
/// after it.
public struct MatchedCosts: Sendable {
  struct OfSale {
    let cost: Cost
    let isKnown: Bool
  }

  private let sales: [UUID: OfSale]

  /// Matches a whole ledger: what is bought after a range matters to the sales in it.
  ///
  /// - Parameter transactions: In insertion order, counted in the currency of the costs.
  public init(_ transactions: [Transaction]) {
    sales = Dictionary(
      usedSales(inLedgerOrder(transactions), costBasis: .hmrc).map { sale in
        let cost = sale.parts.reduce(Cost.zero) { $0 + $1.cost }
        return (sale.id, OfSale(cost: cost, isKnown: sale.parts.allSatisfy(\.isCostKnown)))
      }, uniquingKeysWith: { first, _ in first })
  }

  subscript(_ id: UUID) -> OfSale? { sales[id] }
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

  mutating func apply(_ transaction: Transaction, _ costs: MatchedCosts, isClosing: Bool) {
    let total = transaction.exactTotal
    guard transaction.type == .sell else {
      cost += total
      cashResult -= total
      isCostKnown = isCostKnown && transaction.isTotalKnown
      return
    }
    let sold = costs[transaction.id]
    cost -= sold?.cost ?? 0
    cashResult += total
    isResultKnown = isResultKnown && transaction.isTotalKnown && sold?.isKnown ?? false
    isCostKnown = isClosing || isCostKnown && sold?.isKnown ?? false
  }
}
