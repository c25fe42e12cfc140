/// The text of a configuration file, edited by line to preserve comments and order.
public struct ConfigurationText: Equatable, Sendable {
  /// The text.
  public private(set) var text: String

  /// Creates an instance with a file's text, or an empty one for a missing file.
  public init(_ text: String) { self.text = text }

  /// Sets or removes a setting.
  ///
  /// - Parameter value: The value as text; `nil` to restore the default.
  /// - Throws: ``ConfigurationFault``; the text is then unchanged.
  public mutating func set(_ setting: Setting, to value: String?) throws(ConfigurationFault) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let before = try Self.readable(&lines, text, setting)
    try Self.change(&lines, setting, value)
    let changed = lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    try Self.prove(changed, setting, value, before: before)
    text = changed
  }

  /// Parses the file, removing duplicates of the setting if there are any.
  private static func readable(
    _ lines: inout [String], _ text: String, _ setting: Setting
  ) throws(ConfigurationFault) -> (configuration: Configuration, faults: [ConfigurationFault]) {
    do { return try Configuration.reading(toml: text) } catch {
      guard case .repeated = error, let body = body(of: setting.table, in: lines) else {
        throw error
      }
      for index in body.filter({ name(in: lines[$0]) == setting.name }).dropFirst().reversed() {
        lines.remove(at: index)
      }
      return try Configuration.reading(toml: lines.joined(separator: "\n"))
    }
  }

  private static func change(
    _ lines: inout [String], _ setting: Setting, _ value: String?
  ) throws(ConfigurationFault) {
    let literal: String? = if let value { try setting.literal(of: value) } else { nil }
    let body = Self.body(of: setting.table, in: lines)
    let index = body?.first { Self.name(in: lines[$0]) == setting.name }
    switch (index, literal) {
    case (let index?, let literal?): lines[index] = Self.replacing(lines[index], by: literal)
    case (let index?, nil): lines.remove(at: index)
    case (nil, nil): break
    case (nil, let literal?):
      let line = "\(setting.name) = \(literal)"
      if let body {
        let end = body.last { !lines[$0].allSatisfy(\.isWhitespace) }.map { $0 + 1 }
        let index = end ?? body.lowerBound
        let gap = index == body.upperBound && index < lines.count ? [""] : []
        lines.insert(contentsOf: [line] + gap, at: index)
      } else if let table = setting.table {
        lines += (lines.isEmpty ? [] : [""]) + ["[\(table)]", line]
      }
    }
  }

  /// The lines of a table, or with `nil` those before the first table.
  private static func body(of table: String?, in lines: [String]) -> Range<Int>? {
    let headers = lines.indices.filter { Self.content(of: lines[$0]).hasPrefix("[") }
    guard let table else { return 0..<(headers.first ?? lines.count) }
    guard let header = headers.first(where: { Self.content(of: lines[$0]) == "[\(table)]" })
    else { return nil }
    return (header + 1)..<(headers.first { $0 > header } ?? lines.count)
  }

  /// The line without comment and surrounding blanks.
  private static func content(of line: String) -> String {
    let bare = line.prefix { $0 != "#" }.drop(while: \.isWhitespace)
    return String(bare.reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func name(in line: String) -> String? {
    guard let equals = line.firstIndex(of: "=") else { return nil }
    return content(of: String(line[..<equals]))
  }

  /// The line with its value replaced; what follows the value is kept.
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

  /// Verifies that an edit changes only what it should and leaves a readable file.
  ///
  /// Existing problems elsewhere are allowed.
  private static func prove(
    _ text: String, _ setting: Setting, _ value: String?,
    before: (configuration: Configuration, faults: [ConfigurationFault])
  ) throws(ConfigurationFault) {
    let changed: (configuration: Configuration, faults: [ConfigurationFault])
    do {
      changed = try Configuration.reading(toml: text)
    } catch .tooLarge {
      throw .tooLarge
    } catch {
      throw .notEditable(setting)
    }
    if let fault = changed.faults.first(where: {
      $0 == .wrongValue(setting) || !before.faults.contains($0)
    }) {
      throw fault
    }
    let after = changed.configuration
    var expected = before.configuration
    expected.values[setting] = after.values[setting]
    guard after == expected, (after.values[setting] == nil) == (value == nil) else {
      throw .notEditable(setting)
    }
  }

  /// Removes the line of an unknown setting.
  ///
  /// - Parameter name: Its name, with the table first.
  /// - Throws: ``ConfigurationFault/unknownSetting(_:)`` if the file has no such line.
  public mutating func remove(unknown name: String) throws(ConfigurationFault) {
    guard let line = line(of: name) else { throw .unknownSetting(name) }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines.remove(at: line - 1)
    let changed = lines.joined(separator: "\n")
    let before = try Configuration.reading(toml: text)
    let after = try Configuration.reading(toml: changed)
    guard after.configuration == before.configuration else { throw .unknownSetting(name) }
    text = changed
  }

  /// The line, from 1, that sets a setting.
  ///
  /// - Parameter name: Its name, with the table first; may be unknown to bitpal.
  public func line(of name: String) -> Int? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let dot = name.lastIndex(of: ".")
    let table = dot.map { String(name[..<$0]) }
    let last = dot.map { String(name[name.index(after: $0)...]) } ?? name
    let line = Self.body(of: table, in: lines)?.first { Self.name(in: lines[$0]) == last }
    return line.map { $0 + 1 }
  }
}
