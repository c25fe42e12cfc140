import Exact

/// Halves of transfers that differ only in time: same account, amount and fee.
struct HalfGroup {
  /// The key shared by both halves.
  struct Key: Hashable {
    let scope: Scope
    let amount: Amount
    let fee: Amount?
    let hasHash: Bool
    let isRecorded: Bool

    init(_ movement: Movement) {
      (scope, amount) = (movement.scope, movement.amount)
      fee = movement.role == .withdrawal ? movement.fee : nil
      hasHash = movement.id(of: .hash) != nil
      isRecorded = movement.isRecorded
    }
  }

  /// The halves by time.
  let halves: [Movement]
  /// The groups of the other side that may be the same coins, by position.
  var others: [Int] = []
  private var open: OpenPositions

  init(_ halves: [Movement]) {
    self.halves = halves
    open = OpenPositions(count: halves.count)
  }

  /// Removes a half.
  mutating func close(_ position: Int) { open.remove(position) }

  /// Whether a half remains.
  func isOpen(_ position: Int) -> Bool { open.count(in: position..<(position + 1)) == 1 }

  /// The number of remaining halves in a stretch of time.
  func count(in stretch: ClosedRange<Int64>) -> Int { open.count(in: positions(in: stretch)) }

  /// The positions of the halves whose printed instant meets a stretch of time.
  func positions(in stretch: ClosedRange<Int64>) -> Range<Int> {
    let start = lowerBound(0..<halves.count) { halves[$0].instant.last >= stretch.lowerBound }
    let end = lowerBound(start..<halves.count) { halves[$0].instant.at > stretch.upperBound }
    return start..<end
  }

  /// The nearest half within a stretch of time that may be at or after an instant, otherwise the
  /// nearest before.
  func nearest(to instant: Int64, in stretch: ClosedRange<Int64>) -> Int? {
    let range = positions(in: stretch)
    let middle = lowerBound(range) { halves[$0].instant.last >= instant }
    return open.first(in: middle..<range.upperBound) ?? open.last(in: range.lowerBound..<middle)
  }

  /// The time from the first to the last remaining half in a stretch; `nil` if there is none.
  func extent(in stretch: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    let range = positions(in: stretch)
    guard let first = open.first(in: range), let last = open.last(in: range) else { return nil }
    let start = halves[first].instant.at
    return start...max(start, halves[last].instant.last)
  }
}

/// Remaining positions, counted and found in logarithmic time with a Fenwick tree.
struct OpenPositions {
  private var tree: [Int]
  private var isOpen: [Bool]

  init(count: Int) {
    isOpen = Array(repeating: true, count: count)
    tree = (0...count).map { $0 & -$0 }
  }

  /// Removes a position.
  mutating func remove(_ position: Int) {
    guard isOpen[position] else { return }
    isOpen[position] = false
    var index = position + 1
    while index < tree.count {
      tree[index] -= 1
      index += index & -index
    }
  }

  /// The number of remaining positions in a range.
  func count(in range: Range<Int>) -> Int { before(range.upperBound) - before(range.lowerBound) }

  /// The first remaining position in a range.
  func first(in range: Range<Int>) -> Int? {
    guard count(in: range) > 0 else { return nil }
    return position(of: before(range.lowerBound))
  }

  /// The last remaining position in a range.
  func last(in range: Range<Int>) -> Int? {
    guard count(in: range) > 0 else { return nil }
    return position(of: before(range.upperBound) - 1)
  }

  private func before(_ end: Int) -> Int {
    var (sum, index) = (0, end)
    while index > 0 {
      sum += tree[index]
      index -= index & -index
    }
    return sum
  }

  /// The position with a number of open ones before it.
  private func position(of number: Int) -> Int {
    var (position, rest) = (0, number + 1)
    var step = 1
    while step * 2 < tree.count { step *= 2 }
    while step > 0 {
      if position + step < tree.count, tree[position + step] < rest {
        position += step
        rest -= tree[position]
      }
      step /= 2
    }
    return position
  }
}
