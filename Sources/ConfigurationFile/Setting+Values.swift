import CellGrid
import Portfolio

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
