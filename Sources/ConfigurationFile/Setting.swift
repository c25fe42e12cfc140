/// One setting of the configuration file; the raw value is its name there, with the table first.
public enum Setting: String, CaseIterable, Sendable {
  /// How the cost of sales is chosen (SPEC §3.8).
  case costBasis = "cost-basis"
  /// The currency in which figures are shown (SPEC §3.14).
  case currency
  /// The colors of everything, by the name of a scheme.
  case theme
  /// Which colors carry gain and loss.
  case palette
  /// The terminal's background.
  case appearance
  /// When colors are written.
  case color
  /// Whether amounts are masked from the start.
  case isPrivate = "private"
  /// How charts are drawn on a terminal.
  case chartGraphics = "charts.graphics"
  /// Whether the dashboard uses the mouse.
  case mouse = "dashboard.mouse"
  /// What the user has with CoinGecko.
  case tier = "prices.tier"
  /// The API key.
  case key = "prices.key"
  /// Whom prices are asked of, in order.
  case sources = "prices.sources"
  /// Calls a minute a pro plan allows.
  case callsPerMinute = "prices.calls-per-minute"
  /// Calls a month a pro plan allows.
  case callsPerMonth = "prices.calls-per-month"
  /// Another address than CoinGecko's own.
  case baseURL = "prices.base-url"
  /// The program that is run for an alert that fired.
  case alertCommand = "alerts.command"
  /// Whether the desktop shows alerts that fired.
  case alertNotices = "alerts.notify"
  /// How the terminal is asked to show alerts that fired.
  case terminalNotice = "alerts.terminal"
  /// What the fees of transfers are to their coins' cost (SPEC §3.12).
  case transferFees = "fees.transfer"
  /// Whether cost is one book over all accounts or one for each (SPEC §3.12).
  case lots
  /// The first day with a book for each account.
  case lotsFrom = "lots.from"
  /// How the lots held on that day go to the accounts.
  case lotOrder = "lots.order"
  /// Stablecoins that imports count as US dollars; `none` where the user said so.
  case stablecoins = "import.stable"
  /// The zones of files whose times are those of the user's own clock.
  case zones = "import.zone"
  /// The country whose tax forms are filled in (SPEC §3.20).
  case taxCountry = "tax.country"
  /// The zone whose days count for gains (SPEC §3.15).
  case taxZone = "tax.zone"

  /// What a value may be.
  public enum Kind: Equatable, Sendable {
    /// One of these words.
    case choice([String])
    /// Some of these words, each once, with commas between them.
    case list([String])
    /// An ISO 4217 code.
    case currency
    /// True or false.
    case flag
    /// A whole number above zero.
    case count
    /// The name of a time zone.
    case zone
    /// A day such as 2025-01-01.
    case day
    /// An order of lots, as `LotOrder` reads it.
    case lotOrder
    /// Any text on one line.
    case text
    /// A text that is never shown.
    case secret
  }

  /// Whether the ledger keeps the setting, not the file: what is recorded is read by it.
  public var isInLedger: Bool { self == .taxZone }

  /// The setting's place in the file; a name cannot be that of a value and of a table.
  var path: String { self == .lots ? "lots.books" : rawValue }

  /// The table the setting is in, `nil` for the top of the file.
  var table: String? {
    let parts = path.split(separator: ".")
    return parts.count > 1 ? String(parts[0]) : nil
  }

  /// The name within the table.
  var name: String { String(path.split(separator: ".").last ?? "") }

  /// The setting at a place in the file.
  init?(path: String) {
    let settings = Self.allCases
    guard let setting = settings.first(where: { $0.path == path || $0.rawValue == path }) else {
      return nil
    }
    self = setting
  }
}
