import CellGrid
import TOMLKit

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
