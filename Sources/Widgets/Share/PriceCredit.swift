public import CellGrid

/// Whom prices are from, named as the sources ask for it.
///
/// CoinGecko asks for one of its texts with a link, close to the data (its attribution guide).
public enum PriceCredit {
  /// Where CoinGecko asks to be linked to.
  public static let address = "https://www.coingecko.com"
  private static let krakenAddress = "https://www.kraken.com"

  /// `Price data by CoinGecko, Kraken`; `nil` where no source is known.
  ///
  /// - Parameter sources: The names kept with prices, with or without `, recorded`; a file's is not
  ///   among them.
  public static func line(of sources: some Sequence<String>) -> String? {
    let known = names(sources)
    let names = ["CoinGecko", "DefiLlama", "Kraken"].filter(known.contains).map { name in
      // Its figures for CoinGecko's ids are CoinGecko's.
      name == "DefiLlama" ? "DefiLlama (CoinGecko)" : name
    }
    return names.isEmpty ? nil : "Price data by \(names.joined(separator: ", "))"
  }

  /// The line with the link that its first source asks for; `nil` where no source is known.
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
