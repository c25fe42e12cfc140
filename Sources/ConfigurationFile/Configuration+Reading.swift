import CellGrid
import TOMLKit

extension Configuration {
  /// Reads the text of a configuration file.
  ///
  /// - Throws: ``ConfigurationFault`` for the first thing that is wrong; nothing is guessed.
  public init(toml text: String) throws(ConfigurationFault) {
    self.init()
    try take(Self.table(text), path: nil)
    switch (tier, key) {
    case (.demo, nil), (.pro, nil): throw .keyMissing(tier)
    case (.keyless, .some): throw .keyUnused
    default: break
    }
  }

  private static func table(_ text: String) throws(ConfigurationFault) -> TOMLTable {
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw .syntax(
        line: error.source.begin.line, column: error.source.begin.column,
        reason: cleaned(error.description))
    } catch {
      throw .syntax(line: 1, column: 1, reason: "it is no TOML")
    }
  }

  private mutating func take(_ table: TOMLTable, path: String?) throws(ConfigurationFault) {
    for name in table.keys.sorted() {
      guard let value = table[name] else { continue }
      let full = path.map { "\($0).\(name)" } ?? name
      if path == "keys" {
        keys[name] = try Self.keyTexts(value, action: name)
      } else if let inner = value.table, path == nil {
        try take(inner, path: name)
      } else {
        guard let setting = Setting(rawValue: full) else { throw .unknownSetting(full) }
        values[setting] = try setting.text(of: value)
      }
    }
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
      guard let word = value.string, words.contains(word) else { throw .wrongValue(self) }
      return word
    case .flag:
      guard let flag = value.bool else { throw .wrongValue(self) }
      return flag ? "true" : "false"
    case .count:
      guard let number = value.int, number > 0 else { throw .wrongValue(self) }
      return "\(number)"
    case .text, .secret:
      guard let text = value.string, Self.isOneLine(text) else { throw .wrongValue(self) }
      return text
    }
  }
}
