import ConfigurationFile

extension Setting {
  /// What a setting does, in one sentence for the manual.
  var meaning: String {
    switch self {
    case .costBasis: "How the cost of sales is chosen where --cost-basis is not given."
    case .currency: "The currency in which figures are shown where --currency is not given."
    case .theme: "The colors of everything; terminal leaves them to the terminal."
    case .palette: "The colors of gain and loss."
    case .appearance: "The terminal's background; auto asks the terminal."
    case .color: "When colors are written; auto means on a terminal only."
    case .isPrivate: "Whether amounts are masked from the start."
    case .mouse: "Whether the dashboard listens to the mouse."
    case .tier: "The plan you have with CoinGecko."
    case .key: "The API key of a demo or pro plan; it is never shown."
    case .callsPerMinute: "The calls a minute that a pro plan allows."
    case .callsPerMonth: "The calls a month that a pro plan allows."
    case .baseURL: "Another address than CoinGecko's own, such as a proxy of yours."
    case .stablecoins:
      "The stablecoins that imports count as US dollars, separated by commas, or none."
    }
  }
}
