public import Exact
public import FoundationEssentials

/// The sums of one coin's transactions from the first buy after zero until the balance returns to
/// zero.
///
/// Amounts are coins, money is US dollars. ``exact`` has the unrounded sums; the other decimals are
/// rounded once to 38 digits.
public struct Cycle: Equatable, Sendable {
  /// The sums, unrounded.
  public struct Sums: Equatable, Sendable {
    /// Coins bought or received.
    public var bought: Quantity = 0
    /// Cost of the coins bought.
    public var paid: Cost = 0
    /// Coins sold.
    public var sold: Quantity = 0
    /// Proceeds of the coins sold.
    public var received: Cost = 0
    /// Cost that arrived with coins of another coin less cost that left with coins given away or
    /// migrated, by method; empty in nearly every cycle.
    public internal(set) var carried: [CostBasis: Cost] = [:]
    /// Coins of unknown worth, by method; empty in nearly every cycle.
    ///
    /// Under `buy-average`, which later buys change, all such coins bought and sold, and the cost
    /// of a residue that such a sale closed.
    public internal(set) var unvalued: [CostBasis: Unvalued] = [:]

    /// Coins held.
    public var balance: Quantity { bought - sold }

    /// Cost of the coins bought under a method, including those from another coin.
    public func paid(_ method: CostBasis) -> Cost { paid + (carried[method] ?? 0) }

    fileprivate mutating func carry(_ cost: Cost, _ method: CostBasis) {
      let sum = (carried[method] ?? 0) + cost
      carried[method] = sum.isZero ? nil : sum
    }
  }

  /// The sums, unrounded.
  public private(set) var exact = Sums()
  /// Whether the total of every buy is known; in US dollars it always is.
  public private(set) var isPaidKnown = true
  /// Whether the total of every sale is known; in US dollars it always is.
  public private(set) var isReceivedKnown = true

  /// Creates a cycle without transactions.
  public init() {}

  /// Creates a cycle from its sums.
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
  /// Cost of the coins bought.
  public var paid: ExactDecimal { exact.paid.figure }
  /// Coins sold.
  public var sold: ExactDecimal { exact.sold.figure }
  /// Proceeds of the coins sold.
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

  /// Removes a purchase after which no coins were removed.
  mutating func forget(_ amount: Quantity, for total: Cost, isUnvalued: Bool) {
    exact.bought -= amount
    exact.paid -= total
    guard isUnvalued else { return }
    for method in CostBasis.stored { exact.unvalued.change(method) { $0.held -= amount } }
  }

  /// - Parameter taken: What the books returned, if some coins are of unknown worth.
  mutating func dispose(
    _ amount: Quantity, for total: Cost, isUnvalued: Bool = false, isClosing: Bool = false,
    taking taken: [CostBasis: TakenCoins] = [:]
  ) {
    exact.sold += amount
    exact.received += total
    guard isUnvalued || !exact.unvalued.isEmpty else { return }
    if isUnvalued {
      // The last sale also has the cost of the residue.
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

  /// Coins of unknown worth under a method.
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

  /// Adds coins that arrive with their existing cost.
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

  /// Removes coins as if they had never been bought.
  ///
  /// - Parameters:
  ///   - costs: The cost they take along, by method; empty if it stays with the remaining coins.
  ///   - taken: What the books returned, if some coins are of unknown worth.
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

/// A closed cycle in storable form.
public struct ClosedCycle: Equatable, Sendable {
  /// The coin's id.
  public let coinId: String
  /// The id of the sale that closed the cycle.
  public let closingID: UUID
  /// The date of that sale.
  public let closedDate: Date
  /// The sums.
  public let cycle: Cycle

  /// Creates a closed cycle.
  public init(coinId: String, closingID: UUID, closedDate: Date, cycle: Cycle) {
    self.coinId = coinId
    self.closingID = closingID
    self.closedDate = closedDate
    self.cycle = cycle
  }

  /// Whether anything was sold: coins that all left with their cost have no result.
  var hasResult: Bool { !cycle.exact.sold.isZero }

  /// What the forgotten residue adds to the proceeds: its coins at the average sale price.
  ///
  /// The only figure of a closed cycle that needs a division; it is rounded once to ``costPlaces``.
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

/// Decimal places in US dollars to which the cost of a sold part is rounded.
///
/// Far more than any figure shows, and the same everywhere: remainders are found by subtraction, so
/// that parts always add up to the whole.
public let costPlaces = 48

extension ExactValue {
  /// The share of the value that `part` is of `whole`, rounded once to ``costPlaces``.
  public func prorated<Unit: ExactValue>(_ part: Unit, of whole: Unit) -> Self {
    prorated(part.number, of: whole.number)
  }

  /// The share of the value that `part` is of `whole`, rounded once to ``costPlaces``.
  public func prorated(_ part: ExactDecimal, of whole: ExactDecimal) -> Self {
    prorated(part, of: whole, places: costPlaces)
  }
}

/// Sorts transactions into ledger order: by date, then by insertion.
///
/// - Parameter transactions: Transactions in insertion order.
/// - Returns: The same transactions; an already ordered list takes one pass.
public func inLedgerOrder(_ transactions: [Transaction]) -> [Transaction] {
  let isOrdered = zip(transactions, transactions.dropFirst()).allSatisfy { $0.date <= $1.date }
  if isOrdered { return transactions }
  return transactions.enumerated()
    .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
    .map(\.element)
}
