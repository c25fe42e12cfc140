/// Where the columns of a header stand, by their names.
///
/// Every cell of a long file is asked for by name: the number of letters and three of them find a
/// name faster than a hash of all.
package struct ColumnPlaces: Equatable, Sendable {
  private struct Column: Equatable {
    let name: String
    let place: Int
  }

  /// `nil` where no name has this turn; a name whose turn is taken has the next that is free.
  private var turns: [Column?]
  /// The columns where some names have letters that can be written in several ways, or where there
  /// are so many that too few letters distinguish them.
  private let spelled: [String: Int]

  package init(_ columns: [String: Int]) {
    let isWide = columns.count > 1000
    var size = 16
    while size < columns.count * 4, !isWide { size *= 2 }
    turns = Array(repeating: nil, count: size)
    let isSpelled = isWide || columns.keys.contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
    spelled = isSpelled ? columns : [:]
    guard !isWide else { return }
    for (name, place) in columns.sorted(by: { $0.value < $1.value }) {
      var turn = turn(of: name)
      while turns[turn] != nil { turn = next(turn) }
      turns[turn] = Column(name: name, place: place)
    }
  }

  /// Where a column stands, `nil` where there is none of that name.
  package subscript(_ name: String) -> Int? {
    var turn = turn(of: name)
    while let known = turns[turn] {
      if known.name == name { return known.place }
      turn = next(turn)
    }
    return spelled.isEmpty ? nil : spelled[name]
  }

  private func turn(of name: String) -> Int {
    let sum = name.utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = bytes.first, let last = bytes.last else { return 0 }
      return bytes.count + Int(first) * 7 + Int(bytes[bytes.count / 2]) * 31 + Int(last) * 127
    }
    return (sum ?? name.utf8.count) & (turns.count - 1)
  }

  private func next(_ turn: Int) -> Int { (turn + 1) & (turns.count - 1) }
}
