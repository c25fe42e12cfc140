import ConfigurationFile

extension Setting {
  /// A one-sentence description of the setting for the manual.
  var meaning: String {
    switch self {
    case .costBasis: "The cost basis method when --cost-basis is not given."
    case .currency: "The display currency when --currency is not given."
    case .theme: "The color theme; terminal uses the terminal's own colors."
    case .palette: "The colors of gains and losses."
    case .appearance: "The terminal's background; auto asks the terminal."
    case .color: "When to use colors; auto means on a terminal only."
    case .isPrivate: "Whether amounts are masked from the start."
    case .chartGraphics:
      "How charts are drawn on a terminal: text, sextants, pixels by kitty or sixel, or auto."
    case .mouse: "Whether the dashboard uses the mouse."
    case .tier: "The plan you have with CoinGecko."
    case .key: "The API key of a demo or pro plan; it is never shown."
    case .sources: "The price sources, in the order they are asked."
    case .callsPerMinute: "Requests per minute that your pro plan allows."
    case .callsPerMonth: "Requests per month that your pro plan allows."
    case .baseURL: "An address to use instead of CoinGecko's, such as your proxy."
    case .alertCommand:
      "The program to run when an alert fires, with coin, price, currency, condition and sentence."
    case .alertNotices: "Whether the desktop shows alerts that fire, through notify-send."
    case .terminalNotice: "How the terminal shows alerts that fire: off, bell, osc9 or osc777."
    case .transferFees:
      "How the fee of a transfer counts: a sale at market, a loss of its cost (zero), or none."
    case .lots: "Whether all accounts share their lots, or each account has its own."
    case .lotsFrom:
      "With lots = account: the first day of lots per account, such as 2025-01-01."
    case .lotOrder:
      "How accounts divide the lots on that day: earliest or highest-cost, then accounts, then choices."
    case .stablecoins:
      "Stablecoins that imports treat as US dollars, such as USDT,DAI=no, or none."
    case .zones:
      "The time zone of imports with local times, such as UTC+2 or bitget=Europe/Prague."
    case .taxCountry:
      "The country whose forms `bitpal tax` fills in; its cost basis is the default."
    case .taxZone:
      "The time zone whose days and years count for gains; it is kept in the ledger."
    }
  }
}
