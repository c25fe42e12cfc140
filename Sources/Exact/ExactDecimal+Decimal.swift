import BigInt
public import FoundationEssentials

extension ExactDecimal {
  /// Takes over a decimal, every digit; what is not a number counts as zero.
  public init(_ value: Decimal) { self = Self(exactly: value) ?? .zero }

  /// Takes over a decimal, every digit.
  ///
  /// - Returns: `nil` for what is not a number.
  public init?(exactly value: Decimal) {
    guard value.isFinite else { return nil }
    if DecimalLayout.isKnown {
      self = DecimalLayout.number(value)
    } else {
      self = DecimalLayout.numberFromText(value)
    }
  }

  /// The value in 38 significant digits, rounded once, half away from zero.
  ///
  /// Values beyond what a decimal holds end at the largest it does; less than 10⁻¹²⁷ has no digit
  /// left.
  public var decimal: Decimal {
    shortDecimal ?? longDecimal
  }

  /// The value as a decimal with every digit; `nil` where none holds them.
  public var exactDecimal: Decimal? {
    if let short = shortDecimal { return short }
    guard hasAtMost(significantDigits: Self.decimalDigits) else { return nil }
    let decimal = longDecimal
    return ExactDecimal(decimal) == self ? decimal : nil
  }

  /// The same where the digits fit a machine word, as nearly all do.
  private var shortDecimal: Decimal? {
    guard case .narrow(let digits) = digits, var short = UInt64(exactly: digits.magnitude),
      exponent >= Self.smallestExponent, exponent < 64, DecimalLayout.isKnown
    else { return nil }
    guard short != 0 else { return 0 }
    var power = exponent
    while short % 10 == 0 {
      short /= 10
      power += 1
    }
    return DecimalLayout.decimal(UInt128(short), exponent: power, isNegative: digits < 0)
  }

  private var longDecimal: Decimal {
    let surplus = max(digitCount - Self.decimalDigits, Int(Self.smallestExponent - exponent))
    var number = surplus > 0 ? rounded(places: -Int(exponent) - surplus) : self
    if number.digitCount > Self.decimalDigits || number.hasTrailingZero {
      number = number.withoutTrailingZeros
    }
    guard case .narrow(let digits) = number.digits, digits != 0 else { return 0 }
    let sign: FloatingPointSign = digits < 0 ? .minus : .plus
    guard Int(number.exponent) + number.digitCount <= Self.largestWholeDigits else {
      return Decimal(
        sign: sign, exponent: Self.largestWholeDigits - 1, significand: Decimal(9))
    }
    if DecimalLayout.isKnown {
      return DecimalLayout.decimal(
        digits.magnitude, exponent: number.exponent, isNegative: digits < 0)
    }
    return Decimal(
      sign: sign, exponent: Int(number.exponent), significand: Self.whole(digits.magnitude))
  }

  private var hasTrailingZero: Bool {
    if case .narrow(let digits) = digits { digits % 10 == 0 } else { true }
  }

  /// An integer of at most 38 digits.
  private static func whole(_ digits: UInt128) -> Decimal {
    if let short = UInt64(exactly: digits) { return Decimal(short) }
    let (high, low) = digits.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
    let upper = Decimal(sign: .plus, exponent: 19, significand: Decimal(UInt64(high)))
    return upper + Decimal(UInt64(low))
  }

  /// The smallest power of ten a decimal can end on.
  static let smallestExponent: Int32 = -127

  /// The most digits before the point that a text is read with.
  private static let largestWholeDigits = 90
}

/// The bytes of a `Decimal`, read and written where they are as documented: reading a ledger of a
/// million rows would spend seconds on its text otherwise.
private enum DecimalLayout {
  /// Whether samples read from their bytes are what their texts say, and written again the same.
  static let isKnown: Bool = {
    guard MemoryLayout<Decimal>.size == 20 else { return false }
    let samples = [
      0, 1, -1, Decimal(sign: .minus, exponent: -7, significand: 1_234_567_890_123),
      Decimal(sign: .plus, exponent: 30, significand: 7), Decimal.greatestFiniteMagnitude,
      Decimal(UInt64.max) * Decimal(UInt64.max), -Decimal(UInt64.max) / 1024,
    ]
    return samples.allSatisfy { sample in
      let number = number(sample)
      guard number == numberFromText(sample) else { return false }
      guard case .narrow(let digits) = number.withoutTrailingZeros.digits, digits != 0 else {
        return true
      }
      let written = decimal(
        digits.magnitude, exponent: number.withoutTrailingZeros.exponent, isNegative: digits < 0)
      return written == sample && written.description == sample.description
    }
  }()

  static func number(_ value: Decimal) -> ExactDecimal {
    withUnsafeBytes(of: value) { bytes in
      let exponent = Int32(bytes.loadUnaligned(fromByteOffset: 0, as: Int8.self))
      let flags = bytes.loadUnaligned(fromByteOffset: 1, as: UInt8.self)
      let words = min(Int(flags >> 4), 8)
      let isNegative = flags & 0x08 != 0
      if words <= 4 {
        var short = bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
        if words < 4 { short &= (1 << UInt64(16 * words)) - 1 }
        let digits = isNegative ? -Int128(short) : Int128(short)
        return ExactDecimal(digits, exponent: short == 0 ? 0 : exponent)
      }
      var digits = bytes.loadUnaligned(fromByteOffset: 4, as: UInt128.self)
      if words < 8 { digits &= (1 << UInt128(16 * words)) - 1 }
      guard let short = Int128(exactly: digits) else {
        let upper = BigInt(UInt64(digits >> 64)) << 64
        let wide = upper + BigInt(UInt64(truncatingIfNeeded: digits))
        return ExactDecimal(isNegative ? -wide : wide, exponent: exponent)
      }
      return ExactDecimal(isNegative ? -short : short, exponent: digits == 0 ? 0 : exponent)
    }
  }

  /// A value that is not zero.
  ///
  /// - Parameters:
  ///   - digits: An integer that ten does not divide.
  ///   - exponent: From -127 to 127.
  static func decimal(_ digits: UInt128, exponent: Int32, isNegative: Bool) -> Decimal {
    var value = Decimal()
    let words = UInt8((128 - digits.leadingZeroBitCount + 15) / 16)
    withUnsafeMutableBytes(of: &value) { bytes in
      bytes.storeBytes(of: Int8(truncatingIfNeeded: exponent), as: Int8.self)
      // The count of words, the sign, and that no zeros end the digits.
      bytes.storeBytes(
        of: words << 4 | (isNegative ? 0x08 : 0) | 0x04, toByteOffset: 1, as: UInt8.self)
      bytes.storeBytes(of: digits, toByteOffset: 4, as: UInt128.self)
    }
    return value
  }

  static func numberFromText(_ value: Decimal) -> ExactDecimal {
    do throws(ExactTextError) { return try ExactDecimal(text: value.description) } catch {
      return .zero
    }
  }
}
