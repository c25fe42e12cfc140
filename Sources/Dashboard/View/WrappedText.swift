import CellGrid

/// A sentence in lines of at most so many columns, broken between words.
///
/// A word that is longer, such as a path, is broken where the line ends.
func wrapped(_ text: String, to columns: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ").flatMap({ pieces(of: $0, columns: max(1, columns)) }) {
    if let last = lines.last, columnWidth(of: last) + 1 + columnWidth(of: word) <= columns {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append(word)
    }
  }
  return lines
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
