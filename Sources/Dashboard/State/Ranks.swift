import CellGrid

/// Precomputed sort order of values.
///
/// Sorting a hundred thousand amounts takes too long for a keypress; sorting by rank does not.
/// Equal values share a rank; unknown values have none.
struct Ranks: Equatable, Sendable {
  private var ranks: [Int32] = []
  private var count: Int32 = 0

  init() {}

  init<Key: Comparable>(_ keys: [Key?]) {
    var known: [(key: Key, index: Int32)] = []
    known.reserveCapacity(keys.count)
    for (index, key) in keys.enumerated() {
      if let key { known.append((key, Int32(index))) }
    }
    known.sort { $0.key < $1.key }
    ranks = [Int32](repeating: -1, count: keys.count)
    var last: Key?
    for (key, index) in known {
      if let last, last == key {} else { count += 1 }
      last = key
      ranks[Int(index)] = count - 1
    }
  }

  /// Ranks rows by the rank of their coin.
  init(_ few: Ranks, of numbers: [Int32]) {
    ranks = numbers.map { few.ranks[Int($0)] }
    count = few.count
  }

  /// Sorts indices by the rank of their values.
  ///
  /// - Parameters:
  ///   - indices: Indices of values; equal values keep their order.
  ///   - isAscending: Whether the least is first; unknown values are always last.
  func sorted(_ indices: some Collection<Int32>, isAscending: Bool) -> [Int32] {
    func bin(_ index: Int32) -> Int {
      let rank = ranks[Int(index)]
      return Int(rank < 0 ? count : isAscending ? rank : count - 1 - rank)
    }
    var starts = [Int](repeating: 0, count: Int(count) + 2)
    for index in indices { starts[bin(index) + 1] += 1 }
    for bin in starts.indices.dropFirst() { starts[bin] += starts[bin - 1] }
    var sorted = [Int32](repeating: 0, count: indices.count)
    for index in indices {
      let bin = bin(index)
      sorted[starts[bin]] = index
      starts[bin] += 1
    }
    return sorted
  }
}
