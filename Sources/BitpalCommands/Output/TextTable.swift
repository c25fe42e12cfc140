import CellGrid

/// A table for the terminal and for pipes: a quiet header, columns that line up, two spaces
/// between.
struct TextTable {
  /// A column's title and side.
  struct Column {
    let title: String
    var isNumber = false
  }

  /// A text and what it means.
  struct Field {
    let text: String
    let role: Role

    init(_ text: String, _ role: Role = .plain) {
      self.text = cleaned(text)
      self.role = role
    }
  }

  let columns: [Column]
  var rows: [[Field]] = []

  /// Draws the table row by row, so that a long one needs no more memory than its texts.
  func write(_ appearance: OutputAppearance) {
    let widths = columns.indices.map { index in
      rows.reduce(columnWidth(of: columns[index].title)) { widest, row in
        max(widest, columnWidth(of: row[index].text))
      }
    }
    let header = columns.map { Field($0.title, .secondary) }
    for row in [header] + rows { Console.write(appearance.text(of: grid(row, widths))) }
  }

  private func grid(_ fields: [Field], _ widths: [Int]) -> Grid {
    var grid = Grid(columns: widths.reduce(0, +) + 2 * (widths.count - 1), rows: 1)
    var start = 0
    for (index, field) in fields.enumerated() {
      let slack = widths[index] - columnWidth(of: field.text)
      let indent = columns[index].isNumber ? slack : 0
      grid.write(field.text, column: start + indent, row: 0, style: Style(field.role))
      start += widths[index] + 2
    }
    return grid
  }
}
