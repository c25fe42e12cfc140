import Exact

extension ScopeDerivation {
  /// Adds orders: each is the sum of its fills and counts the amount that remains after subtracting
  /// the fills in other reports.
  func addOrders(_ orders: [Movement], form: Int) {
    let fills = OrderFills(events.filter { $0.role == .trade && $0.counter != nil })
    var state = AddedOrders(fills: fills, others: reportingForms(except: form))
    let ordered = orders.sorted(by: hasShorterLifetime)
    let deferred = ordered.filter { !add($0, to: &state, mayDefer: true) }
    for order in deferred { _ = add(order, to: &state, mayDefer: false) }
    events += state.new
  }

  /// Adds an order.
  ///
  /// - Parameter mayDefer: Whether to leave out an order with an unknown end and uncertain fills:
  ///   fills long after its placement may be those of later orders, which are then added first.
  /// - Returns: Whether the order was added.
  private func add(
    _ order: Movement, to state: inout AddedOrders, mayDefer: Bool
  ) -> Bool {
    guard order.counter != nil else {
      ask(.halfOfTrade, about: order)
      state.new.append(order)
      return true
    }
    var remainder = OrderRemainder(order)
    for fill in state.fills.withID(of: order) where !state.isTaken(fill) {
      remainder.subtract(fill)
    }
    if !remainder.isEmpty {
      let last = hasEnd(order) ? order.instant.last + lateness(of: order, state.others) : nil
      let open = state.openFills(near: order, until: last)
      if mayDefer, last == nil, !isCovered(order, by: open) || remainder.matching(open) == nil {
        return false
      }
      subtractFills(open, of: order, from: &remainder, others: state.others)
    }
    for fill in remainder.fills {
      state.taken.insert(ObjectIdentifier(fill))
      fill.evidence.orders += order.evidence.all
    }
    if let container = remainder.container {
      container.attach(order)
    } else {
      if remainder.fills.isEmpty { noteContradictions(of: order, forms: state.others) }
      state.new.append(remainder.fills.isEmpty ? order : remainder.rest)
    }
    return true
  }

  /// Whether the end of an order is known, because its time is not that of its placement.
  private func hasEnd(_ order: Movement) -> Bool {
    !traits[order.origin.form].ordersLackEnds
      || (order.start ?? order.instant.at) < order.instant.at
  }

  /// Whether the reports of fills cover the placement of an order.
  private func isCovered(_ order: Movement, by fills: [Movement]) -> Bool {
    !settings.covering(order, among: FormMask(reporting: fills)).isEmpty
  }

  /// Subtracts the fills that belong to an order without its id: all within its time, otherwise
  /// some that match its sums exactly, otherwise those of a late report.
  private func subtractFills(
    _ open: [Movement], of order: Movement, from remainder: inout OrderRemainder, others: [Int]
  ) {
    let near = open.filter { $0.instant.at <= order.instant.last }
    if let some = remainder.matching(near) {
      let isCoarse = ([order] + some).contains { !$0.instant.hasSeconds }
      let isProved = !isCoarse || others.contains { coverage.contains(order, form: $0) }
      if isProved || isSameTrade(order, some) { some.forEach { remainder.subtract($0) } }
      return
    }
    if open.count > near.count, let late = remainder.matching(open) {
      let isProved = late.allSatisfy { fill in
        !settings.covering(order, among: fill.evidence.forms).isEmpty
          || coverage.contains(fill, form: order.origin.form)
      }
      if isProved || isSameTrade(order, late) { late.forEach { remainder.subtract($0) } }
      return
    }
    // Without a known end, other fills are only evidence if their report covers the order.
    let parts = hasEnd(order) ? near : isCovered(order, by: open) ? open : []
    guard !parts.isEmpty, order.fate == .counts else { return }
    let question = log.ask(
      .restOfOrder, about: order, candidates: parts.flatMap(\.evidence.counting),
      choices: [.same, .two])
    switch question.answer {
    case .same: remainder.subtractPart(parts)
    case .two: break
    default: order.fate = .waits(question.key)
    }
  }

  private func isSameTrade(_ order: Movement, _ fills: [Movement]) -> Bool {
    guard order.fate == .counts else { return false }
    let question = log.ask(
      .sameOrTwo, about: order, candidates: fills.flatMap(\.evidence.counting),
      choices: [.same, .two])
    if question.answer == nil { order.fate = .waits(question.key) }
    return question.answer == .same
  }

  private func lateness(of order: Movement, _ others: [Int]) -> Int64 {
    (others + [order.origin.form]).map { traits[$0].lateness[order.role] ?? 0 }.max() ?? 0
  }
}

/// The state of adding the orders of one form.
private struct AddedOrders {
  let fills: OrderFills
  /// The forms of other reports.
  let others: [Int]
  /// The fills that belong to added orders.
  var taken: Set<ObjectIdentifier> = []
  /// The orders that other reports lack, or their rests.
  var new: [Movement] = []

  /// The most fills of an order with an unknown end to consider.
  private static let maxFills = 40

  init(fills: OrderFills, others: [Int]) { (self.fills, self.others) = (fills, others) }

  func isTaken(_ fill: Movement) -> Bool { taken.contains(ObjectIdentifier(fill)) }

  /// The remaining fills that may belong to an order without its id.
  ///
  /// - Parameter last: The end of the order; `nil` if it is unknown.
  func openFills(near order: Movement, until last: Int64?) -> [Movement] {
    fills.near(order, until: last ?? .max, limit: last == nil ? Self.maxFills : .max) { fill in
      !isTaken(fill) && !sharesOrderSpace(fill, order)
    }
  }
}

/// Whether both have an order id in one space; fills with equal ids were already subtracted.
private func sharesOrderSpace(_ fill: Movement, _ order: Movement) -> Bool {
  order.ids.contains { $0.space.kind == .order && fill.id(in: $0.space) != nil }
}

/// Orders by lifetime, shortest first, which has the fewest candidate fills.
private func hasShorterLifetime(_ left: Movement, _ right: Movement) -> Bool {
  let lives = [left, right].map { $0.instant.last - ($0.start ?? $0.instant.at) }
  return lives[0] != lives[1] ? lives[0] < lives[1] : precedes(left, right)
}

/// The fills of a scope by order id, and by market, side and time.
private struct OrderFills {
  private var byID: [RowID: [Movement]] = [:]
  private var byMarket: [Market: [Movement]] = [:]
  private let width: Int64

  private struct Market: Hashable {
    let subject: AssetPair
    let isNegative: Bool

    init(_ movement: Movement) {
      (subject, isNegative) = (movement.subject, movement.amount.value.isNegative)
    }
  }

  init(_ fills: [Movement]) {
    for fill in fills.sorted(by: precedes) where fill.fate == .counts {
      byMarket[Market(fill), default: []].append(fill)
      for id in fill.ids where id.space.kind == .order { byID[id, default: []].append(fill) }
    }
    width = fills.map(\.instant.width).max() ?? 1
  }

  /// The fills with the id of an order.
  func withID(of order: Movement) -> [Movement] {
    order.ids.flatMap { byID[$0] ?? [] }.filter { Market($0) == Market(order) }
  }

  /// The first fills of the order's market and side whose clocks meet the time from its placement to
  /// an instant.
  func near(
    _ order: Movement, until last: Int64, limit: Int, where isOpen: (Movement) -> Bool
  ) -> [Movement] {
    let fills = byMarket[Market(order)] ?? []
    let placed = order.start ?? order.instant.at
    let start = lowerBound(0..<fills.count) { fills[$0].instant.at > placed - width }
    var near: [Movement] = []
    for fill in fills[start...] {
      guard near.count < limit, fill.instant.at <= last else { break }
      if fill.instant.last >= placed, isOpen(fill) { near.append(fill) }
    }
    return near
  }
}
