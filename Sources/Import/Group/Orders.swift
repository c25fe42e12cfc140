import Exact

extension ScopeDerivation {
  /// Adds orders: each is the sum of its fills and counts the amount that remains after subtracting
  /// the fills in other reports.
  func addOrders(_ orders: [Movement], form: Int) {
    let fills = OrderFills(events.filter { $0.role == .trade && $0.counter != nil })
    var state = AddedOrders(fills: fills, others: reportingForms(except: form))
    var open: [OrderRemainder] = []
    for order in orders.sorted(by: hasShorterLifetime) {
      guard order.counter != nil else {
        ask(.halfOfTrade, about: order)
        state.new.append(order)
        continue
      }
      let hasEnd = hasEnd(order)
      var remainder = OrderRemainder(order, hasEnd: hasEnd)
      state.fillsWithID(of: order).forEach { remainder.subtract($0) }
      state.take(remainder.fills)
      if !remainder.isEmpty {
        if hasEnd {
          subtractFills(from: &remainder, in: &state)
        } else {
          subtractFillsOfPlacement(from: &remainder, in: &state)
        }
      }
      if hasEnd || remainder.isEmpty {
        add(remainder, to: &state)
      } else {
        open.append(remainder)
      }
    }
    addOrdersWithoutEnds(open.sorted { precedes($0.order, $1.order) }, to: &state)
    events += state.new
  }

  /// Adds the rest of an order to the events, or its evidence to those that contain it.
  private func add(_ remainder: OrderRemainder, to state: inout AddedOrders) {
    let order = remainder.order
    for fill in remainder.fills { fill.evidence.orders += order.evidence.all }
    if let container = remainder.container {
      container.attach(order)
    } else {
      if remainder.fills.isEmpty { noteContradictions(of: order, forms: state.others) }
      state.new.append(remainder.fills.isEmpty ? order : remainder.rest)
    }
  }

  /// Whether the end of an order is known, because its time is not that of its placement.
  private func hasEnd(_ order: Movement) -> Bool {
    !traits[order.origin.form].ordersLackEnds
      || (order.start ?? order.instant.at) < order.instant.at
  }

  /// Subtracts the fills that belong to an order without its id: all within its time, otherwise
  /// some that match its sums exactly, otherwise those of a late report.
  private func subtractFills(from remainder: inout OrderRemainder, in state: inout AddedOrders) {
    let order = remainder.order
    let last = order.instant.last + lateness(of: order, state.others)
    let open = state.openFills(of: order, until: last)
    let near = open.filter { $0.instant.at <= order.instant.last }
    if let some = remainder.matching(near) {
      if isProvedByTime(order, some, state.others) || isSameTrade(order, some) {
        state.subtract(some, from: &remainder)
      }
      return
    }
    if open.count > near.count, let late = remainder.matching(open) {
      let isProved = late.allSatisfy { fill in
        !settings.covering(order, among: fill.evidence.forms).isEmpty
          || coverage.contains(fill, form: order.origin.form)
      }
      if isProved || isSameTrade(order, late) { state.subtract(late, from: &remainder) }
      return
    }
    askAboutRest(of: &remainder, among: near, in: &state)
  }

  /// Whether the clocks of an order and fills within its time prove that they are its fills.
  private func isProvedByTime(_ order: Movement, _ fills: [Movement], _ others: [Int]) -> Bool {
    ([order] + fills).allSatisfy(\.instant.hasSeconds)
      || others.contains { coverage.contains(order, form: $0) }
  }

  /// Asks whether fills with another sum are part of an order.
  private func askAboutRest(
    of remainder: inout OrderRemainder, among parts: [Movement], in state: inout AddedOrders
  ) {
    let order = remainder.order
    guard !parts.isEmpty, order.fate == .counts else { return }
    let question = log.ask(
      .restOfOrder, about: order, candidates: parts.flatMap(\.evidence.counting),
      choices: [.same, .two])
    switch question.answer {
    case .same:
      remainder.subtractPart(parts)
      state.take(remainder.fills)
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

// MARK: - Orders without ends

extension ScopeDerivation {
  /// Subtracts the fills of the instant at which an order was placed, if they match its sums.
  private func subtractFillsOfPlacement(
    from remainder: inout OrderRemainder, in state: inout AddedOrders
  ) {
    let order = remainder.order
    let near = state.openFills(of: order, until: order.instant.last)
    guard let some = remainder.matching(near), isProvedByTime(order, some, state.others) else {
      return
    }
    state.subtract(some, from: &remainder)
  }

  /// Adds orders with only the time of their placement, in order, by their sums.
  ///
  /// Any later fill may be theirs. They have their fills if all of them can have some at once and
  /// one of the reports covers the other; which fills are whose changes nothing. The user is asked
  /// about an order if only others' fills match it, or if its fills may be those of orders that no
  /// file has.
  private func addOrdersWithoutEnds(_ orders: [OrderRemainder], to state: inout AddedOrders) {
    var found = orders.map { remainder in confirmedFills(of: remainder, in: &state) }
    let confirmed = found.map { $0 != nil }
    // The last order has the fewest candidates.
    for index in orders.indices.reversed() where found[index] == nil {
      let order = orders[index].order
      guard order.fate == .counts,
        let some = orders[index].matching(state.laterFills(of: order)),
        isCovered(order, by: some) || areCovered(some, byFormOf: order)
      else { continue }
      state.reserve(some)
      found[index] = some
    }
    for (index, var remainder) in orders.enumerated() {
      if let some = found[index] {
        if confirmed[index] || !mayBelongElsewhere(some, of: remainder, in: &state)
          || isSameTrade(remainder.order, some)
        {
          some.forEach { remainder.subtract($0) }
        }
      } else {
        askAboutFills(of: &remainder, in: &state)
      }
      add(remainder, to: &state)
    }
  }

  /// Takes the fills that a person said are those of an order.
  private func confirmedFills(
    of remainder: OrderRemainder, in state: inout AddedOrders
  ) -> [Movement]? {
    let order = remainder.order
    guard order.fate == .counts, log.nextAnswer(.sameOrTwo, about: order) == .same,
      let some = remainder.matching(state.laterFills(of: order)), isSameTrade(order, some)
    else { return nil }
    state.take(some)
    return some
  }

  /// Whether the reports of fills cover the placement of an order.
  private func isCovered(_ order: Movement, by fills: [Movement]) -> Bool {
    !settings.covering(order, among: FormMask(reporting: fills)).isEmpty
  }

  /// Whether the reports of orders cover some fills.
  private func areCovered(_ fills: [Movement], byFormOf order: Movement) -> Bool {
    fills.allSatisfy { coverage.contains($0, form: order.origin.form) }
  }

  /// Whether an order's fills may be those of orders that no file has.
  ///
  /// That is so if no report of orders covers them, and if fills between them belong to no order, or
  /// other fills without an order match the order, too.
  private func mayBelongElsewhere(
    _ fills: [Movement], of remainder: OrderRemainder, in state: inout AddedOrders
  ) -> Bool {
    let order = remainder.order
    guard !areCovered(fills, byFormOf: order) else { return false }
    let last = fills.map(\.instant.at).max() ?? order.instant.at
    let open = state.laterFills(of: order)
    return open.contains { $0.instant.at < last } || remainder.matching(open) != nil
  }

  /// Asks about an order that has no fills for certain.
  private func askAboutFills(of remainder: inout OrderRemainder, in state: inout AddedOrders) {
    let order = remainder.order
    let open = state.laterFills(of: order)
    if let some = remainder.matching(open) {
      let isSame = order.fate == .counts ? isSameTrade(order, some) : isCovered(order, by: some)
      if isSame { state.subtract(some, from: &remainder) }
      return
    }
    let claimed = state.claimedFills(of: order)
    guard order.fate == .counts, isCovered(order, by: claimed) else { return }
    if let some = remainder.matching(claimed) {
      if isSameTrade(order, some) { state.subtract(some, from: &remainder) }
    } else if isCovered(order, by: open) {
      // Without a known end, other fills are only evidence if their report covers the order.
      askAboutRest(of: &remainder, among: open, in: &state)
    }
  }
}

/// Orders by lifetime, shortest first, which has the fewest candidate fills.
private func hasShorterLifetime(_ left: Movement, _ right: Movement) -> Bool {
  let lives = [left, right].map { $0.instant.last - ($0.start ?? $0.instant.at) }
  return lives[0] != lives[1] ? lives[0] < lives[1] : precedes(left, right)
}
