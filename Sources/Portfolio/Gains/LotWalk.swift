public import Exact
public import FoundationEssentials

/// Coins of one lot, or of a pool, and their cost.
public struct LotPart: Equatable, Sendable {
  /// Coins, unrounded.
  public let amount: Quantity
  /// Their cost, unrounded.
  public let cost: Cost
  /// When they were acquired; `nil` in pools and averages.
  public let acquired: Date?
  /// Whether ``cost`` is known.
  public let isCostKnown: Bool

  /// The lots that a transaction adds; `nil` if it adds none.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - carried: The lots that migrations carry over.
  public static func coming(
    with transaction: Transaction, costBasis: CostBasis, carrying carried: CarriedLots
  ) -> [LotPart]? {
    switch transaction.costEffect {
    case .acquire:
      [
        LotPart(
          amount: transaction.amount, cost: transaction.exactTotal,
          acquired: Origin(transaction).acquired, isCostKnown: transaction.isTotalKnown)
      ]
    case .arrive: carried.arriving(transaction, costBasis).map { LotPart($0) }
    case .dispose, .leave, .shrink: nil
    }
  }
}

extension LotPart {
  fileprivate init(_ lot: CarriedLot) {
    self.init(
      amount: lot.amount, cost: lot.cost, acquired: lot.acquired, isCostKnown: lot.isCostKnown)
  }

  fileprivate init(_ part: UsedSale.Part) {
    self.init(
      amount: part.amount, cost: part.cost, acquired: part.acquired, isCostKnown: part.isCostKnown)
  }
}

/// Why lots move from one place to another.
public enum LotReason: Hashable, Sendable {
  /// A transaction or a move used them.
  case row(UUID)
  /// Per-account books begin, and this account receives them; `nil` for rows that name none.
  case opening(String?)
}

/// Finds the lots used by one coin's transactions and moves, one transaction at a time.
public struct LotWalk {
  private let carried: CarriedLots
  private var sales: SalesOfCoin
  private var count = 0

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations and transfers carry over.
  public init(
    costBasis: CostBasis, calendar: LocalCalendar = .utc, carrying carried: CarriedLots
  ) {
    self.carried = carried
    sales = SalesOfCoin(coinId: "", costBasis: costBasis, calendar)
  }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Parameter report: Receives the lots that transactions use once later purchases cannot change
  ///   them; at once if ``CostBasis/knowsCostAtSale``. With per-account books it also receives the
  ///   lots that moves use and those that books start with.
  public mutating func apply(_ transaction: Transaction, _ report: (LotReason, [LotPart]) -> Void) {
    sales.apply(transaction, order: count, carrying: carried) { sale in
      report(.row(sale.id), sale.parts.map { LotPart($0) })
    } leave: { reason, lots in
      report(reason, lots.map { LotPart($0) })
    }
    count += 1
  }

  /// Ends the history; `report` receives the remaining lots.
  public mutating func finish(_ report: (LotReason, [LotPart]) -> Void) {
    sales.finish { sale in
      report(.row(sale.id), sale.parts.map { LotPart($0) })
    } leave: { reason, lots in
      report(reason, lots.map { LotPart($0) })
    }
    for (id, lots) in sales.matchedMoves { report(.row(id), lots.map { LotPart($0) }) }
  }
}

extension CostBasis {
  /// Whether the cost of a sale depends only on earlier transactions.
  public var knowsCostAtSale: Bool { self != .buyAverage && self != .hmrc }
}
