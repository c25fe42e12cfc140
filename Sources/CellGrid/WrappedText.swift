/// A sentence in lines of at most so many columns, broken between words.
///
/// A word that is longer, such as a path, is broken where the line ends.
///
/// - Parameters:
///   - text: The sentence; spaces in a row count as one.
///   - columns: The most columns of a line.
/// - Returns: The lines; none for a text without words.
public func wrapped(_ text: String, to columns: Int) -> [String] {
  joined(text.split(separator: " ").flatMap { pieces(of: $0, columns: max(1, columns)) }, columns)
}

private func joined(_ words: [String], _ columns: Int) -> [String] {
  var lines: [String] = []
  for word in words {
    if let last = lines.last, columnWidth(of: last) + 1 + columnWidth(of: word) <= columns {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append(word)
    }
  }
  return lines
}

/// A line of text, or of a list such as `name   meaning`, in lines of at most so many columns.
///
/// Text that continues begins where the list's last column begins, two columns to the right of an
/// item that is indented by up to four, or below the first word. A line that fits stays as it is,
/// and so does a longer word, such as a path that is to be copied.
///
/// - Parameters:
///   - line: The line, which may be indented.
///   - columns: The most columns.
/// - Returns: The lines, at least one.
public func wrappedLine(_ line: String, to columns: Int) -> [String] {
  guard columnWidth(of: line) > columns else { return [line] }
  let indent = line.prefix { $0 == " " }
  var head = String(indent)
  var body = line.dropFirst(indent.count)
  // Two spaces or more end the cell of a list, whose text then continues below itself.
  while let gap = body.firstRange(of: "  ") {
    let start = body[gap.lowerBound...].firstIndex { $0 != " " } ?? body.endIndex
    let next = head + body[..<start]
    guard start < body.endIndex, columnWidth(of: next) <= columns / 2 else { break }
    head = next
    body = body[start...]
  }
  let isItem = head == indent && (1...4).contains(indent.count)
  let hanging = String(
    repeating: " ", count: min(columnWidth(of: head) + (isItem ? 2 : 0), columns / 2))
  let lines = joined(
    body.split(separator: " ").map(String.init), columns - columnWidth(of: hanging))
  return lines.enumerated().map { ($0 == 0 ? head : hanging) + $1 }
}

private func pieces(of word: Substring, columns: Int) -> [String] {
  guard columnWidth(of: String(word)) > columns else { return [String(word)] }
  var pieces = [""]
  var width = 0
  for character in word {
    let next = columnWidth(of: String(character))
    if width + next > columns, width > 0 {
      pieces.append("")
      width = 0
    }
    pieces[pieces.count - 1].append(character)
    width += next
  }
  return pieces
}
