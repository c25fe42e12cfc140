/// The text of a configuration file, changed line by line so that comments and order stay.
public struct ConfigurationText: Equatable, Sendable {
  /// The text.
  public private(set) var text: String

  /// Takes the text of a file; an empty one for a file that is not there yet.
  public init(_ text: String) { self.text = text }

  /// Gives a setting a value, or takes it out of the file.
  ///
  /// - Parameter value: The value as text; `nil` to fall back to the default.
  /// - Throws: ``ConfigurationFault``; the text is then as it was.
  public mutating func set(_ setting: Setting, to value: String?) throws(ConfigurationFault) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let before = try Self.readable(text)
    try Self.change(&lines, setting, value)
    let changed = lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    try Self.prove(changed, setting, value, before: before)
    text = changed
  }

  /// The configuration, `nil` where a value in it is wrong: that is what a change may repair.
  private static func readable(_ text: String) throws(ConfigurationFault) -> Configuration? {
    do {
      return try Configuration(toml: text)
    } catch {
      switch error {
      case .wrongValue, .keyMissing, .keyUnused: return nil
      default: throw error
      }
    }
  }

  private static func change(
    _ lines: inout [String], _ setting: Setting, _ value: String?
  ) throws(ConfigurationFault) {
    let literal: String? = if let value { try setting.literal(of: value) } else { nil }
    let body = Self.body(of: setting.table, in: lines)
    let place = body?.first { Self.name(in: lines[$0]) == setting.name }
    switch (place, literal) {
    case (let place?, let literal?): lines[place] = Self.replacing(lines[place], by: literal)
    case (let place?, nil): lines.remove(at: place)
    case (nil, nil): break
    case (nil, let literal?):
      let line = "\(setting.name) = \(literal)"
      if let body {
        let end = body.last { !lines[$0].allSatisfy(\.isWhitespace) }.map { $0 + 1 }
        let place = end ?? body.lowerBound
        let gap = place == body.upperBound && place < lines.count ? [""] : []
        lines.insert(contentsOf: [line] + gap, at: place)
      } else if let table = setting.table {
        lines += (lines.isEmpty ? [] : [""]) + ["[\(table)]", line]
      }
    }
  }

  /// The lines of a table; those before the first table for `nil`.
  private static func body(of table: String?, in lines: [String]) -> Range<Int>? {
    let headers = lines.indices.filter { Self.content(of: lines[$0]).hasPrefix("[") }
    guard let table else { return 0..<(headers.first ?? lines.count) }
    guard let header = headers.first(where: { Self.content(of: lines[$0]) == "[\(table)]" })
    else { return nil }
    return (header + 1)..<(headers.first { $0 > header } ?? lines.count)
  }

  /// A line without its comment and the blanks around.
  private static func content(of line: String) -> String {
    let bare = line.prefix { $0 != "#" }.drop(while: \.isWhitespace)
    return String(bare.reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func name(in line: String) -> String? {
    guard let equals = line.firstIndex(of: "=") else { return nil }
    return content(of: String(line[..<equals]))
  }

  /// The line with another value; what stands behind the old one stays.
  private static func replacing(_ line: String, by literal: String) -> String {
    guard let equals = line.firstIndex(of: "=") else { return line }
    let old = line[line.index(after: equals)...].drop(while: \.isWhitespace)
    let rest: Substring
    if let quote = old.first, quote == "\"" || quote == "'" {
      rest = old.dropFirst(Self.length(ofQuoted: old, quote))
    } else {
      rest = old.drop { !$0.isWhitespace && $0 != "#" }
    }
    return "\(line[..<equals])= \(literal)\(rest)"
  }

  private static func length(ofQuoted text: Substring, _ quote: Character) -> Int {
    var isEscaped = false
    for (index, character) in text.enumerated().dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote == "\"" {
        isEscaped = true
      } else if character == quote {
        return index + 1
      }
    }
    return text.count
  }

  /// A change must do what it was made for and nothing else, and leave a file that can be read.
  ///
  /// Where other values were wrong before, they may still be.
  private static func prove(
    _ text: String, _ setting: Setting, _ value: String?, before: Configuration?
  ) throws(ConfigurationFault) {
    let changed: Configuration
    do {
      changed = try Configuration(toml: text)
    } catch {
      switch error {
      case .syntax: throw .notEditable(setting)
      case .wrongValue(let other) where before == nil && other != setting: return
      default: throw error
      }
    }
    guard var expected = before else { return }
    expected.values[setting] = changed.values[setting]
    guard changed == expected, (changed.values[setting] == nil) == (value == nil) else {
      throw .notEditable(setting)
    }
  }
}
