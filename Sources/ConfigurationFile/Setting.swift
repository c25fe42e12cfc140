import CellGrid
import Portfolio

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

extension Setting {
  /// What a value may be.
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

  /// A value as it is in the file.
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

  /// The word that a text spells; of a theme also the name of one that the user made.
  func word(_ text: String, of words: [String]) -> String? {
    Self.word(text, among: words) ?? (self == .theme && Self.isThemeName(text) ? text : nil)
  }

  /// Whether a theme of one's own may have this name: letters, digits and `-`, and it is none of
  /// bitpal's.
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

  /// A text as it is kept; `nil` for one that this setting cannot have.
  func checked(_ text: String) -> String? {
    guard Self.isOneLine(text) else { return nil }
    return switch kind {
    case .day: UTCDay(text: text)?.text
    case .lotOrder: LotOrder(text: text)?.text
    default: text
    }
  }

  /// Words with commas between them as they are in the file; `nil` where one is another's, or there
  /// twice, or there is none.
  static func list(_ text: String, of words: [String]) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      word(String(part.filter { $0 != " " }), among: words)
    }
    let known = parts.compactMap(\.self)
    guard known.count == parts.count, Set(known).count == known.count else { return nil }
    return known.joined(separator: ",")
  }

  /// The word that a text spells, in British or American English, in any case.
  public static func word(_ text: String, among words: [String]) -> String? {
    func folded(_ word: String) -> String {
      word.lowercased().replacing("colour", with: "color").replacing("grey", with: "gray")
        .replacing("solarised", with: "solarized")
    }
    return words.first { folded($0) == folded(text) }
  }

  /// A value as it may be shown: without a secret, a password or the query of an address.
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

  /// A name that was typed as it may be shown: what follows an equals sign may be a secret.
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
