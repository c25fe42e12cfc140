import Exact
import FoundationEssentials

/// What every sale of a ledger cost where that is worked out apart from the coins' cycles, and what
/// coins that left without a sale or came from another coin cost.
public struct MatchedCosts: Sendable {
  struct OfTransaction {
    fileprivate(set) var cost: Cost = 0
    /// The part of it that rests on estimates.
    fileprivate(set) var estimated: Cost = 0
    fileprivate(set) var isKnown = true
    /// Coins of it that nothing says the worth of.
    fileprivate(set) var coins: Quantity = 0
    /// What of a sale figures leave out.
    fileprivate(set) var unvalued = Unvalued()
  }

  private var costs: [UUID: OfTransaction] = [:]

  /// Matches whole histories of coins: what is bought after a range matters to the sales in it.
  ///
  /// - Parameters:
  ///   - transactions: In insertion order, counted in the currency of the costs.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring; `nil` works those of migrations out,
  ///     of a whole ledger.
  public init(
    _ transactions: [Transaction], costBasis: CostBasis = .hmrc, calendar: LocalCalendar = .utc,
    carrying carried: CarriedLots? = nil
  ) {
    let ordered = inLedgerOrder(transactions)
    let carried = carried ?? CarriedLots(ordered, methods: [costBasis], calendar: calendar)
    for (coinId, history) in Dictionary(grouping: ordered, by: \.coinId) {
      add(MatchedSales(of: coinId, history, costBasis: costBasis, calendar, carrying: carried))
    }
  }

  init(_ found: MatchedSales) { add(found) }

  private mutating func add(_ found: MatchedSales) {
    for sale in found.sales {
      for part in sale.parts {
        add(
          part.cost, of: sale.id, isEstimated: part.isEstimated,
          isKnown: part.isCostKnown || part.isUnvalued)
        if part.isUnvalued { costs[sale.id]?.coins += part.amount }
      }
      costs[sale.id]?.unvalued = sale.unvalued
    }
    for (id, lots) in found.moved {
      for lot in lots {
        add(
          lot.cost, of: id, isEstimated: lot.isEstimated,
          isKnown: lot.isCostKnown || lot.isUnvalued)
        if lot.isUnvalued { costs[id]?.coins += lot.amount }
      }
    }
    guard let estimates = found.estimates else { return }
    for id in found.sales.map(\.id) + found.moved.map(\.id) {
      costs[id]?.estimated = estimates[id] ?? 0
    }
  }

  private mutating func add(_ cost: Cost, of id: UUID, isEstimated: Bool, isKnown: Bool) {
    var sum = costs[id] ?? OfTransaction()
    sum.cost += cost
    if isEstimated { sum.estimated += cost }
    sum.isKnown = sum.isKnown && isKnown
    costs[id] = sum
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
  /// Coins that nothing says the worth of, and what of sales figures leave out.
  private(set) var unvalued = Unvalued()
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
      isCostKnown = isCostKnown && !transaction.lacksRate
      if transaction.isUnvalued { unvalued.held += transaction.exactAmount }
    case .arrive:
      cost += known?.cost ?? 0
      cashResult -= known?.cost ?? 0
      estimatedCost += known?.estimated ?? 0
      isCostKnown = isCostKnown && known?.isKnown ?? false
      unvalued.held += known?.coins ?? 0
    case .leave:
      cost -= known?.cost ?? 0
      cashResult += known?.cost ?? 0
      estimatedCost -= known?.estimated ?? 0
      unvalued.held -= known?.coins ?? 0
    case .shrink where !isClosing: break
    case .dispose, .shrink:
      cost -= known?.cost ?? 0
      cashResult += total
      estimatedCost -= known?.estimated ?? 0
      isResultEstimated =
        isResultEstimated || transaction.isEstimated || !(known?.estimated ?? 0).isZero
      isResultKnown = isResultKnown && !transaction.lacksRate && known?.isKnown ?? false
      let left = known?.unvalued ?? Unvalued()
      unvalued = unvalued + left
      unvalued.held -= known?.coins ?? 0
      cashResult -= left.result
      isCostKnown = isClosing || isCostKnown && known?.isKnown ?? false
    }
  }
}
