public import CellGrid
public import Portfolio
import TOMLKit

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

extension Configuration {
  /// Reads the text of a configuration file.
  ///
  /// - Throws: ``ConfigurationFault`` for the first thing that is wrong; nothing is guessed.
  public init(toml text: String) throws(ConfigurationFault) {
    let found = try Self.reading(toml: text)
    if let fault = found.faults.first { throw fault }
    self = found.configuration
  }

  /// Reads what can be read of a configuration file, with all that is wrong in it.
  ///
  /// - Throws: ``ConfigurationFault`` where the text is not TOML or beyond ``ConfigurationLimits``.
  public static func reading(
    toml text: String
  ) throws(ConfigurationFault) -> (configuration: Configuration, faults: [ConfigurationFault]) {
    var configuration = Configuration()
    var faults: [ConfigurationFault] = []
    configuration.apply(try table(text), path: nil, faults: &faults)
    if let name = configuration.values[.theme], configuration.scheme == nil,
      name != terminalTheme
    {
      configuration.values[.theme] = nil
      faults.append(.wrongValue(.theme))
    }
    switch (configuration.tier, configuration.key) {
    case (.demo, nil), (.pro, nil): faults.append(.keyMissing(configuration.tier))
    case (.keyless, .some): faults.append(.keyUnused)
    default: break
    }
    return (configuration, faults)
  }

  private static func table(_ text: String) throws(ConfigurationFault) -> TOMLTable {
    try ConfigurationLimits.check(text)
    if let line = lineOfEmptyHeader(in: text) {
      throw .syntax(line: line, column: 1, reason: "a table header needs a name, such as [keys]")
    }
    do {
      return try TOMLTable(string: namingThemes(text))
    } catch let error as TOMLParseError {
      let reason = cleaned(error.description)
      let line = error.source.begin.line
      if let start = reason.firstRange(of: "cannot redefine existing ") {
        let parts = reason[start.upperBound...].split(separator: "'")
        throw .repeated(line: line, name: parts.count > 1 ? String(parts[1]) : "it")
      }
      throw .syntax(
        line: line, column: error.source.begin.column, reason: Self.bare(reason))
    } catch {
      throw .syntax(line: 1, column: 1, reason: "it is not TOML")
    }
  }

  /// The table that themes of one's own are in, as TOML has it.
  private static let themes = "themes"

  /// The text with each `[theme.NAME]` as `[themes.NAME]`: to TOML a name cannot be that of a value,
  /// the theme in use, and of a table.
  private static func namingThemes(_ text: String) -> String {
    guard text.contains("[theme.") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.drop { $0 == " " || $0 == "\t" }
      return rest.hasPrefix("[theme.") ? "[\(themes).\(rest.dropFirst(7))" : String(line)
    }.joined(separator: "\n")
  }

  /// A reason without the parser's words on what it was doing, and without the value that some
  /// reasons begin with: it may be a secret.
  private static func bare(_ reason: String) -> String {
    var rest = reason[...]
    if rest.hasPrefix("Error while parsing "), let colon = rest.firstRange(of: ": ") {
      rest = rest[colon.upperBound...]
    }
    if rest.hasPrefix("'"), let end = rest.dropFirst().lastIndex(of: "'") {
      rest = "a value\(rest[rest.index(after: end)...])"
    }
    return String(rest)
  }

  /// The first line whose `[` no name follows, counted from 1.
  ///
  /// The TOML parser ends the whole program there instead of refusing the text.
  private static func lineOfEmptyHeader(in text: String) -> Int? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let index = lines.firstIndex { line in
      var rest = line.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
      guard rest.first == "[" else { return false }
      rest = rest.dropFirst(rest.dropFirst().first == "[" ? 2 : 1)
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let next = rest.first else { return true }
      let isBareKey =
        next.isASCII && (next.properties.isAlphabetic || "0123456789-_".contains(Character(next)))
      return !isBareKey && next != "\"" && next != "'"
    }
    return index.map { $0 + 1 }
  }

  private mutating func apply(
    _ table: TOMLTable, path: String?, faults: inout [ConfigurationFault]
  ) {
    for name in table.keys.sorted() {
      guard let value = table[name] else { continue }
      let full = path.map { "\($0).\(name)" } ?? name
      if let inner = value.table, path == nil, name == Self.themes {
        applyThemes(inner, faults: &faults)
        continue
      }
      if let inner = value.table, path == nil {
        apply(inner, path: name, faults: &faults)
        continue
      }
      do throws(ConfigurationFault) {
        if path == "keys" {
          keys[name] = try Self.keyTexts(value, action: name)
        } else {
          guard let setting = Setting(path: full) else { throw .unknownSetting(full) }
          values[setting] = try setting.text(of: value)
        }
      } catch {
        faults.append(error)
      }
    }
  }

  private mutating func applyThemes(_ table: TOMLTable, faults: inout [ConfigurationFault]) {
    for name in table.keys.sorted() {
      guard let colors = table[name]?.table else {
        faults.append(.unknownSetting("theme.\(name)"))
        continue
      }
      guard Setting.isThemeName(name) else {
        faults.append(.wrongThemeName(name))
        continue
      }
      let theme = Self.theme(name, colors, faults: &faults)
      if let color = theme.unreadableColor {
        faults.append(.unreadableColor("theme.\(name).\(color)"))
      }
      themes.append(theme)
    }
  }

  /// A theme of the user's: the colors that it names, the others from another theme.
  private static func theme(
    _ name: String, _ table: TOMLTable, faults: inout [ConfigurationFault]
  ) -> ColorScheme {
    var base: ColorScheme?
    var colors: [String: RGB] = [:]
    for key in table.keys.sorted() {
      let (path, text) = ("theme.\(name).\(key)", table[key]?.string)
      if key == "base" {
        base = text.flatMap(ColorScheme.named)
        if base == nil { faults.append(.wrongBase(path)) }
      } else if !ColorScheme.colorNames.contains(key) {
        faults.append(.unknownColor(path))
      } else if let color = text.flatMap(RGB.init(css:)) {
        colors[key] = color
      } else {
        faults.append(.wrongColor(path))
      }
    }
    // Without a base, the colors of text are those for a page as bright.
    let appearance = ColorScheme(name: name, from: .dark, colors: colors).appearance
    return ColorScheme(
      name: name, from: base ?? (appearance == .light ? .light : .dark), colors: colors)
  }

  private static func keyTexts(
    _ value: any TOMLValueConvertible, action: String
  ) throws(ConfigurationFault) -> [String] {
    if let key = value.string { return [key] }
    guard let list = value.array else { throw .wrongKeys(action) }
    let texts = list.compactMap(\.string)
    guard texts.count == list.count else { throw .wrongKeys(action) }
    return texts
  }
}

extension Setting {
  /// The value of this setting in a file, as text.
  fileprivate func text(of value: any TOMLValueConvertible) throws(ConfigurationFault) -> String {
    switch kind {
    case .choice(let words):
      guard let word = value.string.flatMap({ word($0, of: words) }) else {
        throw .wrongValue(self)
      }
      return word
    case .list(let words):
      guard let list = value.string.flatMap({ Self.list($0, of: words) }) else {
        throw .wrongValue(self)
      }
      return list
    case .currency:
      guard let text = value.string, Self.isCurrencyCode(text) else { throw .wrongValue(self) }
      return text.uppercased()
    case .flag:
      guard let flag = value.bool else { throw .wrongValue(self) }
      return flag ? "true" : "false"
    case .count:
      guard let number = value.int, number > 0 else { throw .wrongValue(self) }
      return "\(number)"
    case .zone: throw .keptInLedger(self)
    case .day, .lotOrder, .text, .secret:
      guard let text = value.string.flatMap(checked) else { throw .wrongValue(self) }
      return text
    }
  }
}
