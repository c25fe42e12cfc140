import BitpalTesting
import FoundationEssentials
import Testing

import BigInt
@testable import Exact

/// The number type against integers of any length, around all of its internal limits.
struct ExactDecimalTests {
  /// Integers around the limits of 64 and 128 bits, and of random lengths, with a power of ten.
  private static func numbers(seed: UInt64) -> [(BigInt, Int)] {
    var dice = SeededGenerator(seed: seed)
    let ends = [63, 64, 126, 127, 128, 129, 255, 256].flatMap { bits in
      [-1, 0, 1].map { (BigInt(1) << bits) + BigInt($0) }
    }
    let random = (0..<40).map { _ in
      BigInt(
        BigUInt.randomInteger(withMaximumWidth: Int.random(in: 1...300, using: &dice), using: &dice)
      )
    }
    return ([0, 1, 10, 100] + ends + random).map { digits in
      (Bool.random(using: &dice) ? digits : -digits, Int.random(in: -40...20, using: &dice))
    }
  }

  private static func number(_ digits: BigInt, _ power: Int) -> ExactDecimal {
    ExactDecimal(digits, exponent: Int32(power))
  }

  /// The value as an integer in units of 10 to the power of -80.
  private static func scaled(_ value: ExactDecimal) -> BigInt {
    value.wide * BigInt(10).power(Int(value.exponent) + 80)
  }

  private static func scaled(_ digits: BigInt, _ power: Int) -> BigInt {
    digits * BigInt(10).power(power + 80)
  }

  @Test(arguments: UInt64(1)...6)
  func `sums, differences and comparisons are those of whole numbers`(seed: UInt64) {
    let numbers = Self.numbers(seed: seed)
    for (left, right) in zip(numbers, numbers.shuffledOnce(seed)) {
      let (mine, theirs) = (Self.number(left.0, left.1), Self.number(right.0, right.1))
      let (one, other) = (Self.scaled(left.0, left.1), Self.scaled(right.0, right.1))
      #expect(Self.scaled(mine + theirs) == one + other)
      #expect(Self.scaled(mine - theirs) == one - other)
      #expect((mine < theirs) == (one < other))
      #expect((mine == theirs) == (one == other))
      #expect(mine + theirs == theirs + mine)
    }
  }

  @Test(arguments: UInt64(11)...16)
  func `products are those of whole numbers`(seed: UInt64) {
    let numbers = Self.numbers(seed: seed)
    for (left, right) in zip(numbers, numbers.shuffledOnce(seed)) {
      let product = Self.number(left.0, left.1) * Self.number(right.0, right.1)
      let power = product.exponent
      let expected = left.0 * right.0
      let shift = Int(power) - left.1 - right.1
      #expect(
        shift >= 0
          ? product.wide * BigInt(10).power(shift) == expected
          : product.wide == expected * BigInt(10).power(-shift))
    }
  }

  @Test(
    arguments: UInt64(21)...24
  )
  func `a text is read back as the same number, and equal numbers have one`(seed: UInt64) throws {
    for (digits, power) in Self.numbers(seed: seed) {
      let number = Self.number(digits, power)
      let text = number.description
      #expect(try ExactDecimal(text: text) == number)
      #expect(Self.number(digits * 1000, power - 3).description == text)
      #expect(!text.contains("e") && !text.hasSuffix("."))
      #expect(!text.contains(".") || !text.hasSuffix("0"))
    }
  }

  @Test(arguments: [
    "", "-", ".", "1.", ".5", "1e5", "+1", "1,5", "0x1", " 1", "1 ", "--1", "1.2.3", "NaN", "١",
  ])
  func `what is not a plain number is refused`(_ text: String) {
    #expect(throws: ExactTextError.self) { try ExactDecimal(text: text) }
  }

  @Test(arguments: [
    ("1", "3", 4, "0.3333"), ("2", "3", 4, "0.6667"), ("1", "8", 2, "0.13"),
    ("-1", "8", 2, "-0.13"),
    ("0.125", "1", 2, "0.13"), ("0.1249999999999999999999999999999999999999999", "1", 2, "0.12"),
    ("5", "-2", 0, "-3"), ("1", "0", 5, "0"), ("0", "7", 5, "0"), ("1000", "10", 0, "100"),
    (
      "12345678901234567890123456789012345678901234567890", "1", -40,
      "12345678900000000000000000000000000000000000000000"
    ),
  ])
  func `a division rounds once, half away from zero`(
    _ top: String, _ bottom: String, _ places: Int, _ expected: String
  ) throws {
    let quotient = try ExactDecimal(text: top).divided(
      by: ExactDecimal(text: bottom), places: places)
    #expect(quotient.description == expected)
  }

  @Test
  func `a quotient has thirty-eight digits, and a half is no tie when something follows`() throws {
    let third = try ExactDecimal(text: "1").quotient(by: ExactDecimal(text: "3"))
    #expect(third == exact("0.33333333333333333333333333333333333333"))
    let tie = try ExactDecimal(text: "1.00000000000000000000000000000000000005")
    #expect(tie.figure == exact("1.0000000000000000000000000000000000001"))
    let below = try ExactDecimal(text: "1.0000000000000000000000000000000000000499999999999999")
    #expect(below.figure == 1)
  }

  @Test(arguments: UInt64(21)...28)
  func `quotients are those of whole numbers, rounded half away from zero`(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    func magnitude(upTo most: Int) -> BigInt {
      // Nines and halves trigger carries.
      let digits = (0..<Int.random(in: 1...most, using: &dice)).map { _ in
        [0, 4, 5, 9, 9, 9, Int.random(in: 0...9, using: &dice)].randomElement(using: &dice) ?? 1
      }
      return digits.reduce(BigInt(1)) { $0 * 10 + BigInt($1) }
    }
    for _ in 0..<500 {
      // The costs of lots have more digits than their divisors.
      let top = magnitude(upTo: Bool.random(using: &dice) ? 38 : 76)
      let bottom = magnitude(upTo: 38)
      let isNegative = Bool.random(using: &dice)
      let dividend = Self.number(isNegative ? -top : top, Int.random(in: -20...4, using: &dice))
      let divisor = Self.number(bottom, Int.random(in: -20...4, using: &dice))
      let places = Int.random(in: -2...50, using: &dice)
      let rounded = Self.rounded(dividend, by: divisor, places: places)
      #expect(
        dividend.divided(by: divisor, places: places)
          == Self.number(isNegative ? -rounded : rounded, -places))
      let power = String(top).count - String(bottom).count
      let shift = Int(dividend.exponent - divisor.exponent) + power
      var digits = Self.rounded(dividend, by: divisor, places: 37 - shift)
      var decimals = 37 - shift
      if String(digits).count < 38 {
        decimals += 1
        digits = Self.rounded(dividend, by: divisor, places: decimals)
      }
      #expect(
        ExactDecimal(dividend.quotient(by: divisor))
          == Self.number(isNegative ? -digits : digits, -decimals))
    }
  }

  /// The magnitude of a quotient in units of 10 to the power of `-places`.
  private static func rounded(
    _ dividend: ExactDecimal, by divisor: ExactDecimal, places: Int
  ) -> BigInt {
    let power = Int(dividend.exponent - divisor.exponent) + places
    let top = BigInt(dividend.wide.magnitude) * BigInt(10).power(max(0, power)) * 2
    let bottom = BigInt(divisor.wide.magnitude) * BigInt(10).power(max(0, -power))
    return (top / bottom + 1) / 2
  }

  @Test(arguments: UInt64(31)...34)
  func `a decimal is taken over with every digit, and given back`(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 1...38, using: &dice)
      let digits = (0..<count).map { _ in "\(Int.random(in: 0...9, using: &dice))" }.joined()
      let value = exact(
        "\(Bool.random(using: &dice) ? "-" : "")\(digits)e\(Int.random(in: -60...20, using: &dice))"
      )
      let decimal = Decimal(value)
      #expect(decimal.flatMap { ExactDecimal($0) } == value)
    }
    #expect(ExactDecimal(Decimal.nan) == nil)
    let long = ExactDecimal("1" + String(repeating: "0", count: 37) + ".01")
    #expect(long != nil && long.flatMap { Decimal($0) } == nil)
  }

  @Test(arguments: UInt64(41)...44)
  func `bytes are read back, and damaged ones are no number`(seed: UInt64) {
    for (digits, power) in Self.numbers(seed: seed) {
      let number = Self.number(digits, power)
      var bytes: [UInt8] = []
      number.append(to: &bytes)
      var offset = 0
      #expect(ExactDecimal(bytes: bytes, at: &offset) == number)
      #expect(offset == bytes.count)
      offset = 0
      #expect(ExactDecimal(bytes: Array(bytes.dropLast()), at: &offset) == nil || number.isZero)
    }
  }

  @Test func `equal numbers hash alike, however they were computed`() {
    let one = ExactDecimal(BigInt(10).power(60), exponent: -60)
    #expect(one == 1)
    #expect(one.hashValue == ExactDecimal(1).hashValue)
  }
}

extension Array {
  fileprivate func shuffledOnce(_ seed: UInt64) -> [Element] {
    var dice = SeededGenerator(seed: seed &+ 1_000)
    return shuffled(using: &dice)
  }
}
