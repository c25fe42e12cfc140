import Exact

/// Movements that two accounts report under one hash, as when a wallet is used in two programs.
///
/// Programs date a transaction when it is sent or when it is confirmed, at most a day apart.
/// A payment to two own wallets also has one hash, so each pair of accounts is one question. Until
/// it is answered, the reports of lower precedence wait.
struct SharedHashes {
  private let rank: (Movement) -> Int
  /// The reports that wait, each with the one that counts, by the accounts.
  private var shared: [String: [(later: Movement, first: Movement)]] = [:]

  /// - Parameter rank: The precedence of a movement's form.
  init(_ events: [Movement], rank: @escaping (Movement) -> Int) {
    self.rank = rank
    var byHash: [RowID: [Movement]] = [:]
    for event in events where event.fate == .counts {
      if let hash = event.id(of: .hash) { byHash[hash, default: []].append(event) }
    }
    for reports in byHash.values where reports.count > 1 { add(reports) }
  }

  private mutating func add(_ reports: [Movement]) {
    var firsts: [(movement: Movement, scopes: Set<Scope>)] = []
    let ordered = reports.sorted { left, right in
      let (mine, theirs) = (rank(left), rank(right))
      return mine != theirs ? mine < theirs : precedesInAnyScope(left, right)
    }
    for report in ordered {
      // An account may have several equal movements of one hash, and each has its own report.
      let same = firsts.firstIndex {
        !$0.scopes.contains(report.scope)
          && $0.movement.instant.distance(to: report.instant) <= TransferPairing.late
          && !contradicts($0.movement, report, isSameForm: false, isProved: true)
      }
      guard let same else {
        firsts.append((report, [report.scope]))
        continue
      }
      firsts[same].scopes.insert(report.scope)
      let first = firsts[same].movement
      shared[Self.accounts(report, first), default: []].append((report, first))
    }
  }

  /// The accounts of both, in order.
  private static func accounts(_ left: Movement, _ right: Movement) -> String {
    [left.scope, right.scope].sorted()
      .map { [$0.account, $0.owner].filter { !$0.isEmpty }.joined(separator: " ") }
      .joined(separator: "|")
  }

  /// Asks about the accounts.
  ///
  /// - Returns: The events without those that an answer says are reported by others.
  func asked(_ events: [Movement], log: QuestionLog) -> [Movement] {
    var known: Set<ObjectIdentifier> = []
    for (accounts, pairs) in shared.sorted(by: { $0.key < $1.key }) {
      let question = log.ask(
        .sameOrTwo, parts: [accounts],
        candidates: pairs.flatMap(\.first.evidence.counting), choices: [.same, .two])
      for (later, first) in pairs {
        switch question.answer {
        case .two: break
        case .same:
          first.absorb(later, isLedger: false)
          known.insert(ObjectIdentifier(later))
        default: later.fate = .waits(question.key)
        }
      }
    }
    return known.isEmpty ? events : events.filter { !known.contains(ObjectIdentifier($0)) }
  }
}
