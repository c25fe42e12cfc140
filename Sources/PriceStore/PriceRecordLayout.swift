import Exact
import FoundationEssentials
import Portfolio

/// The bytes of a coin's file: a header, then 24 bytes for each day, ascending.
///
/// | bytes | content, little-endian |
/// |---|---|
/// | 0–3 | days since 1970-01-01, signed |
/// | 4 | the origin's number; 0 for a gap |
/// | 5 | the power of ten, signed; for a gap, the sources that were asked |
/// | 6–7 | checksum of the other 22 |
/// | 8–23 | the price's digits as an integer; 0 for a gap |
enum PriceRecordLayout {
  static let header = Array("bitpal prices 1\n".utf8)
  static let size = 24

  static func bytes(of days: [StoredDay]) -> [UInt8] {
    var bytes = header
    bytes.reserveCapacity(header.count + days.count * size)
    for day in days {
      guard let record = record(of: day) else { continue }
      bytes += record
    }
    return bytes
  }

  /// - Returns: `nil` for a price that is not a number.
  private static func record(of day: StoredDay) -> [UInt8]? {
    var (origin, exponent, digits) = (UInt8(0), UInt8(0), UInt128(0))
    switch day.content {
    case .price(let price, let source):
      guard let parts = price.digitsAndExponent, parts.digits > 0,
        let power = Int8(exactly: parts.exponent)
      else { return nil }
      (origin, exponent, digits) = (source.rawValue, UInt8(bitPattern: power), parts.digits)
    case .gap(let asked): exponent = asked.rawValue
    }
    var record = littleEndian(UInt32(bitPattern: Int32(day.day.number)), count: 4)
    record += [origin, exponent]
    let tail = littleEndian(digits, count: 16)
    record += littleEndian(checksum(record + tail), count: 2) + tail
    return record
  }

  /// The day at a place; `nil` where the record is damaged.
  static func day(_ bytes: UnsafeRawBufferPointer, at index: Int) -> StoredDay? {
    let start = header.count + index * size
    let record = UnsafeRawBufferPointer(rebasing: bytes[start..<start + size])
    let sum = record.loadUnaligned(fromByteOffset: 6, as: UInt16.self)
    guard checksum(record) == UInt16(littleEndian: sum),
      let day = UTCDay(checkedNumber: dayNumber(bytes, at: index))
    else { return nil }
    let digits = UInt128(littleEndian: record.loadUnaligned(fromByteOffset: 8, as: UInt128.self))
    guard digits > 0 else {
      return StoredDay(day: day, .gap(PriceOrigins(rawValue: record[5])))
    }
    guard let price = Decimal(digits: digits, exponent: Int(Int8(bitPattern: record[5]))),
      LedgerRange.isPossiblePrice(price)
    else { return nil }
    return StoredDay(day: day, .price(price, PriceOrigin(rawValue: record[4])))
  }

  static func dayNumber(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let start = header.count + index * size
    return Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int32.self)))
  }

  private static func littleEndian(_ value: some FixedWidthInteger, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// FNV-1a over the record without its checksum, folded to 16 bits; never that of zeros only.
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
