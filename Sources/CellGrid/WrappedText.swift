/// Wraps a sentence at word boundaries to a maximum width.
///
/// A longer word, such as a path, is broken at the end of the line.
///
/// - Parameters:
///   - text: The sentence; consecutive spaces count as one.
///   - columns: The maximum width of a line.
/// - Returns: The lines; empty for a text without words.
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

/// Wraps a line of text, or of a list such as `name   meaning`, to a maximum width.
///
/// Continuation lines start at the list's last column, two columns to the right of an item indented
/// by up to four, or below the first word. Lines that fit are unchanged, and so are longer words,
/// such as paths to be copied.
///
/// - Parameters:
///   - line: The line, possibly indented.
///   - columns: The maximum width.
/// - Returns: The lines, at least one.
public func wrappedLine(_ line: String, to columns: Int) -> [String] {
  guard columnWidth(of: line) > columns else { return [line] }
  let indent = line.prefix { $0 == " " }
  var head = String(indent)
  var body = line.dropFirst(indent.count)
  // Two or more spaces end a list cell; its text continues below itself.
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
