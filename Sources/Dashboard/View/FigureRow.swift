import CellGrid

extension Painter {
  /// Writes figures separated by single blanks.
  mutating func write(
    _ figures: [FormattedFigure], isPrivate: Bool, in area: CellArea, row: Int, from start: Int = 0
  ) {
    var at = start
    for figure in figures {
      let text = figure.marked(isPrivate: isPrivate)
      left(text, figure.role, in: area, row: row, from: at)
      at += columnWidth(of: text) + 1
    }
  }
}
