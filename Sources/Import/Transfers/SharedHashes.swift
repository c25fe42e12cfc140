import Exact

/// Movements that several accounts report under one hash, as when a wallet is used in two programs.
///
/// Programs date a transaction when it is sent or when it is confirmed, at most a day apart.
/// A payment to two own wallets also has one hash, so each pair of accounts is one question. Until
/// it is answered, reports of lower precedence wait; what a person changed precedes.
struct SharedHashes {
  /// The reports in order, each with the preceding ones that may be the same.
  private var reports: [(report: Movement, others: [Movement])] = []

  /// - Parameters:
  ///   - rank: The precedence of a movement's form.
  ///   - isChanged: Whether a person changed a movement's row.
  init(
    _ events: [Movement], rank: (Movement) -> Int, isChanged: (Movement) -> Bool
  ) {
    var byHash: [RowID: [Movement]] = [:]
    for event in events where event.fate == .counts {
      if let hash = event.id(of: .hash) { byHash[hash, default: []].append(event) }
    }
    for reports in byHash.values where Set(reports.map(\.scope)).count > 1 {
      let keys = reports.map { (report: $0, isChanged: isChanged($0), rank: rank($0)) }
      add(
        keys.sorted { left, right in
          if left.isChanged != right.isChanged { return left.isChanged }
          return left.rank != right.rank
            ? left.rank < right.rank : precedesInAnyScope(left.report, right.report)
        }.map(\.report))
    }
  }

  private mutating func add(_ ordered: [Movement]) {
    for (index, report) in ordered.enumerated() {
      let others = ordered[..<index].filter {
        $0.scope != report.scope
          && $0.instant.distance(to: report.instant) <= TransferPairing.late
          && !contradicts($0, report, isSameForm: false, isProved: true)
      }
      if !others.isEmpty { reports.append((report, others)) }
    }
  }

  /// The accounts of both, in order.
  private static func accounts(_ left: Movement, _ right: Movement) -> [String] {
    [left.scope, right.scope].sorted().map { scope in
      [scope.account, scope.owner].filter { !$0.isEmpty }.joined(separator: " ")
        .replacing("|", with: "/")
    }
  }

  /// Asks about the accounts.
  ///
  /// - Returns: The events without those that an answer says are reported by others.
  func asked(_ events: [Movement], log: QuestionLog) -> [Movement] {
    var candidates: [[String]: [Int]] = [:]
    for (report, others) in reports {
      for other in others {
        candidates[Self.accounts(report, other), default: []] += other.evidence.counting
      }
    }
    var questions: [[String]: (key: Question.Key, answer: Choice?)] = [:]
    for (accounts, facts) in candidates.sorted(by: { $0.key.joined() < $1.key.joined() }) {
      questions[accounts] = log.ask(
        .sameOrTwo, parts: accounts, candidates: facts, choices: [.same, .two])
    }
    var known: Set<ObjectIdentifier> = []
    // An account may have several equal movements of one hash, and each has its own report.
    var scopes: [ObjectIdentifier: Set<Scope>] = [:]
    for (report, others) in reports {
      for other in others where other.fate == .counts {
        let id = ObjectIdentifier(other)
        guard !known.contains(id), scopes[id]?.contains(report.scope) != true,
          let question = questions[Self.accounts(report, other)], question.answer != .two
        else { continue }
        scopes[id, default: []].insert(report.scope)
        if question.answer == .same {
          other.absorb(report, isLedger: false)
          known.insert(ObjectIdentifier(report))
        } else {
          report.fate = .waits(question.key)
        }
        break
      }
    }
    return known.isEmpty ? events : events.filter { !known.contains(ObjectIdentifier($0)) }
  }
}
