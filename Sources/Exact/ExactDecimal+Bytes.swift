import BigInt

extension ExactDecimal {
  /// Appends the number in a few bytes; equal numbers append equal bytes.
  ///
  /// The power of ten, the count of the integer's bytes with its sign, the bytes, lowest first.
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
      for place in 0..<length {
        bytes.append(UInt8(truncatingIfNeeded: magnitude.words[place / 8] >> UInt(place % 8 * 8)))
      }
    }
  }

  /// Reads a number that ``append(to:)`` wrote.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - place: Where the number begins; afterwards the place behind it.
  /// - Returns: `nil` where there is no such number.
  public init?(bytes: [UInt8], at place: inout Int) {
    guard let power = bytes.count(at: &place), let header = bytes.count(at: &place) else {
      return nil
    }
    let exponent = Int(bitPattern: power >> 1) ^ -Int(bitPattern: power & 1)
    let length = Int(header >> 1)
    guard exponent.magnitude <= Self.longestText.magnitude, length <= Self.longestText,
      length <= bytes.count - place
    else { return nil }
    let isNegative = header & 1 == 1
    let (start, end) = (place, place + length)
    place = end
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
  /// The number of up to sixteen bytes, lowest first.
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

  /// Reads a whole number that ``append(count:)`` wrote, `nil` where there is none.
  public func count(at place: inout Int) -> UInt? {
    var value: UInt = 0
    var shift: UInt = 0
    while place < count, shift < 63 {
      let byte = self[place]
      place += 1
      value |= UInt(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }
}
