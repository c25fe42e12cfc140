/// Encodes a grid as a self-contained HTML page.
///
/// A picture under the text draws borders, blocks and chart lines, because font glyphs leave seams
/// between rows. Its cells are one letter wide and one row high. The characters stay in the text,
/// transparent, so that copied text is complete.
public struct HTMLText: Sendable {
  /// Appearance of the roles; an unknown background follows the reader's light or dark setting.
  public var theme: Theme
  /// The page title.
  public var title: String
  /// Credit for the data, shown below the figures.
  public var credit: PictureCredit?

  /// Creates an encoder.
  public init(theme: Theme, title: String) {
    self.theme = theme
    self.title = title
  }

  /// Encodes a grid.
  public func text(of grid: Grid) -> String {
    let frame = CellFrame(of: grid, roles: theme.roles)
    let rows = (0..<grid.rows).map { line(of: grid, row: $0, in: frame) + "\n" }.joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(markupEscaped(cleaned(title)))</title>
      <style>
      \(StyleSheet(theme: theme, of: grid).text)\(layout(of: grid))</style>
      </head>
      <body class="grid">
      <div class="page">
      \(shapes(of: grid, in: frame))<pre dir="ltr">
      \(rows)</pre>
      \(credit?.html(in: frame) ?? "")</div>
      </body>
      </html>

      """
  }

  private func layout(of grid: Grid) -> String {
    let (page, other) = StyleSheet(theme: theme, of: grid).pages
    let dark = other.map {
      "@media (prefers-color-scheme:dark){html{background:\($0.page.css)}}\n"
    }
    let background = "html{background:\(page.page.css)}\n\(dark ?? "")"
    let card = """
      .page rect{vector-effect:non-scaling-stroke}
      .large{display:inline-block;height:42px;line-height:42px}

      """
    // In a card, the credit uses the row of the lower edge, which moves below it.
    let credit =
      credit.map { _ in
        ".credit{position:relative;margin:\(grid.isFramed ? "-21px 2ch 21px" : "0");white-space:pre}\n"
      } ?? ""
    return background + (grid.isFramed ? card : "") + credit + """
      body{margin:24px}
      .page{position:relative;display:inline-block;font:15px/21px \(pageFont)}
      .page svg{position:absolute;left:0;top:0;overflow:visible}
      .page path{vector-effect:non-scaling-stroke}
      pre{position:relative;margin:0;font:inherit;font-variant-ligatures:none}
      .shape{color:transparent;display:inline-block;height:21px;overflow:hidden;vertical-align:top}
      .wide{display:inline-block;width:2ch;text-align:center}
      span{unicode-bidi:isolate}
      a{color:inherit;text-decoration:none}

      """
  }

  /// The picture under the text, scaled from the picture's cells to those of the font.
  private func shapes(of grid: Grid, in frame: CellFrame) -> String {
    let picture = SVGText(theme: theme, title: title)
    let edge = "\(picture.attribute(grid.frameStyle)) fill=\"none\" stroke=\"currentColor\""
    let lines = credit?.lines(in: frame).count ?? 0
    let parts =
      frame.isCard
      ? [frame.card(lines: lines, edge)]
        + picture.shapes(of: grid.withoutFrame, in: frame)
      : picture.shapes(of: grid, in: frame)
    guard !parts.isEmpty else { return "" }
    let origin = "\(px(frame.left(column: 0))) \(px(frame.top(row: 0)))"
    let width = px(grid.columns * CellFrame.cellWidth)
    let height = px(frame.top(row: grid.rows + lines) - frame.top(row: 0))
    return """
      <svg aria-hidden="true" style="width:\(grid.columns)ch;height:\(height)px" \
      viewBox="\(origin) \(width) \(height)" preserveAspectRatio="none" \
      fill="currentColor">
      \(parts.map { $0 + "\n" }.joined())</svg>

      """
  }

  private func line(of grid: Grid, row: Int, in frame: CellFrame) -> String {
    var line = ""
    let target = grid.linkTarget.map(cleaned)
    var isLinked = false
    var isHigh = !frame.isLarge(row)
    for run in grid.runs(row: row) {
      if let target, run.style.isLinked != isLinked {
        isLinked.toggle()
        line += isLinked ? "<a href=\"\(markupEscaped(target))\">" : "</a>"
      }
      let isLarge =
        frame.isLarge(row) && theme.roles[run.style.role].isLarge && !run.isWide
        && !run.text.unicodeScalars.contains { isShape($0, in: grid) }
      isHigh = isHigh || isLarge
      line += isLarge ? large(run, row, of: grid) : span(of: run, in: grid)
    }
    // The row of the large figure keeps its height without one.
    if !isHigh { line += "<span class=\"large\" style=\"vertical-align:top\"></span>" }
    return isLinked ? line + "</a>" : line
  }

  /// The large figure, as large as in a picture, within its columns.
  private func large(_ run: Run, _ row: Int, of grid: Grid) -> String {
    let size = grid.largeSize(of: run.width, column: run.column, row: row)
    let height = thousandths(size * 1_000 / (15 * 8))
    let width = thousandths(run.width * 1_000 * 15 * 8 / size)
    return "<span class=\"\(run.style.role.name) large\" "
      + "style=\"font-size:\(height)em;width:\(width)ch\">\(markupEscaped(run.text))</span>"
  }

  private func thousandths(_ count: Int) -> String {
    "\(count / 1_000).\(String(count % 1_000 + 1_000).dropFirst())"
  }

  private func span(of run: Run, in grid: Grid) -> String {
    let text = run.isWide ? markupEscaped(run.text) : hidingShapes(run.text, in: grid)
    var classes = run.style.role == .plain ? [] : [run.style.role.name]
    if run.isWide { classes.append("wide") }
    // A span also isolates right-to-left letters from their neighbors.
    if classes.isEmpty, run.text.unicodeScalars.allSatisfy(\.isASCII) { return text }
    let names = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    let span = "<span\(names)>\(text)</span>"
    return span
  }
}

extension HTMLText {
  /// Makes the characters that the picture draws transparent.
  private func hidingShapes(_ text: String, in grid: Grid) -> String {
    let scalars = Array(text.unicodeScalars)
    return scalars.chunked { isShape($0, in: grid) }.map { isShape, scalars in
      let plain = markupEscaped(String(String.UnicodeScalarView(scalars)))
      // Fix the width to the cells, whichever font the browser uses for these characters.
      return isShape
        ? "<span class=\"shape\" style=\"width:\(scalars.count)ch\">\(plain)</span>" : plain
    }.joined()
  }

  private func isShape(_ scalar: Unicode.Scalar, in grid: Grid) -> Bool {
    BoxArms(scalar) != nil || BlockShape(scalar) != nil || grid.isDrawnAsLine(scalar)
  }
}

extension Array {
  /// Groups adjacent elements that share a property.
  fileprivate func chunked(by property: (Element) -> Bool) -> [(Bool, [Element])] {
    var chunks: [(Bool, [Element])] = []
    for element in self {
      let kind = property(element)
      if chunks.last?.0 == kind {
        chunks[chunks.count - 1].1.append(element)
      } else {
        chunks.append((kind, [element]))
      }
    }
    return chunks
  }
}

/// Fonts whose box and block characters fill the cell, best first.
let pageFont = "ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace"
