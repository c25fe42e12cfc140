import FoundationEssentials
import Portfolio

/// Finds what ``lookalikes(of:in:)`` finds, of transactions that come in the order of their dates:
/// only those of the last hour are kept.
struct RecentLookalikes {
  private(set) var found: [Lookalike] = []
  private let existing: [LookalikeShape: [Transaction]]
  private var recent: [Transaction] = []
  private var first = 0

  /// More in one hour than anybody compares.
  private static let mostRecent = 500
  private static let hour = 3600.0

  init(existing: [Transaction]) {
    self.existing = Dictionary(grouping: existing, by: LookalikeShape.init)
  }

  /// - Throws: ``MustReadWhole`` where too many are of one hour and of several sources.
  mutating func add(_ addition: Transaction) throws {
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
