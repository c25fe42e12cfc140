import BigInt
public import FoundationEssentials

/// The text is not a plain decimal number.
public struct ExactTextError: Error, Equatable, Sendable {
  /// The text.
  public let text: String
}

extension ExactDecimal: CustomStringConvertible, LosslessStringConvertible {
  /// The maximum length of a text, in characters.
  public static let longestText = 1_000

  /// The shortest plain text, without exponent, separators or trailing zeros; the form stored in
  /// the ledger and written to every file.
  ///
  /// ``init(text:)`` reads the same number back; equal numbers have equal texts.
  public var description: String {
    var bytes: [UInt8] = []
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a plain decimal number, `nil` for any other text.
  public init?(_ description: String) {
    do throws(ExactTextError) { try self.init(text: description) } catch { return nil }
  }

  /// Reads a plain decimal number: optional minus, digits, optional point and digits.
  ///
  /// - Parameter text: At most ``longestText`` characters.
  /// - Throws: ``ExactTextError`` for any other text.
  public init(text: some StringProtocol) throws(ExactTextError) {
    var whole: UInt128 = 0
    var count = 0
    var places = -1
    var isNegative = false
    var isPlain = text.utf8.count <= Self.longestText
    var previousIsDigit = false
    for (index, byte) in text.utf8.enumerated() where isPlain {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: ".") where places < 0 && previousIsDigit: places = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        if places >= 0 { places += 1 }
        if count <= Self.exactDigits { whole = whole * 10 + UInt128(byte - UInt8(ascii: "0")) }
      default: isPlain = false
      }
      previousIsDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isPlain, previousIsDigit else { throw ExactTextError(text: String(text.prefix(60))) }
    let exponent = Int32(clamping: -max(0, places))
    if count <= Self.exactDigits {
      let digits = Int128(whole)
      self.init(isNegative ? -digits : digits, exponent: digits == 0 ? 0 : exponent)
    } else {
      let digits = BigInt(String(text.filter { $0 != "." && $0 != "-" })) ?? 0
      self = ExactDecimal(isNegative ? -digits : digits, exponent: exponent).withoutTrailingZeros
    }
  }
}

extension ExactDecimal {
  /// Appends the bytes of ``description``.
  public func appendText(to bytes: inout [UInt8]) {
    let shortest = withoutTrailingZeros
    if shortest.isNegative { bytes.append(UInt8(ascii: "-")) }
    guard case .narrow(let digits) = shortest.digits else {
      let digits = Array(String(shortest.wide.magnitude).utf8)
      return Self.append(digits[...], exponent: Int(shortest.exponent), to: &bytes)
    }
    var rest = digits.magnitude
    var exponent = shortest.exponent
    if (1...15).contains(exponent), rest <= UInt64.max {
      rest *= PowerOfTen.narrow[Int(exponent)].magnitude
      exponent = 0
    }
    guard exponent <= 0, exponent > -40 else {
      let digits = Array(String(digits.magnitude).utf8)
      return Self.append(digits[...], exponent: Int(exponent), to: &bytes)
    }
    // 39 digits and a point at most, or 39 zeros and a digit.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 48) { buffer in
      var start = buffer.count
      var places = Int(-exponent)
      func write(_ byte: UInt8) {
        start -= 1
        buffer[start] = byte
        places -= 1
        guard places == 0 else { return }
        start -= 1
        buffer[start] = UInt8(ascii: ".")
      }
      repeat { write(UInt8(ascii: "0") + rest.removeLastDigit()) } while rest > 0 || places >= 0
      bytes.append(contentsOf: buffer[start...])
    }
  }

  private static func append(
    _ digits: some Collection<UInt8>, exponent: Int, to bytes: inout [UInt8]
  ) {
    let zero = UInt8(ascii: "0")
    guard exponent < 0 else {
      bytes.append(contentsOf: digits)
      bytes.append(contentsOf: repeatElement(zero, count: exponent))
      return
    }
    let whole = digits.count + exponent
    if whole > 0 {
      bytes.append(contentsOf: digits.prefix(whole))
    } else {
      bytes.append(zero)
    }
    bytes.append(UInt8(ascii: "."))
    bytes.append(contentsOf: repeatElement(zero, count: max(0, -whole)))
    bytes.append(contentsOf: digits.dropFirst(max(0, whole)))
  }
}

extension UInt128 {
  /// Divides by ten and returns the remainder.
  fileprivate mutating func removeLastDigit() -> UInt8 {
    if let short = UInt64(exactly: self) {
      self = UInt128(short / 10)
      return UInt8(short % 10)
    }
    let (quotient, digit) = quotientAndRemainder(dividingBy: 10)
    self = quotient
    return UInt8(digit)
  }
}

extension ExactDecimal {
  /// Appends the number in a few bytes; equal numbers append equal bytes.
  ///
  /// The power of ten, the count of the integer's bytes with its sign, and the bytes, lowest first.
  public func append(to bytes: inout [UInt8]) {
    let shortest = withoutTrailingZeros
    let power = Int(shortest.exponent)
    bytes.append(count: UInt(bitPattern: (power << 1) ^ (power >> (Int.bitWidth - 1))))
    let sign: UInt = shortest.isNegative ? 1 : 0
    switch shortest.digits {
    case .narrow(let digits):
      let magnitude = digits.magnitude
      let length = (128 - magnitude.leadingZeroBitCount + 7) / 8
      bytes.append(count: UInt(length) << 1 | sign)
      withUnsafeBytes(of: magnitude.littleEndian) { bytes.append(contentsOf: $0.prefix(length)) }
    case .wide(let digits):
      let magnitude = digits.value.magnitude
      let length = (magnitude.bitWidth + 7) / 8
      bytes.append(count: UInt(length) << 1 | sign)
      for index in 0..<length {
        bytes.append(UInt8(truncatingIfNeeded: magnitude.words[index / 8] >> UInt(index % 8 * 8)))
      }
    }
  }

  /// Reads a number that ``append(to:)`` wrote.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - offset: Where the number begins; afterwards the offset of the byte after it.
  /// - Returns: `nil` if there is no such number.
  public init?(bytes: [UInt8], at offset: inout Int) {
    guard let power = bytes.count(at: &offset), let header = bytes.count(at: &offset) else {
      return nil
    }
    let exponent = Int(bitPattern: power >> 1) ^ -Int(bitPattern: power & 1)
    let length = Int(header >> 1)
    guard exponent.magnitude <= Self.longestText.magnitude, length <= Self.longestText,
      length <= bytes.count - offset
    else { return nil }
    let isNegative = header & 1 == 1
    let (start, end) = (offset, offset + length)
    offset = end
    switch length {
    case ..<16:
      let digits = Int128(bytes[start..<end].lowestFirst)
      self.init(isNegative ? -digits : digits, exponent: Int32(exponent))
    case ...32:
      let (low, high) = (bytes[start..<(start + 16)], bytes[(start + 16)..<end])
      let digits = DoubleWidth(
        high: high.lowestFirst, low: low.lowestFirst, isNegative: isNegative)
      self.init(digits, exponent: Int32(exponent))
    default:
      let digits = bytes[start..<end].reversed().reduce(BigInt(0)) { ($0 << 8) + BigInt($1) }
      self.init(isNegative ? -digits : digits, exponent: Int32(exponent))
    }
  }
}

extension ArraySlice<UInt8> {
  /// The number in up to sixteen bytes, lowest first.
  fileprivate var lowestFirst: UInt128 { reversed().reduce(0) { $0 << 8 | UInt128($1) } }
}

extension [UInt8] {
  /// Appends a whole number, seven bits a byte, lowest first.
  public mutating func append(count value: UInt) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Reads a whole number that ``append(count:)`` wrote, `nil` if there is none.
  public func count(at offset: inout Int) -> UInt? {
    var value: UInt = 0
    var shift: UInt = 0
    while offset < count, shift < 63 {
      let byte = self[offset]
      offset += 1
      value |= UInt(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }
}

extension ExactDecimal {
  /// Converts a Foundation decimal exactly.
  ///
  /// - Returns: `nil` if it is not a number.
  public init?(_ value: Decimal) {
    guard value.isFinite else { return nil }
    self.init(value.description)
  }
}

extension Decimal {
  /// Converts an exact number without losing digits.
  ///
  /// - Returns: `nil` if it has more than 38 digits.
  public init?(_ value: ExactDecimal) {
    guard let number = value.ifWithinExactDigits else { return nil }
    self.init(string: number.description)
  }
}
