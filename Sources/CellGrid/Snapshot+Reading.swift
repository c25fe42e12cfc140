/// Why a text is not a snapshot; lines count from 1.
public enum SnapshotError: Error, Equatable {
  /// The first line is not that of a snapshot of this version.
  case notASnapshot
  /// A line differs from its place in a snapshot.
  case unreadable(line: Int)
  /// The lines are readable, but not as a snapshot writes them: the file was edited.
  case altered
}

extension Snapshot {
  /// Reads the text of a snapshot.
  ///
  /// - Parameter text: All of the file; at most 1,000 columns and rows.
  /// - Throws: ``SnapshotError``. Nothing is guessed: only a text that would be written again byte
  ///   for byte is read.
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

/// Takes a snapshot apart line by line.
private struct SnapshotReader {
  private let lines: [Substring.UnicodeScalarView]
  private var next = 0

  /// A range of columns and the words that follow it.
  typealias Entry = (columns: Range<Int>, words: [String])

  init(_ text: String) {
    // By scalars: a mark at the start of a line would hide the newline before it.
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

  /// The next line of ranges, or nil at the line that ends the list or at the end of the text.
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
