/// Unique facts in the order of their ids; files with the same bytes are the same file.
///
/// Passes store their data for a fact by its position.
struct FactList: RandomAccessCollection, Sendable {
  private let facts: [Fact]
  /// The start position of each file's facts with the file's digest, in order.
  private let files: [(digest: String, start: Int)]

  var startIndex: Int { facts.startIndex }
  var endIndex: Int { facts.endIndex }

  /// Makes a list of facts in any order.
  init(_ facts: [Fact]) {
    let isOrdered = facts.indices.dropFirst().allSatisfy { facts[$0 - 1].precedes(facts[$0]) }
    var distinct = isOrdered ? facts : []
    if !isOrdered {
      distinct.reserveCapacity(facts.count)
      for fact in facts.sorted(by: { $0.precedes($1) }) where distinct.last?.id != fact.id {
        distinct.append(fact)
      }
    }
    var files: [(digest: String, start: Int)] = []
    for (position, fact) in distinct.enumerated() where files.last?.digest != fact.source.file {
      files.append((fact.source.file, position))
    }
    (self.facts, self.files) = (distinct, files)
  }

  subscript(position: Int) -> Fact { facts[position] }

  /// The position of the fact with an id.
  func position(of id: Fact.ID) -> Int? {
    let positions = positions(ofFile: id.file)
    let position = lowerBound(positions) { position in
      let source = facts[position].source
      return (source.line, source.part) >= (id.line, id.part)
    }
    return position < positions.upperBound && facts[position].id == id ? position : nil
  }

  /// The number of facts in a file.
  func count(ofFile digest: String) -> Int { positions(ofFile: digest).count }

  private func positions(ofFile digest: String) -> Range<Int> {
    let file = lowerBound(files.indices) { files[$0].digest >= digest }
    guard file < files.endIndex, files[file].digest == digest else { return 0..<0 }
    return files[file].start..<(file + 1 < files.endIndex ? files[file + 1].start : endIndex)
  }

  /// The fact with an id.
  func fact(_ id: Fact.ID) -> Fact? { position(of: id).map { facts[$0] } }
}

/// Values by fact id.
public struct FactTable<Value: Sendable>: Sendable {
  private let facts: FactList
  private var valuesByPosition: [Value?]

  /// - Parameter values: The values by position.
  init(_ facts: FactList, _ values: [Value?]) { (self.facts, valuesByPosition) = (facts, values) }

  /// The value of a fact, or `nil`.
  public subscript(id: Fact.ID) -> Value? { facts.position(of: id).flatMap { self[$0] } }

  /// The value of the fact at a position.
  subscript(position: Int) -> Value? { valuesByPosition[position] }

  /// The ids of the facts that have values, in order.
  public var keys: some Sequence<Fact.ID> {
    facts.indices.lazy.filter { self[$0] != nil }.map { facts[$0].id }
  }

  /// The values, in the order of the facts' ids.
  public var values: some Sequence<Value> { valuesByPosition.lazy.compactMap(\.self) }

  /// Calls `body` with each fact that has a value, in order.
  public func forEach(_ body: (Fact.ID, Value) -> Void) {
    for (fact, value) in zip(facts, valuesByPosition) {
      if let value { body(fact.id, value) }
    }
  }

  /// The table with some values replaced.
  func merging(_ others: [Fact.ID: Value]) -> Self {
    var merged = self
    for (id, value) in others {
      if let position = facts.position(of: id) { merged.valuesByPosition[position] = value }
    }
    return merged
  }
}

extension FactTable: Equatable where Value: Equatable {
  /// Whether facts with the same ids have the same values.
  public static func == (left: Self, right: Self) -> Bool {
    left.values.elementsEqual(right.values) && left.keys.elementsEqual(right.keys)
  }
}

extension FactTable: Hashable where Value: Hashable {
  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { for value in values { hasher.combine(value) } }
}

extension Fact {
  /// Whether a fact precedes another by file, line and part.
  fileprivate func precedes(_ other: Fact) -> Bool {
    let (mine, theirs) = (source, other.source)
    if mine.file != theirs.file { return mine.file < theirs.file }
    return (mine.line, mine.part) < (theirs.line, theirs.part)
  }
}
