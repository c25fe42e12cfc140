/// Letters with single blanks between them, as one text element.
private struct Piece {
  let column: Int
  var text: String.UnicodeScalarView
}

extension SVGText {
  /// The letters of a grid: all that is not a line or a block.
  func letters(of grid: Grid) -> [String] {
    (0..<grid.rows).flatMap { row in
      grid.runs(row: row).flatMap { run in
        run.isWide ? [wide(run, row)] : pieces(of: run, in: grid).map { piece($0, run.style, row) }
      }
    }
  }

  private func wide(_ run: Run, _ row: Int) -> String {
    "<text\(attribute(run.style)) x=\"\(px(frame.left(column: run.column + 1)))\" "
      + "y=\"\(px(frame.baseline(row: row)))\" text-anchor=\"middle\">"
      + "\(markupEscaped(run.text))</text>"
  }

  private func piece(_ piece: Piece, _ style: Style, _ row: Int) -> String {
    if let sign = sign(piece, style, row) { return sign }
    let length = piece.text.count * CellFrame.cellWidth
    return "<text\(attribute(style)) x=\"\(px(frame.left(column: piece.column)))\" "
      + "y=\"\(px(frame.baseline(row: row)))\" textLength=\"\(px(length))\">"
      + "\(markupEscaped(String(piece.text)))</text>"
  }

  /// The sign of a change as a shape, so that gain, loss and neither weigh the same in every font.
  private func sign(_ piece: Piece, _ style: Style, _ row: Int) -> String? {
    guard let scalar = piece.text.first, Self.signs.contains(scalar) else { return nil }
    let x = frame.middle(column: piece.column)
    let y = frame.middle(row: row)
    let half = scalar == "■" ? 24 : 28
    let (left, right) = (px(x - half), px(x + half))
    let (top, foot) = (px(y - half), px(y + half))
    let path =
      switch scalar {
      case "▲": "M\(px(x)) \(top)L\(right) \(foot)H\(left)Z"
      case "▼": "M\(px(x)) \(foot)L\(right) \(top)H\(left)Z"
      default: "M\(left) \(top)H\(right)V\(foot)H\(left)Z"
      }
    return "<path\(attribute(style)) d=\"\(path)\"/>"
  }

  private static let signs: [Unicode.Scalar] = ["▲", "▼", "■"]

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
