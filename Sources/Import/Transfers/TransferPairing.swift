import Exact

/// Pairs withdrawals with deposits of the same coins at another place or of another owner.
struct TransferPairing {
  private(set) var pairs: [(withdrawal: Movement, deposit: Movement)] = []
  private let fees: [String: Quantity]
  private let outgoing: [Movement]
  private let incoming: [Movement]
  private var choices: [[Int]] = []
  private var rivals: [[Int]] = []
  private var isSent: [Bool]
  private var isReceived: [Bool]

  /// A deposit is at most this long before a withdrawal: clocks differ, and withdrawals are
  /// booked when they are confirmed.
  private static let early = 3600 * PrintedInstant.second
  /// A deposit is at most this long after a withdrawal.
  private static let late = 24 * 3600 * PrintedInstant.second

  /// Pairs movements.
  ///
  /// - Parameter fees: The usual network fee of each coin.
  init(_ movements: [Movement], fees: [String: Quantity], log: QuestionLog) {
    self.fees = fees
    let counting = movements.filter { $0.fate == .counts }.sorted(by: precedesInAnyScope)
    outgoing = counting.filter { $0.role == .withdrawal }
    incoming = counting.filter { $0.role == .deposit }
    isSent = Array(repeating: false, count: outgoing.count)
    isReceived = Array(repeating: false, count: incoming.count)
    pairByHash()
    findChoices()
    decide(log)
  }

  /// Pairs halves with the hash of one transaction.
  private mutating func pairByHash() {
    var byHash: [Movement.MovementID: [Int]] = [:]
    for (index, deposit) in incoming.enumerated() {
      if let hash = deposit.id(of: .hash) { byHash[hash, default: []].append(index) }
    }
    for (index, withdrawal) in outgoing.enumerated() {
      guard let hash = withdrawal.id(of: .hash) else { continue }
      let open = (byHash[hash] ?? []).filter { other in
        !isReceived[other] && incoming[other].amount.asset == withdrawal.amount.asset
          && incoming[other].scope != withdrawal.scope
      }
      // One transaction can pay several places: the amounts say which.
      let best = open.min { left, right in
        surplus(withdrawal, incoming[left]) < surplus(withdrawal, incoming[right])
      }
      if let best { pair(index, best) }
    }
  }

  /// How far the loss of a transfer is from its fee.
  private func surplus(_ withdrawal: Movement, _ deposit: Movement) -> Quantity {
    (loss(withdrawal, deposit) - (statedFee(of: withdrawal) ?? .zero)).magnitude
  }

  private func loss(_ withdrawal: Movement, _ deposit: Movement) -> Quantity {
    -withdrawal.amount.value - deposit.amount.value
  }

  /// The coins of a withdrawal that its fee takes; `nil` where no report states a fee.
  private func statedFee(of withdrawal: Movement) -> Quantity? {
    withdrawal.fee.map { $0.asset == withdrawal.amount.asset ? $0.value : .zero }
  }

  private mutating func pair(_ withdrawal: Int, _ deposit: Int) {
    pairs.append((outgoing[withdrawal], incoming[deposit]))
    isSent[withdrawal] = true
    isReceived[deposit] = true
  }

  /// Lists the deposits that each withdrawal may be, and the withdrawals of each deposit.
  private mutating func findChoices() {
    choices = Array(repeating: [], count: outgoing.count)
    rivals = Array(repeating: [], count: incoming.count)
    let byAsset = Dictionary(
      grouping: incoming.indices.filter { !isReceived[$0] }, by: { incoming[$0].amount.asset })
    for (index, withdrawal) in outgoing.enumerated() where !isSent[index] {
      let deposits = byAsset[withdrawal.amount.asset] ?? []
      let start = lowerBound(0..<deposits.count) {
        incoming[deposits[$0]].instant.last >= withdrawal.instant.at - Self.early
      }
      for deposit in deposits[start...] {
        let other = incoming[deposit]
        guard other.instant.last - withdrawal.instant.at <= Self.late else { break }
        guard mayBeSame(withdrawal, other) else { continue }
        choices[index].append(deposit)
        rivals[deposit].append(index)
      }
    }
  }

  private func mayBeSame(_ withdrawal: Movement, _ deposit: Movement) -> Bool {
    guard withdrawal.scope != deposit.scope,
      withdrawal.id(of: .hash) == nil || deposit.id(of: .hash) == nil
    else { return false }
    let loss = loss(withdrawal, deposit)
    let unit = max(withdrawal.amount.tolerance, deposit.amount.tolerance)
    let slack = unit + unit
    if let fee = statedFee(of: withdrawal) { return (loss - fee).magnitude <= slack }
    let usual = fees[withdrawal.amount.asset] ?? .zero
    return -slack <= loss && loss <= usual * 3 + slack
  }

  /// Pairs what is certain: every choice pairs equal halves of the same two places.
  private mutating func decide(_ log: QuestionLog) {
    for (index, withdrawal) in outgoing.enumerated() where !isSent[index] {
      let open = choices[index].filter { !isReceived[$0] }
      let best = open.min { left, right in
        wait(withdrawal, incoming[left]) < wait(withdrawal, incoming[right])
      }
      guard let best else { continue }
      let others = Set(open.flatMap { rivals[$0] }.filter { !isSent[$0] })
      let places = Set(open.map { Half(incoming[$0]) })
      let origins = Set(others.map { Half(outgoing[$0]) })
      if places.count == 1, origins.count == 1, others.count <= open.count {
        pair(index, best)
        continue
      }
      let candidates = open.flatMap { incoming[$0].evidence.counting }
      let question = log.ask(
        .sameCoins, about: withdrawal, candidates: withdrawal.evidence.counting + candidates,
        choices: [.same, .two])
      if question.answer == .same { pair(index, best) }
    }
  }

  /// How long a deposit takes; one before the withdrawal is worse than any after it.
  private func wait(_ withdrawal: Movement, _ deposit: Movement) -> Int64 {
    let wait = deposit.instant.at - withdrawal.instant.at
    return wait >= 0 ? wait : Self.late - wait
  }

  /// What makes two halves interchangeable.
  private struct Half: Hashable {
    let scope: Scope
    let amount: Amount
    let fee: Amount?

    init(_ movement: Movement) {
      (scope, amount) = (movement.scope, movement.amount)
      fee = movement.role == .withdrawal ? movement.fee : nil
    }
  }
}

/// Orders movements of several scopes by time and what they say.
func precedesInAnyScope(_ left: Movement, _ right: Movement) -> Bool {
  if left.instant.at != right.instant.at { return left.instant.at < right.instant.at }
  return left.scope != right.scope ? left.scope < right.scope : precedes(left, right)
}
