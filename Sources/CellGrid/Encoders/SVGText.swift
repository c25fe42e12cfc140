/// Encodes a grid as a self-contained SVG picture.
///
/// Lines, blocks and arrows are shapes, so they join without gaps in every font. Each run of
/// letters has a fixed position and length, so that columns stay aligned. The picture has no
/// external fonts, ids or dates; the output is deterministic.
public struct SVGText: Sendable {
  /// Appearance of the roles; an unknown background follows the reader's light or dark setting.
  public var theme: Theme
  /// The picture's title for screen readers.
  public var title: String
  /// The picture's description for screen readers; empty if the title suffices.
  public var description: String
  /// Credit for the data, below the picture, if required.
  public var credit: PictureCredit?
  /// Cells highlighted with a frame of the class `mark`, such as those that changed.
  public var marks: [CellMark] = []

  /// Creates an encoder.
  public init(theme: Theme, title: String, description: String = "") {
    self.theme = theme
    self.title = title
    self.description = description
  }

  /// Encodes a grid.
  public func text(of grid: Grid) -> String {
    document([grid], rules: "", parts: parts(of: grid) + frames(in: frame(of: grid)))
  }

  /// Encodes grids of one size as an animation that shows each for some seconds and repeats.
  ///
  /// If the reader prefers reduced motion, only the first one is shown.
  ///
  /// - Returns: The picture; empty without grids.
  public func text(of grids: [Grid], seconds: Int) -> String {
    guard !grids.isEmpty else { return "" }
    // Hundredths of a percent; each frame is shown for its share and hidden otherwise.
    let share = 10_000 / grids.count
    let percent = "\(share / 100).\(share % 100 < 10 ? "0" : "")\(share % 100)%"
    let rules = """
      @media (prefers-reduced-motion:no-preference){
      .frame{visibility:hidden;animation:frame \(seconds * grids.count)s steps(1) infinite}}
      @keyframes frame{0%{visibility:visible}\(percent){visibility:hidden}}

      """
    let parts = grids.enumerated().flatMap { index, grid in
      // Renderers without animation show the first frame.
      let still = index == 0 ? "" : " visibility=\"hidden\""
      return ["<g class=\"frame\"\(still) style=\"animation-delay:\(seconds * index)s\">"]
        + self.parts(of: grid) + ["</g>"]
    }
    return document(grids, rules: rules, parts: parts)
  }

  // Links are below the letters, so that text can be selected.
  private func parts(of grid: Grid) -> [String] {
    let frame = frame(of: grid)
    let drawn = frame.isCard ? grid.withoutFrame : grid
    return shapes(of: drawn, in: frame) + links(of: grid, in: frame) + letters(of: drawn, in: frame)
  }

  func frame(of grid: Grid) -> CellFrame { CellFrame(of: grid, roles: theme.roles) }

  private func document(_ grids: [Grid], rules: String, parts: [String]) -> String {
    let frame = frame(of: grids[0])
    let credit = credit?.svg(in: frame) ?? []
    let size = frame.size(lines: credit.count)
    let (width, height) = (px(size.width), px(size.height))
    let parts = parts + credit
    let page = " class=\"\(StyleSheet.page)\""
    let edge = "\(attribute(grids[0].frameStyle)) fill=\"none\" stroke=\"currentColor\""
    let background =
      frame.isCard
      ? frame.card(lines: credit.count, page + " fill=\"currentColor\"") + "\n"
        + frame.card(lines: credit.count, edge)
      : "<rect\(page) width=\"\(width)\" height=\"\(height)\" rx=\"14\" "
        + "fill=\"currentColor\"/>"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="grid" role="img" \
      width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      <title>\(markupEscaped(cleaned(title)))</title>\(spoken)
      <style>
      \(StyleSheet(theme: theme, of: grids).text)\(rules)</style>
      \(background)
      <g fill="currentColor" font-family="\(pageFont)" font-size="15">
      \(parts.map { $0 + "\n" }.joined())</g>
      </svg>

      """
  }

  private func frames(in frame: CellFrame) -> [String] {
    marks.map { mark in
      "<rect class=\"mark\" x=\"\(px(frame.left(column: mark.columns.lowerBound)))\" "
        + "y=\"\(px(frame.top(row: mark.row)))\" "
        + "width=\"\(px(mark.columns.count * CellFrame.cellWidth))\" "
        + "height=\"\(px(frame.height(row: mark.row)))\" fill-opacity=\".25\" stroke=\"currentColor\" "
        + "pointer-events=\"none\"/>"
    }
  }

  private var spoken: String {
    let text = cleaned(description)
    return text.isEmpty ? "" : "\n<desc>\(markupEscaped(text))</desc>"
  }

  private func isSelected(_ style: Style) -> Bool {
    style.isReversed || theme.roles[style.role].isReversed
  }

  /// The class attribute for a cell's content, which keeps its role's color even when selected.
  func attribute(_ style: Style) -> String {
    style.role == .plain ? "" : " class=\"\(style.role.name)\""
  }

  /// Everything but letters: backgrounds, blocks, box drawing and lines.
  func shapes(of grid: Grid, in frame: CellFrame) -> [String] {
    backgrounds(of: grid, in: frame) + blocks(of: grid, in: frame) + boxes(of: grid, in: frame)
      + lines(of: grid, in: frame)
  }

  /// The lines drawn in place of braille; a single point is a dot.
  private func lines(of grid: Grid, in frame: CellFrame) -> [String] {
    grid.lines.map { line in
      let points = line.points.map(frame.position).map { "\(px($0.x)) \(px($0.y))" }
      let path =
        points.count == 1 ? "M\(points[0])h0" : "M" + points.joined(separator: "L")
      if line.isFilled {
        return "<path\(attribute(Style(line.role))) fill-opacity=\".25\" d=\"\(path)Z\"/>"
      }
      return "<path\(attribute(Style(line.role))) fill=\"none\" stroke=\"currentColor\" "
        + "stroke-width=\"1.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"\(path)\"/>"
    }
  }

  private func backgrounds(of grid: Grid, in frame: CellFrame) -> [String] {
    var shapes = RectangleShapes()
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let style = grid[column, row].style
        if isSelected(style) {
          shapes.add(.whole, of: column, row, in: frame, " class=\"\(StyleSheet.selected)\"")
        } else if let background = style.background {
          shapes.add(.whole, of: column, row, in: frame, attribute(Style(background)))
        }
      }
    }
    return shapes.elements
  }

  private func blocks(of grid: Grid, in frame: CellFrame) -> [String] {
    var shapes = RectangleShapes()
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let cell = grid[column, row]
        guard let shape = BlockShape(cell.scalar) else { continue }
        let opacity = shape.opacity == 100 ? "" : " fill-opacity=\".\(shape.opacity)\""
        for part in shape.parts {
          shapes.add(part, of: column, row, in: frame, attribute(cell.style) + opacity)
        }
      }
    }
    return shapes.elements
  }

  private func boxes(of grid: Grid, in frame: CellFrame) -> [String] {
    LineShapes(of: grid, in: frame).paths.map { kind, path in
      "<path\(attribute(kind.style)) fill=\"none\" stroke=\"currentColor\""
        + "\(kind.isHeavy ? " stroke-width=\"3\"" : "") d=\"\(path)\"/>"
    }
  }

  private func links(of grid: Grid, in frame: CellFrame) -> [String] {
    guard let target = grid.linkTarget.map(cleaned) else { return [] }
    return grid.linkAreas.map { area in
      "<a href=\"\(markupEscaped(target))\">"
        + "<rect x=\"\(px(frame.left(column: area.columns.lowerBound)))\" "
        + "y=\"\(px(frame.top(row: area.rows.lowerBound)))\" "
        + "width=\"\(px(area.columns.count * CellFrame.cellWidth))\" "
        + "height=\"\(px(frame.top(row: area.rows.upperBound) - frame.top(row: area.rows.lowerBound)))\" "
        + "fill=\"none\" pointer-events=\"all\"/></a>"
    }
  }
}

/// A credit for the data of a picture, with a link, below the picture.
public struct PictureCredit: Equatable, Sendable {
  /// The text.
  public let text: String
  /// The link address.
  public let address: String

  /// Creates a credit.
  public init(text: String, address: String) {
    self.text = text
    self.address = address
  }

  private static let role = Role("secondary")

  /// The lines, wrapped to the picture's width.
  func lines(in frame: CellFrame) -> [String] { wrapped(cleaned(text), to: frame.textArea.columns) }

  func svg(in frame: CellFrame) -> [String] {
    let area = frame.textArea
    return lines(in: frame).enumerated().map { row, line in
      "<a href=\"\(markupEscaped(cleaned(address)))\"><text class=\"\(Self.role.name)\" "
        + "x=\"\(px(frame.left(column: area.column)))\" "
        + "y=\"\(px(frame.baseline(row: area.row + row)))\">\(markupEscaped(line))</text></a>"
    }
  }

  func html(in frame: CellFrame) -> String {
    "<p class=\"\(Self.role.name) credit\"><a href=\"\(markupEscaped(cleaned(address)))\">"
      + "\(markupEscaped(lines(in: frame).joined(separator: "\n")))</a></p>\n"
  }
}

/// Adjacent cells of one row to highlight.
public struct CellMark: Equatable, Sendable {
  /// The row, from 0.
  public let row: Int
  /// The columns, from 0.
  public let columns: Range<Int>

  /// Creates a mark.
  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}

/// Letters with single blanks, encoded as one text element.
private struct Piece {
  let column: Int
  var text: String.UnicodeScalarView
}

extension SVGText {
  /// The letters of a grid: everything but lines and blocks.
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

  /// The large figure, at double size if the row has room.
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

  /// The sign of a change as a shape, so that gains and losses look equally heavy in every font.
  private func sign(
    _ piece: Piece, _ style: Style, _ row: Int, _ frame: CellFrame
  ) -> String? {
    guard let scalar = piece.text.first, Self.signs.contains(scalar) else { return nil }
    let x = frame.middle(column: piece.column)
    // The vertical center of digits, five and a half pixels above the baseline.
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

  /// Splits a run at double blanks, shapes and signs, so that letters stay in their columns.
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
  /// Size of a large figure in eighths of a pixel: double the text size, or whatever fits up to the
  /// next text of its row, with one column between them.
  func largeSize(of columns: Int, column: Int, row: Int) -> Int {
    let start = column + columns
    let next = (start..<self.columns).first { self[$0, row].scalar != " " }
    // Leave a blank and, at the end of a row, the padding and the frame.
    let end = next.map { $0 - 1 } ?? self.columns - 2
    return max(15 * 8, min(2 * 15 * 8, (end - column) * 15 * 8 / max(1, columns)))
  }
}
