/// A fiat currency: its names and how its amounts are written.
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
  /// The symbol, such as `€`; the code if there is no separate symbol.
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

  /// Whether a text is the code of a known currency, in either case; otherwise it names a coin.
  public static func isKnown(_ code: String) -> Bool { byCode[code.uppercased()] != nil }

  /// The currency of a code; an unknown one is written with its code and two digits.
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

extension Currency {
  /// Every currency bitpal can show, ascending by code.
  ///
  /// Includes all currencies the ECB has quoted since 2009, and others whose rates a file can
  /// supply. Minor digits are those of ISO 4217.
  public static let all: [Currency] = [
    Currency("AED", "UAE dirham"),
    Currency("ARS", "Argentine peso"),
    Currency("AUD", "Australian dollar", "A$"),
    Currency("BGN", "Bulgarian lev", "лв", .afterWithSpace),
    Currency("BHD", "Bahraini dinar", digits: 3),
    Currency("BRL", "Brazilian real", "R$"),
    Currency("CAD", "Canadian dollar", "C$"),
    Currency("CHF", "Swiss franc"),
    Currency("CLP", "Chilean peso", digits: 0),
    Currency("CNY", "Chinese yuan", "CN¥"),
    Currency("CZK", "Czech koruna", "Kč", .afterWithSpace),
    Currency("DKK", "Danish krone", "kr", .afterWithSpace),
    Currency("EEK", "Estonian kroon", "kr", .afterWithSpace),
    Currency("EUR", "Euro", "€"),
    Currency("GBP", "Pound sterling", "£"),
    Currency("HKD", "Hong Kong dollar", "HK$"),
    Currency("HRK", "Croatian kuna", "kn", .afterWithSpace),
    Currency("HUF", "Hungarian forint", "Ft", .afterWithSpace),
    Currency("IDR", "Indonesian rupiah", "Rp"),
    Currency("ILS", "Israeli shekel", "₪"),
    Currency("INR", "Indian rupee", "₹"),
    Currency("ISK", "Icelandic króna", "kr", .afterWithSpace, digits: 0),
    Currency("JOD", "Jordanian dinar", digits: 3),
    Currency("JPY", "Japanese yen", "¥", digits: 0),
    Currency("KRW", "South Korean won", "₩", digits: 0),
    Currency("KWD", "Kuwaiti dinar", digits: 3),
    Currency("LTL", "Lithuanian litas", "Lt", .afterWithSpace),
    Currency("LVL", "Latvian lats", "Ls"),
    Currency("MXN", "Mexican peso", "MX$"),
    Currency("MYR", "Malaysian ringgit", "RM"),
    Currency("NGN", "Nigerian naira", "₦"),
    Currency("NOK", "Norwegian krone", "kr", .afterWithSpace),
    Currency("NZD", "New Zealand dollar", "NZ$"),
    Currency("OMR", "Omani rial", digits: 3),
    Currency("PHP", "Philippine peso", "₱"),
    Currency("PLN", "Polish zloty", "zł", .afterWithSpace),
    Currency("RON", "Romanian leu", "lei", .afterWithSpace),
    Currency("RUB", "Russian ruble", "₽", .afterWithSpace),
    Currency("SAR", "Saudi riyal"),
    Currency("SEK", "Swedish krona", "kr", .afterWithSpace),
    Currency("SGD", "Singapore dollar", "S$"),
    Currency("THB", "Thai baht", "฿"),
    Currency("TND", "Tunisian dinar", digits: 3),
    Currency("TRY", "Turkish lira", "₺"),
    Currency("TWD", "New Taiwan dollar", "NT$"),
    Currency("UAH", "Ukrainian hryvnia", "₴"),
    usDollar,
    Currency("VND", "Vietnamese dong", "₫", .afterWithSpace, digits: 0),
    Currency("ZAR", "South African rand", "R"),
  ]
}
