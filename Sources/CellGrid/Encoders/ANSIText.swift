/// Encodes a grid as text with escape sequences for colors, attributes and links.
///
/// The cursor is never moved, so the text can go to a file or a pager. Each row ends with
/// attributes reset and its link closed.
public struct ANSIText: Sendable {
  /// Appearance of the roles.
  public var theme: Theme
  /// The terminal's color depth; `none` also omits attributes.
  public var depth: ColorDepth
  /// Whether linked cells become OSC 8 links to the grid's ``Grid/linkTarget``.
  public var hasLinks: Bool

  /// Creates an encoder.
  public init(theme: Theme, depth: ColorDepth, hasLinks: Bool = false) {
    self.theme = theme
    self.depth = depth
    self.hasLinks = hasLinks
  }

  /// Encodes a grid without invisible trailing blanks.
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
    var look = TextAttributes.plain
    let target = hasLinks ? grid.linkTarget.map(cleaned) : nil
    var isLinked = false
    for column in 0..<visibleEnd(of: grid, row: row) {
      let cell = grid[column, row]
      guard !cell.isContinuation else { continue }
      let wanted = self.look(of: cell.style)
      if let target, cell.style.isLinked != isLinked {
        isLinked.toggle()
        line += isLinked ? Self.linkStart(target) : Self.linkEnd
      }
      line += transition(from: look, to: wanted)
      look = wanted
      line.unicodeScalars.append(cell.scalar)
    }
    if look != .plain { line += "\u{1B}[0m" }
    return isLinked ? line + Self.linkEnd : line
  }

  // The id makes terminals underline the panel as one link instead of one per row.
  private static func linkStart(_ target: String) -> String {
    "\u{1B}]8;id=grid;\(target)\u{1B}\\"
  }
  private static let linkEnd = "\u{1B}]8;;\u{1B}\\"

  private func look(of style: Style) -> TextAttributes {
    depth == .none ? .plain : theme.look(of: style, depth: depth)
  }

  private func visibleEnd(of grid: Grid, row: Int) -> Int {
    var end = grid.columns
    while end > 0, grid[end - 1, row].scalar == " " {
      let style = grid[end - 1, row].style
      let look = look(of: style)
      if look.isReversed || look.background != nil { break }
      if hasLinks && grid.linkTarget != nil && style.isLinked { break }
      end -= 1
    }
    return end
  }

  /// The shorter of changing only what differs and starting from a reset.
  private func transition(from old: TextAttributes, to new: TextAttributes) -> String {
    guard old != new else { return "" }
    let anew = ["0"] + Self.codes(from: .plain, to: new)
    let change = Self.codes(from: old, to: new)
    let codes = [anew, change].map { $0.joined(separator: ";") }
    return "\u{1B}[\(codes[0].utf8.count < codes[1].utf8.count ? codes[0] : codes[1])m"
  }

  private static func codes(from old: TextAttributes, to new: TextAttributes) -> [String] {
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
    if old.background != new.background { codes.append(code(of: new.background, 10)) }
    return codes
  }

  /// Background codes are text codes plus 10.
  private static func code(of color: TerminalColor?, _ offset: Int = 0) -> String {
    switch color {
    case nil: "\(39 + offset)"
    case .ansi(let number) where number < 8: "\(30 + offset + Int(number))"
    case .ansi(let number): "\(82 + offset + Int(number))"
    case .indexed(let number): "\(38 + offset);5;\(number)"
    case .rgb(let red, let green, let blue): "\(38 + offset);2;\(red);\(green);\(blue)"
    }
  }
}
