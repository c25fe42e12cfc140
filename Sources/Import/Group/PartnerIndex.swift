import Exact

/// Finds legs of one instant by asset and amount, each at most once.
struct PartnerIndex {
  private let legs: [Movement]
  private let groups: [Int]
  private let positions: [ObjectIdentifier: Int]
  private let tolerance: Quantity
  private var free: SkipList

  /// Indexes the legs of one form.
  init(_ legs: [Movement]) {
    var numbers: [LegInstant: Int] = [:]
    var keyed: [(group: Int, leg: Movement)] = []
    for leg in legs {
      let instant = LegInstant(leg)
      let group = numbers[instant] ?? numbers.count
      numbers[instant] = group
      keyed.append((group, leg))
    }
    keyed.sort { left, right in
      if left.group != right.group { return left.group < right.group }
      let (mine, theirs) = (left.leg, right.leg)
      if mine.role != theirs.role { return mine.role < theirs.role }
      if mine.amount.asset != theirs.amount.asset { return mine.amount.asset < theirs.amount.asset }
      if mine.amount.value != theirs.amount.value { return mine.amount.value < theirs.amount.value }
      return (mine.origin.file, mine.line, mine.part)
        < (theirs.origin.file, theirs.line, theirs.part)
    }
    self.legs = keyed.map(\.leg)
    groups = keyed.map(\.group)
    positions = Dictionary(
      keyed.enumerated().map { (ObjectIdentifier($1.leg), $0) },
      uniquingKeysWith: { first, _ in first })
    free = SkipList(count: keyed.count)
    tolerance = legs.map(\.amount.tolerance).max() ?? .zero
  }

  /// The groups in order, each with its remaining legs.
  mutating func remaining() -> [[Movement]] {
    var remaining: [[Movement]] = []
    var group = -1
    var position = free.next(0)
    while position < legs.count {
      if groups[position] != group {
        group = groups[position]
        remaining.append([])
      }
      remaining[remaining.count - 1].append(legs[position])
      position = free.next(position + 1)
    }
    return remaining
  }

  /// Removes a leg.
  mutating func remove(_ leg: Movement) {
    if let position = positions[ObjectIdentifier(leg)] { free.remove(position) }
  }

  /// Removes and returns the leg with a role and amount at the instant of another leg.
  mutating func removeFirst(_ amount: Amount, role: Role, with leg: Movement) -> Movement? {
    guard let own = positions[ObjectIdentifier(leg)] else { return nil }
    let bounds = range(of: amount, role: role, group: groups[own])
    var index = free.next(bounds.lowerBound)
    while index < bounds.upperBound {
      if index != own, legs[index].amount.agrees(with: amount) {
        free.remove(index)
        return legs[index]
      }
      index = free.next(index + 1)
    }
    return nil
  }

  /// Whether a leg remains.
  func contains(_ leg: Movement) -> Bool {
    positions[ObjectIdentifier(leg)].map(free.contains) ?? false
  }

  /// Whether a leg with a role and amount remains at the instant of another.
  func contains(_ amount: Amount, role: Role, with leg: Movement) -> Bool {
    guard let own = positions[ObjectIdentifier(leg)] else { return false }
    return range(of: amount, role: role, group: groups[own]).contains { index in
      index != own && free.contains(index) && legs[index].amount.agrees(with: amount)
    }
  }

  /// Whether the leg that pays for a trade remains at the instant of another.
  func hasPayment(of event: Movement, with leg: Movement) -> Bool {
    event.payments.contains { contains($0, role: leg.role, with: leg) }
  }

  /// Removes and returns the leg that pays for a trade, at the instant of another.
  mutating func removePayment(of event: Movement, with leg: Movement) -> Movement? {
    for payment in event.payments {
      if let found = removeFirst(payment, role: leg.role, with: leg) { return found }
    }
    return nil
  }

  /// Of trades with their base legs, those whose legs do not serve another one before; a leg may
  /// be the base of one trade and the counterpart of others.
  func separate(
    _ pairs: [(Movement, Movement)]
  ) -> (pairs: [(Movement, Movement)], others: [Movement]) {
    var rest = self
    var separate: (pairs: [(Movement, Movement)], others: [Movement]) = ([], [])
    for (event, leg) in pairs {
      guard rest.contains(leg), rest.hasPayment(of: event, with: leg) else {
        separate.others.append(event)
        continue
      }
      rest.remove(leg)
      _ = rest.removePayment(of: event, with: leg)
      separate.pairs.append((event, leg))
    }
    return separate
  }

  /// The positions of a group's legs that may have a role and amount.
  private func range(of amount: Amount, role: Role, group: Int) -> Range<Int> {
    let slack = max(tolerance, amount.tolerance)
    let (low, high) = (amount.value - slack - slack, amount.value + slack + slack)
    let isAfter = { (index: Int) in
      order(of: index, group: group, role: role, asset: amount.asset)
    }
    let start = lowerBound(0..<legs.count) { isAfter($0) ?? (legs[$0].amount.value >= low) }
    let end = lowerBound(start..<legs.count) { isAfter($0) ?? (legs[$0].amount.value > high) }
    return start..<end
  }

  /// Whether a leg follows those of a group, role and asset; `nil` if it is one of them.
  private func order(of index: Int, group: Int, role: Role, asset: String) -> Bool? {
    if groups[index] != group { return groups[index] > group }
    let leg = legs[index]
    if leg.role != role { return leg.role > role }
    return leg.amount.asset == asset ? nil : leg.amount.asset > asset
  }
}

extension Movement {
  /// The amounts that a ledger may state for the counter: alone, or with its fee.
  fileprivate var payments: [Amount] {
    guard let counter else { return [] }
    guard let fee, fee.asset == counter.asset else { return [counter] }
    let tolerance = max(counter.tolerance, fee.tolerance)
    return [counter, Amount(counter.asset, counter.value - fee.value, tolerance: tolerance)]
  }
}

/// The instant, as printed, and the group of legs that may belong together.
private struct LegInstant: Hashable {
  let instant: PrintedInstant
  let isConvert: Bool
  let group: String

  init(_ leg: Movement) {
    (instant, isConvert, group) = (leg.instant, leg.role == .convert, leg.group)
  }
}
