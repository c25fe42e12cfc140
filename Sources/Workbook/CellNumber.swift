/// A number with the digits that a file writes.
struct CellNumber: Equatable {
  private(set) var isNegative = false
  /// Digits without leading zeros; empty for zero.
  private(set) var digits: [UInt8] = []
  /// The exponent of the last digit.
  private(set) var exponent = 0
  private var (hasPoint, hasExponent) = (false, false)

  /// Parses `-12.5`, `.5` or `1.2E-05`; `nil` for anything else.
  init?(_ text: some Collection<UInt8>) {
    var rest = text[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    var (count, isFraction) = (0, false)
    while let byte = rest.first {
      if isDigit(byte) {
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - 0x30) }
        if isFraction { exponent -= 1 }
        count += 1
      } else if byte == UInt8(ascii: "."), !isFraction {
        (isFraction, hasPoint) = (true, true)
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    guard count > 0 else { return nil }
    guard let mark = rest.first else { return }
    guard mark | 0x20 == UInt8(ascii: "e"), let power = Self.power(rest.dropFirst()) else {
      return nil
    }
    exponent += power
    hasExponent = true
  }

  private static func power(_ text: some Collection<UInt8>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.count <= 4, digits.allSatisfy(isDigit) else { return nil }
    let power = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return isNegative ? -power : power
  }

  /// The number as text, without an exponent or noise digits; `nil` if the file writes it that way
  /// already, or it would take over sixty digits.
  ///
  /// Whole numbers of more than 15 digits keep their exponent: they are ids that a spreadsheet
  /// truncated, and row readers recognize them by their form.
  var plainText: [UInt8]? {
    if hasExponent, !digits.isEmpty, digits.count + exponent > 15 { return scientificText }
    guard hasExponent || hasPoint else { return nil }
    let plain = withoutBinaryNoise
    guard hasExponent || plain != self else { return nil }
    return plain.text
  }

  /// `1.70132E+17`.
  private var scientificText: [UInt8] {
    let whole = (isNegative ? "-" : "") + String(digits[0])
    let fraction = digits.dropFirst().map(String.init).joined()
    let power = exponent + digits.count - 1
    return Array("\(whole)\(fraction.isEmpty ? "" : ".")\(fraction)E+\(power)".utf8)
  }

  private var text: [UInt8]? {
    guard !digits.isEmpty else { return [UInt8(ascii: "0")] }
    guard digits.count + abs(exponent) <= 60 else { return nil }
    var whole = digits.map { $0 + 0x30 }
    if exponent >= 0 {
      whole += Array(repeating: UInt8(ascii: "0"), count: exponent)
    } else {
      let zeros = max(0, 1 - exponent - whole.count)
      whole.insert(contentsOf: Array(repeating: UInt8(ascii: "0"), count: zeros), at: 0)
      whole.insert(UInt8(ascii: "."), at: whole.count + exponent)
    }
    return isNegative ? [UInt8(ascii: "-")] + whole : whole
  }
}

extension CellNumber {
  /// The number a person sees when a program wrote a binary fraction with 16 or 17 digits.
  ///
  /// Cells are 53-bit binary fractions, which can hold every decimal of 15 digits. Programs write
  /// them with seventeen: 1.1 as `1.1000000000000001`. The number is the shorter decimal with the
  /// same binary fraction. Rounding errors, such as `0.30000000000000004` for 0.1 + 0.2, are noise
  /// too if the first 15 digits end in three zeros, because spreadsheets show only 15.
  private var withoutBinaryNoise: CellNumber {
    let count = digits.reversed().drop { $0 == 0 }.count
    guard count == 16 || count == 17 else { return self }
    let value = digits.prefix(17).reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
    // Trailing zeros do not add digits; shorter numbers are scaled to seventeen.
    let scaled = digits.count >= 17 ? value : value * 10
    let short = Self.rounded(scaled, to: 100)
    if short.isMultiple(of: 100_000) { return self.with(short, written: digits.count) }
    guard count == 17 else { return self }
    // Half a step of the binary fraction, and of the last digit.
    let limit = scaled >> 53 + 1
    for unit: UInt64 in [100, 10] {
      let shorter = Self.rounded(scaled, to: unit)
      let change = shorter > scaled ? shorter - scaled : scaled - shorter
      if change <= limit { return self.with(shorter, written: digits.count) }
    }
    return self
  }

  private static func rounded(_ value: UInt64, to unit: UInt64) -> UInt64 {
    (value + unit / 2) / unit * unit
  }

  /// The number with its first seventeen digits replaced.
  private func with(_ value: UInt64, written count: Int) -> CellNumber {
    var number = self
    var (value, exponent) = (value, exponent + count - 17)
    while value > 0, value.isMultiple(of: 10) {
      value /= 10
      exponent += 1
    }
    number.digits = String(value).utf8.map { $0 - 0x30 }
    number.exponent = exponent
    return number
  }

  /// Whole days and rounded milliseconds; `nil` if the number of days is negative or out of range.
  var daysAndMilliseconds: (days: Int, milliseconds: Int)? {
    guard !isNegative || digits.isEmpty, exponent > -400, digits.count + exponent <= 7 else {
      return nil
    }
    let wholeCount = max(0, digits.count + exponent)
    var whole = digits.prefix(wholeCount).reduce(0) { $0 * 10 + Int($1) }
    if exponent > 0 { for _ in 0..<exponent { whole *= 10 } }
    // Zeros between the point and the first digit, then the significant digits.
    let zeros = max(0, -(digits.count + exponent))
    var (fraction, unit): (UInt64, UInt64) = (0, 1)
    let fractionDigits =
      Array(repeating: UInt8(0), count: min(zeros, 18)) + digits.dropFirst(wholeCount)
    for digit in fractionDigits.prefix(18) {
      fraction = fraction * 10 + UInt64(digit)
      unit *= 10
    }
    let product = fraction.multipliedFullWidth(by: 86_400_000)
    let (quotient, rest) = unit.dividingFullWidth(product)
    let milliseconds = Int(quotient) + (rest >= unit - rest ? 1 : 0)
    return milliseconds == 86_400_000 ? (whole + 1, 0) : (whole, milliseconds)
  }
}

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
