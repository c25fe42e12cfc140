/// A grid as a self-contained page.
public struct HTML: Sendable {
  /// The ground it is drawn for; unknown follows the reader's.
  public var appearance: Appearance

  /// Makes an encoder.
  public init(appearance: Appearance = .unknown) { self.appearance = appearance }

  /// Encodes a grid.
  public func text(of grid: Grid) -> String {
    let rows = (0..<grid.rows).map { row in grid.runs(row: row).map(span).joined() }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="color-scheme" content="\(scheme)">
      <title>bitpal</title>
      <style>\(Markup.rules(appearance, property: "color"))\(grounds)
      pre{font:15px/1.3 "DejaVu Sans Mono",Menlo,Consolas,monospace;margin:1em}
      a{text-decoration:none}.wide{display:inline-block;width:2ch}.reversed{filter:invert(1)}
      .prominent,.badge,.accent,.error{font-weight:bold}</style>
      </head>
      <body>
      <pre>\(rows.joined(separator: "\n"))</pre>
      </body>
      </html>

      """
  }

  private var scheme: String {
    switch appearance {
    case .light: "light"
    case .dark: "dark"
    case .unknown: "light dark"
    }
  }

  private var grounds: String {
    func rule(_ isDark: Bool) -> String { "body{background:\(Markup.ground(isDark: isDark))}" }
    switch appearance {
    case .light: return rule(false)
    case .dark: return rule(true)
    case .unknown: return rule(false) + "@media(prefers-color-scheme:dark){\(rule(true))}"
    }
  }

  private func span(_ run: Run) -> String {
    var classes = ["\(run.style.role)"]
    if run.width > run.text.unicodeScalars.count { classes.append("wide") }
    if run.style.isReversed { classes.append("reversed") }
    let text = Markup.escaped(run.text)
    let span = "<span class=\"\(classes.joined(separator: " "))\">\(text)</span>"
    return run.style.isLinked ? "<a href=\"\(Link.portfolio)\">\(span)</a>" : span
  }
}
