public import Exact
public import FoundationEssentials

/// Coins of one lot, or of a pool, with what they cost.
public struct LotPart: Equatable, Sendable {
  /// Coins, every digit.
  public let amount: Quantity
  /// What they cost, every digit.
  public let cost: Cost
  /// When they were acquired; `nil` in pools and averages.
  public let acquired: Date?
  /// Whether ``cost`` is known.
  public let isCostKnown: Bool

  /// The lots that a transaction brings; `nil` where it brings none.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - carried: The lots that migrations bring.
  public static func coming(
    with transaction: Transaction, costBasis: CostBasis, carrying carried: CarriedLots
  ) -> [LotPart]? {
    switch transaction.costEffect {
    case .acquire:
      [
        LotPart(
          amount: transaction.exactAmount, cost: transaction.exactTotal,
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

/// Why lots go from one place to another.
public enum LotReason: Hashable, Sendable {
  /// A transaction or a move takes them.
  case row(UUID)
  /// A book for each account begins, and this account has them; `nil` stands for rows that name
  /// none.
  case opening(String?)
}

/// The lots that the transactions and moves of one coin take, found one transaction after the
/// other.
public struct LotWalk {
  private let carried: CarriedLots
  private var sales: SalesOfCoin
  private var count = 0

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring.
  public init(
    costBasis: CostBasis, calendar: LocalCalendar = .utc, carrying carried: CarriedLots
  ) {
    self.carried = carried
    sales = SalesOfCoin(coinId: "", costBasis: costBasis, calendar)
  }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Parameter report: Receives the lots that transactions take, once later purchases cannot
  ///   change them: where ``CostBasis/knowsCostAtSale``, at once. With a book for each account it
  ///   receives those that moves take, too, and those that books begin with.
  public mutating func apply(_ transaction: Transaction, _ report: (LotReason, [LotPart]) -> Void) {
    sales.apply(transaction, order: count, carrying: carried) { sale in
      report(.row(sale.id), sale.parts.map { LotPart($0) })
    } leave: { reason, lots in
      report(reason, lots.map { LotPart($0) })
    }
    count += 1
  }

  /// Ends the history; `report` receives the lots of those that waited for it.
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
  /// Whether what a sale costs follows from what was before it.
  public var knowsCostAtSale: Bool { self != .buyAverage && self != .hmrc }
}
