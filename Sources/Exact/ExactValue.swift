/// An exact number with a unit: values of different units cannot be added, compared or mixed up.
///
/// Sums and differences have the same unit. Coins times a price are dollars; dollars divided by
/// coins are a price. Unitless numbers, such as a share or a rate, are ``ExactDecimal`` values.
public protocol ExactValue: Comparable, Hashable, Sendable, AdditiveArithmetic,
  ExpressibleByIntegerLiteral, LosslessStringConvertible
{
  /// The number without its unit.
  var number: ExactDecimal { get }

  /// Creates a value from a number that is known to have this unit.
  init(_ number: ExactDecimal)
}

/// Coins, exactly.
public struct Quantity: ExactValue {
  /// The number of coins.
  public let number: ExactDecimal

  /// Creates a value from a number of coins.
  @inlinable
  public init(_ number: ExactDecimal) { self.number = number }
}

/// US dollars per coin, exactly.
public struct Price: ExactValue {
  /// The number of US dollars per coin.
  public let number: ExactDecimal

  /// Creates a value from a number of US dollars per coin.
  @inlinable
  public init(_ number: ExactDecimal) { self.number = number }
}

/// US dollars, exactly: a cost, a value or a result.
public struct Cost: ExactValue {
  /// The number of US dollars.
  public let number: ExactDecimal

  /// Creates a value from a number of US dollars.
  @inlinable
  public init(_ number: ExactDecimal) { self.number = number }
}

extension ExactDecimal: ExactValue {
  /// The number itself, which has no unit.
  @inlinable
  public var number: ExactDecimal { self }

  /// Creates a value from the number itself.
  @inlinable
  public init(_ number: ExactDecimal) { self = number }
}

/// What the coins cost or are worth at the price.
@inlinable
public func * (amount: Quantity, price: Price) -> Cost { Cost(amount.number * price.number) }

/// What the coins cost or are worth at the price.
@inlinable
public func * (price: Price, amount: Quantity) -> Cost { Cost(amount.number * price.number) }

extension Cost {
  /// The price of one coin, to 38 significant digits, rounded once, half away from zero.
  ///
  /// - Parameter amount: Any value; a division by zero gives zero.
  @inlinable
  public func perCoin(of amount: Quantity) -> Price {
    Price(number.quotient(by: amount.number))
  }
}

extension ExactValue {
  /// Creates a whole number.
  @inlinable
  public init(integerLiteral value: Int) { self.init(ExactDecimal(integerLiteral: value)) }

  /// Creates a whole number.
  @inlinable
  public init(_ value: some FixedWidthInteger) { self.init(ExactDecimal(value)) }

  /// Reads a plain decimal number, `nil` for any other text.
  @inlinable
  public init?(_ description: String) {
    guard let number = ExactDecimal(description) else { return nil }
    self.init(number)
  }

  /// Reads a number that ``append(to:)`` wrote.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - offset: Where the number begins; afterwards the offset of the byte after it.
  /// - Returns: `nil` if there is no such number.
  @inlinable
  public init?(bytes: [UInt8], at offset: inout Int) {
    guard let number = ExactDecimal(bytes: bytes, at: &offset) else { return nil }
    self.init(number)
  }

  /// Zero.
  @inlinable
  public static var zero: Self { Self(ExactDecimal.zero) }

  /// The exact sum.
  @inlinable
  public static func + (left: Self, right: Self) -> Self { Self(left.number + right.number) }

  /// The exact difference.
  @inlinable
  public static func - (left: Self, right: Self) -> Self { Self(left.number - right.number) }

  /// The negated value.
  @inlinable
  public static prefix func - (value: Self) -> Self { Self(-value.number) }

  /// The exact multiple.
  @inlinable
  public static func * (value: Self, factor: ExactDecimal) -> Self { Self(value.number * factor) }

  /// Whether the first value is smaller.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// Whether the value is zero.
  @inlinable
  public var isZero: Bool { number.isZero }

  /// Whether the value is negative.
  @inlinable
  public var isNegative: Bool { number.isNegative }

  /// The value without its sign.
  @inlinable
  public var magnitude: Self { Self(number.magnitude) }

  /// The shortest plain text of the number.
  public var description: String { number.description }

  /// The number for display, from which nothing else is computed: 38 significant digits, rounded
  /// once, half away from zero.
  @inlinable
  public var figure: ExactDecimal { number.withinExactDigits }

  /// The value in 38 significant digits, rounded once, half away from zero.
  @inlinable
  public var withinExactDigits: Self { Self(number.withinExactDigits) }

  /// The value with at most that many decimal places, rounded once, half away from zero.
  @inlinable
  public func rounded(places: Int) -> Self { Self(number.rounded(places: places)) }

  /// The ratio of two values of one unit, to 38 significant digits, rounded once.
  ///
  /// - Parameter divisor: Any value; a division by zero gives zero.
  @inlinable
  public func quotient(by divisor: Self) -> ExactDecimal { number.quotient(by: divisor.number) }

  /// The share of the value that `part` is of `whole`: multiplied, then divided and rounded once.
  ///
  /// - Parameters:
  ///   - part: Any value.
  ///   - whole: Any value; a division by zero gives zero.
  ///   - places: Decimal places of the result.
  @inlinable
  public func prorated(_ part: ExactDecimal, of whole: ExactDecimal, places: Int) -> Self {
    Self((number * part).divided(by: whole, places: places))
  }

  /// Appends the bytes of ``description``.
  @inlinable
  public func appendText(to bytes: inout [UInt8]) { number.appendText(to: &bytes) }

  /// Appends the number in a few bytes; equal numbers append equal bytes.
  @inlinable
  public func append(to bytes: inout [UInt8]) { number.append(to: &bytes) }
}
