import CellGrid
import Portfolio

/// A setting of the configuration file; the raw value is its name, with the table first.
public enum Setting: String, CaseIterable, Sendable {
  /// The cost basis (SPEC §3.8).
  case costBasis = "cost-basis"
  /// The display currency (SPEC §3.14).
  case currency
  /// The theme.
  case theme
  /// The colors of gains and losses.
  case palette
  /// The terminal's background.
  case appearance
  /// When to use color.
  case color
  /// Whether private mode is on at startup.
  case isPrivate = "private"
  /// How charts are drawn on a terminal.
  case chartGraphics = "charts.graphics"
  /// Whether the dashboard uses the mouse.
  case mouse = "dashboard.mouse"
  /// The CoinGecko plan.
  case tier = "prices.tier"
  /// The API key.
  case key = "prices.key"
  /// Price sources by priority.
  case sources = "prices.sources"
  /// Calls per minute of a pro plan.
  case callsPerMinute = "prices.calls-per-minute"
  /// Calls per month of a pro plan.
  case callsPerMonth = "prices.calls-per-month"
  /// Base URL that overrides CoinGecko's.
  case baseURL = "prices.base-url"
  /// Program to run when an alert fires.
  case alertCommand = "alerts.command"
  /// Whether fired alerts are shown as desktop notifications.
  case alertNotices = "alerts.notify"
  /// How fired alerts are shown by the terminal.
  case terminalNotice = "alerts.terminal"
  /// How transfer fees affect cost (SPEC §3.12).
  case transferFees = "fees.transfer"
  /// Whether lots are kept in one book for all accounts or in one per account (SPEC §3.12).
  case lots
  /// The first day with a book per account.
  case lotsFrom = "lots.from"
  /// How the lots held on that day are assigned to accounts.
  case lotOrder = "lots.order"
  /// Stablecoins that imports treat as US dollars; `none` if the user declined.
  case stablecoins = "import.stable"
  /// Time zones of files with local times.
  case zones = "import.zone"
  /// The country whose tax forms are filled in (SPEC §3.20).
  case taxCountry = "tax.country"
  /// The time zone of the days used for gains (SPEC §3.15).
  case taxZone = "tax.zone"

  /// The type of a setting's value.
  public enum Kind: Equatable, Sendable {
    /// One of these words.
    case choice([String])
    /// Some of these words, each at most once, separated by commas.
    case list([String])
    /// An ISO 4217 code.
    case currency
    /// True or false.
    case flag
    /// A positive whole number.
    case count
    /// The name of a time zone.
    case zone
    /// A day, such as 2025-01-01.
    case day
    /// A lot order, as parsed by `LotOrder`.
    case lotOrder
    /// Any text on one line.
    case text
    /// A text that is never displayed.
    case secret
  }

  /// Whether the setting is stored in the ledger instead, because recorded data depends on it.
  public var isInLedger: Bool { self == .taxZone }

  /// The setting's path in the file; TOML does not allow a value and a table of the same name.
  var path: String { self == .lots ? "lots.books" : rawValue }

  /// The table of the setting; `nil` for the top level.
  var table: String? {
    let parts = path.split(separator: ".")
    return parts.count > 1 ? String(parts[0]) : nil
  }

  /// The name within the table.
  var name: String { String(path.split(separator: ".").last ?? "") }

  /// The setting with a path in the file.
  init?(path: String) {
    let settings = Self.allCases
    guard let setting = settings.first(where: { $0.path == path || $0.rawValue == path }) else {
      return nil
    }
    self = setting
  }
}

extension Setting {
  /// The type of the value.
  public var kind: Kind {
    switch self {
    case .costBasis: .choice(CostBasis.allCases.map(\.rawValue))
    case .currency: .currency
    case .theme: .choice([Configuration.terminalTheme] + ColorScheme.all.map(\.name))
    case .palette: .choice(Palette.allCases.map(\.rawValue))
    case .appearance: .choice(["auto", Appearance.light.rawValue, Appearance.dark.rawValue])
    case .color: .choice(ColorChoice.allCases.map(\.rawValue))
    case .chartGraphics: .choice(ChartGraphics.allCases.map(\.rawValue))
    case .transferFees: .choice(TransferFees.allCases.map(\.rawValue))
    case .lots: .choice(LotBooks.allCases.map(\.rawValue))
    case .lotsFrom: .day
    case .lotOrder: .lotOrder
    case .terminalNotice: .choice(TerminalNotice.allCases.map(\.rawValue))
    case .tier: .choice(Configuration.Tier.allCases.map(\.rawValue))
    case .sources: .list(Configuration.PriceSource.allCases.map(\.rawValue))
    case .isPrivate, .mouse, .alertNotices: .flag
    case .callsPerMinute, .callsPerMonth: .count
    case .baseURL, .alertCommand, .stablecoins, .zones: .text
    case .taxCountry: .choice(TaxCountry.allCases.map(\.rawValue))
    case .taxZone: .zone
    case .key: .secret
    }
  }

  /// The value as TOML.
  ///
  /// - Throws: ``ConfigurationFault/wrongValue(_:)`` for any other text.
  func literal(of text: String) throws(ConfigurationFault) -> String {
    switch kind {
    case .choice(let words):
      guard let word = word(text, of: words) else { throw .wrongValue(self) }
      return "\"\(word)\""
    case .list(let words):
      guard let list = Self.list(text, of: words) else { throw .wrongValue(self) }
      return "\"\(list)\""
    case .currency:
      guard Self.isCurrencyCode(text) else { throw .wrongValue(self) }
      return "\"\(text.uppercased())\""
    case .flag:
      guard ["true", "false"].contains(text.lowercased()) else { throw .wrongValue(self) }
      return text.lowercased()
    case .count:
      guard let number = Int(text), number > 0 else { throw .wrongValue(self) }
      return "\(number)"
    case .zone: throw .keptInLedger(self)
    case .day, .lotOrder, .text, .secret:
      guard let text = checked(text) else { throw .wrongValue(self) }
      return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
  }

  /// The word matching a text; for themes, user themes are included.
  func word(_ text: String, of words: [String]) -> String? {
    Self.word(text, among: words) ?? (self == .theme && Self.isThemeName(text) ? text : nil)
  }

  /// Whether a user theme may have this name: letters, digits and `-`, and not a built-in theme.
  public static func isThemeName(_ text: String) -> Bool {
    guard case .choice(let words) = Self.theme.kind else { return false }
    return (1...40).contains(text.utf8.count) && word(text, among: words) == nil
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// The normalized text; `nil` if it is invalid for this setting.
  func checked(_ text: String) -> String? {
    guard Self.isOneLine(text) else { return nil }
    return switch kind {
    case .day: UTCDay(text: text)?.text
    case .lotOrder: LotOrder(text: text)?.text
    default: text
    }
  }

  /// Comma-separated words as stored in the file; `nil` if one is unknown or repeated, or if there
  /// are none.
  static func list(_ text: String, of words: [String]) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      word(String(part.filter { $0 != " " }), among: words)
    }
    let known = parts.compactMap(\.self)
    guard known.count == parts.count, Set(known).count == known.count else { return nil }
    return known.joined(separator: ",")
  }

  /// The word matching a text in British or American spelling, ignoring case.
  public static func word(_ text: String, among words: [String]) -> String? {
    func folded(_ word: String) -> String {
      word.lowercased().replacing("colour", with: "color").replacing("grey", with: "gray")
        .replacing("solarised", with: "solarized")
    }
    return words.first { folded($0) == folded(text) }
  }

  /// A value for display, without a secret, a password or a URL query.
  public func shown(_ value: String) -> String {
    switch self {
    case .key: return "(hidden)"
    case .baseURL:
      var shown = value
      if let at = shown.lastIndex(of: "@") {
        let start = shown[..<at].firstRange(of: "://")?.upperBound ?? shown.startIndex
        shown = "\(shown[..<start])(hidden)\(shown[at...])"
      }
      guard let query = shown.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return shown }
      return shown[...query] + "(hidden)"
    default: return value
    }
  }

  /// A typed name for display, without anything after an equals sign, which may be a secret.
  public static func shown(name: String) -> String {
    name.contains("=") ? name.prefix { $0 != "=" } + "=…" : name
  }

  static func isCurrencyCode(_ text: String) -> Bool {
    text.utf8.count == 3
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
  }

  static func isOneLine(_ text: String) -> Bool {
    !text.isEmpty && cleaned(text) == text
  }
}
