/// Why a text is not an exact decimal number.
public enum DecimalTextError: Error, Equatable, Sendable {
  /// The text has no digits.
  case empty
  /// The text holds something other than sign, digits, one point and an exponent.
  case notANumber(String)
  /// The text holds a comma; bitpal reads `1234.5`, never `1,234.5` or `1234,5`.
  case comma(String)
  /// More than 38 significant digits, which storing the number would truncate.
  case tooManyDigits(String)
  /// The exponent is outside what a decimal can hold.
  case outOfRange(String)
}

extension ExactDecimal {
  /// Reads a decimal number strictly: optional sign, digits, optional fraction, optional exponent.
  ///
  /// Nothing is trimmed, skipped or rounded. This is the only way to convert text to money in
  /// bitpal (SPEC §2.2); the standard library's own parser accepts `1.5abc` and `1,5`.
  ///
  /// - Parameter text: The whole number, in ASCII.
  /// - Throws: ``DecimalTextError`` naming what is wrong with the text.
  @_specialize(where Text == Substring)
  public init<Text: StringProtocol>(exact text: Text) throws(DecimalTextError) {
    var reader = DecimalReader()
    for byte in text.utf8 { reader.read(byte) }
    self = try reader.value(of: text)
  }

  /// Reads a decimal number like the generic initializer; nearly all texts are of this type.
  ///
  /// - Throws: ``DecimalTextError`` naming what is wrong with the text.
  public init(exact text: String) throws(DecimalTextError) {
    var utf8 = text
    let value = utf8.withUTF8 { shortValue(of: UnsafeRawBufferPointer($0)) }
    if let value {
      self = value
      return
    }
    var reader = DecimalReader()
    for byte in text.utf8 { reader.read(byte) }
    self = try reader.value(of: text)
  }

  /// Reads a decimal number like ``init(exact:)``; `nil` for any other text.
  ///
  /// For text that may be something else, when the reason for a failure does not matter.
  public init?(ifExact text: some StringProtocol) {
    do throws(DecimalTextError) { try self.init(exact: text) } catch { return nil }
  }

  /// Reads a decimal number like ``init(exact:)``, from the bytes of its text.
  ///
  /// - Throws: ``DecimalTextError`` naming what is wrong with the text.
  public init(exactUTF8 bytes: UnsafeRawBufferPointer) throws(DecimalTextError) {
    if let value = shortValue(of: bytes) {
      self = value
      return
    }
    var reader = DecimalReader()
    for byte in bytes { reader.read(byte) }
    if let value = reader.wellFormed {
      self = value
    } else {
      self = try reader.value(of: String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// The value of digits, with or without a point, that fit a machine word, as in nearly every
/// number; `nil` for any other text.
private func shortValue(of bytes: UnsafeRawBufferPointer) -> ExactDecimal? {
  guard bytes.count < 20 else { return nil }
  var digits: UInt64 = 0
  var places: Int32 = -1
  for byte in bytes {
    let digit = byte &- UInt8(ascii: "0")
    if digit < 10 {
      digits = digits * 10 + UInt64(digit)
      if places >= 0 { places += 1 }
    } else {
      guard byte == UInt8(ascii: "."), places < 0 else { return nil }
      places = 0
    }
  }
  guard !bytes.isEmpty, places != 0 else { return nil }
  return ExactDecimal(Int128(digits), exponent: -max(0, places))
}

/// A one-pass reader of `[+-]digits[.digits][e[+-]digits]`.
///
/// Digits are collected in machine words, because this dominates the time to read a ledger of a
/// hundred thousand rows.
private struct DecimalReader {
  private enum Part { case sign, whole, fraction, exponentSign, exponent }

  private var part = Part.sign
  private var isNegative = false
  private var high: UInt64 = 0
  private var low: UInt64 = 0
  /// The digits so far, from the first to the last nonzero digit.
  private var significant = 0
  /// Zeros after a digit, which count only if another digit follows.
  private var pendingZeros = 0
  private var digits = 0
  private var fractionDigits = 0
  private var exponent = 0
  private var exponentIsNegative = false
  private var exponentDigits = 0
  private var sawComma = false
  private var isMalformed = false

  mutating func read(_ byte: UInt8) {
    switch (byte, part) {
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), .sign),
      (UInt8(ascii: "0")...UInt8(ascii: "9"), .whole):
      part = .whole
      digit(byte)
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), .fraction):
      fractionDigits += 1
      digit(byte)
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), .exponentSign),
      (UInt8(ascii: "0")...UInt8(ascii: "9"), .exponent):
      part = .exponent
      exponentDigits += 1
      exponent = min(exponent * 10 + Int(byte - UInt8(ascii: "0")), 100_000)
    case (UInt8(ascii: "+"), .sign) where digits == 0: part = .whole
    case (UInt8(ascii: "-"), .sign) where digits == 0:
      isNegative = true
      part = .whole
    case (UInt8(ascii: "."), .sign), (UInt8(ascii: "."), .whole): part = .fraction
    case (UInt8(ascii: "e"), .whole), (UInt8(ascii: "E"), .whole),
      (UInt8(ascii: "e"), .fraction), (UInt8(ascii: "E"), .fraction):
      part = .exponentSign
    case (UInt8(ascii: "+"), .exponentSign): part = .exponent
    case (UInt8(ascii: "-"), .exponentSign):
      exponentIsNegative = true
      part = .exponent
    case (UInt8(ascii: ","), _):
      sawComma = true
    default: isMalformed = true
    }
  }

  private mutating func digit(_ byte: UInt8) {
    digits += 1
    let value = UInt64(byte - UInt8(ascii: "0"))
    guard value != 0 else {
      if significant > 0 { pendingZeros += 1 }
      return
    }
    for _ in 0..<pendingZeros { append(0) }
    pendingZeros = 0
    append(value)
  }

  private mutating func append(_ value: UInt64) {
    significant += 1
    if significant <= 19 {
      low = low * 10 + value
    } else if significant <= ExactDecimal.exactDigits {
      high = high * 10 + value
    }
  }

  /// The value of a plain number with few digits, as nearly all are; `nil` for any other text.
  var wellFormed: ExactDecimal? {
    let isPlain = part == .whole || part == .fraction && fractionDigits > 0
    guard isPlain, digits > 0, significant <= 19, !sawComma, !isMalformed,
      fractionDigits - pendingZeros <= -Int(ExactDecimal.smallestExponent), digits < 60
    else { return nil }
    guard significant > 0 else { return 0 }
    return value(power: pendingZeros - fractionDigits)
  }

  func value(of text: some StringProtocol) throws(DecimalTextError) -> ExactDecimal {
    guard !sawComma else { throw .comma(String(text)) }
    guard !isMalformed else { throw .notANumber(String(text)) }
    guard digits > 0 else {
      throw text.isEmpty ? .empty : .notANumber(String(text))
    }
    let needsExponent = part == .exponentSign || part == .exponent
    let endsInPoint = part == .fraction && fractionDigits == 0
    guard !(needsExponent && exponentDigits == 0), !endsInPoint else {
      throw .notANumber(String(text))
    }
    guard significant <= ExactDecimal.exactDigits else { throw .tooManyDigits(String(text)) }
    guard significant > 0 else { return 0 }
    let power =
      (exponentIsNegative ? -exponent : exponent) - fractionDigits + pendingZeros
    guard power >= ExactDecimal.smallestExponent,
      power + significant <= ExactDecimal.largestWholeDigits
    else {
      throw .outOfRange(String(text))
    }
    return value(power: power)
  }

  /// The digits at a power of ten.
  private func value(power: Int) -> ExactDecimal {
    let behind = PowerOfTen.narrow[max(0, significant - 19)]
    let whole = Int128(low) * behind + Int128(high)
    return ExactDecimal(isNegative ? -whole : whole, exponent: Int32(power))
  }
}
