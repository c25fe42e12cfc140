public import Exact
public import FoundationEssentials
public import Portfolio

/// Reads an exact number from a literal in a test; an invalid literal stops the test run.
public func exact(_ text: String) -> ExactDecimal {
  do {
    return try ExactDecimal(exact: text)
  } catch {
    preconditionFailure("a test holds '\(text)' for a number: \(error)")
  }
}

/// Reads an amount, a price or a cost from a literal in a test.
public func exact<Value: ExactValue>(_ text: String) -> Value { Value(exact(text)) }

extension ExactValue {
  /// An amount, a price or a cost from digits and a power of ten.
  public init(_ digits: some FixedWidthInteger, exponent: Int) {
    self.init(ExactDecimal(digits, exponent: exponent))
  }
}

/// Reads an instant from a literal in a test.
public func utc(_ text: String) -> Date {
  guard let date = Date(utcText: text) else {
    preconditionFailure("a test holds '\(text)' for a date")
  }
  return date
}

/// A ledger written line by line: `buy 2 at 40000`, `sell 1 at 50000`, `gift 3`.
///
/// Each line is a day later than the one before, beginning on 2025-01-01, unless it ends in `same
/// day`.
public func ledger(_ lines: String..., coin: String = "bitcoin") -> [Transaction] {
  var day = -1
  return lines.enumerated().map { index, line in
    let words = line.split(separator: " ")
    if !line.hasSuffix("same day") { day += 1 }
    let type = TransactionType(rawValue: String(words[0]))
    let price = words.count > 3 ? String(words[3]) : "0"
    return Transaction(
      coinId: coin, type: type ?? .buy, amount: exact(String(words[1])),
      pricePerCoin: type == .gift ? 0 : exact(price),
      date: utc("2025-01-01").addingTimeInterval(TimeInterval(day * 86_400)),
      notes: "line \(index + 1)")
  }
}

/// A generator whose sequence is repeatable from its seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts at a seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits (splitmix64).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
