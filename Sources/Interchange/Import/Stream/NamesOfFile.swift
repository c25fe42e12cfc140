import FoundationEssentials
import Portfolio

/// The names that rows of a file may share with those of another: ids, and the keys of trades.
///
/// Where two files have a name, both must mean the same by it: an id must be of one instant, and a
/// trade of several rows must be whole in both. Hashes are kept, until the files were compared.
struct NamesOfFile {
  private var names: [Int] = []
  /// Each name with what it means.
  private var meanings: [Int] = []
  /// Whether something may be half of a trade whose other half is in another file.
  private(set) var hasHalves = false
  private var last: TradeGroup?

  /// Takes an id that a row states.
  mutating func add(_ reference: Reference, on date: Date) {
    add(reference.hashValue, [date.millisecondsSince1970])
  }

  /// Takes what the rows have in common that a reading is made of.
  mutating func add(_ reading: Reading) {
    if reading.half != nil { hasHalves = true }
    guard let group = reading.group, group !== last else { return }
    last = group
    if group.isLoneHalf { hasHalves = true }
    let rows = RowDigest(unordered: group.rows.map(\.record.source.digest))
    for key in Set(group.rows.map(\.key)) {
      add(key.hashValue, [Int(truncatingIfNeeded: rows.high), Int(truncatingIfNeeded: rows.low)])
    }
  }

  private mutating func add(_ name: Int, _ meaning: [Int]) {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(meaning)
    names.append(name)
    meanings.append(hasher.finalize())
  }

  /// Takes what another scan of the same file found.
  mutating func merge(_ other: NamesOfFile) {
    names += other.names
    meanings += other.meanings
    hasHalves = hasHalves || other.hasHalves
  }

  /// Ends the taking.
  mutating func finish() {
    last = nil
    names.sortUnique()
    meanings.sortUnique()
  }

  /// Whether every name that another file has, too, means the same there.
  func agree(with other: NamesOfFile) -> Bool {
    names.count(inCommonWith: other.names) == meanings.count(inCommonWith: other.meanings)
  }

  /// Whether one of some names is among those of the file.
  func has(oneOf others: Set<Int>) -> Bool {
    !others.isEmpty && names.contains(where: others.contains)
  }
}

extension [Int] {
  /// Sorts the numbers, and makes one of those that are the same.
  fileprivate mutating func sortUnique() {
    sort()
    var kept = 0
    for place in indices where kept == 0 || self[kept - 1] != self[place] {
      self[kept] = self[place]
      kept += 1
    }
    removeLast(count - kept)
  }

  /// How many of the sorted numbers are among others.
  fileprivate func count(inCommonWith others: [Int]) -> Int {
    var (place, count) = (0, 0)
    for number in self {
      while place < others.count, others[place] < number { place += 1 }
      if place < others.count, others[place] == number { count += 1 }
    }
    return count
  }
}
