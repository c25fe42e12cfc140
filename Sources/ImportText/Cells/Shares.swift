extension Asset {
  /// Whether a ticker is rather that of a share or a fund than that of a coin.
  ///
  /// - Parameter rank: The place by market value of the coin that has the ticker, or `nil`.
  public func isRatherAShare(rank: Int?) -> Bool {
    guard case .symbol(let symbol, nil) = self, Self.shares.contains(symbol.uppercased()) else {
      return false
    }
    return rank ?? .max > Self.wellKnown
  }

  /// A coin up to this place by market value is meant by its ticker.
  private static let wellKnown = 500

  /// Shares and funds that people have most, by their tickers.
  private static let shares: Set<String> = [
    "AAPL", "MSFT", "GOOG", "GOOGL", "AMZN", "TSLA", "META", "NVDA", "NFLX", "AMD", "INTC", "AVGO",
    "ORCL", "IBM", "CSCO", "ADBE", "CRM", "PYPL", "UBER", "ABNB", "SHOP", "BABA", "PLTR", "GME",
    "AMC", "COIN", "MSTR", "HOOD", "MARA", "RIOT", "JPM", "BAC", "DIS", "NKE", "MCD", "WMT", "COST",
    "XOM", "CVX", "PFE", "JNJ", "UNH", "LLY", "ASML", "SAP", "SPY", "QQQ", "VOO", "VTI", "VXUS",
    "IVV", "VWCE", "VUSA", "CSPX", "EUNL", "IWDA", "ARKK", "GLD", "SLV", "TLT", "BND", "IBIT",
    "GBTC", "FBTC", "SCHD", "JEPI",
  ]
}
