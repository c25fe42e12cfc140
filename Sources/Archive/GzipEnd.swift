/// The end of a gzip file: checksum and length of what was packed.
///
/// A file may be several in a row; its end is then that of the last.
struct GzipEnd {
  /// The bytes of a file that holds nothing: header, two bytes of packed data, end.
  static let leastBytes = 20

  private let checksum: UInt32
  private let length: Int

  /// - Parameter bytes: The packed file, of ``leastBytes`` or more.
  init(of bytes: [UInt8]) {
    func number(at offset: Int) -> UInt32 {
      bytes.suffix(8).dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    (checksum, length) = (number(at: 0), Int(number(at: 4)))
  }

  /// Whether unpacked bytes end with what was packed last.
  func isEnd(of unpacked: [UInt8]) -> Bool {
    guard length <= unpacked.count else { return false }
    var remainder = UInt32.max
    for byte in unpacked.suffix(length) {
      remainder = Self.remainders[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8
    }
    return ~remainder == checksum
  }

  /// What CRC-32 leaves of each byte.
  private static let remainders: [UInt32] = (0..<256).map { (byte: UInt32) in
    (0..<8).reduce(byte) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
  }
}
