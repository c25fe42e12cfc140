import Exact

/// The rest of an order after subtracting some of its fills.
struct OrderRest {
  /// The order with the remaining amounts.
  var movement: Movement {
    let rest = Movement(
      like: order, amount: Amount(order.amount.asset, amount, tolerance: order.amount.tolerance),
      counter: order.counter.map { Amount($0.asset, paid, tolerance: $0.tolerance) }, fee: fee,
      evidence: order.evidence)
    rest.fate = order.fate
    return rest
  }

  /// The event that reports the whole order, if nothing remains.
  var container: Movement? { isEmpty ? fills.first ?? reporter : nil }

  /// The subtracted fills.
  private(set) var fills: [Movement] = []
  /// The whole order.
  let order: Movement
  /// The last instant that its fills may have; the greatest if its end is unknown.
  let last: Int64
  private var amount: Quantity
  private var paid: Quantity
  private var fee: Amount?
  private var slack: Quantity
  private var reporter: Movement?

  /// The maximum number of fills to try as the last one.
  private static let maxLastFills = 4
  /// The maximum number of fills to try before asking the user.
  static let maxFills = 40
  /// The maximum number of sums to try, fewer if all later fills are tried.
  private var maxSums: Int { last == .max ? 2_000 : 20_000 }

  /// Starts with a whole order.
  init(of order: Movement, until last: Int64) {
    (self.order, self.last) = (order, last)
    (amount, paid, fee) = (order.amount.value, order.counter?.value ?? .zero, order.fee)
    slack = order.amount.tolerance + order.amount.tolerance
  }

  /// Whether nothing remains.
  ///
  /// Fills exceed an order that was still open when its report was exported.
  var isEmpty: Bool { (order.amount.value.isNegative ? -amount : amount) <= slack }

  /// Whether an order that counts has a rest.
  var isOpen: Bool { !isEmpty && order.fate == .counts }

  /// Subtracts a fill.
  mutating func subtract(_ fill: Movement) {
    fills.append(fill)
    amount = amount - fill.amount.value
    if let counter = fill.counter { paid = paid - counter.value }
    if let own = fee, let other = fill.fee, own.asset == other.asset {
      fee = Amount(own.asset, own.value - other.value, tolerance: own.tolerance)
    }
    slack = slack + fill.amount.tolerance + fill.amount.tolerance
  }

  /// Gives the last fill the order's fees, if no report of the fills has any.
  func giveFee() {
    guard order.fee != nil, !order.isFeeEstimated, let last = fills.max(by: { precedes($0, $1) }),
      fills.allSatisfy({ $0.fee == nil && $0.otherFees.isEmpty })
    else { return }
    (last.fee, last.otherFees) = (order.fee, order.otherFees)
  }

  /// All of the fills, or a few of them, that match the remaining amounts; `nil` if none do.
  func matching(_ fills: [Movement]) -> [Movement]? {
    guard !fills.isEmpty else { return nil }
    let all = fills.reduce(into: Sum.zero) { $0 = $0 + Sum($1) }
    if fits(all, slack: slack(of: fills)) { return fills }
    return subset(of: fills)
  }

  /// Of fills in the order's time, some that match and of which the last is not before its end.
  func matchingUntilEnd(_ fills: [Movement]) -> [Movement]? {
    let last = fills.filter { order.instant.at <= $0.instant.last }.prefix(Self.maxLastFills)
    for fill in last {
      var rest = self
      rest.subtract(fill)
      if rest.fits(.zero, slack: rest.slack) { return [fill] }
      let others = fills.filter { $0 !== fill && $0.instant.at <= fill.instant.at }
      if !rest.isEmpty, let some = rest.matching(others) { return some + [fill] }
    }
    return nil
  }

  /// Subtracts fills that a person declared part of the order.
  ///
  /// If they exceed the remaining amounts, the order is included in them and counts nothing.
  mutating func subtractPart(_ fills: [Movement]) {
    let all = fills.reduce(Quantity.zero) { $0 + $1.amount.value }
    if all.magnitude < amount.magnitude {
      fills.forEach { subtract($0) }
    } else {
      amount = .zero
      reporter = fills.first
    }
  }

  /// Among the first few fills, those whose sums match the remaining amounts.
  ///
  /// If there are too many sums, only the fills before some fill are tried.
  private func subset(of fills: [Movement]) -> [Movement]? {
    let slack = slack(of: fills)
    var sums = [Sum.zero]
    var reached: [Sum: (fill: Int, before: Int)] = [:]
    var index: [Sum: Int] = [.zero: 0]
    for (position, fill) in fills.prefix(Self.maxFills).enumerated() {
      let step = Sum(fill)
      for before in sums.indices {
        let sum = sums[before] + step
        guard sum.amount.magnitude <= amount.magnitude + slack, index[sum] == nil else { continue }
        index[sum] = sums.count
        reached[sum] = (position, before)
        sums.append(sum)
        if fits(sum, slack: slack) {
          return path(to: sum, sums: sums, reached: reached).map { fills[$0] }
        }
        guard sums.count <= maxSums else { return firstFills(of: fills, slack: slack) }
      }
    }
    return nil
  }

  /// The fills before one of the first few, if their sums match the remaining amounts.
  private func firstFills(of fills: [Movement], slack: Quantity) -> [Movement]? {
    var sum = Sum.zero
    for (position, fill) in fills.prefix(Self.maxFills).enumerated() {
      sum = sum + Sum(fill)
      if fits(sum, slack: slack) { return Array(fills[...position]) }
    }
    return nil
  }

  private func path(
    to sum: Sum, sums: [Sum], reached: [Sum: (fill: Int, before: Int)]
  ) -> [Int] {
    var fills: [Int] = []
    var current = sum
    while let step = reached[current] {
      fills.append(step.fill)
      current = sums[step.before]
    }
    return fills.reversed()
  }

  private func slack(of fills: [Movement]) -> Quantity {
    fills.reduce(slack) { $0 + $1.amount.tolerance + $1.amount.tolerance }
  }

  private func fits(_ sum: Sum, slack: Quantity) -> Bool {
    guard (sum.amount - amount).magnitude <= slack else { return false }
    let paidSlack = max(slack, slack * 10) + (order.counter?.tolerance ?? .zero) * 2
    return (sum.paid - paid).magnitude <= paidSlack
  }

  /// The coins and money of some fills.
  private struct Sum: Hashable {
    var amount: Quantity
    var paid: Quantity

    static let zero = Sum(amount: .zero, paid: .zero)

    init(amount: Quantity, paid: Quantity) { (self.amount, self.paid) = (amount, paid) }

    init(_ fill: Movement) { (amount, paid) = (fill.amount.value, fill.counter?.value ?? .zero) }

    static func + (left: Sum, right: Sum) -> Sum {
      Sum(amount: left.amount + right.amount, paid: left.paid + right.paid)
    }
  }
}
