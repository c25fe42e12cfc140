import ImportText

/// Where the figures stand; their columns were renamed three times.
struct CoinbaseColumns {
  let currency: String
  /// The currency that the headings of 2019 name, `EUR Total (inclusive of fees)`; of a file that
  /// has a column of currencies, none.
  let headingCurrency: String?
  /// Whether neither a column nor a heading names the money.
  let isCurrencyUnknown: Bool
  let total: String
  let subtotal: String
  let fees: String
  /// What one coin was worth.
  let spot: String

  init(_ header: CSVHeader) {
    let names = header.columns.keys.sorted()
    func name(_ word: String) -> String {
      names.first { $0.hasPrefix(word) } ?? names.first { $0.dropFirst(4).hasPrefix(word) } ?? word
    }
    currency = names.first { $0.hasSuffix("price currency") } ?? "price currency"
    total =
      names.first { $0.hasPrefix("total") || $0.dropFirst(4).hasPrefix("total") }
      ?? name("amount transacted")
    subtotal = name("subtotal")
    fees = name("fees")
    spot =
      names.first { $0.hasSuffix("price at transaction") } ?? "price at transaction"
    // Only a heading that is in the file says anything.
    headingCurrency =
      header.has([currency])
      ? nil
      : [total, subtotal, spot].lazy.filter { header.has([$0]) }
        .compactMap { Self.currency(ofHeading: $0) }.first
    isCurrencyUnknown = headingCurrency == nil && !header.has([currency])
  }
}

extension CoinbaseColumns {
  /// The state's money that a heading begins with, `EUR Subtotal`.
  private static func currency(ofHeading name: String) -> String? {
    guard name.dropFirst(3).hasPrefix(" ") else { return nil }
    let code = name.prefix(3).uppercased()
    return Asset(symbol: code).isFiat ? code : nil
  }
}
