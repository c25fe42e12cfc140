import FoundationEssentials
import Portfolio

/// Finds what ``lookalikes(of:in:)`` finds, of transactions that come in the order of their dates:
/// only those of the last hour are kept.
struct RecentLookalikes {
  private(set) var found: [Lookalike] = []
  /// Transactions of the ledger of the last hour and the next, by what makes them alike.
  private var existing: [LookalikeShape: [Transaction]] = [:]
  private var recorded: [Transaction] = []
  private var forgotten = 0
  private var recent: [Transaction] = []
  private var first = 0

  /// More in one hour than anybody compares.
  private static let mostRecent = 500
  private static let hour = 3600.0

  /// Takes the next transactions of the ledger, up to an hour behind the next addition at least.
  mutating func record(_ transactions: [Transaction]) {
    for transaction in transactions {
      existing[LookalikeShape(transaction), default: []].append(transaction)
    }
    recorded += transactions
  }

  /// Forgets transactions of the ledger that nothing to come is like.
  mutating func forget(before date: Date) {
    while forgotten < recorded.count, date.timeIntervalSince(recorded[forgotten].date) > Self.hour {
      let shape = LookalikeShape(recorded[forgotten])
      existing[shape]?.removeFirst()
      if existing[shape]?.isEmpty ?? false { existing[shape] = nil }
      forgotten += 1
    }
    guard forgotten > 1024 else { return }
    recorded.removeFirst(forgotten)
    forgotten = 0
  }

  /// - Throws: ``MustReadWhole`` where too many are of one hour and of several sources.
  mutating func add(_ addition: Transaction) throws {
    forget(before: addition.date)
    while first < recent.count,
      addition.date.timeIntervalSince(recent[first].date) > Self.hour
    { first += 1 }
    if first > Self.mostRecent {
      recent.removeFirst(first)
      first = 0
    }
    let isMixed = recent.last.map { $0.reference?.source != addition.reference?.source } ?? false
    isOfSeveralSources = (isOfSeveralSources && first < recent.count) || isMixed
    if isOfSeveralSources, recent.count - first > Self.mostRecent { throw MustReadWhole() }
    if let other = other(than: addition) {
      found.append(Lookalike(addition: addition, other: other))
    }
    recent.append(addition)
  }

  /// Whether those of the last hour are of several sources.
  private var isOfSeveralSources = false

  private func other(than addition: Transaction) -> Transaction? {
    func isLike(_ other: Transaction) -> Bool {
      other.reference?.source != addition.reference?.source
        && abs(other.date.timeIntervalSince(addition.date)) <= Self.hour
    }
    let shape = existing.isEmpty && !isOfSeveralSources ? nil : LookalikeShape(addition)
    guard let shape else { return nil }
    if let other = existing[shape]?.first(where: isLike) { return other }
    guard isOfSeveralSources else { return nil }
    return recent[first...].first { isLike($0) && LookalikeShape($0) == shape }
  }
}
