/// The golden text of a grid: its characters, then its styles by role name, then its links.
///
///     bitpal-snapshot 1
///     case small/loss  size 24x11
///     ╭──────────────────────╮¶
///     …
///     styles:
///     0: 0-23 border
///     6: 0-0 border; 2-14 loss on warning; 23-23 border
///     links:
///     0-10: 0-23
///
/// Each row ends in `¶` to make trailing blanks visible. Columns and rows start at 0, and ranges
/// include both ends; cells not listed are plain.
public struct Snapshot: Equatable, Sendable {
  /// The snapshot's name, such as `small/loss`.
  public var name: String
  /// The grid.
  public var grid: Grid

  /// Creates a snapshot; the name is cleaned because it must fit on one line.
  public init(name: String, grid: Grid) {
    self.name = cleaned(name)
    self.grid = grid
  }

  /// The snapshot as text; the output is deterministic.
  public var text: String {
    var lines = [Self.firstLine, "case \(name)  size \(grid.columns)x\(grid.rows)"]
    lines += (0..<grid.rows).map { grid.text(row: $0) + "¶" }
    lines.append("styles:")
    lines += (0..<grid.rows).compactMap { row in
      let ranges = styleRanges(row: row)
      return ranges.isEmpty ? nil : "\(row): \(ranges.joined(separator: "; "))"
    }
    let links = grid.linkAreas.map { "\(Self.text(of: $0.rows)): \(Self.text(of: $0.columns))" }
    if !links.isEmpty { lines += ["links:"] + links }
    return lines.joined(separator: "\n") + "\n"
  }

  static let firstLine = "bitpal-snapshot 1"

  private func styleRanges(row: Int) -> [String] {
    var ranges: [(columns: Range<Int>, name: String)] = []
    for column in 0..<grid.columns {
      let name = Self.name(of: grid[column, row].style)
      if let last = ranges.last, last.name == name {
        ranges[ranges.count - 1].columns = last.columns.lowerBound..<(column + 1)
      } else {
        ranges.append((column..<(column + 1), name))
      }
    }
    return ranges.filter { $0.name != Role.plain.name }
      .map { "\(Self.text(of: $0.columns)) \($0.name)" }
  }

  /// Role, background and reverse; links are listed separately.
  private static func name(of style: Style) -> String {
    style.role.name + (style.background.map { " on \($0.name)" } ?? "")
      + (style.isReversed ? " reversed" : "")
  }

  private static func text(of range: Range<Int>) -> String {
    "\(range.lowerBound)-\(range.upperBound - 1)"
  }
}

/// Why a text is not a snapshot; lines are counted from 1.
public enum SnapshotError: Error, Equatable {
  /// The first line is not the header of this version.
  case notASnapshot
  /// A line is malformed.
  case unreadable(line: Int)
  /// The lines are valid but not in canonical form: the file was edited.
  case altered
}

extension Snapshot {
  /// Parses the text of a snapshot.
  ///
  /// - Parameter text: The whole file, with at most 1,000 columns and rows.
  /// - Throws: ``SnapshotError``. Parsing is strict: a text is accepted only if encoding the result
  ///   reproduces it byte for byte.
  public init(text: String) throws(SnapshotError) {
    var reader = SnapshotReader(text)
    let (name, columns, rows) = try reader.head()
    var grid = Grid(columns: columns, rows: rows)
    for row in 0..<rows { grid.write(try reader.row(), column: 0, row: row) }
    try reader.expect("styles:")
    while let (rows, entries) = try reader.entries(endedBy: "links:") {
      for entry in entries {
        let style = try reader.style(entry.words)
        for row in rows { grid.restyle(columns: entry.columns, row: row) { $0 = style } }
      }
    }
    while let (rows, entries) = try reader.entries(endedBy: nil) {
      for entry in entries {
        for row in rows { grid.restyle(columns: entry.columns, row: row) { $0.isLinked = true } }
      }
    }
    self.init(name: name, grid: grid)
    guard self.text.utf8.elementsEqual(text.utf8) else { throw .altered }
  }
}

/// Parses a snapshot line by line.
private struct SnapshotReader {
  private let lines: [Substring.UnicodeScalarView]
  private var next = 0

  /// A range of columns and the words after it.
  typealias Entry = (columns: Range<Int>, words: [String])

  init(_ text: String) {
    // Split by scalars: a combining mark at the start of a line would hide the newline before it.
    lines = text[...].unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
  }

  mutating func head() throws(SnapshotError) -> (name: String, columns: Int, rows: Int) {
    guard lines.first.map(String.init) == Snapshot.firstLine else { throw .notASnapshot }
    next = 1
    let words = try line().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 5, words[0] == "case", words[words.count - 2] == "size" else {
      throw unreadable
    }
    let size = words[words.count - 1].split(separator: "x").map { Int($0) ?? -1 }
    guard size.count == 2, (0...Self.limit).contains(size[0]), (0...Self.limit).contains(size[1])
    else { throw unreadable }
    return (words[1..<(words.count - 3)].joined(separator: " "), size[0], size[1])
  }

  mutating func row() throws(SnapshotError) -> String {
    var scalars = String.UnicodeScalarView(try line().unicodeScalars)
    guard scalars.popLast() == "¶" else { throw unreadable }
    return String(scalars)
  }

  mutating func expect(_ text: String) throws(SnapshotError) {
    guard try line() == text else { throw unreadable }
  }

  /// The next line of ranges; nil at the line that ends the list or at the end of the text.
  mutating func entries(
    endedBy end: String?
  ) throws(SnapshotError) -> (rows: Range<Int>, entries: [Entry])? {
    if next == lines.count - 1, lines[next].isEmpty { return nil }
    let line = try line()
    if line == end { return nil }
    guard let colon = line.firstIndex(of: ":") else { throw unreadable }
    let rows = try range(line[..<colon])
    var entries: [Entry] = []
    for part in line[line.index(after: colon)...].split(separator: ";") {
      let words = part.split(separator: " ")
      guard let first = words.first else { throw unreadable }
      entries.append((try range(first), words.dropFirst().map(String.init)))
    }
    return (rows, entries)
  }

  func style(_ words: [String]) throws(SnapshotError) -> Style {
    var words = words
    let isReversed = words.last == "reversed"
    if isReversed { words.removeLast() }
    guard let name = words.first, words.allSatisfy({ $0.allSatisfy(\.isLetter) }) else {
      throw unreadable
    }
    let background = words.count == 3 && words[1] == "on" ? Role(words[2]) : nil
    return Style(Role(name), background: background, isReversed: isReversed)
  }

  private static let limit = 1_000

  private var unreadable: SnapshotError { .unreadable(line: next) }

  private mutating func line() throws(SnapshotError) -> String {
    next += 1
    guard next <= lines.count else { throw unreadable }
    return String(lines[next - 1])
  }

  private func range(_ text: some StringProtocol) throws(SnapshotError) -> Range<Int> {
    let ends = text.split(separator: "-").map { Int($0) ?? -1 }
    guard let first = ends.first, let last = ends.last, ends.count <= 2,
      (0...Self.limit).contains(first), (first...max(first, Self.limit)).contains(last)
    else { throw unreadable }
    return first..<(last + 1)
  }
}
