/// Draws a grid's lines in pixels over its text on the terminal.
///
/// The text is written first, so that it appears whatever the terminal's response, and letters on
/// the lines stay letters.
public struct PictureOverlay: Sendable {
  /// The encoder of the text.
  public var encoder: ANSIText
  /// The terminal's picture protocol.
  public var pictures: PictureProtocol
  /// The size of a cell in pixels.
  public var cell: CellSize
  /// The character level of the text.
  public var glyphs: GlyphLevel

  /// Creates an encoder.
  public init(
    _ encoder: ANSIText, _ pictures: PictureProtocol, cell: CellSize, glyphs: GlyphLevel
  ) {
    self.encoder = encoder
    self.pictures = pictures
    self.cell = cell
    self.glyphs = glyphs
  }

  /// Returns the sequence that draws the picture over the grid just written; empty without lines.
  ///
  /// The grid must be completely visible and the cursor on the line after it.
  public func text(over grid: Grid) -> String {
    guard let bitmap = LineBitmap(of: grid, cell: cell) else { return "" }
    let letters = grid.withoutLines.drawn(with: glyphs)
    var text = "\u{1B}[\(grid.rows)A"
    for row in 0..<grid.rows {
      text += "\r\u{1B}[K" + encoder.line(of: letters, row: row) + "\n"
    }
    // Restore the cursor after each piece: terminals leave it in different places after a picture.
    func at(_ column: Int, _ row: Int, _ piece: String) -> String {
      let right = column > 0 ? "\u{1B}[\(column)C" : ""
      return "\u{1B}7\u{1B}[\(grid.rows - row)A\(right)\(piece)\u{1B}8"
    }
    text += at(
      bitmap.columns.lowerBound, bitmap.rows.lowerBound,
      pictures == .kitty ? bitmap.kitty(encoder.theme) : bitmap.sixels(encoder.theme))
    // Sixels cover what is below them.
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
  /// The grid with blanks in place of characters drawn as lines.
  var withoutLines: Grid { mapScalars { scalar, _ in isDrawnAsLine(scalar) ? " " : scalar } }
}
