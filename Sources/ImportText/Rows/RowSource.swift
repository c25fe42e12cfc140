import Exact

/// Where a row is in an imported file.
public struct RowSource: Equatable, Sendable {
  /// The file's name if several are imported together, or empty.
  public var file = ""
  /// The row's first line, counted from 1; in a JSON file, the position in its list.
  public let line: Int
  /// The row as written.
  public let text: String
  /// A digest of the row's cells, independent of how they are quoted.
  package var digest: CellsDigest
  /// Makes a source.
  public init(line: Int, text: String) {
    self.init(line: line, text: text, cells: [text])
  }

  package init(line: Int, text: String, cells: [String]) {
    self.line = line
    self.text = text
    digest = CellsDigest(cells: cells)
  }

  /// Whether both have the same content.
  public static func == (left: RowSource, right: RowSource) -> Bool {
    left.line == right.line && left.file == right.file && left.text == right.text
  }

  /// The source of a trade that spans several rows, in any order.
  package func merged(with rows: [RowSource]) -> RowSource {
    var source = self
    source.digest = CellsDigest(unordered: rows.map(\.digest))
    return source
  }
}

/// A 128-bit digest of a row's content, stable across runs and machines.
package struct CellsDigest: Hashable, Sendable {
  package private(set) var high: UInt64
  package private(set) var low: UInt64

  package init(cells: [String]) {
    self.init { sum in
      for var cell in cells {
        cell.withUTF8 { bytes in for byte in bytes { sum.add(byte) } }
        // This byte never occurs in text, so adjacent cells cannot run together.
        sum.add(0xFF)
      }
    }
  }

  /// A digest of the meaning of cells, independent of formatting: numbers without padding zeros,
  /// and without dates.
  ///
  /// - Parameter marks: The decimal separators of the cells, by position.
  package init(meaningOf cells: [String], marks: [DecimalMark?] = []) {
    self.init { sum in
      for (index, var cell) in cells.enumerated() {
        if index < marks.count, marks[index] == .comma { cell = cell.withDecimalPoint }
        cell.withUTF8 { sum.addMeaning(of: $0) }
        sum.add(0xFF)
      }
    }
  }

  /// The digest of the cells of a record without quotes.
  ///
  /// - Parameter reason: The column to exclude from the digest.
  package init(_ record: UnsafeBufferPointer<UInt8>, delimiter: UInt8, without reason: Int?) {
    self.init { sum in
      var column = 0
      for byte in record {
        if byte == delimiter {
          if column != reason { sum.add(0xFF) }
          column += 1
        } else if column != reason {
          sum.add(byte)
        }
      }
      if column != reason { sum.add(0xFF) }
    }
  }

  /// The digest state.
  fileprivate struct Sum {
    var high: UInt64 = 0xCBF2_9CE4_8422_2325
    var low: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always)
    mutating func add(_ byte: UInt8) {
      high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      low = ((low ^ UInt64(byte)) &* 0xBF58_476D_1CE4_E5B9) ^ (low >> 29)
    }
  }

  /// 90 bits in 15 letters, short enough for inline string storage.
  package var shortText: String {
    String(unsafeUninitializedCapacity: 15) { buffer in
      for position in 0..<15 {
        let word = position < 8 ? high >> UInt64(position * 6) : low >> UInt64((position - 8) * 6)
        buffer[position] = Self.letters[Int(word & 0x3F)]
      }
      return 15
    }
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  @inline(__always)
  private init(_ addBytes: (_ sum: inout Sum) -> Void) {
    var sum = Sum()
    addBytes(&sum)
    high = Self.mixed(sum.high)
    low = Self.mixed(sum.low)
  }

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// An order-independent digest of several rows.
  package init(unordered digests: [CellsDigest]) {
    high = digests.reduce(0) { $0 &+ $1.high }
    low = digests.reduce(0) { $0 &+ $1.low }
  }

  /// 32 hexadecimal digits.
  package var text: String {
    String(unsafeUninitializedCapacity: 32) { buffer in
      for position in 0..<32 {
        let word = position < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - position % 16 * 4)) & 0xF
        buffer[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return 32
    }
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

extension CellsDigest.Sum {
  /// Adds the meaning of a cell.
  fileprivate mutating func addMeaning(of cell: UnsafeBufferPointer<UInt8>) {
    var (first, last) = (0, cell.count)
    while first < last, cell[first] <= 0x20 { first += 1 }
    while last > first, cell[last - 1] <= 0x20 { last -= 1 }
    var shape = CellShape()
    for index in first..<last { shape.add(cell[index]) }
    if shape.isDate { return }
    if shape.mayHaveExponent,
      let number = ExactDecimal(ifExact: String(decoding: cell[first..<last], as: UTF8.self))
    {
      for byte in number.description.utf8 { add(byte) }
      return
    }
    if shape.isNumber {
      if shape.points == 1 {
        while cell[last - 1] == UInt8(ascii: "0") { last -= 1 }
        if cell[last - 1] == UInt8(ascii: ".") { last -= 1 }
      }
      if first < last, cell[first] == UInt8(ascii: "+") { first += 1 }
    }
    for index in first..<last { add(cell[index]) }
  }
}

/// The character classes of a cell.
private struct CellShape {
  private var digits = 0
  private var colons = 0
  private var dashes = 0
  private var slashes = 0
  private var others = 0
  private var exponents = 0
  private(set) var points = 0
  private var bytes = 0

  mutating func add(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
    case UInt8(ascii: "."): points += 1
    case UInt8(ascii: ":"): colons += 1
    case UInt8(ascii: "-"): if bytes > 0 { dashes += 1 }
    case UInt8(ascii: "/"): slashes += 1
    case UInt8(ascii: "+") where bytes == 0 || exponents == 1: break
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      others += 1
      exponents += 1
    default: others += 1
    }
    bytes += 1
  }

  var isNumber: Bool {
    digits > 0 && points <= 1 && colons + dashes + slashes + others == 0
  }

  /// Whether the cell may be a number like `1.5E-05`.
  var mayHaveExponent: Bool {
    digits > 1 && points <= 1 && exponents == 1 && others == 1 && colons + slashes == 0
      && dashes <= 1
  }

  /// Whether the cell is a date or time: any words are months or zones.
  var isDate: Bool {
    digits >= 4 && digits <= 20 && others <= 14
      && (dashes == 2 || slashes == 2 || colons == 1 || colons == 2)
  }
}

extension String {
  /// The text with a decimal point in place of a comma, if it is a number with one.
  fileprivate var withDecimalPoint: String {
    var commas = 0
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        break
      case UInt8(ascii: ","): commas += 1
      default: return self
      }
    }
    return commas == 1 ? replacing(",", with: ".") : self
  }
}
