/// Where a row is in an imported file.
public struct RowSource: Equatable, Sendable {
  /// The name of the file among several that are imported together, or empty.
  public var file = ""
  /// The line the row begins on, counted from 1; in a JSON file the place in its list, from 1.
  public let line: Int
  /// The row as written.
  public let text: String
  /// What tells the row's cells from any others, whatever their quotes.
  var digest: RowDigest

  /// Makes a place.
  public init(line: Int, text: String) {
    self.init(line: line, text: text, cells: [text])
  }

  init(line: Int, text: String, cells: [String]) {
    self.line = line
    self.text = text
    digest = RowDigest(cells: cells)
  }

  /// Whether two places are one.
  public static func == (left: RowSource, right: RowSource) -> Bool {
    left.line == right.line && left.file == right.file && left.text == right.text
  }

  /// The place, telling of all the rows of one trade, in whatever order the file has them.
  func standing(for rows: [RowSource]) -> RowSource {
    var source = self
    source.digest = RowDigest(unordered: rows.map(\.digest))
    return source
  }
}

/// 128 bits of what a row says, equal for equal cells in every run and on every machine.
struct RowDigest: Hashable, Sendable {
  private(set) var high: UInt64
  private(set) var low: UInt64

  init(cells: [String]) {
    var high: UInt64 = 0xCBF2_9CE4_8422_2325
    var low: UInt64 = 0x9E37_79B9_7F4A_7C15
    func add(_ byte: UInt8) {
      high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      low = ((low ^ UInt64(byte)) &* 0xBF58_476D_1CE4_E5B9) ^ (low >> 29)
    }
    for cell in cells {
      for byte in cell.utf8 { add(byte) }
      // No text holds this byte, so that cells never run into each other.
      add(0xFF)
    }
    self.high = Self.mixed(high)
    self.low = Self.mixed(low)
  }

  /// The digest of several rows without regard to their order.
  init(unordered digests: [RowDigest]) {
    high = digests.reduce(0) { $0 &+ $1.high }
    low = digests.reduce(0) { $0 &+ $1.low }
  }

  /// 32 hexadecimal digits.
  var text: String { Self.hex(high) + Self.hex(low) }

  private static func hex(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
