public import CellGrid
public import Portfolio
import TOMLKit

/// The settings of the configuration file; every setting has a default.
public struct Configuration: Equatable, Sendable {
  /// CoinGecko plans.
  public enum Tier: String, CaseIterable, Sendable {
    /// No key.
    case keyless
    /// A free key.
    case demo
    /// A paid key.
    case pro
  }

  /// Price sources; raw values are those of the file.
  public enum PriceSource: String, CaseIterable, Sendable {
    /// CoinGecko.
    case coinGecko = "coingecko"
    /// DefiLlama.
    case defiLlama = "defillama"
    /// Kraken.
    case kraken
  }

  /// The dashboard's key overrides by action name; names are validated by the caller.
  public internal(set) var keys: [String: [String]] = [:]
  /// The user's themes.
  public internal(set) var themes: [ColorScheme] = []
  var values: [Setting: String] = [:]

  /// Creates a configuration of defaults.
  public init() {}

  /// The checked value of a setting in the file; `nil` if it is not set.
  public subscript(setting: Setting) -> String? { values[setting] }

  /// The effective value, from the file or the default; `nil` if there is none.
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

  /// The cost basis; if the file sets only the tax country, the country's.
  public var costBasis: CostBasis {
    values[.costBasis].flatMap(CostBasis.init) ?? taxCountry?.costBasis ?? .average
  }
  /// The country whose tax forms are filled in.
  public var taxCountry: TaxCountry? { values[.taxCountry].flatMap(TaxCountry.init) }
  /// The ISO 4217 code of the display currency.
  public var currency: String { values[.currency]?.uppercased() ?? "USD" }
  /// The theme; `nil` for the terminal's own colors.
  public var scheme: ColorScheme? { values[.theme].flatMap(scheme(named:)) }
  /// The built-in or user theme with a name, if any.
  public func scheme(named name: String) -> ColorScheme? {
    themes.first { $0.name == name } ?? ColorScheme.named(name)
  }
  /// The name of the theme that uses the terminal's own colors.
  public static let terminalTheme = "terminal"
  /// The colors of gains and losses.
  public var palette: Palette { values[.palette].flatMap(Palette.init) ?? .default }
  /// The terminal's background; `nil` to detect it.
  public var appearance: Appearance? { values[.appearance].flatMap(Appearance.init) }
  /// When to use color.
  public var color: ColorChoice { values[.color].flatMap(ColorChoice.init) ?? .auto }
  /// How charts are drawn on a terminal.
  public var chartGraphics: ChartGraphics {
    values[.chartGraphics].flatMap(ChartGraphics.init) ?? .text
  }
  /// Whether private mode is on at startup.
  public var isPrivate: Bool { values[.isPrivate] == "true" }
  /// Whether the dashboard uses the mouse.
  public var hasMouse: Bool { values[.mouse] != "false" }

  /// The CoinGecko plan: as configured, or else the demo plan if there is a key.
  public var tier: Tier {
    values[.tier].flatMap(Tier.init) ?? (values[.key] == nil ? .keyless : .demo)
  }
  /// The API key, to be used only in its request header.
  public var key: String? { values[.key] }
  /// Price sources by priority; all of them by default.
  public var priceSources: [PriceSource] {
    let named = values[.sources]?.split(separator: ",")
      .compactMap { PriceSource(rawValue: String($0)) }
    return named.flatMap { $0.isEmpty ? nil : $0 } ?? PriceSource.allCases
  }
  /// Calls per minute of the pro plan.
  public var callsPerMinute: Int? { values[.callsPerMinute].flatMap { Int($0) } }
  /// Calls per month of the pro plan.
  public var callsPerMonth: Int? { values[.callsPerMonth].flatMap { Int($0) } }
  /// Base URL that overrides CoinGecko's.
  public var baseURL: String? { values[.baseURL] }
  /// Program to run when an alert fires.
  public var alertCommand: String? { values[.alertCommand] }
  /// Whether fired alerts are shown as desktop notifications.
  public var hasAlertNotices: Bool { values[.alertNotices] != "false" }
  /// How fired alerts are shown by the terminal.
  public var terminalNotice: TerminalNotice {
    values[.terminalNotice].flatMap(TerminalNotice.init) ?? .off
  }
  /// How transfer fees affect cost.
  public var transferFees: TransferFees {
    values[.transferFees].flatMap(TransferFees.init) ?? .market
  }
  /// Whether lots are kept in one book for all accounts or in one per account.
  public var lotBooks: LotBooks { values[.lots].flatMap(LotBooks.init) ?? .all }
  private var lotOrder: LotOrder? { values[.lotOrder].flatMap { LotOrder(text: $0) } }
  /// Settings of per-account books; `nil` for a single book.
  public var lotsPerAccount: LotsPerAccount? {
    guard lotBooks == .account else { return nil }
    return LotsPerAccount(
      from: values[.lotsFrom].flatMap { UTCDay(text: $0) }, order: lotOrder ?? LotOrder())
  }
  /// Stablecoins that imports treat as US dollars, such as `USDT,USDC`.
  public var stablecoins: String? { values[.stablecoins] }
  /// Time zones of files with local times, such as `bitget=Europe/Prague`.
  public var zones: String? { values[.zones] }
}

extension Configuration: CustomStringConvertible, CustomReflectable {
  /// The names of the settings in the file, never the values: one of them is a secret.
  public var description: String {
    "Configuration(\(values.keys.map(\.rawValue).sorted().joined(separator: ", ")))"
  }

  /// A mirror without children, so that dumps and reports never show the key.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The scope of a book of lots.
public enum LotBooks: String, CaseIterable, Sendable {
  /// One book for all accounts.
  case all
  /// One book per account.
  case account
}

/// When to use color.
public enum ColorChoice: String, CaseIterable, Sendable {
  /// If the output supports it.
  case auto
  /// Always, including files and pipes.
  case always
  /// Never.
  case never
}

extension Configuration {
  /// Parses a configuration file.
  ///
  /// - Throws: ``ConfigurationFault`` for the first problem.
  public init(toml text: String) throws(ConfigurationFault) {
    let found = try Self.reading(toml: text)
    if let fault = found.faults.first { throw fault }
    self = found.configuration
  }

  /// Reads the valid parts of a configuration file and collects its problems.
  ///
  /// - Throws: ``ConfigurationFault`` if the text is not TOML or exceeds ``ConfigurationLimits``.
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
        line: line, column: error.source.begin.column,
        reason: isUnquoted(line, in: text)
          ? "a text needs quotation marks, such as \"fifo\"" : Self.bare(reason))
    } catch {
      throw .syntax(line: 1, column: 1, reason: "it is not TOML")
    }
  }

  /// Whether the value on a line, counted from 1, is a word without quotation marks.
  private static func isUnquoted(_ line: Int, in text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1), let sign = lines[line - 1].firstIndex(of: "=") else {
      return false
    }
    let value = lines[line - 1][sign...].dropFirst().drop { $0 == " " || $0 == "\t" }
    return value.first?.isLetter == true
      && !["true", "false", "inf", "nan"].contains(value.prefix(while: \.isLetter))
  }

  /// The TOML table of the user's themes.
  private static let themes = "themes"

  /// The text with each `[theme.NAME]` renamed to `[themes.NAME]`: in TOML, `theme` cannot be both
  /// a value (the theme in use) and a table.
  private static func namingThemes(_ text: String) -> String {
    guard text.contains("[theme.") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.drop { $0 == " " || $0 == "\t" }
      return rest.hasPrefix("[theme.") ? "[\(themes).\(rest.dropFirst(7))" : String(line)
    }.joined(separator: "\n")
  }

  /// A parser error without the description of the parser's state and without the value that some
  /// errors start with, which may be a secret.
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

  /// The first line, counted from 1, with a `[` that no name follows.
  ///
  /// The TOML parser traps there instead of throwing.
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

  /// Creates a user theme from the colors it sets and a base theme.
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
    // Without a base, use the standard text colors for the page's brightness.
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
  /// The setting's value as text.
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
