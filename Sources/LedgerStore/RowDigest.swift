/// The order-independent digest of a set of rows: the sum of their hashes, modulo 2^256.
///
/// Adding or removing a row costs one hash, regardless of the number of rows.
struct RowDigest: Equatable {
  private var low: (UInt64, UInt64) = (0, 0)
  private var high: (UInt64, UInt64) = (0, 0)

  /// The digest of no rows.
  init() {}

  /// Reads ``bytes``; `nil` unless there are 32.
  init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    bytes.withUnsafeBytes { bytes in
      func word(_ index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
      }
      low = (word(0), word(1))
      high = (word(2), word(3))
    }
  }

  /// The digest of one row, from its image.
  init(image: [UInt8]) {
    let words = SHA256.words(of: image)
    // Every eight bytes of the hash are a little-endian number.
    func number(_ first: UInt32, _ second: UInt32) -> UInt64 {
      UInt64(first.byteSwapped) | UInt64(second.byteSwapped) << 32
    }
    low = (number(words[0], words[1]), number(words[2], words[3]))
    high = (number(words[4], words[5]), number(words[6], words[7]))
  }

  /// The digest as 32 bytes.
  var bytes: [UInt8] {
    [low.0, low.1, high.0, high.1].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
  }

  /// Adds the rows of another digest.
  static func += (left: inout RowDigest, right: RowDigest) {
    var carry = false
    left.low.0 = sum(left.low.0, right.low.0, &carry)
    left.low.1 = sum(left.low.1, right.low.1, &carry)
    left.high.0 = sum(left.high.0, right.high.0, &carry)
    left.high.1 = sum(left.high.1, right.high.1, &carry)
  }

  /// The digest plus the rows of another one.
  func adding(_ other: RowDigest) -> RowDigest {
    var sum = self
    sum += other
    return sum
  }

  /// Removes the rows of another digest.
  static func -= (left: inout RowDigest, right: RowDigest) {
    // −x is ~x + 1 in two's complement.
    var negated = RowDigest()
    negated.low = (~right.low.0, ~right.low.1)
    negated.high = (~right.high.0, ~right.high.1)
    var one = RowDigest()
    one.low.0 = 1
    negated += one
    left += negated
  }

  static func == (left: RowDigest, right: RowDigest) -> Bool {
    left.low == right.low && left.high == right.high
  }

  private static func sum(_ left: UInt64, _ right: UInt64, _ carry: inout Bool) -> UInt64 {
    let (first, isOver) = left.addingReportingOverflow(right)
    let (second, isOverAgain) = first.addingReportingOverflow(carry ? 1 : 0)
    carry = isOver || isOverAgain
    return second
  }
}
