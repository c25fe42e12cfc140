import CellGrid

/// Whom prices are from, named as the sources ask for it.
///
/// CoinGecko asks for one of its texts with a link, close to the data (its attribution guide).
public enum PriceCredit {
  /// Where CoinGecko asks to be linked to.
  public static let address = "https://www.coingecko.com"

  /// `Price data by CoinGecko, Kraken`; `nil` where no source is known.
  ///
  /// - Parameter sources: The names kept with prices; a file's is not among them.
  public static func line(of sources: some Sequence<String>) -> String? {
    let known = Set(sources)
    let names = ["CoinGecko", "DefiLlama", "Kraken"].filter(known.contains).map { name in
      // Its figures for CoinGecko's ids are CoinGecko's.
      name == "DefiLlama" ? "DefiLlama (CoinGecko)" : name
    }
    return names.isEmpty ? nil : "Price data by \(names.joined(separator: ", "))"
  }
}
