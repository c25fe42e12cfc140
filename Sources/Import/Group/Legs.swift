import Exact

extension ScopeDerivation {
  /// Adds the legs of a ledger to known events, and makes new trades from the others.
  func addLegs(_ legs: [Movement], form: Int) {
    guard !legs.isEmpty else { return }
    var partners = PartnerIndex(legs)
    let known = events.filter { $0.counter != nil }.sorted(by: endsEarlier)
    var (open, held) = (known, [Movement]())
    var (matched, withFee) = (Set<ObjectIdentifier>(), Set<ObjectIdentifier>())
    while !open.isEmpty {
      let (found, waiting) = pairTrades(
        open, with: legs.filter(partners.contains), partners: partners)
      let (pairs, others) = partners.separate(found)
      // A trade's base leg is not another trade's counterpart.
      for (_, leg) in pairs + waiting { partners.remove(leg) }
      for (event, leg) in pairs where absorb(leg, into: event, from: &partners) {
        withFee.insert(ObjectIdentifier(event))
      }
      matched.formUnion((pairs + waiting).map { ObjectIdentifier($0.0) })
      held += waiting.map { event, leg in heldTrade(of: event, leg: leg, in: &partners) }
      open = pairs.isEmpty ? [] : others
    }
    var new: [Movement] = []
    var (rest, fees) = ([Movement](), [Movement]())
    var near: [Movement] = []
    for legs in partners.remaining() {
      if legs.count == 1, legs[0].half != nil {
        near += legs
        continue
      }
      // At the edge of a file, adjacent rows may be missing.
      let group = resolved(legs, isWhole: !legs.contains { coverage.isAtEdge($0) })
      new += group.trades
      rest += group.rest
      fees += group.fees
      for legs in group.ambiguous { new += ambiguousTrades(legs) }
    }
    let nearby = joinedNearby(near)
    rest += nearby.rest
    new += nearby.events.filter { $0.counter == nil }
    let halves = joinedHalves(rest)
    let joined = halves.trades + nearby.events.filter { $0.counter != nil }
    let left = known.filter { !matched.contains(ObjectIdentifier($0)) }
    let again = pair(joined, with: left, settings: settings, fits: { _, _ in true })
    for (trade, event) in zip(again.seekers, again.partners) {
      guard let event else {
        new.append(trade)
        continue
      }
      event.absorb(trade, isLedger: true)
      if trade.fee != nil { withFee.insert(ObjectIdentifier(event)) }
      matched.insert(ObjectIdentifier(event))
    }
    new += lone(fees, new: new, known: known.filter { !withFee.contains(ObjectIdentifier($0)) })
    for half in halves.rest { ask(.halfOfTrade, about: half) }
    for event in known where !matched.contains(ObjectIdentifier(event)) {
      noteContradictions(of: event, forms: [form])
    }
    let others = reportingForms(except: form)
    for trade in new where trade.role.isTrade { noteContradictions(of: trade, forms: others) }
    events += new + held + halves.rest
  }

  /// Adds a trade's legs to it: its base leg, its counterpart and its fee.
  ///
  /// - Returns: Whether the ledger has its fee in a separate row.
  private func absorb(
    _ leg: Movement, into event: Movement, from partners: inout PartnerIndex
  ) -> Bool {
    event.absorb(leg: leg)
    let other = counterpart(of: event, with: leg, in: &partners)
    if let other { event.absorb(leg: other) }
    let fee = event.fee.flatMap { partners.removeFirst($0.negated, role: .fee, with: leg) }
    guard let fee else {
      // A fee in a separate row with another amount is assigned like those of other trades.
      event.replaceEstimatedFee(by: [leg, other].compactMap(\.self))
      return false
    }
    event.isFeeEstimated = false
    event.attach(fee)
    return true
  }

  /// Pairs known trades with their legs in a ledger, and finds the legs that may be theirs.
  private func pairTrades(
    _ known: [Movement], with legs: [Movement], partners: PartnerIndex
  ) -> (pairs: [(Movement, Movement)], waiting: [(Movement, Movement)]) {
    guard !known.isEmpty else { return ([], []) }
    let bases = legs.filter { $0.role.isTrade && $0.fate == .counts }
    var (index, assignment) = assignment(of: known, to: bases, partners: partners)
    assignment.matchSure()
    assignment.startLevel()
    var waiting: [(Movement, Movement)] = []
    for position in known.indices where assignment.partner[position] == nil {
      guard let path = assignment.path(from: position, upTo: .unsure) else { continue }
      let leg = index.items[path[0].position]
      let question = log.ask(
        .sameOrTwo, about: leg, candidates: known[position].evidence.counting,
        choices: [.same, .two])
      switch question.answer {
      case .same: assignment.apply(path)
      case .two: break
      default:
        leg.fate = .waits(question.key)
        assignment.reserve(path[0].position)
        waiting.append((known[path[0].seeker], leg))
      }
    }
    var pairs = zip(known, assignment.partner).compactMap { event, position in
      position.map { (event, index.items[$0]) }
    }
    // Waiting legs only match what no other leg does.
    let asked = Set(waiting.map { ObjectIdentifier($0.1) })
    let held = legs.filter {
      $0.role.isTrade && $0.fate != .counts && !asked.contains(ObjectIdentifier($0))
    }
    if !held.isEmpty {
      let left = zip(known, assignment.partner).filter { $0.1 == nil }.map(\.0)
      (index, assignment) = self.assignment(of: left, to: held, partners: partners)
      assignment.matchSure()
      pairs += zip(left, assignment.partner).compactMap { event, position in
        position.map { (event, index.items[$0]) }
      }
    }
    return (pairs, waiting)
  }

  /// Prepares the pairing of trades with base legs whose counterparts are at the same instant.
  private func assignment(
    of trades: [Movement], to legs: [Movement], partners: PartnerIndex
  ) -> (CandidateIndex, Assignment) {
    let index = CandidateIndex(
      legs, settings: settings, width: trades.map(\.instant.width).max() ?? 1,
      forms: FormMask(reporting: trades))
    let assignment = Assignment(trades, index: index) { event, leg in
      partners.hasPayment(of: event, with: leg)
    }
    return (index, assignment)
  }

  private func counterpart(
    of event: Movement, with leg: Movement, in partners: inout PartnerIndex
  ) -> Movement? {
    partners.removePayment(of: event, with: leg)
  }

  /// The trade of a leg that may be another report of an event; it waits together with the leg.
  private func heldTrade(
    of event: Movement, leg: Movement, in partners: inout PartnerIndex
  ) -> Movement {
    let fate = leg.fate
    guard let other = counterpart(of: event, with: leg, in: &partners) else { return leg }
    let trade = Movement(joining: leg, other, cashAssets: rules.cashAssets)
    if let fee = event.fee?.negated, let own = partners.removeFirst(fee, role: .fee, with: leg) {
      trade.merge(fee: own)
    }
    trade.fate = fate
    return trade
  }

  /// Joins legs that can be joined in several ways to trades in file order, once a person confirms
  /// it.
  private func ambiguousTrades(_ legs: [Movement]) -> [Movement] {
    let sides = legs.filter { $0.role != .fee }
    let question = log.ask(
      .whichLegs, about: sides[0], candidates: legs.flatMap(\.evidence.counting),
      choices: [.keep, .skip])
    guard question.answer == .keep else {
      for leg in legs {
        leg.fate = question.answer == .skip ? .skipped(question.key) : .waits(question.key)
      }
      return legs
    }
    return inFileOrder(legs)
  }

  /// Joins each leg with the next one of the opposite sign; unmatched legs stay legs.
  private func inFileOrder(_ legs: [Movement]) -> [Movement] {
    var open = legs.filter { $0.role != .fee }
    var trades: [Movement] = []
    var rest: [Movement] = []
    while !open.isEmpty {
      let leg = open.removeFirst()
      let other = open.firstIndex {
        $0.amount.value.isNegative != leg.amount.value.isNegative
          && $0.amount.asset != leg.amount.asset
      }
      if let other {
        let counterpart = open.remove(at: other)
        trades.append(Movement(joining: leg, counterpart, cashAssets: rules.cashAssets))
      } else {
        rest.append(leg)
      }
    }
    for fee in legs where fee.role == .fee {
      if let trade = trades.first(where: { $0.fee == nil }) {
        trade.merge(fee: fee)
      } else {
        rest.append(fee)
      }
    }
    return trades + rest
  }

  /// Assigns fees without a trade at their instant to trades within the coarser clock, or to known
  /// trades with that fee within the form's lateness.
  ///
  /// - Returns: The unassigned fees, about which the user is asked.
  private func lone(_ fees: [Movement], new: [Movement], known: [Movement]) -> [Movement] {
    guard !fees.isEmpty else { return [] }
    var alone: [Movement] = []
    var used: Set<ObjectIdentifier> = []
    let open = new.filter { $0.counter != nil }.sorted(by: precedes)
    let known = known.sorted(by: precedes)
    let width = (open + known).map(\.instant.width).max() ?? 1
    for fee in fees {
      let first = { (trades: [Movement], lateness: Int64, isFit: (Movement) -> Bool) -> Movement? in
        let start = lowerBound(0..<trades.count) {
          trades[$0].instant.at > fee.instant.at - width - lateness
        }
        return trades[start...].prefix { $0.instant.at <= fee.instant.last + lateness }
          .first { $0.instant.distance(to: fee.instant) <= lateness && isFit($0) }
      }
      let lateness = traits[fee.origin.form].lateness[.trade] ?? 0
      if let trade = first(open, 0, { $0.fee == nil }) {
        trade.merge(fee: fee)
      } else if let event = first(
        known, lateness,
        {
          !used.contains(ObjectIdentifier($0))
            && $0.fee?.agrees(with: fee.amount.negated) ?? false
        })
      {
        used.insert(ObjectIdentifier(event))
        event.attach(fee)
      } else if let event = first(known, 0, { $0.fee == nil }) {
        event.merge(fee: fee)
      } else if let cost = fee.asLoneEvent {
        alone.append(cost)
      } else {
        ask(.halfOfTrade, about: fee)
        alone.append(fee)
      }
    }
    return alone
  }

  /// Asks about a leg without its counterpart; it waits for the answer.
  func ask(_ kind: Question.Kind, about leg: Movement) {
    guard leg.fate == .counts else { return }
    let question = log.ask(kind, about: leg, candidates: [], choices: [.keep, .skip])
    switch question.answer {
    case .keep: leg.fate = .counts
    case .skip: leg.fate = .skipped(question.key)
    default: leg.fate = .waits(question.key)
    }
  }
}
