/// Fiat currency codes, by ISO 4217.
package enum FiatCurrency {
  /// All codes except those of coins better known than the currency: `ERN`, `MNT`, `SBD`, `SCR`,
  /// `SOS` and `TOP`.
  package static let codes = traded.union(others)

  /// Whether a text is a code.
  ///
  /// Avoids hashing because every row of a long file asks several times.
  package static func isCode(_ text: String) -> Bool { index(of: text).map { marks[$0] } ?? false }

  /// Whether each three-letter combination, by its index, is a code.
  private static let marks: [Bool] = {
    var marks = [Bool](repeating: false, count: 26 * 26 * 26)
    for index in codes.compactMap(index) { marks[index] = true }
    return marks
  }()

  private static func index(of text: String) -> Int? {
    guard text.utf8.count == 3 else { return nil }
    var index = 0
    for byte in text.utf8 {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else { return nil }
      index = index * 26 + Int(byte - UInt8(ascii: "A"))
    }
    return index
  }

  /// Fiat currencies that exchanges trade.
  ///
  /// Only these are recognized inside a pair or a heading: `ALL` is a currency only in a column of
  /// currencies.
  package static let traded: Set<String> = [
    "AED", "AMD", "ARS", "AUD", "AZN", "BDT", "BGN", "BHD", "BOB", "BRL", "BYN", "CAD", "CHF",
    "CLP", "CNY", "COP", "CRC", "CZK", "DKK", "DOP", "DZD", "EGP", "EUR", "GBP", "GEL", "GHS",
    "GTQ", "HKD", "HNL", "HRK", "HUF", "IDR", "ILS", "INR", "IQD", "ISK", "JMD", "JOD", "JPY",
    "KES", "KHR", "KRW", "KWD", "KZT", "LBP", "LKR", "MAD", "MDL", "MKD", "MXN", "MYR", "NGN",
    "NIO", "NOK", "NPR", "NZD", "OMR", "PEN", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD",
    "RUB", "SAR", "SEK", "SGD", "THB", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD",
    "UYU", "UZS", "VES", "VND", "XAF", "XOF", "ZAR", "ZMW",
  ]

  /// Fiat currencies with markets on exchanges and no coin of the same ticker.
  ///
  /// Any other may be a coin: `BOB` against `PLN`.
  package static let known: Set<String> = [
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EUR",
    "GBP", "GHS", "HKD", "HRK", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KES", "KRW", "KZT",
    "MXN", "MYR", "NGN", "NOK", "NZD", "PHP", "PLN", "RON", "RUB", "SAR", "SEK", "SGD", "THB",
    "TRY", "TWD", "UAH", "UGX", "USD", "VES", "VND", "ZAR",
  ]

  private static let others: Set<String> = [
    "AFN", "ALL", "ANG", "AOA", "AWG", "BAM", "BBD", "BIF", "BMD", "BND", "BSD", "BTN", "BWP",
    "BZD", "CDF", "CUP", "CVE", "DJF", "ETB", "FJD", "FKP", "GIP", "GMD", "GNF", "GYD", "HTG",
    "IRR", "KGS", "KMF", "KPW", "KYD", "LAK", "LRD", "LSL", "LYD", "MGA", "MMK", "MOP", "MRU",
    "MUR", "MVR", "MWK", "MZN", "NAD", "PAB", "PGK", "RWF", "SDG", "SHP", "SLE", "SLL", "SRD",
    "SSP", "STN", "SVC", "SYP", "SZL", "TJS", "TMT", "VED", "VEF", "VUV", "WST", "XCD", "XCG",
    "XPF", "YER", "ZWG", "ZWL",
  ]
}
