import Exact

/// How sure it is that two movements are the same; a lower level is matched first.
enum Certainty: Int, CaseIterable, Comparable {
  /// A trade id or hash is equal.
  case sameID
  /// The clocks meet and prove it, or one is in the other's report.
  case sameInstant
  /// One is in the other's report, which is known to be late.
  case covered
  /// Nothing but nearness.
  case unsure

  static func < (left: Certainty, right: Certainty) -> Bool { left.rawValue < right.rawValue }
}

/// Finds, for a movement, those of other reports that may be the same.
///
/// Movements that differ in nothing but time form runs, which are searched by bisection: a run of a
/// hundred thousand equal purchases costs as much as one.
struct CandidateIndex {
  /// The movements; those of a run are neighbors, by time.
  let items: [Movement]
  private let settings: MatchSettings
  private var buckets: [BucketKey: Bucket] = [:]
  private var positionsByID: [Movement.MovementID: [Int]] = [:]

  /// Positions among ``CandidateIndex/items`` that are candidates with one certainty.
  struct Link {
    let range: Range<Int>
    let certainty: Certainty
  }

  /// Indexes movements.
  ///
  /// - Parameters:
  ///   - width: The widest clock of the movements that will be looked up.
  ///   - forms: The forms of the movements that will be looked up.
  init(_ movements: [Movement], settings: MatchSettings, width: Int64, forms: FormMask) {
    self.settings = settings
    let entries = movements.map { movement in
      let covering = settings.covering(movement, among: forms)
      return IndexEntry(movement: movement, covering: covering)
    }.sorted { $0.precedes($1) }
    items = entries.map(\.movement)
    var start = 0
    for position in entries.indices {
      for id in provingIDs(of: items[position]) {
        positionsByID[id, default: []].append(position)
      }
      let next = position + 1
      let reach = width + items[position].instant.width + settings.longestLateness
      guard
        next == entries.count || !entries[next].isLike(entries[position])
          || items[next].instant.at - items[position].instant.at > 2 * reach
      else { continue }
      let key = BucketKey(items[start])
      let run = Run(range: start..<next, entry: entries[start], last: items[position].instant.last)
      buckets[key, default: Bucket()].append(run, amount: items[start].amount)
      start = next
    }
    for key in buckets.keys { buckets[key]?.sortRuns(by: items) }
  }

  /// The candidates of a movement.
  func links(of movement: Movement) -> [Link] {
    var links: [Link] = []
    if !positionsByID.isEmpty {
      for id in provingIDs(of: movement) {
        for position in positionsByID[id] ?? []
        where !contradicts(movement, items[position], isSameForm: settings.isSameForm) {
          links.append(Link(range: position..<(position + 1), certainty: .sameID))
        }
      }
    }
    guard let bucket = buckets[BucketKey(movement)] else { return links }
    let forms = movement.evidence.forms
    let covering = settings.covering(movement, among: bucket.forms)
    let reach = settings.longestLateness
    let window = (movement.instant.at - reach)...(movement.instant.last + reach)
    bucket.forEachRun(near: movement.amount, within: window, of: items) { run in
      let first = items[run.range.lowerBound]
      guard !contradicts(movement, first, isSameForm: settings.isSameForm) else { return }
      let isCovered = covering.intersects(run.entry.forms) || run.entry.covering.intersects(forms)
      let exact = positions(of: run, around: movement.instant, lateness: 0)
      if !exact.isEmpty {
        let proves = settings.clocksProve(movement, first) || isCovered
        links.append(Link(range: exact, certainty: proves ? .sameInstant : .unsure))
      }
      let lateness = settings.lateness(of: movement, first)
      guard lateness > 0 else { return }
      let late = positions(of: run, around: movement.instant, lateness: lateness)
      guard late.count > exact.count else { return }
      links.append(Link(range: late, certainty: isCovered ? .covered : .unsure))
    }
    return links
  }

  /// The positions of a run whose clocks meet an instant within a lateness.
  private func positions(
    of run: Run, around instant: PrintedInstant, lateness: Int64
  ) -> Range<Int> {
    let width = items[run.range.lowerBound].instant.width
    let lower = lowerBound(run.range) { items[$0].instant.at > instant.at - lateness - width }
    let upper = lowerBound(lower..<run.range.upperBound) {
      items[$0].instant.at > instant.last + lateness
    }
    return lower..<upper
  }
}

/// The first position of a range from which on a condition holds.
func lowerBound(_ range: Range<Int>, where holds: (Int) -> Bool) -> Int {
  var (low, high) = (range.lowerBound, range.upperBound)
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
