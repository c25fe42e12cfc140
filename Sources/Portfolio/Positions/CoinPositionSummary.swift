public import Exact

/// The small part of a coin's position: all that holdings and totals need, without parcels.
public struct CoinPositionSummary: Equatable, Sendable {
  /// The coin's id.
  public let coinId: String
  /// The open cycle, `nil` when nothing is held.
  public let open: Cycle?
  /// The closed cycles, as sums.
  public let closed: ClosedTotals
  /// Cost of the coins still held, in the order of ``CostBasis/stored``.
  let remainingCosts: [Cost]
  /// The sums of the open cycle that are unknown because a rate is missing; none in US dollars.
  public let unknown: UnknownSums

  init(
    coinId: String, open: Cycle?, closed: ClosedTotals, remainingCosts: [Cost],
    unknown: UnknownSums = UnknownSums()
  ) {
    self.coinId = coinId
    self.open = open
    self.closed = closed
    self.remainingCosts = remainingCosts
    self.unknown = unknown
  }

  /// Cost of the coins still held, unrounded.
  public func exactRemainingCost(_ costBasis: CostBasis) -> Cost {
    CostBasis.stored.firstIndex(of: costBasis).map { remainingCosts[$0] } ?? 0
  }

  /// Cost of the coins sold in the open cycle, unrounded.
  public func exactSoldCost(_ costBasis: CostBasis) -> Cost {
    open.map { $0.exact.paid(costBasis) - exactRemainingCost(costBasis) } ?? 0
  }

  /// The summary after the coin's next transaction in ledger order if that needs no parcels; `nil`
  /// for a sale, which takes coins out of parcels, and for a total without a rate.
  public func adding(_ transaction: Transaction) -> CoinPositionSummary? {
    guard transaction.costEffect == .acquire, !transaction.lacksRate else { return nil }
    let total = transaction.exactTotal
    var cycle = open ?? Cycle()
    cycle.count(transaction)
    cycle.acquire(transaction.amount, for: total, isUnvalued: transaction.isUnvalued)
    let costs = zip(CostBasis.stored, remainingCosts).map { method, cost in
      method == .buyAverage ? cycle.remainingBuyAverageCost : cost + total
    }
    return CoinPositionSummary(
      coinId: coinId, open: cycle, closed: closed, remainingCosts: costs, unknown: unknown)
  }

  /// The summary without a transaction after which no coins were removed; `nil` for a transaction
  /// that removed coins itself, and if nothing is left.
  public func removing(_ transaction: Transaction) -> CoinPositionSummary? {
    guard var cycle = open, transaction.costEffect == .acquire, !transaction.lacksRate else {
      return nil
    }
    let total = transaction.exactTotal
    cycle.forget(transaction.amount, for: total, isUnvalued: transaction.isUnvalued)
    guard cycle.exact.balance > .zero else { return nil }
    let costs = zip(CostBasis.stored, remainingCosts).map { method, cost in
      method == .buyAverage ? cycle.remainingBuyAverageCost : cost - total
    }
    return CoinPositionSummary(
      coinId: coinId, open: cycle, closed: closed, remainingCosts: costs, unknown: unknown)
  }

  /// What is held, `nil` when nothing is; the cost is unknown under methods that are not stored.
  ///
  /// - Parameters:
  ///   - coin: The coin with its price in US dollars.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rate: The rate that converts that price, `nil` for US dollars.
  public func holding(
    of coin: Coin, costBasis: CostBasis, rate: ExchangeRate? = nil
  ) -> Holding? {
    sums(costBasis).holding(of: coin, rate: rate)
  }

  /// The figures under one method; costs are unknown under methods that are not stored.
  public func sums(_ costBasis: CostBasis) -> CoinSums {
    let isKept = CostBasis.stored.contains(costBasis)
    let hasSold = open.map { !$0.exact.sold.isZero } ?? false
    return CoinSums(
      coinId: coinId, open: open, remainingCost: exactRemainingCost(costBasis),
      soldCost: exactSoldCost(costBasis),
      isCostKnown: isKept && !unknown.held.contains(costBasis),
      isSoldCostKnown: (isKept || !hasSold) && !unknown.sold.contains(costBasis),
      unvalued: open?.unvalued(costBasis) ?? Unvalued(),
      closed: ClosedSums(closed, costBasis))
  }

  /// The position in one line of plain numbers; equal positions give equal lines.
  ///
  /// Closed: count, result, cost, residue. If something is held: bought, paid, sold, received, and
  /// the remaining cost of each method. If cost arrived or left with coins, after a `c`: that of
  /// the closed cycles and of the open one, by method. If a worth is unknown, after a `u`: the
  /// coins left out of the closed cycles and of the open one, by method.
  public var text: String {
    var numbers = [ExactDecimal(closed.count)]
    numbers += [closed.realizedPnL, closed.cost, closed.forgotten].map(\.number)
    if let sums = open?.exact {
      numbers += [sums.bought.number, sums.paid.number, sums.sold.number, sums.received.number]
      numbers += remainingCosts.map(\.number)
    }
    var words = [numbers.map(\.description).joined(separator: " ")]
    let carried = [closed.carried, open?.exact.carried ?? [:]]
    if carried.contains(where: { !$0.isEmpty }) { words += ["c"] + carried.map(carriedText) }
    let unvalued = [closed.unvalued, open?.exact.unvalued ?? [:]]
    if unvalued.contains(where: { !$0.isEmpty }) { words += ["u"] + unvalued.map(\.text) }
    return words.joined(separator: " ")
  }

  /// Reads what ``text`` wrote.
  ///
  /// - Throws: ``PositionDataError`` for any other text.
  public init(coinId: String, text: String) throws(PositionDataError) {
    let halves = text.split(separator: " u ", omittingEmptySubsequences: false)
    let words = (halves.dropFirst().first ?? "").split(separator: " ")
    let half = words.count / 2
    let unvalued = [words.prefix(half), words.dropFirst(half)].map {
      [CostBasis: Unvalued](text: $0.joined(separator: " ")) ?? [:]
    }
    let parts = halves[0].split(separator: " c ", omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: " ", omittingEmptySubsequences: false)
      .compactMap { ExactDecimal(String($0)) }
    let methods = CostBasis.stored.count
    guard numbers.count == 4 || numbers.count == 8 + methods,
      let count = text.split(separator: " ").first.flatMap({ Int($0) }), count >= 0
    else { throw PositionDataError(coinId: coinId) }
    let carried = parts.dropFirst().first?.split(separator: " ").map(String.init) ?? []
    var closed = ClosedTotals()
    closed.count = count
    closed.realizedPnL = Cost(numbers[1])
    closed.cost = Cost(numbers[2])
    closed.forgotten = Cost(numbers[3])
    closed.carried = Portfolio.carried(carried.prefix(methods).joined(separator: " "))
    closed.unvalued = unvalued[0]
    let isOpen = numbers.count > 4
    self.init(
      coinId: coinId,
      open: isOpen
        ? Cycle(
          bought: Quantity(numbers[4]), paid: Cost(numbers[5]), sold: Quantity(numbers[6]),
          received: Cost(numbers[7]),
          carried: Portfolio.carried(carried.dropFirst(methods).joined(separator: " ")),
          unvalued: unvalued[1])
        : nil,
      closed: closed,
      remainingCosts: isOpen ? numbers[8...].map { Cost($0) } : Array(repeating: 0, count: methods))
    guard self.text == text else { throw PositionDataError(coinId: coinId) }
  }
}

/// Costs by method in one line, in the order of ``CostBasis/stored``.
func carriedText(_ carried: [CostBasis: Cost]) -> String {
  CostBasis.stored.map { (carried[$0] ?? 0).description }.joined(separator: " ")
}

/// Reads what ``carriedText(_:)`` wrote; empty for any other text.
func carried(_ text: String) -> [CostBasis: Cost] {
  let numbers = text.split(separator: " ").compactMap { Cost(String($0)) }
  guard numbers.count == CostBasis.stored.count else { return [:] }
  return Dictionary(
    uniqueKeysWithValues: zip(CostBasis.stored, numbers).filter { !$1.isZero })
}

extension Cycle {
  /// Carried costs and what figures leave out, by method, as plain numbers; `nil` if there is
  /// neither, as in nearly every cycle.
  public var sideText: String? {
    guard exact.unvalued.isEmpty else {
      return carriedText(exact.carried) + " " + exact.unvalued.text
    }
    return exact.carried.isEmpty ? nil : carriedText(exact.carried)
  }

  /// Creates a cycle from its sums and what ``sideText`` wrote.
  public init(
    bought: Quantity, paid: Cost, sold: Quantity, received: Cost, sideText: String?,
    isPaidKnown: Bool = true, isReceivedKnown: Bool = true
  ) {
    let words = (sideText ?? "").split(separator: " ")
    let methods = CostBasis.stored.count
    self.init(
      bought: bought, paid: paid, sold: sold, received: received,
      carried: Portfolio.carried(words.prefix(methods).joined(separator: " ")),
      unvalued: .init(text: words.dropFirst(methods).joined(separator: " ")) ?? [:],
      isPaidKnown: isPaidKnown, isReceivedKnown: isReceivedKnown)
  }
}
