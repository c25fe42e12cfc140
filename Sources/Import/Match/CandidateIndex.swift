import Exact

/// The certainty that two movements are the same; lower levels are matched first.
enum Certainty: Int, CaseIterable, Comparable {
  /// A trade id or hash is equal.
  case sameID
  /// The clocks overlap and prove it, or one is covered by the other's report.
  case sameInstant
  /// One is covered by the other's report, which is known to be late.
  case covered
  /// Only close in time.
  case unsure

  static func < (left: Certainty, right: Certainty) -> Bool { left.rawValue < right.rawValue }
}

/// Finds, for a movement, the movements of other reports that may be the same.
///
/// Movements that differ only in time form runs, which are searched by bisection: a run of a
/// hundred thousand equal purchases costs as much as one.
struct CandidateIndex {
  /// The movements; those of a run are adjacent, ordered by time.
  let items: [Movement]
  private let settings: MatchSettings
  private var buckets: [BucketKey: Bucket] = [:]
  private var positionsByID: [RowID: [Int]] = [:]

  /// Positions in ``CandidateIndex/items`` that are candidates with one certainty.
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
        where !contradicts(
          movement, items[position], isSameForm: settings.isSameForm, isProved: true)
        {
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
        let proves = settings.instantsProve(movement, first) || isCovered
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

/// The first position of a range from which a condition holds.
package func lowerBound(_ range: Range<Int>, where holds: (Int) -> Bool) -> Int {
  var (low, high) = (range.lowerBound, range.upperBound)
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}

/// A bit set of forms by position; positions from 63 on share the last bit.
struct FormMask: Equatable {
  private(set) var bits: UInt64 = 0

  init() {}

  /// One form.
  init(_ form: Int) { insert(form) }

  /// The forms that report any of some movements.
  init(reporting movements: [Movement]) {
    for movement in movements { formUnion(movement.evidence.forms) }
  }

  var isEmpty: Bool { bits == 0 }

  mutating func insert(_ form: Int) { bits |= 1 << UInt64(min(form, 63)) }

  mutating func formUnion(_ other: FormMask) { bits |= other.bits }

  func contains(_ form: Int) -> Bool { bits & (1 << UInt64(min(form, 63))) != 0 }

  func intersects(_ other: FormMask) -> Bool { bits & other.bits != 0 }
}

/// Properties of the compared reports that matching needs.
struct MatchSettings {
  let coverage: Coverage
  let traits: [FormTraits]
  /// Whether coarse copies of a form are matched with finer rows of the same form.
  let isSameForm: Bool
  /// The longest lateness of any form, in microseconds.
  let longestLateness: Int64

  init(coverage: Coverage, traits: [FormTraits], isSameForm: Bool) {
    (self.coverage, self.traits, self.isSameForm) = (coverage, traits, isSameForm)
    longestLateness = isSameForm ? 0 : traits.flatMap(\.lateness.values).max() ?? 0
  }

  /// The forms with a file that covers a movement.
  func covering(_ movement: Movement, among forms: FormMask) -> FormMask {
    var mask = FormMask()
    let isCoarse = isSameForm ? !coverage.isCoarse(file: movement.origin.file) : nil
    for form in traits.indices
    where forms.contains(form) && coverage.contains(movement, form: form, isCoarse: isCoarse) {
      mask.insert(form)
    }
    return mask
  }

  /// The allowed difference between two movements' instants beyond their clocks, in microseconds.
  func lateness(of left: Movement, _ right: Movement) -> Int64 {
    guard !isSameForm else { return 0 }
    let declared = [left, right].map { traits[$0.origin.form].lateness[$0.role] ?? 0 }
    return declared.max() ?? 0
  }

  /// Whether overlapping instants suffice as evidence: both clocks have seconds, or the balances
  /// agree.
  func instantsProve(_ left: Movement, _ right: Movement) -> Bool {
    left.instant.hasSeconds && right.instant.hasSeconds
      || isSameForm && left.balance != nil && right.balance != nil
  }
}

/// The key shared by movements in a bucket.
struct BucketKey: Hashable {
  let role: Role
  let asset: String
  let isNegative: Bool

  init(_ movement: Movement) {
    (role, asset) = (movement.role, movement.amount.asset)
    isNegative = movement.amount.value.isNegative
  }
}

/// A movement with the forms that report it and those that should.
struct IndexEntry {
  let movement: Movement
  let forms: FormMask
  let covering: FormMask

  init(movement: Movement, covering: FormMask) {
    (self.movement, self.covering) = (movement, covering)
    forms = movement.evidence.forms
  }

  /// Orders by everything that matching compares, and by time last.
  func precedes(_ other: IndexEntry) -> Bool {
    let (mine, theirs) = (movement, other.movement)
    if mine.role != theirs.role { return mine.role < theirs.role }
    if let isLess = isLess(mine.amount, theirs.amount) { return isLess }
    if mine.origin.form != theirs.origin.form { return mine.origin.form < theirs.origin.form }
    if mine.instant.width != theirs.instant.width {
      return mine.instant.width < theirs.instant.width
    }
    if forms != other.forms { return forms.bits < other.forms.bits }
    if covering != other.covering { return covering.bits < other.covering.bits }
    if let isLess = isLess(mine.counter, theirs.counter) { return isLess }
    if let isLess = isLess(mine.fee, theirs.fee) { return isLess }
    if mine.pair != theirs.pair {
      return (mine.pair?.base ?? "", mine.pair?.quote ?? "")
        < (theirs.pair?.base ?? "", theirs.pair?.quote ?? "")
    }
    if mine.balance != theirs.balance {
      guard let left = mine.balance, let right = theirs.balance else { return mine.balance == nil }
      return left < right
    }
    return Import.precedes(mine, theirs)
  }

  /// Whether the two differ only in ids and time.
  func isLike(_ other: IndexEntry) -> Bool {
    let (mine, theirs) = (movement, other.movement)
    return mine.role == theirs.role && mine.amount == theirs.amount
      && mine.origin.form == theirs.origin.form && mine.instant.width == theirs.instant.width
      && forms == other.forms && covering == other.covering && mine.counter == theirs.counter
      && mine.fee == theirs.fee && mine.isFeeEstimated == theirs.isFeeEstimated
      && mine.paymentIncludesFee == theirs.paymentIncludesFee && mine.pair == theirs.pair
      && mine.balance == theirs.balance
  }

  private func isLess(_ left: Amount?, _ right: Amount?) -> Bool? {
    guard let left, let right else { return (left == nil) == (right == nil) ? nil : left == nil }
    if left.asset != right.asset { return left.asset < right.asset }
    if left.value != right.value { return left.value < right.value }
    return left.tolerance == right.tolerance ? nil : left.tolerance < right.tolerance
  }
}

/// Movements that differ only in ids and time, adjacent in time.
struct Run {
  let range: Range<Int>
  let entry: IndexEntry
  /// The last microsecond of the last movement.
  let last: Int64
}

/// The runs of one role, asset and sign, by amount.
struct Bucket {
  private(set) var forms = FormMask()
  private var tolerance = Quantity.zero
  private var groups: [(amount: Quantity, runs: [Run], latest: [Int64])] = []

  /// Adds a run; runs are added in the order of their amounts.
  mutating func append(_ run: Run, amount: Amount) {
    forms.formUnion(run.entry.forms)
    tolerance = max(tolerance, amount.tolerance)
    if groups.last?.amount == amount.value {
      groups[groups.count - 1].runs.append(run)
    } else {
      groups.append((amount.value, [run], []))
    }
  }

  /// Sorts the runs of each amount by time.
  mutating func sortRuns(by items: [Movement]) {
    for index in groups.indices {
      groups[index].runs.sort {
        let (mine, theirs) = ($0.range.lowerBound, $1.range.lowerBound)
        let (left, right) = (items[mine].instant.at, items[theirs].instant.at)
        return (left, mine) < (right, theirs)
      }
      var latest = Int64.min
      groups[index].latest = groups[index].runs.map { run in
        latest = max(latest, run.last)
        return latest
      }
    }
  }

  /// Calls `body` for each run that may have the amount and overlaps a window of time.
  func forEachRun(
    near amount: Amount, within window: ClosedRange<Int64>, of items: [Movement],
    _ body: (Run) -> Void
  ) {
    let slack = max(tolerance, amount.tolerance)
    let (low, high) = (amount.value - slack - slack, amount.value + slack + slack)
    var index = lowerBound(0..<groups.count) { groups[$0].amount >= low }
    while index < groups.count, groups[index].amount <= high {
      let group = groups[index]
      index += 1
      var run = lowerBound(0..<group.runs.count) {
        items[group.runs[$0].range.lowerBound].instant.at > window.upperBound
      }
      while run > 0, group.latest[run - 1] >= window.lowerBound {
        run -= 1
        body(group.runs[run])
      }
    }
  }
}
