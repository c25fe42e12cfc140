public import Exact
public import FoundationEssentials

/// The transactions of one coin from the first buy after zero until the balance returns to zero, in
/// sums.
///
/// Amounts are coins, money is US dollars. ``exact`` holds the sums themselves; the other decimals
/// are rounded once to 38 digits.
public struct Cycle: Equatable, Sendable {
  /// The sums, every digit.
  public struct Sums: Equatable, Sendable {
    /// Coins bought or received.
    public var bought: Quantity = 0
    /// Paid for them.
    public var paid: Cost = 0
    /// Coins sold.
    public var sold: Quantity = 0
    /// Received for them.
    public var received: Cost = 0
    /// Cost that came with coins of another coin less cost that left with coins given away or
    /// migrated, by method; empty in nearly every cycle.
    public internal(set) var carried: [CostBasis: Cost] = [:]
    /// Coins that nothing says the worth of, by method; empty in nearly every cycle.
    ///
    /// Under `buy-average`, which later buys change, all that were bought and sold so, and the cost
    /// of a residue that such a sale closed.
    public internal(set) var unvalued: [CostBasis: Unvalued] = [:]

    /// Coins held.
    public var balance: Quantity { bought - sold }

    /// What the coins bought cost under a method, those that came from another coin included.
    public func paid(_ method: CostBasis) -> Cost { paid + (carried[method] ?? 0) }

    fileprivate mutating func carry(_ cost: Cost, _ method: CostBasis) {
      let sum = (carried[method] ?? 0) + cost
      carried[method] = sum.isZero ? nil : sum
    }
  }

  /// The sums, every digit.
  public private(set) var exact = Sums()
  /// Whether the total of every buy is known; in US dollars it always is.
  public private(set) var isPaidKnown = true
  /// Whether the total of every sale is known; in US dollars it always is.
  public private(set) var isReceivedKnown = true

  /// Makes a cycle without transactions.
  public init() {}

  /// Makes a cycle of its sums.
  public init(
    bought: Quantity, paid: Cost, sold: Quantity, received: Cost,
    carried: [CostBasis: Cost] = [:], unvalued: [CostBasis: Unvalued] = [:],
    isPaidKnown: Bool = true, isReceivedKnown: Bool = true
  ) {
    exact = Sums(
      bought: bought, paid: paid, sold: sold, received: received, carried: carried,
      unvalued: unvalued)
    self.isPaidKnown = isPaidKnown
    self.isReceivedKnown = isReceivedKnown
  }

  /// Whether every total in the sums is known.
  public var isKnown: Bool { isPaidKnown && isReceivedKnown }

  /// Coins bought or received.
  public var bought: ExactDecimal { exact.bought.figure }
  /// Paid for them.
  public var paid: ExactDecimal { exact.paid.figure }
  /// Coins sold.
  public var sold: ExactDecimal { exact.sold.figure }
  /// Received for them.
  public var received: ExactDecimal { exact.received.figure }
  /// Coins held.
  public var balance: ExactDecimal { exact.balance.figure }

  mutating func count(_ transaction: Transaction) {
    guard transaction.lacksRate else { return }
    if transaction.type.isAcquisition { isPaidKnown = false } else { isReceivedKnown = false }
  }

  mutating func acquire(_ amount: Quantity, for total: Cost, isUnvalued: Bool = false) {
    exact.bought += amount
    exact.paid += total
    guard isUnvalued else { return }
    for method in CostBasis.stored { exact.unvalued.change(method) { $0.held += amount } }
  }

  /// Takes a purchase out after which no coins were.
  mutating func forget(_ amount: Quantity, for total: Cost, isUnvalued: Bool) {
    exact.bought -= amount
    exact.paid -= total
    guard isUnvalued else { return }
    for method in CostBasis.stored { exact.unvalued.change(method) { $0.held -= amount } }
  }

  /// - Parameter taken: What the books gave, where nothing says the worth of some coins.
  mutating func dispose(
    _ amount: Quantity, for total: Cost, isUnvalued: Bool = false, isClosing: Bool = false,
    taking taken: [CostBasis: TakenCoins] = [:]
  ) {
    exact.sold += amount
    exact.received += total
    guard isUnvalued || !exact.unvalued.isEmpty else { return }
    if isUnvalued {
      // The last sale has the cost of the residue, too.
      let residue = isClosing ? remainingBuyAverageCost : 0
      exact.unvalued.change(.buyAverage) {
        $0.sold += amount
        $0.cost += residue
      }
    }
    for (method, coins) in taken {
      exact.unvalued.change(method) {
        $0.held -= coins.unvalued
        $0.dispose(coins, for: total, isUnvalued: isUnvalued)
      }
    }
  }

  /// Coins that nothing says the worth of under a method.
  func unvalued(_ method: CostBasis) -> Unvalued {
    guard let found = exact.unvalued[method] else { return Unvalued() }
    guard method == .buyAverage, exact.bought > .zero else { return found }
    var unvalued = Unvalued()
    unvalued.held = found.held.share(max(exact.balance, 0), of: exact.bought)
    guard exact.sold > .zero else { return unvalued }
    unvalued.sold = found.sold + found.held.share(exact.sold - found.sold, of: exact.bought)
    unvalued.proceeds = exact.received.share(found.held, of: exact.bought)
    unvalued.cost =
      found.cost + exact.buyAverageCost(of: exact.sold).share(found.sold, of: exact.sold)
    return unvalued
  }

  /// Takes in coins that came with the cost they had elsewhere.
  mutating func arrive(_ amount: Quantity, _ lots: (CostBasis) -> [CarriedLot]) {
    exact.bought += amount
    for method in CostBasis.allCases {
      let lots = lots(method)
      guard !lots.isEmpty else { continue }
      exact.carry(lots.reduce(Cost.zero) { $0 + $1.cost }, method)
      isPaidKnown = isPaidKnown && lots.allSatisfy { $0.isCostKnown || $0.isUnvalued }
      let unvalued = lots.filter(\.isUnvalued).amount
      if !unvalued.isZero { exact.unvalued.change(method) { $0.held += unvalued } }
    }
  }

  /// Takes coins out as if they had never been bought.
  ///
  /// - Parameters:
  ///   - costs: What they take along, by method; nothing where it stays with what is left.
  ///   - taken: What the books gave, where nothing says the worth of some coins.
  mutating func leave(
    _ amount: Quantity, _ costs: [CostBasis: Cost] = [:], taking taken: [CostBasis: TakenCoins]
  ) {
    if !exact.unvalued.isEmpty {
      let (held, bought) = (exact.balance, exact.bought)
      exact.unvalued.change(.buyAverage) { $0.held -= $0.held.share(amount, of: bought) }
      exact.unvalued.change(.average) { $0.held -= $0.held.share(amount, of: held) }
      for (method, coins) in taken where method != .average {
        exact.unvalued.change(method) { $0.held -= coins.unvalued }
      }
    }
    exact.bought -= amount
    for (method, cost) in costs { exact.carry(-cost, method) }
  }
}

/// A cycle that closed, as it can be stored.
public struct ClosedCycle: Equatable, Sendable {
  /// The coin's id.
  public let coinId: String
  /// The id of the sale that closed the cycle.
  public let closingID: UUID
  /// The date of that sale.
  public let closedDate: Date
  /// The sums.
  public let cycle: Cycle

  /// Makes a closed cycle.
  public init(coinId: String, closingID: UUID, closedDate: Date, cycle: Cycle) {
    self.coinId = coinId
    self.closingID = closingID
    self.closedDate = closedDate
    self.cycle = cycle
  }

  /// Whether anything was sold: coins that all went elsewhere with their cost have no result.
  var hasResult: Bool { !cycle.exact.sold.isZero }

  /// What the forgotten residue adds to the proceeds: its coins at the average sale price.
  ///
  /// The one figure of a closed cycle that needs a division; it is rounded once to ``costPlaces``.
  public var forgotten: Cost {
    let sums = cycle.exact
    guard hasResult, sums.sold != sums.bought else { return 0 }
    return sums.received.prorated(sums.balance, of: sums.sold)
  }

  /// (average sale − average cost) × coins bought.
  public func realizedPnL(_ method: CostBasis) -> Cost {
    cycle.exact.received - cycle.exact.paid(method) + forgotten
  }
}

/// Decimal places of a US dollar to which the cost of a sold part is rounded.
///
/// Far below what any figure shows, and the same everywhere: what is left is found by subtraction,
/// so that parts always add up to the whole.
public let costPlaces = 48

extension ExactValue {
  /// As much of the value as `part` is of `whole`, rounded once to ``costPlaces``.
  public func prorated<Unit: ExactValue>(_ part: Unit, of whole: Unit) -> Self {
    prorated(part.number, of: whole.number)
  }

  /// As much of the value as `part` is of `whole`, rounded once to ``costPlaces``.
  public func prorated(_ part: ExactDecimal, of whole: ExactDecimal) -> Self {
    prorated(part, of: whole, places: costPlaces)
  }
}

/// Puts transactions into ledger order: by date, and where dates are equal as they came.
///
/// - Parameter transactions: Transactions in insertion order.
/// - Returns: The same transactions; an already ordered list costs one pass.
public func inLedgerOrder(_ transactions: [Transaction]) -> [Transaction] {
  let isOrdered = zip(transactions, transactions.dropFirst()).allSatisfy { $0.date <= $1.date }
  if isOrdered { return transactions }
  return transactions.enumerated()
    .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
    .map(\.element)
}
