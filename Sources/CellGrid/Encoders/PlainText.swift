/// A grid as plain text: rows ended by newlines, blanks at their ends left out.
public enum PlainText {
  /// Encodes a grid; the text of a grid without rows is empty.
  public static func text(of grid: Grid) -> String {
    var text = ""
    for row in 0..<grid.rows {
      var line = grid.text(row: row)
      while line.unicodeScalars.last == " " { line.unicodeScalars.removeLast() }
      text += line + "\n"
    }
    return text
  }
}

extension Grid {
  /// The characters of a row, blanks at its end included.
  public func text(row: Int) -> String {
    var text = String.UnicodeScalarView()
    for column in 0..<columns where !self[column, row].isContinuation {
      text.append(self[column, row].scalar)
    }
    return String(text)
  }
}
