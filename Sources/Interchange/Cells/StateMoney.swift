/// The codes of the money of states, by ISO 4217.
enum StateMoney {
  /// Every code, but for those of coins that are better known than the money: `ERN`, `MNT`, `SBD`,
  /// `SCR`, `SOS` and `TOP`.
  static let codes = traded.union(others)

  /// Money that exchanges deal in.
  ///
  /// Only these stand glued to a coin in a pair, or among the words
  /// of a heading: `ALL` is money in a column of currencies alone.
  static let traded: Set<String> = [
    "AED", "AMD", "ARS", "AUD", "AZN", "BDT", "BGN", "BHD", "BOB", "BRL", "BYN", "CAD", "CHF",
    "CLP", "CNY", "COP", "CRC", "CZK", "DKK", "DOP", "DZD", "EGP", "EUR", "GBP", "GEL", "GHS",
    "GTQ", "HKD", "HNL", "HRK", "HUF", "IDR", "ILS", "INR", "IQD", "ISK", "JMD", "JOD", "JPY",
    "KES", "KHR", "KRW", "KWD", "KZT", "LBP", "LKR", "MAD", "MDL", "MKD", "MXN", "MYR", "NGN",
    "NIO", "NOK", "NPR", "NZD", "OMR", "PEN", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD",
    "RUB", "SAR", "SEK", "SGD", "THB", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD",
    "UYU", "UZS", "VES", "VND", "XAF", "XOF", "ZAR", "ZMW",
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
