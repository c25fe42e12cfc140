import Exact

extension ScopeDerivation {
  /// Adds orders: each is the sum of its fills and counts the amount that remains after subtracting
  /// the fills in other reports.
  func addOrders(_ orders: [Movement], form: Int) {
    var taken: Set<ObjectIdentifier> = []
    var new: [Movement] = []
    let fills = OrderFills(events.filter { $0.role == .trade && $0.counter != nil })
    let others = reportingForms(except: form)
    for order in orders.sorted(by: hasShorterLifetime) {
      guard order.counter != nil else {
        ask(.halfOfTrade, about: order)
        new.append(order)
        continue
      }
      var remainder = OrderRemainder(order)
      let own = fills.withID(of: order).filter { !taken.contains(ObjectIdentifier($0)) }
      for fill in own { remainder.subtract(fill) }
      if !remainder.isEmpty {
        let open = fills.near(order, lateness: lateness(of: order, others: others)).filter { fill in
          !taken.contains(ObjectIdentifier(fill)) && !sharesOrderSpace(fill, order)
        }
        subtractFills(open, of: order, from: &remainder, others: others)
      }
      for fill in remainder.fills {
        taken.insert(ObjectIdentifier(fill))
        fill.evidence.orders += order.evidence.all
      }
      if let container = remainder.container {
        container.attach(order)
      } else {
        if remainder.fills.isEmpty { noteContradictions(of: order, forms: others) }
        new.append(remainder.fills.isEmpty ? order : remainder.rest)
      }
    }
    events += new
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
    guard !near.isEmpty, order.fate == .counts else { return }
    let question = log.ask(
      .restOfOrder, about: order, candidates: near.flatMap(\.evidence.counting),
      choices: [.same, .two])
    switch question.answer {
    case .same: remainder.subtractPart(near)
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

  private func lateness(of order: Movement, others: [Int]) -> Int64 {
    (others + [order.origin.form]).map { traits[$0].lateness[order.role] ?? 0 }.max() ?? 0
  }

  /// Whether both have an order id in one space; fills with equal ids were already subtracted.
  private func sharesOrderSpace(_ fill: Movement, _ order: Movement) -> Bool {
    order.ids.contains { $0.space.kind == .order && fill.id(in: $0.space) != nil }
  }
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

  /// The fills of the order's market and side whose clocks meet its lifetime, extended by a
  /// lateness.
  func near(_ order: Movement, lateness: Int64) -> [Movement] {
    let fills = byMarket[Market(order)] ?? []
    let placed = order.start ?? order.instant.at
    let start = lowerBound(0..<fills.count) { fills[$0].instant.at > placed - width }
    return fills[start...].prefix { $0.instant.at <= order.instant.last + lateness }
      .filter { $0.instant.last >= placed }
  }
}
