/// Where the columns of a header stand, by their names.
///
/// Every cell of a long file is asked for by name: the number of letters and three of them find a
/// name faster than a hash of all.
package struct ColumnIndex: Equatable, Sendable {
  private struct Column: Equatable {
    let name: String
    let index: Int
  }

  /// `nil` where no name has this slot; a name whose slot is taken has the next that is free.
  private var slots: [Column?]
  /// The columns where some names have letters that can be written in several ways, or where there
  /// are so many that too few letters distinguish them.
  private let spelled: [String: Int]

  package init(_ columns: [String: Int]) {
    let isWide = columns.count > 1000
    var size = 16
    while size < columns.count * 4, !isWide { size *= 2 }
    slots = Array(repeating: nil, count: size)
    let isSpelled = isWide || columns.keys.contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
    spelled = isSpelled ? columns : [:]
    guard !isWide else { return }
    for (name, index) in columns.sorted(by: { $0.value < $1.value }) {
      var slot = slot(of: name)
      while slots[slot] != nil { slot = next(slot) }
      slots[slot] = Column(name: name, index: index)
    }
  }

  /// Where a column stands, `nil` where there is none of that name.
  package subscript(_ name: String) -> Int? {
    var slot = slot(of: name)
    while let known = slots[slot] {
      if known.name == name { return known.index }
      slot = next(slot)
    }
    return spelled.isEmpty ? nil : spelled[name]
  }

  private func slot(of name: String) -> Int {
    let sum = name.utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = bytes.first, let last = bytes.last else { return 0 }
      return bytes.count + Int(first) * 7 + Int(bytes[bytes.count / 2]) * 31 + Int(last) * 127
    }
    return (sum ?? name.utf8.count) & (slots.count - 1)
  }

  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
