/// Shows a grid's lines as pixels on a screen of cells.
///
/// The picture is sent under a number when it changes, and the cells that it touches become its
/// placeholders. Text stays text.
public struct PictureCells: Sendable {
  private struct Source: Equatable {
    let lines: [GridLine]
    let theme: Theme
    let cell: CellSize
  }

  private var source: Source?
  private var bitmap: LineBitmap?
  /// Whether each cell of the bitmap has any pixel, row by row.
  private var inked: [Bool] = []

  /// Creates an instance that shows nothing yet.
  public init() {}

  /// Forgets the terminal's state, because it was lost or is redrawn from scratch.
  public mutating func forget() { source = nil }

  /// The sequence that removes the picture.
  public static let removal = "\u{1B}_Ga=d,d=I,i=\(PicturePlace.picture),q=2\u{1B}\\"

  /// Returns the grid with placeholders for the picture and the sequence to send, which is empty if
  /// the terminal already has the picture.
  ///
  /// - Parameters:
  ///   - grid: The grid to show.
  ///   - glyphs: The character level for other cells, and for lines too large for a picture.
  ///   - theme: The theme.
  ///   - cell: The size of a cell in pixels.
  public mutating func shown(
    _ grid: Grid, glyphs: GlyphLevel, theme: Theme, cell: CellSize
  ) -> (grid: Grid, sequence: String) {
    var sequence = ""
    let source = Source(lines: grid.lines, theme: theme, cell: cell)
    if source != self.source {
      let hadPicture = bitmap != nil
      self.source = source
      bitmap = LineBitmap(of: grid, cell: cell).flatMap { bitmap in
        bitmap.columns.count <= PicturePlace.maxColumns
          && bitmap.rows.count <= PicturePlace.maxRows
          ? bitmap : nil
      }
      inked = bitmap?.inkedCells(cell) ?? []
      if let bitmap {
        sequence = bitmap.kitty(theme, keys: "U=1,i=\(PicturePlace.picture)")
      } else if hadPicture {
        sequence = Self.removal
      }
    }
    return (withPlaceholders(grid).drawn(with: glyphs), sequence)
  }

  /// Inserts placeholders where the picture shows.
  ///
  /// These are the cells of its lines, and adjacent blanks touched by a line's weight. The selected
  /// row keeps its characters, because a placeholder cannot be drawn in reverse.
  private func withPlaceholders(_ grid: Grid) -> Grid {
    guard let bitmap else { return grid }
    var shown = grid
    func isLine(_ column: Int, _ row: Int) -> Bool {
      (0..<grid.columns).contains(column) && (0..<grid.rows).contains(row)
        && grid.isDrawnAsLine(grid[column, row].scalar)
    }
    for row in bitmap.rows {
      for column in bitmap.columns {
        let cell = grid[column, row]
        let pictureCell = PicturePlace(
          column: column - bitmap.columns.lowerBound, row: row - bitmap.rows.lowerBound)
        let isInked = inked[pictureCell.row * bitmap.columns.count + pictureCell.column]
        guard !cell.style.isReversed else { continue }
        if isLine(column, row) {
          shown.replace(column, row, with: isInked ? pictureCell.scalar : " ")
        } else if isInked, cell.scalar == " ",
          [(-1, 0), (1, 0), (0, -1), (0, 1)].contains(where: { isLine(column + $0, row + $1) })
        {
          shown.replace(column, row, with: pictureCell.scalar)
        }
      }
    }
    return shown
  }
}

extension LineBitmap {
  /// Whether each cell has any pixel, row by row.
  fileprivate func inkedCells(_ cell: CellSize) -> [Bool] {
    var inked = [Bool](repeating: false, count: columns.count * rows.count)
    for row in 0..<height {
      let start = row / cell.height * columns.count
      for column in 0..<width where pixels[row * width + column] != 0 {
        inked[start + column / cell.width] = true
      }
    }
    return inked
  }
}
