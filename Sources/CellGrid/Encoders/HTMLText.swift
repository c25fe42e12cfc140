/// A grid as a page of HTML that needs nothing else.
public struct HTMLText: Sendable {
  /// What the roles look like; an unknown appearance follows the reader's light or dark.
  public var theme: Theme
  /// The name of the page.
  public var title: String

  /// Makes an encoder.
  public init(theme: Theme, title: String) {
    self.theme = theme
    self.title = title
  }

  /// Encodes a grid.
  public func text(of grid: Grid) -> String {
    let rows = (0..<grid.rows).map { line(of: grid, row: $0) + "\n" }.joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(markupEscaped(cleaned(title)))</title>
      <style>
      \(StyleSheet(theme: theme).text)\(layout)</style>
      </head>
      <body class="grid">
      <pre dir="ltr">
      \(rows)</pre>
      </body>
      </html>

      """
  }

  private var layout: String {
    let ground: String =
      switch theme.appearance {
      case .light: "html{background:\(PageGround.light.color)}\n"
      case .dark: "html{background:\(PageGround.dark.color)}\n"
      case .unknown:
        """
        html{background:\(PageGround.light.color)}
        @media (prefers-color-scheme:dark){html{background:\(PageGround.dark.color)}}

        """
      }
    return ground + """
      body{margin:24px}
      pre{margin:0;font:15px/1.2 \(pageFont);font-variant-ligatures:none}
      .wide{display:inline-block;width:2ch;text-align:center}
      .reversed{background:currentColor}
      span{unicode-bidi:isolate}
      a{color:inherit;text-decoration:none}

      """
  }

  private func line(of grid: Grid, row: Int) -> String {
    var line = ""
    let target = grid.linkTarget.map(cleaned)
    var isLinked = false
    for run in grid.runs(row: row) {
      if let target, run.style.isLinked != isLinked {
        isLinked.toggle()
        line += isLinked ? "<a href=\"\(markupEscaped(target))\">" : "</a>"
      }
      line += span(of: run)
    }
    return isLinked ? line + "</a>" : line
  }

  private func span(of run: Run) -> String {
    let text = markupEscaped(run.text)
    let isReversed = theme.look(of: run.style, depth: .trueColor).isReversed
    var classes = run.style.role == .plain ? [] : [run.style.role.name]
    if run.isWide { classes.append("wide") }
    if isReversed { classes.append("ground") }
    // A span also keeps right-to-left letters from carrying their neighbours along.
    if classes.isEmpty, run.text.unicodeScalars.allSatisfy(\.isASCII) { return text }
    let names = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    let span = "<span\(names)>\(text)</span>"
    if isReversed { return "<span class=\"reversed\">\(span)</span>" }
    guard let background = run.style.background else { return span }
    return "<span class=\"\(background.name) reversed\">\(span)</span>"
  }
}

/// Fonts whose box and block characters fill the cell, best first.
let pageFont = "ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace"
