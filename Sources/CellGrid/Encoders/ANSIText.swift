/// A grid as text with escape sequences for colours, attributes and links.
///
/// The cursor is never moved: the text can go into a file or a pager. Each row ends in the
/// terminal's own look, with its link closed.
public struct ANSIText: Sendable {
  /// What the roles look like.
  public var theme: Theme
  /// Colours of the terminal; `none` writes no attributes either.
  public var depth: ColorDepth
  /// Whether linked cells become OSC 8 links to ``Link/portfolio``.
  public var hasLinks: Bool

  /// Makes an encoder.
  public init(theme: Theme = Theme(), depth: ColorDepth, hasLinks: Bool = false) {
    self.theme = theme
    self.depth = depth
    self.hasLinks = hasLinks
  }

  /// Encodes a grid; invisible blanks at the ends of rows are left out.
  public func text(of grid: Grid) -> String {
    var text = ""
    for row in 0..<grid.rows {
      text += line(of: grid, row: row) + "\n"
    }
    return text
  }

  /// Encodes one row, without a newline.
  public func line(of grid: Grid, row: Int) -> String {
    var line = ""
    var look = Look.plain
    var isLinked = false
    for column in 0..<visibleEnd(of: grid, row: row) {
      let cell = grid[column, row]
      guard !cell.isContinuation else { continue }
      let wanted = self.look(of: cell.style)
      if hasLinks, cell.style.isLinked != isLinked {
        isLinked.toggle()
        line += isLinked ? Self.linkStart : Self.linkEnd
      }
      line += transition(from: look, to: wanted)
      look = wanted
      line.unicodeScalars.append(cell.scalar)
    }
    if look != .plain { line += "\u{1B}[0m" }
    return isLinked ? line + Self.linkEnd : line
  }

  // The id makes terminals underline the whole panel as one link, not one row of it.
  private static let linkStart = "\u{1B}]8;id=portfolio;\(Link.portfolio)\u{1B}\\"
  private static let linkEnd = "\u{1B}]8;;\u{1B}\\"

  private func look(of style: Style) -> Look {
    depth == .none ? .plain : theme.look(of: style, depth: depth)
  }

  private func visibleEnd(of grid: Grid, row: Int) -> Int {
    var end = grid.columns
    while end > 0, grid[end - 1, row].scalar == " " {
      let style = grid[end - 1, row].style
      if look(of: style).isReversed || (hasLinks && style.isLinked) { break }
      end -= 1
    }
    return end
  }

  /// The shorter of changing what differs and starting anew.
  private func transition(from old: Look, to new: Look) -> String {
    guard old != new else { return "" }
    let anew = ["0"] + Self.codes(from: .plain, to: new)
    let change = Self.codes(from: old, to: new)
    let codes = [anew, change].map { $0.joined(separator: ";") }
    return "\u{1B}[\(codes[0].utf8.count < codes[1].utf8.count ? codes[0] : codes[1])m"
  }

  private static func codes(from old: Look, to new: Look) -> [String] {
    var old = old
    var codes: [String] = []
    // One code ends both bold and dim.
    if (old.isBold && !new.isBold) || (old.isDim && !new.isDim) {
      codes.append("22")
      old.isBold = false
      old.isDim = false
    }
    if new.isBold, !old.isBold { codes.append("1") }
    if new.isDim, !old.isDim { codes.append("2") }
    if old.isReversed != new.isReversed { codes.append(new.isReversed ? "7" : "27") }
    if old.foreground != new.foreground { codes.append(code(of: new.foreground)) }
    return codes
  }

  private static func code(of color: TerminalColor?) -> String {
    switch color {
    case nil: "39"
    case .ansi(let number) where number < 8: "\(30 + Int(number))"
    case .ansi(let number): "\(82 + Int(number))"
    case .indexed(let number): "38;5;\(number)"
    case .rgb(let red, let green, let blue): "38;2;\(red);\(green);\(blue)"
    }
  }
}
