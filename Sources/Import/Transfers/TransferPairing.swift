import Exact

/// Pairs withdrawals with deposits of the same coins in another account or of another owner.
struct TransferPairing {
  private(set) var pairs: [(withdrawal: Movement, deposit: Movement)] = []
  private let fees: [String: Quantity]
  private var outgoing: [HalfGroup] = []
  private var incoming: [HalfGroup] = []
  /// The groups of deposits of each asset, by amount.
  private var depositsByAsset: [String: [Int]] = [:]

  /// A deposit is at most this long before its withdrawal: clocks differ, and withdrawals are
  /// booked when confirmed.
  private static let early = 3600 * PrintedInstant.second
  /// A deposit is at most this long after its withdrawal.
  static let late = 24 * 3600 * PrintedInstant.second
  /// The greatest distance between halves that affect a pair: its own, and competing candidates.
  static let reach = 2 * (early + late)

  /// - Parameter fees: The usual network fee of each coin.
  init(_ movements: [Movement], fees: [String: Quantity], log: QuestionLog) {
    self.fees = fees
    let counting = movements.filter { $0.fate == .counts }.sorted(by: precedesInAnyScope)
    let sent = counting.filter { $0.role == .withdrawal }
    let received = counting.filter { $0.role == .deposit }
    let paired = pairByHash(sent, received)
    let (open, positions) = groups(of: sent.filter { !paired.contains(ObjectIdentifier($0)) })
    outgoing = open
    incoming = groups(of: received.filter { !paired.contains(ObjectIdentifier($0)) }).groups
    findChoices()
    for (group, position) in positions { decide(group, position, log) }
    for (group, position) in positions { askAboutLoss(group, position, log) }
  }

  /// Pairs halves with the same transaction hash, and returns them.
  private mutating func pairByHash(
    _ sent: [Movement], _ received: [Movement]
  ) -> Set<ObjectIdentifier> {
    var byHash: [RowID: [Movement]] = [:]
    for deposit in received {
      if let hash = deposit.id(of: .hash) { byHash[hash, default: []].append(deposit) }
    }
    var paired: Set<ObjectIdentifier> = []
    for withdrawal in sent {
      guard let hash = withdrawal.id(of: .hash) else { continue }
      let open = (byHash[hash] ?? []).filter { other in
        !paired.contains(ObjectIdentifier(other)) && areOfDifferentSources(withdrawal, other)
          && other.amount.asset == withdrawal.amount.asset
      }
      // One transaction can pay several accounts, so choose by amount.
      guard let best = open.min(by: { surplus(withdrawal, $0) < surplus(withdrawal, $1) }) else {
        continue
      }
      pairs.append((withdrawal, best))
      paired.formUnion([ObjectIdentifier(withdrawal), ObjectIdentifier(best)])
    }
    return paired
  }

  /// Groups halves, and returns the group of each half, in their order.
  private func groups(
    of halves: [Movement]
  ) -> (groups: [HalfGroup], positions: [(group: Int, position: Int)]) {
    var numbers: [HalfGroup.Key: Int] = [:]
    var grouped: [[Movement]] = []
    var positions: [(group: Int, position: Int)] = []
    for half in halves {
      let key = HalfGroup.Key(half)
      let group = numbers[key] ?? grouped.count
      if numbers[key] == nil {
        numbers[key] = group
        grouped.append([])
      }
      positions.append((group, grouped[group].count))
      grouped[group].append(half)
    }
    return (grouped.map(HalfGroup.init), positions)
  }

  /// How far the loss of a transfer is from its stated fee.
  private func surplus(_ withdrawal: Movement, _ deposit: Movement) -> Quantity {
    (loss(withdrawal, deposit) - (statedFee(of: withdrawal) ?? .zero)).magnitude
  }

  private func loss(_ withdrawal: Movement, _ deposit: Movement) -> Quantity {
    -withdrawal.amount.value - deposit.amount.value
  }

  /// The coins that a withdrawal's fee takes from its amount; `nil` if no report states a fee.
  private func statedFee(of withdrawal: Movement) -> Quantity? {
    withdrawal.fee.map { $0.asset == withdrawal.amount.asset ? $0.value : .zero }
  }

  /// Links each group of withdrawals with the groups of deposits that may be the same coins.
  private mutating func findChoices() {
    let byAmount = incoming.indices.sorted { left, right in
      let (mine, theirs) = (incoming[left].halves[0].amount, incoming[right].halves[0].amount)
      return mine.value != theirs.value ? mine.value < theirs.value : left < right
    }
    depositsByAsset = Dictionary(grouping: byAmount) { incoming[$0].halves[0].amount.asset }
    let widest = incoming.map { $0.halves[0].amount.tolerance }.max() ?? .zero
    for group in outgoing.indices {
      let withdrawal = outgoing[group].halves[0]
      let deposits = depositsByAsset[withdrawal.amount.asset] ?? []
      let unit = max(withdrawal.amount.tolerance, widest)
      let most =
        statedFee(of: withdrawal) ?? (fees[withdrawal.amount.asset] ?? .zero) * 3
      let (high, low) = (
        -withdrawal.amount.value + unit + unit, -withdrawal.amount.value - most - unit - unit
      )
      var index = lowerBound(0..<deposits.count) {
        incoming[deposits[$0]].halves[0].amount.value >= low
      }
      while index < deposits.count {
        let deposit = incoming[deposits[index]].halves[0]
        guard deposit.amount.value <= high else { break }
        if mayBeSame(withdrawal, deposit) {
          outgoing[group].others.append(deposits[index])
          incoming[deposits[index]].others.append(group)
        }
        index += 1
      }
    }
  }

  /// Whether the sources of two movements allow them to be halves of one transfer; two ledger rows
  /// state it themselves.
  private func areOfDifferentSources(_ withdrawal: Movement, _ deposit: Movement) -> Bool {
    withdrawal.scope != deposit.scope && !(withdrawal.isRecorded && deposit.isRecorded)
  }

  private func mayBeSame(_ withdrawal: Movement, _ deposit: Movement) -> Bool {
    guard areOfDifferentSources(withdrawal, deposit),
      withdrawal.id(of: .hash) == nil || deposit.id(of: .hash) == nil
    else { return false }
    let loss = loss(withdrawal, deposit)
    let unit = max(withdrawal.amount.tolerance, deposit.amount.tolerance)
    let slack = unit + unit
    if let fee = statedFee(of: withdrawal) { return (loss - fee).magnitude <= slack }
    let usual = fees[withdrawal.amount.asset] ?? .zero
    return -slack <= loss && loss <= usual * 3 + slack
  }

  /// Pairs a withdrawal if it is certain: every choice pairs equal halves of the same two accounts.
  private mutating func decide(_ group: Int, _ position: Int, _ log: QuestionLog) {
    guard outgoing[group].isOpen(position) else { return }
    let withdrawal = outgoing[group].halves[position]
    let stretch =
      (withdrawal.instant.at - Self.early)...(withdrawal.instant.at + Self.late)
    let choices = outgoing[group].others.compactMap { other in
      incoming[other].nearest(to: withdrawal.instant.at, in: stretch).map { (other, $0) }
    }
    let best = choices.min { left, right in
      let halves = [left, right].map { incoming[$0.0].halves[$0.1] }
      return delay(withdrawal, halves[0]) < delay(withdrawal, halves[1])
    }
    guard let best else { return }
    if choices.count == 1, isCertain(group, with: best.0, in: stretch) {
      return pair((group, position), best)
    }
    let candidates = choices.flatMap { incoming[$0.0].halves[$0.1].evidence.counting }
    let question = log.ask(
      .sameCoins, about: withdrawal, candidates: withdrawal.evidence.counting + candidates,
      choices: [.same, .two])
    if question.answer == .same { pair((group, position), best) }
  }

  /// Whether only equal withdrawals compete for a withdrawal's candidate deposits, and no more of
  /// them than there are deposits.
  private func isCertain(_ group: Int, with other: Int, in stretch: ClosedRange<Int64>) -> Bool {
    guard let extent = incoming[other].extent(in: stretch) else { return false }
    let reach = (extent.lowerBound - Self.late)...(extent.upperBound + Self.early)
    for rival in incoming[other].others where rival != group {
      if outgoing[rival].count(in: reach) > 0 { return false }
    }
    guard let rivals = outgoing[group].extent(in: reach) else { return false }
    let supply = (rivals.lowerBound - Self.early)...(rivals.upperBound + Self.late)
    return outgoing[group].count(in: reach) <= incoming[other].count(in: supply)
  }

  /// Asks about an open withdrawal and the open deposit nearest to it in amount, if the loss
  /// exceeds usual fees but not a tenth.
  private mutating func askAboutLoss(_ group: Int, _ position: Int, _ log: QuestionLog) {
    let withdrawal = outgoing[group].halves[position]
    guard outgoing[group].isOpen(position), withdrawal.fee == nil else { return }
    let stretch =
      (withdrawal.instant.at - Self.early)...(withdrawal.instant.at + Self.late)
    let deposits = depositsByAsset[withdrawal.amount.asset] ?? []
    let least: Quantity = (fees[withdrawal.amount.asset] ?? .zero) * 3
    var index = lowerBound(0..<deposits.count) {
      loss(withdrawal, incoming[deposits[$0]].halves[0]) <= least
    }
    for _ in 0..<Self.triedAmounts where index > 0 {
      index -= 1
      let other = deposits[index]
      let deposit = incoming[other].halves[0]
      guard loss(withdrawal, deposit) * 10 <= -withdrawal.amount.value else { return }
      guard areOfDifferentSources(withdrawal, deposit),
        withdrawal.id(of: .hash) == nil || deposit.id(of: .hash) == nil,
        let nearest = incoming[other].nearest(to: withdrawal.instant.at, in: stretch)
      else { continue }
      let question = log.ask(
        .sameCoins, about: withdrawal,
        candidates: withdrawal.evidence.counting
          + incoming[other].halves[nearest].evidence.counting,
        choices: [.same, .two])
      if question.answer == .same { pair((group, position), (other, nearest)) }
      return
    }
  }

  /// The maximum number of amounts to try when searching for a near one.
  private static let triedAmounts = 20

  private mutating func pair(
    _ withdrawal: (group: Int, position: Int), _ deposit: (group: Int, position: Int)
  ) {
    pairs.append(
      (
        outgoing[withdrawal.group].halves[withdrawal.position],
        incoming[deposit.group].halves[deposit.position]
      ))
    outgoing[withdrawal.group].close(withdrawal.position)
    incoming[deposit.group].close(deposit.position)
  }

  /// The delay of a deposit; one before the withdrawal ranks after all later ones.
  private func delay(_ withdrawal: Movement, _ deposit: Movement) -> Int64 {
    let delay = deposit.instant.at - withdrawal.instant.at
    let isBefore = deposit.instant.last < withdrawal.instant.at
    return isBefore ? Self.late - delay : max(0, delay)
  }
}

/// Orders movements of several scopes by time and content.
func precedesInAnyScope(_ left: Movement, _ right: Movement) -> Bool {
  if left.instant.at != right.instant.at { return left.instant.at < right.instant.at }
  return left.scope != right.scope ? left.scope < right.scope : precedes(left, right)
}
