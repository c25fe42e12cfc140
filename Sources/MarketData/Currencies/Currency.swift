/// A state's money: what it is called and how amounts of it are written.
public struct Currency: Equatable, Sendable, Identifiable {
  /// Where the symbol is written.
  public enum SymbolPlacement: Sendable {
    /// `€1,234.50`.
    case before
    /// `CHF 1,234.50`.
    case beforeWithSpace
    /// `1,234.50 kr`.
    case afterWithSpace
  }

  /// The ISO 4217 code in capitals, such as `EUR`.
  public let code: String
  /// The English name, such as `Euro`.
  public let name: String
  /// The symbol, such as `€`; the code where there is none of its own.
  public let symbol: String
  /// Digits after the point in amounts: 2, 0 for JPY, 3 for TND.
  public let minorDigits: Int
  /// Where the symbol is written.
  public let placement: SymbolPlacement

  /// The code.
  public var id: String { code }

  /// US dollars, in which the ledger counts.
  public static let usDollar = Currency("USD", "US dollar", "$")

  /// The currency of a code in either case, or `nil` for a code that bitpal does not know.
  public init?(code: String) {
    guard let currency = Self.byCode[code.uppercased()] else { return nil }
    self = currency
  }

  /// Whether a text is the code of money that bitpal knows, in either case; else it names a coin.
  public static func isKnown(_ code: String) -> Bool { byCode[code.uppercased()] != nil }

  /// The currency of a code; one that bitpal does not know is written with its code and two digits.
  public init(anyCode code: String) { self = Currency(code: code) ?? Currency(code, code) }

  init(
    _ code: String, _ name: String, _ symbol: String? = nil,
    _ placement: SymbolPlacement = .before, digits: Int = 2
  ) {
    self.code = code
    self.name = name
    self.symbol = symbol ?? code
    minorDigits = digits
    self.placement = symbol == nil ? .beforeWithSpace : placement
  }

  private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}
