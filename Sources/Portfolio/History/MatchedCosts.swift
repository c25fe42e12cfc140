import Exact
import FoundationEssentials

/// The cost of every sale in a ledger when it is computed separately from the coins' cycles, and of
/// coins that left without a sale or arrived from another coin.
public struct MatchedCosts: Sendable {
  struct OfTransaction {
    fileprivate(set) var cost: Cost = 0
    /// The estimated part of the cost.
    fileprivate(set) var estimated: Cost = 0
    fileprivate(set) var isKnown = true
    /// Coins of unknown worth among them.
    fileprivate(set) var coins: Quantity = 0
    /// What figures leave out of a sale.
    fileprivate(set) var unvalued = Unvalued()
  }

  private var costs: [UUID: OfTransaction] = [:]
  private var unknownAfter: Set<UUID> = []

  /// Matches whole coin histories, because purchases after a range affect the sales in it.
  ///
  /// - Parameters:
  ///   - transactions: In insertion order, counted in the currency of the costs.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations and transfers carry over; `nil` computes those of
  ///     migrations, which needs a whole ledger.
  public init(
    _ transactions: [Transaction], costBasis: CostBasis = .hmrc, calendar: LocalCalendar = .utc,
    carrying carried: CarriedLots? = nil
  ) {
    let ordered = inLedgerOrder(transactions)
    let carried = carried ?? CarriedLots(ordered, methods: [costBasis], calendar: calendar)
    for history in Dictionary(grouping: ordered, by: \.coinId).values {
      add(ofCoin: history, costBasis: costBasis, calendar: calendar, carrying: carried)
    }
  }

  /// Creates the costs of no sales.
  public init() {}

  /// Matches the whole history of one coin, so that no other needs to be in memory.
  ///
  /// - Parameters:
  ///   - history: In ledger order, counted in the currency of the costs.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations and transfers carry over.
  public mutating func add(
    ofCoin history: [Transaction], costBasis: CostBasis, calendar: LocalCalendar,
    carrying carried: CarriedLots
  ) {
    guard let coinId = history.first?.coinId else { return }
    add(MatchedSales(of: coinId, history, costBasis: costBasis, calendar, carrying: carried))
  }

  init(_ found: MatchedSales) { add(found) }

  private mutating func add(_ found: MatchedSales) {
    unknownAfter.formUnion(found.unknownAfter)
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

  /// Whether an account held coins of unknown cost after a transaction.
  func isHeldUnknown(after id: UUID) -> Bool { unknownAfter.contains(id) }
}

/// One coin's sums if the costs of sales are matched.
///
/// The cost of what is held is what was paid less the cost of sold coins, so that realized and
/// unrealized results always add up to the total.
struct MatchedSums {
  private(set) var cost: Cost = 0
  /// Proceeds of sales less the cost of purchases.
  private(set) var cashResult: Cost = 0
  private var arePurchasesKnown = true
  private var isHeldKnown = true
  private(set) var isResultKnown = true
  /// Held coins of unknown worth, and what figures leave out of sales.
  private(set) var unvalued = Unvalued()
  /// The estimated part of ``cost``.
  private var estimatedCost: Cost = 0
  /// Whether the result of any sale is estimated.
  private(set) var isResultEstimated = false

  /// Whether ``cost`` is known.
  var isCostKnown: Bool { arePurchasesKnown && isHeldKnown }

  /// Whether ``cost`` is estimated.
  var isCostEstimated: Bool { !estimatedCost.isZero }

  mutating func apply(_ transaction: Transaction, _ costs: MatchedCosts, isClosing: Bool) {
    let total = transaction.exactTotal
    let known = costs[transaction.id]
    isHeldKnown = isClosing || !costs.isHeldUnknown(after: transaction.id)
    switch transaction.costEffect {
    case .acquire:
      cost += total
      cashResult -= total
      if transaction.isEstimated { estimatedCost += total }
      arePurchasesKnown = arePurchasesKnown && !transaction.lacksRate
      if transaction.isUnvalued { unvalued.held += transaction.amount }
    case .arrive:
      cost += known?.cost ?? 0
      cashResult -= known?.cost ?? 0
      estimatedCost += known?.estimated ?? 0
      arePurchasesKnown = arePurchasesKnown && known?.isKnown ?? false
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
      arePurchasesKnown = isClosing || arePurchasesKnown && known?.isKnown ?? false
    }
  }
}
