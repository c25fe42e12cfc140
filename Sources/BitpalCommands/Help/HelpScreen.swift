import CellGrid
import FoundationEssentials

/// A command's help: description, usage, options and finally examples.
///
/// The parser puts examples before the usage as part of the description and has a fixed layout.
/// This type parses its text and lays it out for the terminal's width.
struct HelpScreen {
  /// A width at which the parser doesn't wrap.
  static let unbroken = 100_000
  /// The column at which the parser starts option descriptions.
  private static let meaningColumn = 26

  private var description: [String]
  private var usage: [String]
  private var examples: [String]

  /// Parses the parser's text; `nil` if it is something else, such as a version.
  init?(_ text: String) {
    let title = "OVERVIEW: "
    guard text.hasPrefix(title) else { return nil }
    let lines = text.dropFirst(title.count).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let start = lines.firstIndex { $0.hasPrefix("USAGE: ") } ?? lines.endIndex
    let examples = lines[..<start].firstIndex(of: "EXAMPLES:") ?? start
    let formats = lines[..<examples].firstIndex(of: formatsTitle) ?? examples
    description = Self.trimmed(lines[..<formats])
    self.examples = Self.trimmed(lines[examples..<start])
    usage = Self.withoutInherited(Self.trimmed(lines[start...])).flatMap(Self.separated)
  }

  /// Options of many commands, by the start of their help; `bitpal help options` explains them.
  private static let inherited = [
    "--private/--no-private", "--theme <theme>         The color theme (default: the terminal",
    "--color <color>", "--appearance <appearance>\u{0}The terminal's background.",
    "--palette <palette>     The colors of gains and losses. (values",
    "--pager/--no-pager", "--csv-safe", "--version", "-h, --help",
  ]

  /// Removes the options of many commands, which one line mentions instead.
  private static func withoutInherited(_ lines: [String]) -> [String] {
    var kept: [String] = []
    var isLeftOut = false
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      if indent < meaningColumn {
        let next = index + 1 < lines.count ? lines[index + 1].drop { $0 == " " } : ""
        let entry = line.dropFirst(2)
        isLeftOut = inherited.contains {
          entry.hasPrefix($0) || "\(entry)\u{0}\(next)".hasPrefix($0)
        }
      }
      if !isLeftOut { kept.append(line) }
    }
    let titles = ["OPTIONS:", "ARGUMENTS:"]
    kept = kept.enumerated().filter { index, line in
      !titles.contains(line) || (index + 1 < kept.count && kept[index + 1].hasPrefix("  "))
    }.map(\.element)
    // An empty line remains if an option was the last of its section.
    return trimmed(
      kept[...].reduce(into: [String]()) { lines, line in
        if !(line.isEmpty && lines.last?.isEmpty ?? false) { lines.append(line) }
      }[...]) + ["", "INHERITED OPTIONS: --color, --private, -q, -v, -h (see bitpal help options)"]
  }

  /// The width of the output: the terminal's, limited for readability.
  static var columns: Int {
    let named = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    return min(100, max(20, Console.columns ?? named ?? 80))
  }

  /// The whole text, wrapped to a width.
  func text(columns: Int) -> String {
    let isNarrow = columns < 2 * Self.meaningColumn + 12
    let body = isNarrow ? usage.flatMap(Self.stacked) : usage
    return [description, body, examples].filter { !$0.isEmpty }.map { part in
      part.flatMap { Self.broken($0, to: columns) }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func broken(_ line: String, to columns: Int) -> [String] {
    let title = "USAGE: "
    if line.hasPrefix(title) {
      let lines = wrapped(shortened(line.dropFirst(title.count)), to: columns - title.count)
      return lines.enumerated().map { ($0 == 0 ? title : "       ") + $1 }
    }
    guard line.hasPrefix("  bitpal "), columnWidth(of: line) > columns else {
      return wrappedLine(line, to: columns)
    }
    // Mark a continued command as a shell requires.
    let lines = wrappedLine(line, to: columns - 2)
    return lines.enumerated().map { $1 + ($0 < lines.count - 1 ? " \\" : "") }
  }

  /// A usage with many trailing options abbreviated to one; common options are omitted.
  static func shortened(_ usage: Substring) -> String {
    var words: [Substring] = []
    var options: [String] = []
    var isOption = false
    for word in usage.split(separator: " ") {
      if isOption {
        options[options.count - 1] += " \(word)"
      } else if word.hasPrefix("[-") || word.hasSuffix("<options>") || word == "[<options>]" {
        options.append(String(word))
      } else {
        words.append(word)
        continue
      }
      isOption = word != "<options>" && !word.hasSuffix("]")
    }
    options.removeAll { ["[--private]", "[--no-private]"].contains($0) }
    let isShort = usage.count <= 60 && !options.contains { $0.contains("<options>") }
    let named = options.isEmpty || isShort ? options : ["[<options>]"]
    return (words.map(String.init) + named).joined(separator: " ")
  }

  /// Puts an option that fills its column above its description.
  private static func separated(_ line: String) -> [String] {
    let (label, meaning) = (line.prefix(meaningColumn - 1), line.dropFirst(meaningColumn - 1))
    guard line.hasPrefix("  -"), label.last != " ", meaning.first == " " else { return [line] }
    return [String(label), String(repeating: " ", count: meaningColumn) + meaning.dropFirst()]
  }

  /// Puts an option above its description if both don't fit on a line.
  private static func stacked(_ line: String) -> [String] {
    let indent = line.prefix { $0 == " " }.count
    let body = line.dropFirst(indent)
    if indent == meaningColumn { return ["      \(body)"] }
    guard indent == 2, let gap = body.firstRange(of: "  ") else { return [line] }
    return ["  \(body[..<gap.lowerBound])", "      " + body[gap.upperBound...].drop { $0 == " " }]
  }

  private static func trimmed(_ lines: ArraySlice<String>) -> [String] {
    var lines = lines
    while lines.first?.isEmpty ?? false { lines.removeFirst() }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return Array(lines)
  }
}
