/// Shows a grid's lines in pixels on a screen of cells.
///
/// The pixels are sent under a number when they change, and the cells that they touch become places
/// of the picture. Letters stay letters.
public struct PictureCells: Sendable {
  private struct Source: Equatable {
    let lines: [GridLine]
    let theme: Theme
    let cell: CellSize
  }

  private var source: Source?
  private var bitmap: LineBitmap?
  /// Whether a cell of the bitmap has a pixel, row after row.
  private var inked: [Bool] = []

  /// Shows nothing yet.
  public init() {}

  /// Forgets what the terminal has: it lost it, or is drawn from scratch.
  public mutating func forget() { source = nil }

  /// What takes the picture from the terminal.
  public static let removal = "\u{1B}_Ga=d,d=I,i=\(PicturePlace.picture),q=2\u{1B}\\"

  /// The grid with places of the picture, and what the terminal has to be sent with it;
  /// empty where it has that picture.
  ///
  /// - Parameters:
  ///   - grid: What is shown.
  ///   - glyphs: The characters of the rest, and of lines that are wider than a picture can be.
  ///   - theme: The colors.
  ///   - cell: The pixels of a cell.
  public mutating func shown(
    _ grid: Grid, glyphs: GlyphLevel, theme: Theme, cell: CellSize
  ) -> (grid: Grid, sequence: String) {
    var sequence = ""
    let source = Source(lines: grid.lines, theme: theme, cell: cell)
    if source != self.source {
      let hadPicture = bitmap != nil
      self.source = source
      bitmap = LineBitmap(of: grid, cell: cell).flatMap { bitmap in
        bitmap.columns.count <= PicturePlace.mostColumns
          && bitmap.rows.count <= PicturePlace.mostRows
          ? bitmap : nil
      }
      inked = bitmap?.inkedCells(cell) ?? []
      if let bitmap {
        sequence = bitmap.kitty(theme, keys: "U=1,i=\(PicturePlace.picture)")
      } else if hadPicture {
        sequence = Self.removal
      }
    }
    return (places(of: grid).drawn(with: glyphs), sequence)
  }

  /// The grid with places where the picture shows.
  ///
  /// These are the cells of its lines, and blanks next to them that the weight of a line reaches.
  /// The selected row keeps its characters: a place cannot be drawn in reverse.
  private func places(of grid: Grid) -> Grid {
    guard let bitmap else { return grid }
    var shown = grid
    func isLine(_ column: Int, _ row: Int) -> Bool {
      (0..<grid.columns).contains(column) && (0..<grid.rows).contains(row)
        && grid.isDrawnAsLine(grid[column, row].scalar)
    }
    for row in bitmap.rows {
      for column in bitmap.columns {
        let cell = grid[column, row]
        let place = PicturePlace(
          column: column - bitmap.columns.lowerBound, row: row - bitmap.rows.lowerBound)
        let isInked = inked[place.row * bitmap.columns.count + place.column]
        guard !cell.style.isReversed else { continue }
        if isLine(column, row) {
          shown.replace(column, row, with: isInked ? place.scalar : " ")
        } else if isInked, cell.scalar == " ",
          [(-1, 0), (1, 0), (0, -1), (0, 1)].contains(where: { isLine(column + $0, row + $1) })
        {
          shown.replace(column, row, with: place.scalar)
        }
      }
    }
    return shown
  }
}

extension LineBitmap {
  /// Whether a cell has a pixel, row after row.
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
