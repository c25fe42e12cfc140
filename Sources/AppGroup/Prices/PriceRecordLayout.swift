import Exact
import Portfolio

/// The bytes of a coin's file: a header, then 24 bytes for each price or gap, ascending by time.
///
/// | bytes | content, little-endian |
/// |---|---|
/// | 0–3 | seconds since 1970-01-01 in UTC, unsigned; a daily close has its day's last one |
/// | 4 | the origin's number; 0 for a gap |
/// | 5 | the power of ten, signed; for a gap, the sources that were asked |
/// | 6–7 | checksum of the other 22 |
/// | 8–23 | the price's digits as an integer; 0 for a gap |
enum PriceRecordLayout {
  static let header = Array("bitpal prices 2\n".utf8)
  static let size = 24

  static func bytes(of prices: [StoredPrice]) -> [UInt8] {
    var bytes = header
    bytes.reserveCapacity(header.count + prices.count * size)
    for price in prices {
      guard let record = record(of: price) else { continue }
      bytes += record
    }
    return bytes
  }

  /// - Returns: `nil` if the price is not a number, or the time does not fit a record.
  static func record(of price: StoredPrice) -> [UInt8]? {
    var (origin, exponent, digits) = (UInt8(0), UInt8(0), UInt128(0))
    guard let second = UInt32(exactly: price.second) else { return nil }
    switch price.content {
    case .price(let price, let source):
      guard let parts = price.digitsAndExponent, parts.digits > 0,
        let power = Int8(exactly: parts.exponent)
      else { return nil }
      (origin, exponent, digits) = (source.rawValue, UInt8(bitPattern: power), parts.digits)
    case .gap(let asked): exponent = asked.rawValue
    }
    var record = littleEndian(second, count: 4)
    record += [origin, exponent]
    let tail = littleEndian(digits, count: 16)
    record += littleEndian(checksum(record + tail), count: 2) + tail
    return record
  }

  /// The price at an index in a file; `nil` if the record is damaged.
  static func price(_ bytes: UnsafeRawBufferPointer, at index: Int) -> StoredPrice? {
    let start = header.count + index * size
    return price(UnsafeRawBufferPointer(rebasing: bytes[start..<start + size]))
  }

  /// The price in a record; `nil` if it is damaged.
  static func price(_ record: UnsafeRawBufferPointer) -> StoredPrice? {
    let sum = record.loadUnaligned(fromByteOffset: 6, as: UInt16.self)
    guard checksum(record) == UInt16(littleEndian: sum) else { return nil }
    let second = Int(UInt32(littleEndian: record.loadUnaligned(as: UInt32.self)))
    let digits = UInt128(littleEndian: record.loadUnaligned(fromByteOffset: 8, as: UInt128.self))
    guard digits > 0 else {
      return StoredPrice(second: second, .gap(PriceOrigins(rawValue: record[5])))
    }
    guard let price = ExactDecimal(digits: digits, exponent: Int(Int8(bitPattern: record[5]))),
      LedgerRange.isPossiblePrice(price)
    else { return nil }
    return StoredPrice(second: second, .price(price, PriceOrigin(rawValue: record[4])))
  }

  static func second(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let start = header.count + index * size
    return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
  }

  private static func littleEndian(_ value: some FixedWidthInteger, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// FNV-1a over the record without its checksum, folded to 16 bits; all-zero records never match.
  private static func checksum(_ record: UnsafeRawBufferPointer) -> UInt16 {
    var hash: UInt32 = 2_166_136_261
    for index in 0..<size where index != 6 && index != 7 {
      hash = (hash ^ UInt32(record[index])) &* 16_777_619
    }
    return UInt16(truncatingIfNeeded: hash ^ hash >> 16)
  }

  private static func checksum(_ parts: [UInt8]) -> UInt16 {
    let record = parts.prefix(6) + [0, 0] + parts.dropFirst(6)
    return Array(record).withUnsafeBytes { checksum($0) }
  }
}
