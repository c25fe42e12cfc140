/// Adjacent cells of one row that share a style; a wide character is a separate run.
struct Run {
  let column: Int
  let width: Int
  let text: String
  let style: Style

  var isWide: Bool { width == 2 && text.unicodeScalars.count == 1 }
}

extension Grid {
  /// The row as contiguous runs.
  func runs(row: Int) -> [Run] {
    var runs: [Run] = []
    var start = 0
    while start < columns {
      let first = self[start, row]
      var text = String.UnicodeScalarView([first.scalar])
      var end = start + 1
      if isWide(start, row) {
        end += 1
      } else {
        while end < columns, self[end, row].style == first.style, !isWide(end, row) {
          text.append(self[end, row].scalar)
          end += 1
        }
      }
      runs.append(Run(column: start, width: end - start, text: String(text), style: first.style))
      start = end
    }
    return runs
  }
}
