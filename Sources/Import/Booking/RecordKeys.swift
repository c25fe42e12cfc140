import FoundationEssentials

/// Names each fact by the content of its row, independently of which or how many files have the
/// row.
///
/// Rows with equal cells and the same instant are equal; those of one file are numbered in line
/// order. Booked rows derive their ids from these names, so importing the same row again, or from
/// another file, gives the same id.
struct RecordKeys {
  private let facts: FactList
  /// The names by the positions of facts.
  private var names: [UUID] = []

  /// The parts of an event that are checked for overrides: two sides, a fee and missing coins, for
  /// a trade and for the sale of its fee, and for each the coins missing for its fee.
  static let changeable = 0..<10

  /// The key shared by equal rows of one file.
  private struct Row: Hashable {
    let cells: String
    let part: Int
    let instant: Int64
  }

  /// Names facts.
  ///
  /// - Parameter facts: The facts of all files.
  init(_ facts: FactList) {
    self.facts = facts
    names.reserveCapacity(facts.count)
    var (counts, file, format) = ([Row: Int](), "", "")
    for fact in facts {
      let source = fact.source
      if source.file != file {
        (counts, file, format) = ([:], source.file, source.format)
        counts.reserveCapacity(facts.count(ofFile: file))
      }
      let row = Row(cells: source.cells, part: source.part, instant: fact.instant.at)
      let number = Self.increment(&counts[row, default: 0])
      var hash = StableHash()
      hash.add(format)
      hash.add(source.cells)
      hash.add(source.part)
      hash.add(Int(fact.instant.at))
      hash.add(number)
      names.append(hash.id)
    }
  }

  /// Increments a count and returns it.
  private static func increment(_ count: inout Int) -> Int {
    count += 1
    return count
  }

  /// The name of the fact at a position.
  subscript(position: Int) -> UUID { names[position] }

  /// The id of an event's row, from the name of a fact that reports the event.
  static func row(_ name: UUID, part: Int) -> UUID {
    var hash = StableHash()
    hash.add(name)
    hash.add(part)
    return hash.id
  }

  /// The names of all facts of an event: its own facts first, then those that also report it.
  ///
  /// - Parameter others: Facts to leave out of the latter.
  func names(of event: Event, without others: Set<Fact.ID> = []) -> [UUID] {
    if event.hasOneFact, event.evidence.isEmpty { return [names[event.position]] }
    return [event.facts, event.evidence.filter { !others.contains($0) }].flatMap { ids in
      ids.compactMap { facts.position(of: $0).map { names[$0] } }.sorted()
    }
  }
}

extension [Event] {
  /// The facts that report several of these events together, as an order does its fills.
  var sums: Set<Fact.ID> {
    var known: Set<Fact.ID> = []
    return Set(lazy.flatMap(\.evidence).filter { !known.insert($0).inserted })
  }
}

extension Question.Key {
  /// The short id of the question that a person types: eight letters and digits.
  public var id: String {
    var hash = StableHash()
    hash.add(text)
    return hash.id.uuidString.prefix(8).lowercased()
  }
}

/// A hash of 128 bits that is equal in every run and on every machine.
struct StableHash {
  private var high: UInt64 = 0xCBF2_9CE4_8422_2325
  private var low: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Adds a text, terminated so that adjacent texts stay distinct.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    // UTF-8 text never contains the byte 255.
    add(UInt8.max)
  }

  /// Adds a number.
  mutating func add(_ number: Int) { add(String(number)) }

  /// Adds an id.
  mutating func add(_ id: UUID) {
    withUnsafeBytes(of: id.uuid) { bytes in
      for (index, byte) in bytes.enumerated() {
        if [4, 6, 8, 10].contains(index) { add(UInt8(ascii: "-")) }
        add(Self.digit(byte >> 4))
        add(Self.digit(byte & 0x0F))
      }
    }
    add(UInt8.max)
  }

  /// An uppercase hexadecimal digit: hashes an id as its text without building the text.
  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private mutating func add(_ byte: UInt8) {
    high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    low = ((low ^ UInt64(byte)) &* 0xBF58_476D_1CE4_E5B9) ^ (low >> 29)
  }

  /// The hash as an id of version 8, whose bits are the program's own (RFC 9562).
  var id: UUID {
    let words = (Self.mixed(high).littleEndian, Self.mixed(low).littleEndian)
    var bytes = withUnsafeBytes(of: words) { $0.loadUnaligned(as: uuid_t.self) }
    bytes.6 = bytes.6 & 0x0F | 0x80
    bytes.8 = bytes.8 & 0x3F | 0x80
    return UUID(uuid: bytes)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
