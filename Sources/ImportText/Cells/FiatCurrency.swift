/// Fiat currency codes, by ISO 4217.
package enum FiatCurrency {
  /// Every code, but for those of coins that are better known than the money: `ERN`, `MNT`, `SBD`,
  /// `SCR`, `SOS` and `TOP`.
  package static let codes = traded.union(others)

  /// Whether a text is a code, without a hash: every row of a long file asks several times.
  package static func isCode(_ text: String) -> Bool { index(of: text).map { marks[$0] } ?? false }

  /// For each index in the alphabet of three letters whether it is a code.
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

  /// Money that exchanges deal in.
  ///
  /// Only these are recognized inside a pair or a heading: `ALL` is money only in a column of
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

  /// Money that exchanges have markets of while no coin of theirs has its letters; of any other,
  /// `BOB` against `PLN` may as well be a coin that is called so.
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
