/// A grid as a self-contained SVG picture.
///
/// Lines, blocks and arrows are shapes, so that they join without gaps in every font. Each run of
/// letters has its own place and length, so that columns stay true. The picture names no fonts to
/// load, no ids and no dates: the same grid always gives the same bytes.
public struct SVGText: Sendable {
  /// What the roles look like; an unknown appearance follows the reader's light or dark.
  public var theme: Theme
  /// What a screen reader calls the picture.
  public var title: String

  /// Makes an encoder.
  public init(theme: Theme = Theme(), title: String = "bitpal") {
    self.theme = theme
    self.title = title
  }

  /// Encodes a grid.
  public func text(of grid: Grid) -> String {
    let width = px(frame.left(column: grid.columns) + CellFrame.margin)
    let height = px(frame.top(row: grid.rows) + CellFrame.margin)
    let parts =
      reversedGrounds(of: grid) + blocks(of: grid) + lines(of: grid) + letters(of: grid)
      + links(of: grid)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="bitpal" role="img" \
      width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      <title>\(markupEscaped(cleaned(title)))</title>
      <style>
      \(StyleSheet(theme: theme).text)</style>
      <rect class="ground" width="\(width)" height="\(height)" rx="14" fill="currentColor"/>
      <g fill="currentColor" font-family="\(pageFont)" font-size="15">
      \(parts.map { $0 + "\n" }.joined())</g>
      </svg>

      """
  }

  let frame = CellFrame()

  private func isReversed(_ style: Style) -> Bool {
    theme.look(of: style, depth: .trueColor).isReversed
  }

  /// The class attribute of what is drawn in a cell; in reverse it has the colour of the ground.
  func attribute(_ style: Style) -> String {
    let name = style.role.name
    if isReversed(style) { return " class=\"\(name) ground\"" }
    return style.role == .plain ? "" : " class=\"\(name)\""
  }

  private func reversedGrounds(of grid: Grid) -> [String] {
    var shapes = RectangleShapes()
    for row in 0..<grid.rows {
      for column in 0..<grid.columns where isReversed(grid[column, row].style) {
        shapes.add(.whole, of: column, row, in: frame, "")
      }
    }
    return shapes.elements
  }

  private func blocks(of grid: Grid) -> [String] {
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

  private func lines(of grid: Grid) -> [String] {
    LineShapes(of: grid, in: frame).paths.map { kind, path in
      "<path\(attribute(kind.style)) fill=\"none\" stroke=\"currentColor\""
        + "\(kind.isHeavy ? " stroke-width=\"3\"" : "") d=\"\(path)\"/>"
    }
  }

  private func links(of grid: Grid) -> [String] {
    grid.linkAreas.map { area in
      "<a href=\"\(markupEscaped(Link.portfolio))\">"
        + "<rect x=\"\(px(frame.left(column: area.columns.lowerBound)))\" "
        + "y=\"\(px(frame.top(row: area.rows.lowerBound)))\" "
        + "width=\"\(px(area.columns.count * CellFrame.cellWidth))\" "
        + "height=\"\(px(area.rows.count * CellFrame.cellHeight))\" "
        + "fill=\"none\" pointer-events=\"all\"/></a>"
    }
  }
}
