import Exact

extension ScopeDerivation {
  /// Adds orders: each counts what its fills in other reports leave.
  func addOrders(_ orders: [Movement], form: Int) {
    let halves = orders.filter { $0.counter == nil }
    for half in halves { ask(.halfOfTrade, about: half) }
    var matching = OrderMatching(
      orders.filter { $0.counter != nil }, of: self, others: reportingForms(except: form))
    events += matching.rests() + halves
  }
}

/// Finds the fills of a form's orders in other reports.
///
/// An order is the sum of its fills. There are three kinds of evidence that fills are an order's:
///
/// 1. They have its id. Orders of one id are parts of it: each has the fills of its time.
/// 2. They are within its time, and their sums are exactly its coins and its money. Orders whose
///    last fill is at their end are first, as late as one of the reports is known to be.
/// 3. They are later, but one of the reports is known to be late, their sums are exact, and one
///    report covers the other.
///
/// Each kind is one round over all orders, so that an order only takes fills for which no other
/// order has better evidence. If an order has only the time of its placement, that instant is its
/// time, and it may be late without limit. In the third round the latest order is first because it
/// has the fewest candidates; if all orders have fills at once, which fills are whose changes
/// nothing. An order that finds none in its time takes those of another order that has others.
///
/// The user decides about the rest, if there are fills that may be theirs. Orders that wait only
/// take fills that are left.
struct OrderMatching {
  private let scope: ScopeDerivation
  /// The forms of other reports.
  private let others: [Int]
  /// The rests of the orders, by time.
  private var orders: [OrderRest]
  /// The fills without an order.
  private var fills: OrderFills
  /// The ids that several orders share.
  private let sharedIDs: Set<RowID>
  /// The orders with fills by their sums, by fill.
  private var holders: [ObjectIdentifier: Int] = [:]

  /// The maximum number of fills of other orders to try.
  private static let maxHeld = 40

  init(_ orders: [Movement], of scope: ScopeDerivation, others: [Int]) {
    (self.scope, self.others) = (scope, others)
    fills = OrderFills(scope.events.filter { $0.role == .trade && $0.counter != nil })
    var known: Set<RowID> = []
    sharedIDs = Set(
      orders.lazy.flatMap { $0.ids.filter { $0.space.kind == .order } }
        .filter { !known.insert($0).inserted })
    self.orders = orders.sorted(by: precedes).map { order in
      let form = order.origin.form
      let lateness = (others + [form]).map { scope.traits[$0].lateness[order.role] ?? 0 }.max() ?? 0
      let lacksEnd =
        scope.traits[form].ordersLackEnds
        && (order.start ?? order.instant.at) >= order.instant.at
      return OrderRest(of: order, until: lacksEnd ? .max : order.instant.last + lateness)
    }
  }

  /// The orders that other reports lack, or their rests.
  mutating func rests() -> [Movement] {
    for index in orders.indices { take(fillsWithID(of: index), for: index) }
    let byEnd = orders.indices.sorted { endsBefore(orders[$0].order, orders[$1].order) }
    for isUntilEnd in [true, false] {
      for index in byEnd where orders[index].isOpen {
        let some = isUntilEnd ? fillsUntilEnd(of: index) : fillsInTime(of: index)
        if let some, prove(some, orders[index].order) { hold(some, for: index) }
      }
    }
    for index in byEnd where orders[index].isOpen { exchangeFills(for: index) }
    takeConfirmedFills()
    var claimable = fills
    let claims = claimLateFills()
    for (index, some) in claims.sorted(by: { $0.key < $1.key }) {
      if isOnlyChoice(some, for: index) || isSame(index, some) { take(some, for: index) }
    }
    for index in orders.indices.reversed() where !orders[index].isEmpty && claims[index] == nil {
      askAboutFills(of: index, &claimable)
    }
    return orders.compactMap(newEvent)
  }

  /// The fills with an order's id; of several orders with it, those of its time.
  private mutating func fillsWithID(of index: Int) -> [Movement] {
    let (part, order) = (orders[index], orders[index].order)
    let all = fills.withID(of: order)
    guard order.ids.contains(where: sharedIDs.contains) else { return all }
    let start = order.start ?? order.instant.at
    let own = all.filter { start <= $0.instant.last && $0.instant.at <= orders[index].last }
    // A part is one fill rather than the sum of others.
    if let one = own.first(where: { part.matching([$0]) != nil }) { return [one] }
    // Reports without ids may have given equal fills of a minute the ids of each other.
    return part.matching(own) ?? part.matching(all) ?? own
  }

  /// Fills that match an order and of which the last is at its end, as late as its reports are known
  /// to be; reports of orders cover the late ones.
  private mutating func fillsUntilEnd(of index: Int) -> [Movement]? {
    let (order, last) = (orders[index].order, orders[index].last)
    let end = order.instant.last
    let open = fills.open(of: order, until: last < .max ? last : end)
    return orders[index].matchingUntilEnd(
      open.filter { $0.instant.at <= end || isCovered($0, byFormOf: order) })
  }

  /// Fills that match an order, within its time.
  private mutating func fillsInTime(of index: Int) -> [Movement]? {
    let order = orders[index].order
    return orders[index].matching(fills.open(of: order, until: order.instant.last))
  }

  /// Claims the fills of the third round, by order.
  private mutating func claimLateFills() -> [Int: [Movement]] {
    var claims: [Int: [Movement]] = [:]
    for index in orders.indices.reversed() where orders[index].isOpen {
      let late = fills.open(of: orders[index].order, until: orders[index].last)
      guard let some = orders[index].matching(late), prove(some, orders[index].order) else {
        continue
      }
      fills.remove(some)
      claims[index] = some
    }
    return claims
  }

  /// Takes fills that a person said are those of an order, before others claim them.
  private mutating func takeConfirmedFills() {
    for index in orders.indices where orders[index].isOpen {
      let order = orders[index].order
      guard scope.log.nextAnswer(.sameOrTwo, about: order) == .same,
        let some = orders[index].matching(fills.open(of: order, until: orders[index].last)),
        isSame(index, some)
      else { continue }
      take(some, for: index)
    }
  }

  private mutating func take(_ some: [Movement], for index: Int) {
    for fill in some { orders[index].subtract(fill) }
    fills.remove(some)
  }

  private mutating func hold(_ some: [Movement], for index: Int) {
    take(some, for: index)
    for fill in some { holders[ObjectIdentifier(fill)] = index }
  }

  /// Gives an order fills of another order that has others in its time, leaving no fill over.
  private mutating func exchangeFills(for index: Int) {
    let order = orders[index].order
    let open = fills.open(of: order, until: order.instant.last)
    let near = fills.last(Self.maxHeld, of: order)
    var tried: Set<Int> = []
    for fill in near {
      guard let holder = holders[ObjectIdentifier(fill)], tried.insert(holder).inserted else {
        continue
      }
      let held = orders[holder].fills
      let own = near.filter { holders[ObjectIdentifier($0)] == holder }
      guard let some = orders[index].matching((open + own).sorted(by: precedes)),
        prove(some, order), let others = otherFills(of: holder, without: some)
      else { continue }
      let new = Set((some + others).map(ObjectIdentifier.init))
      guard held.allSatisfy({ new.contains(ObjectIdentifier($0)) }) else { continue }
      orders[holder] = OrderRest(of: orders[holder].order, until: orders[holder].last)
      hold(others, for: holder)
      return hold(some, for: index)
    }
  }

  /// Fills that match an order without some of its own.
  private mutating func otherFills(of index: Int, without some: [Movement]) -> [Movement]? {
    let whole = OrderRest(of: orders[index].order, until: orders[index].last)
    let open = fills.open(of: whole.order, until: whole.order.instant.last)
    let left = (open + orders[index].fills).filter { fill in !some.contains { $0 === fill } }
    let others = whole.matching(left.sorted(by: precedes))
    return others.flatMap { prove($0, whole.order) ? $0 : nil }
  }

  /// An order that counts, or its rest; adds the order to the events that contain it.
  private func newEvent(_ rest: OrderRest) -> Movement? {
    for fill in rest.fills { fill.evidence.orders += rest.order.evidence.all }
    if let container = rest.container {
      container.attach(rest.order)
      rest.giveFee()
      return nil
    }
    guard rest.fills.isEmpty else { return rest.movement }
    scope.noteContradictions(of: rest.order, forms: others)
    return rest.order
  }
}

// MARK: - Evidence

extension OrderMatching {
  /// Whether fills whose sums match an order are its own, because their clocks have seconds and
  /// meet the order's time, or because one report covers the other.
  private func prove(_ fills: [Movement], _ order: Movement) -> Bool {
    fills.allSatisfy { fill in
      fill.instant.at <= order.instant.last && fill.instant.hasSeconds && order.instant.hasSeconds
        || cover(fill, order) || isCovered(fill, byFormOf: order)
    }
  }

  /// Whether a report of a fill covers an order.
  private func cover(_ fill: Movement, _ order: Movement) -> Bool {
    !scope.settings.covering(order, among: fill.evidence.forms).isEmpty
  }

  /// Whether the reports of orders cover a fill.
  private func isCovered(_ fill: Movement, byFormOf order: Movement) -> Bool {
    scope.coverage.contains(fill, form: order.origin.form)
  }

  /// Whether an order's late fills cannot be those of orders that no file has.
  ///
  /// That is so if the reports of orders cover them, or if no fills between them and no others with
  /// the same sums are left.
  private mutating func isOnlyChoice(_ some: [Movement], for index: Int) -> Bool {
    let order = orders[index].order
    if some.allSatisfy({ isCovered($0, byFormOf: order) }) { return true }
    let last = some.map(\.instant.at).max() ?? order.instant.at
    let open = fills.open(of: order, until: orders[index].last)
    return open.allSatisfy { $0.instant.at >= last } && orders[index].matching(open) == nil
  }

  /// Asks about an order without certain fills, if some may be its own: those with its sums, even if
  /// they are claimed by others, or a part.
  private mutating func askAboutFills(of index: Int, _ claimable: inout OrderFills) {
    let (order, last) = (orders[index].order, orders[index].last)
    let open = fills.open(of: order, until: last)
    if let some = orders[index].matching(open) {
      let isSame = order.fate == .counts ? isSame(index, some) : prove(some, order)
      if isSame { take(some, for: index) }
      return
    }
    // A report that has all fills of the order's time has its own, though others took them.
    let near = Array(fills.last(Self.maxHeld, of: order).reversed())
    if open.isEmpty, order.fate == .counts, near.contains(where: { cover($0, order) }),
      let some = orders[index].matching(near)
    {
      if isSame(index, some) { take(some, for: index) }
      return
    }
    let claimed = claimable.open(of: order, until: last)
    if let some = orders[index].matching(claimed), claimed.contains(where: { cover($0, order) }) {
      if isSame(index, some) { take(some, for: index) }
      return
    }
    // Other sums are evidence only within the order's time, or if one report covers the other.
    let parts =
      last < .max
      ? open.filter { $0.instant.at <= order.instant.last }
      : open.contains { cover($0, order) || isCovered($0, byFormOf: order) } ? open : []
    askAboutRest(of: index, among: parts)
  }

  private mutating func askAboutRest(of index: Int, among parts: [Movement]) {
    let order = orders[index].order
    guard !parts.isEmpty, order.fate == .counts else { return }
    let question = scope.log.ask(
      .restOfOrder, about: order, candidates: parts.flatMap(\.evidence.counting),
      choices: [.same, .two])
    switch question.answer {
    case .same:
      orders[index].subtractPart(parts)
      fills.remove(orders[index].fills)
    case .two: break
    default:
      order.fate = .waits(question.key)
      // One question at a time: only one of several orders can have these fills.
      fills.remove(parts)
    }
  }

  /// Asks whether fills are those of an order.
  private func isSame(_ index: Int, _ fills: [Movement]) -> Bool {
    let order = orders[index].order
    guard order.fate == .counts else { return false }
    let question = scope.log.ask(
      .sameOrTwo, about: order, candidates: fills.flatMap(\.evidence.counting),
      choices: [.same, .two])
    if question.answer == nil { order.fate = .waits(question.key) }
    return question.answer == .same
  }
}

/// Orders by their end, so that each leaves the later fills to orders that may still have them; of
/// equal ends, the shortest lifetime is first.
private func endsBefore(_ left: Movement, _ right: Movement) -> Bool {
  let ends = [left, right].map(\.instant.last)
  guard ends[0] == ends[1] else { return ends[0] < ends[1] }
  let starts = [left, right].map { $0.start ?? $0.instant.at }
  return starts[0] != starts[1] ? starts[0] > starts[1] : precedes(left, right)
}
