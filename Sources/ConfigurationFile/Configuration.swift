public import CellGrid
public import Portfolio

/// What the user has settled in the configuration file; every setting has a default.
public struct Configuration: Equatable, Sendable {
  /// The plans of the price source.
  public enum Tier: String, CaseIterable, Sendable {
    /// No key.
    case keyless
    /// A free key.
    case demo
    /// A paid key.
    case pro
  }

  /// A source of prices, by its word in the file.
  public enum PriceSource: String, CaseIterable, Sendable {
    /// CoinGecko.
    case coinGecko = "coingecko"
    /// DefiLlama.
    case defiLlama = "defillama"
    /// Kraken.
    case kraken
  }

  /// The dashboard's keys by the name of their action; the door knows which names there are.
  public internal(set) var keys: [String: [String]] = [:]
  /// The themes that the user made, by name.
  public internal(set) var themes: [ColorScheme] = []
  var values: [Setting: String] = [:]

  /// A configuration with nothing but defaults.
  public init() {}

  /// What the file says of a setting, checked; `nil` where it says nothing.
  public subscript(setting: Setting) -> String? { values[setting] }

  /// The value that holds, whether the file names it or not; `nil` where there is none.
  public func text(of setting: Setting) -> String? {
    switch setting {
    case .costBasis: costBasis.rawValue
    case .currency: currency
    case .theme: scheme?.name ?? Self.terminalTheme
    case .palette: palette.rawValue
    case .appearance: appearance?.rawValue ?? "auto"
    case .color: color.rawValue
    case .isPrivate: "\(isPrivate)"
    case .chartGraphics: chartGraphics.rawValue
    case .mouse: "\(hasMouse)"
    case .tier: tier.rawValue
    case .sources: priceSources.map(\.rawValue).joined(separator: ",")
    case .transferFees: transferFees.rawValue
    case .alertNotices: "\(hasAlertNotices)"
    case .terminalNotice: terminalNotice.rawValue
    case .lots: lotBooks.rawValue
    case .lotOrder: (lotOrder ?? LotOrder()).text
    case .key, .callsPerMinute, .callsPerMonth, .baseURL, .alertCommand, .stablecoins, .zones,
      .taxCountry, .taxZone, .lotsFrom:
      values[setting]
    }
  }

  /// How the cost of sales is chosen; by the state's own rule where the file names a state alone.
  public var costBasis: CostBasis {
    values[.costBasis].flatMap(CostBasis.init) ?? taxCountry?.costBasis ?? .average
  }
  /// The country whose tax forms are filled in.
  public var taxCountry: TaxCountry? { values[.taxCountry].flatMap(TaxCountry.init) }
  /// The ISO 4217 code of the currency in which figures are shown.
  public var currency: String { values[.currency]?.uppercased() ?? "USD" }
  /// The colors of everything, `nil` for the terminal's own.
  public var scheme: ColorScheme? { values[.theme].flatMap(scheme(named:)) }
  /// The colors of a theme by its name, the user's own ones among them; `nil` where there is none.
  public func scheme(named name: String) -> ColorScheme? {
    themes.first { $0.name == name } ?? ColorScheme.named(name)
  }
  /// The name of the theme that uses the terminal's own colors.
  public static let terminalTheme = "terminal"
  /// Which colors carry gain and loss.
  public var palette: Palette { values[.palette].flatMap(Palette.init) ?? .default }
  /// The terminal's background, `nil` where it is to be found out.
  public var appearance: Appearance? { values[.appearance].flatMap(Appearance.init) }
  /// When colors are written.
  public var color: ColorChoice { values[.color].flatMap(ColorChoice.init) ?? .auto }
  /// How charts are drawn on a terminal.
  public var chartGraphics: ChartGraphics {
    values[.chartGraphics].flatMap(ChartGraphics.init) ?? .text
  }
  /// Whether amounts are masked from the start.
  public var isPrivate: Bool { values[.isPrivate] == "true" }
  /// Whether the dashboard uses the mouse.
  public var hasMouse: Bool { values[.mouse] != "false" }

  /// The plan: as named, else that of a free key where there is a key.
  public var tier: Tier {
    values[.tier].flatMap(Tier.init) ?? (values[.key] == nil ? .keyless : .demo)
  }
  /// The API key, for the header it travels in and for nothing else.
  public var key: String? { values[.key] }
  /// Whom prices are asked of, the first one first; all of them unless the file says otherwise.
  public var priceSources: [PriceSource] {
    let named = values[.sources]?.split(separator: ",")
      .compactMap { PriceSource(rawValue: String($0)) }
    return named.flatMap { $0.isEmpty ? nil : $0 } ?? PriceSource.allCases
  }
  /// Calls a minute the pro plan allows.
  public var callsPerMinute: Int? { values[.callsPerMinute].flatMap { Int($0) } }
  /// Calls a month the pro plan allows.
  public var callsPerMonth: Int? { values[.callsPerMonth].flatMap { Int($0) } }
  /// Another address than CoinGecko's own.
  public var baseURL: String? { values[.baseURL] }
  /// The program that is run for an alert that fired.
  public var alertCommand: String? { values[.alertCommand] }
  /// Whether the desktop shows alerts that fired.
  public var hasAlertNotices: Bool { values[.alertNotices] != "false" }
  /// How the terminal is asked to show alerts that fired.
  public var terminalNotice: TerminalNotice {
    values[.terminalNotice].flatMap(TerminalNotice.init) ?? .off
  }
  /// What the fees of transfers are to their coins' cost.
  public var transferFees: TransferFees {
    values[.transferFees].flatMap(TransferFees.init) ?? .market
  }
  /// Whether cost is one book over all accounts or one for each.
  public var lotBooks: LotBooks { values[.lots].flatMap(LotBooks.init) ?? .all }
  private var lotOrder: LotOrder? { values[.lotOrder].flatMap { LotOrder(text: $0) } }
  /// How lots are kept with a book for each account; `nil` for one book over all.
  public var lotsPerAccount: LotsPerAccount? {
    guard lotBooks == .account else { return nil }
    return LotsPerAccount(
      from: values[.lotsFrom].flatMap { UTCDay(text: $0) }, order: lotOrder ?? LotOrder())
  }
  /// Stablecoins that imports count as US dollars, such as `USDT,USDC`.
  public var stablecoins: String? { values[.stablecoins] }
  /// Zones of files with local times, such as `bitget=Europe/Prague`.
  public var zones: String? { values[.zones] }
}

extension Configuration: CustomStringConvertible, CustomReflectable {
  /// The names of what is set, never a value: one of them is a secret.
  public var description: String {
    "Configuration(\(values.keys.map(\.rawValue).sorted().joined(separator: ", ")))"
  }

  /// A mirror without children, so that no dump or report shows the key.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Over which accounts a book of lots is kept.
public enum LotBooks: String, CaseIterable, Sendable {
  /// One over all of them.
  case all
  /// One for each.
  case account
}

/// When colors are written.
public enum ColorChoice: String, CaseIterable, Sendable {
  /// Where they can be seen.
  case auto
  /// Into files and pipes too.
  case always
  /// Nowhere.
  case never
}
