/// Letters with single blanks between them, as one text element.
private struct Piece {
  let column: Int
  var text: String.UnicodeScalarView
}

extension SVGText {
  /// The letters of a grid: all that is not a line or a block.
  func letters(of grid: Grid, in frame: CellFrame) -> [String] {
    (0..<grid.rows).flatMap { row in
      grid.runs(row: row).flatMap { run in
        if run.isWide { return [wide(run, row, frame)] }
        return pieces(of: run, in: grid).map { piece in
          if frame.isLarge(row), theme.roles[run.style.role].isLarge {
            return large(piece, run.style, row, of: grid, frame)
          }
          return self.piece(piece, run.style, row, frame)
        }
      }
    }
  }

  /// The one strong figure, twice as large where the row has the room.
  private func large(
    _ piece: Piece, _ style: Style, _ row: Int, of grid: Grid, _ frame: CellFrame
  ) -> String {
    let size = grid.largeSize(of: piece.text.count, column: piece.column, row: row)
    let length = piece.text.count * CellFrame.cellWidth * size / (15 * 8)
    return "<text\(attribute(style)) x=\"\(px(frame.left(column: piece.column)))\" "
      + "y=\"\(px(frame.baseline(row: row)))\" font-size=\"\(px(size))\" "
      + "textLength=\"\(px(length))\">\(markupEscaped(String(piece.text)))</text>"
  }

  private func wide(_ run: Run, _ row: Int, _ frame: CellFrame) -> String {
    "<text\(attribute(run.style)) x=\"\(px(frame.left(column: run.column + 1)))\" "
      + "y=\"\(px(frame.baseline(row: row)))\" text-anchor=\"middle\">"
      + "\(markupEscaped(run.text))</text>"
  }

  private func piece(
    _ piece: Piece, _ style: Style, _ row: Int, _ frame: CellFrame
  ) -> String {
    if let sign = sign(piece, style, row, frame) { return sign }
    let length = piece.text.count * CellFrame.cellWidth
    return "<text\(attribute(style)) x=\"\(px(frame.left(column: piece.column)))\" "
      + "y=\"\(px(frame.baseline(row: row)))\" textLength=\"\(px(length))\">"
      + "\(markupEscaped(String(piece.text)))</text>"
  }

  /// The sign of a change as a shape, so that gain and loss weigh the same in every font.
  private func sign(
    _ piece: Piece, _ style: Style, _ row: Int, _ frame: CellFrame
  ) -> String? {
    guard let scalar = piece.text.first, Self.signs.contains(scalar) else { return nil }
    let x = frame.middle(column: piece.column)
    // The middle of digits, five and a half pixels above where they stand.
    let y = frame.baseline(row: row) - 44
    let half = 28
    let (left, right) = (px(x - half), px(x + half))
    let (top, foot) = (px(y - half), px(y + half))
    let path =
      scalar == "▲"
      ? "M\(px(x)) \(top)L\(right) \(foot)H\(left)Z"
      : "M\(px(x)) \(foot)L\(right) \(top)H\(left)Z"
    return "<path\(attribute(style)) d=\"\(path)\"/>"
  }

  private static let signs: Set<Unicode.Scalar> = ["▲", "▼"]

  /// Cuts a run at double blanks, at shapes and at signs, so that no letter strays from its
  /// column.
  private func pieces(of run: Run, in grid: Grid) -> [Piece] {
    var pieces: [Piece] = []
    var open: Piece?
    for (offset, scalar) in run.text.unicodeScalars.enumerated() {
      let isShape =
        BoxArms(scalar) != nil || BlockShape(scalar) != nil
        || grid.isDrawnAsLine(scalar)
      let isSign = Self.signs.contains(scalar)
      if isShape || isSign || (scalar == " " && open?.text.last == " ") {
        pieces += [open].compactMap { $0 }
        open = nil
        if isSign { pieces.append(Piece(column: run.column + offset, text: .init([scalar]))) }
      } else if open != nil {
        open?.text.append(scalar)
      } else if scalar != " " {
        open = Piece(column: run.column + offset, text: .init([scalar]))
      }
    }
    pieces += [open].compactMap { $0 }
    return pieces.map { piece in
      var piece = piece
      while piece.text.last == " " { piece.text.removeLast() }
      return piece
    }
  }
}

extension Grid {
  /// The size of a large figure, in eighths of a pixel: twice that of the text, or what fits up to
  /// the next text of its row, a column apart.
  func largeSize(of columns: Int, column: Int, row: Int) -> Int {
    let start = column + columns
    let next = (start..<self.columns).first { self[$0, row].scalar != " " }
    // A blank and, at the end of a row, the padding and the frame.
    let end = next.map { $0 - 1 } ?? self.columns - 2
    return max(15 * 8, min(2 * 15 * 8, (end - column) * 15 * 8 / max(1, columns)))
  }
}
