import ConfigurationFile

extension Setting {
  /// What a setting does, in one sentence for the manual.
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
    case .sources: "Whom prices are requested from, in this order."
    case .callsPerMinute: "The calls a minute that a pro plan allows."
    case .callsPerMonth: "The calls a month that a pro plan allows."
    case .baseURL: "Another address than CoinGecko's own, such as your proxy."
    case .alertCommand:
      "The program to run when an alert fires, with coin, price, currency, condition and sentence."
    case .alertNotices: "Whether the desktop shows alerts that fire, through notify-send."
    case .terminalNotice: "How the terminal shows alerts that fire: off, bell, osc9 or osc777."
    case .transferFees: "What the fee of a transfer is: a sale at market, zero, or none."
    case .lots: "Whether the cost of sales is one book over all accounts or one for each account."
    case .lotsFrom:
      "With lots = account: the first day with a book for each account, such as 2025-01-01."
    case .lotOrder:
      "How lots go to accounts on that day: earliest or highest-cost, then accounts, then choices."
    case .stablecoins:
      "Stablecoins that imports treat as US dollars, such as USDT,DAI=no; none treats none so."
    case .zones:
      "The time zone of imports with local times, such as UTC+2 or bitget=Europe/Prague."
    case .taxCountry:
      "The state whose forms `bitpal tax` fills in; its cost basis counts where none is set."
    case .taxZone:
      "The time zone whose days and years count for gains; it is kept in the ledger."
    }
  }
}
