import CellGrid

/// The order of some values, worked out before anybody asks for it: sorting a hundred thousand
/// amounts takes longer than a key may wait, and putting ranks in order does not.
///
/// Equal values share a rank; unknown ones have none.
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

  /// Values that are the same wherever a number is: those of a coin, say, in each of its rows.
  init(_ few: Ranks, of numbers: [Int32]) {
    ranks = numbers.map { few.ranks[Int($0)] }
    count = few.count
  }

  /// Puts places in the order of their values.
  ///
  /// - Parameters:
  ///   - places: Places among the values; those of equal values keep their order.
  ///   - isAscending: Whether the least comes first; unknown ones come last whichever way.
  func sorted(_ places: some Collection<Int32>, isAscending: Bool) -> [Int32] {
    func bin(_ index: Int32) -> Int {
      let rank = ranks[Int(index)]
      return Int(rank < 0 ? count : isAscending ? rank : count - 1 - rank)
    }
    var starts = [Int](repeating: 0, count: Int(count) + 2)
    for index in places { starts[bin(index) + 1] += 1 }
    for bin in starts.indices.dropFirst() { starts[bin] += starts[bin - 1] }
    var sorted = [Int32](repeating: 0, count: places.count)
    for index in places {
      let bin = bin(index)
      sorted[starts[bin]] = index
      starts[bin] += 1
    }
    return sorted
  }
}
