/// The trailer of a gzip file: checksum and length of the unpacked data.
///
/// A file may have several members; its trailer is that of the last.
struct GzipEnd {
  /// The size of a file with no data: header, two bytes of packed data, trailer.
  static let minBytes = 20

  private let checksum: UInt32
  private let length: Int

  /// - Parameter bytes: The packed file, at least ``minBytes`` long.
  init(of bytes: [UInt8]) {
    func number(at offset: Int) -> UInt32 {
      bytes.suffix(8).dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    (checksum, length) = (number(at: 0), Int(number(at: 4)))
  }

  /// Whether the trailer matches the end of the unpacked bytes.
  func isEnd(of unpacked: [UInt8]) -> Bool {
    guard length <= unpacked.count else { return false }
    var remainder = UInt32.max
    for byte in unpacked.suffix(length) {
      remainder = Self.remainders[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8
    }
    return ~remainder == checksum
  }

  /// The CRC-32 lookup table.
  private static let remainders: [UInt32] = (0..<256).map { (byte: UInt32) in
    (0..<8).reduce(byte) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
  }
}
