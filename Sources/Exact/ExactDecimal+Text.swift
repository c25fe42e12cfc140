import BigInt
public import FoundationEssentials

/// A text that is not a plain decimal number.
public struct ExactTextError: Error, Equatable, Sendable {
  /// The text.
  public let text: String
}

extension ExactDecimal: CustomStringConvertible, LosslessStringConvertible {
  /// The most characters a text is read with.
  public static let longestText = 1_000

  /// The shortest plain text: no exponent, no separator, no trailing zeros.
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
        if count <= Self.decimalDigits { whole = whole * 10 + UInt128(byte - UInt8(ascii: "0")) }
      default: isPlain = false
      }
      previousIsDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isPlain, previousIsDigit else { throw ExactTextError(text: String(text.prefix(60))) }
    let exponent = Int32(clamping: -max(0, places))
    if count <= Self.decimalDigits {
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

extension Decimal {
  /// Appends the bytes of the shortest plain text of the value, as it is stored.
  public func appendCanonicalText(to bytes: inout [UInt8]) {
    ExactDecimal(self).appendText(to: &bytes)
  }
}

extension UInt128 {
  /// Divides by ten and returns the rest.
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
