import BigInt

/// Precomputed powers of ten.
enum PowerOfTen {
  /// The powers that fit 128 bits, from 10⁰ to 10³⁸.
  static let narrow: [Int128] = (0..<38).reduce(into: [1]) { powers, _ in
    powers.append((powers.last ?? 1) * 10)
  }

  /// 10 to a power of zero or more.
  static func wide(_ power: Int32) -> BigInt {
    let power = max(0, Int(power))
    return power < known.count ? known[power] : BigInt(10).power(power)
  }

  private static let known: [BigInt] = (0..<200).reduce(into: [1]) { powers, _ in
    powers.append((powers.last ?? 1) * 10)
  }
}

extension ExactDecimal {
  /// The number of digits; one for zero.
  var digitCount: Int {
    switch digits {
    case .narrow(let digits):
      let magnitude = digits.magnitude
      let bits = 128 - magnitude.leadingZeroBitCount
      // 1233 ÷ 4096 is slightly more than log₁₀ 2.
      let least = min((bits * 1233) >> 12, 38)
      return max(1, magnitude < PowerOfTen.narrow[least].magnitude ? least : least + 1)
    case .wide(let digits):
      var count = digits.value.magnitude.bitWidth * 30_102 / 100_000
      while PowerOfTen.wide(Int32(count)) <= BigInt(digits.value.magnitude) { count += 1 }
      return count
    }
  }

  /// Whether that many significant digits are enough.
  public func hasAtMost(significantDigits count: Int) -> Bool {
    digitCount <= count || significantDigits <= count
  }

  /// The number of digits from the first to the last nonzero digit.
  public var significantDigits: Int {
    let shortest = withoutTrailingZeros
    return shortest == .zero ? 0 : shortest.digitCount
  }

  /// Digits after the decimal point of the shortest text.
  public var decimalPlaces: Int { max(0, -Int(withoutTrailingZeros.exponent)) }

  /// The same number with an integer not divisible by ten.
  var withoutTrailingZeros: ExactDecimal {
    switch digits {
    case .narrow(var digits):
      guard digits != 0 else { return .zero }
      var exponent = exponent
      if var short = Int64(exactly: digits) {
        while short % 10 == 0 {
          short /= 10
          exponent += 1
        }
        return ExactDecimal(Int128(short), exponent: exponent)
      }
      // A number divisible by ten is also divisible by two, which is cheap to check.
      while digits & 1 == 0, digits % 10 == 0 {
        digits /= 10
        exponent += 1
      }
      return ExactDecimal(digits, exponent: exponent)
    case .wide(let wide): return Self.withoutTrailingZeros(wide.value, exponent: exponent)
    }
  }

  private static func withoutTrailingZeros(_ digits: BigInt, exponent: Int32) -> ExactDecimal {
    var (digits, exponent) = (digits, exponent)
    for step in [64, 32, 16, 8, 4, 2, 1] as [Int32] {
      // A multiple of that power of ten is a multiple of that power of two, which is cheap to
      // check.
      while digits.trailingZeroBitCount >= Int(step) {
        let (quotient, rest) = digits.quotientAndRemainder(dividingBy: PowerOfTen.wide(step))
        guard rest.isZero else { break }
        digits = quotient
        exponent += step
      }
    }
    return ExactDecimal(digits, exponent: exponent)
  }
}
