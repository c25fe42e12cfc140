public import CellGrid

/// Credits for price data, as required by the sources.
///
/// CoinGecko requires one of its texts with a link, close to the data (its attribution guide).
public enum PriceCredit {
  /// The link that CoinGecko requires.
  public static let address = "https://www.coingecko.com"
  private static let krakenAddress = "https://www.kraken.com"

  /// The credit, such as `Price data by CoinGecko, Kraken`; `nil` if no source is known.
  ///
  /// - Parameter sources: The names stored with prices, with or without `, recorded`; names of
  ///   files are not included.
  public static func line(of sources: some Sequence<String>) -> String? {
    let known = names(sources)
    let names = ["CoinGecko", "DefiLlama", "Kraken"].filter(known.contains).map { name in
      // DefiLlama's prices for CoinGecko ids originate from CoinGecko.
      name == "DefiLlama" ? "DefiLlama (CoinGecko)" : name
    }
    return names.isEmpty ? nil : "Price data by \(names.joined(separator: ", "))"
  }

  /// The credit with the link that its first source requires; `nil` if no source is known.
  ///
  /// - Parameter sources: As for ``line(of:)``.
  public static func credit(of sources: some Sequence<String>) -> PictureCredit? {
    let known = names(sources)
    return line(of: known).map { line in
      PictureCredit(text: line, address: known == ["Kraken"] ? krakenAddress : address)
    }
  }

  private static func names(_ sources: some Sequence<String>) -> Set<String> {
    Set(sources.map { String($0.prefix { $0 != "," }) })
      .intersection(["CoinGecko", "DefiLlama", "Kraken"])
  }
}
