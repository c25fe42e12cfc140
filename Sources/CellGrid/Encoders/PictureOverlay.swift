/// Lays a grid's lines in pixels over the text of the grid, once that stands on the terminal.
///
/// The text comes first, so that it is there whatever the terminal answers, and letters on the
/// lines stay letters.
public struct PictureOverlay: Sendable {
  /// The encoder of the text.
  public var encoder: ANSIText
  /// How the terminal shows pixels.
  public var pictures: PictureProtocol
  /// The pixels of a cell.
  public var cell: CellSize
  /// The characters of the text.
  public var glyphs: GlyphLevel

  /// Makes an encoder.
  public init(
    _ encoder: ANSIText, _ pictures: PictureProtocol, cell: CellSize, glyphs: GlyphLevel
  ) {
    self.encoder = encoder
    self.pictures = pictures
    self.cell = cell
    self.glyphs = glyphs
  }

  /// What draws the picture where the grid is the last that was written, all of it still to be seen
  /// and the cursor in the line after it; empty for a grid without lines.
  public func text(over grid: Grid) -> String {
    guard let bitmap = LineBitmap(of: grid, cell: cell) else { return "" }
    let letters = grid.withoutLines.drawn(with: glyphs)
    var text = "\u{1B}[\(grid.rows)A"
    for row in 0..<grid.rows {
      text += "\r\u{1B}[K" + encoder.line(of: letters, row: row) + "\n"
    }
    // The cursor is put back after each piece: where a picture leaves it depends on the terminal.
    func at(_ column: Int, _ row: Int, _ piece: String) -> String {
      let right = column > 0 ? "\u{1B}[\(column)C" : ""
      return "\u{1B}7\u{1B}[\(grid.rows - row)A\(right)\(piece)\u{1B}8"
    }
    text += at(
      bitmap.columns.lowerBound, bitmap.rows.lowerBound,
      pictures == .kitty ? bitmap.kitty(encoder.theme) : bitmap.sixels(encoder.theme))
    // Sixels cover what stands below them.
    guard pictures == .sixel else { return text }
    for row in bitmap.rows {
      for column in bitmap.columns {
        let cell = letters[column, row]
        guard cell.scalar != " ", !cell.isContinuation else { continue }
        var letter = Grid(columns: letters.isWide(column, row) ? 2 : 1, rows: 1)
        letter.write(String(cell.scalar), column: 0, row: 0, style: cell.style)
        text += at(column, row, encoder.line(of: letter, row: 0))
      }
    }
    return text
  }
}

extension Grid {
  /// The grid with blanks for the characters that lines stand for.
  var withoutLines: Grid { mapScalars { scalar, _ in isDrawnAsLine(scalar) ? " " : scalar } }
}
