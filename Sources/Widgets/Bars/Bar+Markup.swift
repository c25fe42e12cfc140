import CellGrid

extension Bar {
  /// Pango markup, which waybar and i3bar read.
  func pango(_ part: LinePart) -> String {
    let text = markupEscaped(part.text)
    guard hasColor else { return text }
    let color = pageColor(of: part.role).map { " color=\"\($0)\"" } ?? ""
    let weight = isBold(part.role) ? " weight=\"bold\"" : ""
    return color.isEmpty && weight.isEmpty ? text : "<span\(color)\(weight)>\(text)</span>"
  }

  /// A status line's styles; a `#` that is text is doubled.
  func tmux(_ part: LinePart) -> String {
    let text = part.text.replacing("#", with: "##")
    guard hasColor else { return text }
    let own: [Hue: String] = [.green: "green", .red: "red", .amber: "yellow"]
    let isOwn = theme.scheme == nil && theme.palette == .default
    let color = isOwn ? own[theme.roles[part.role].hue] : pageColor(of: part.role)
    let style = [color.map { "fg=\($0)" }, isBold(part.role) ? "bold" : nil].compactMap { $0 }
    return style.isEmpty ? text : "#[\(style.joined(separator: ","))]\(text)#[default]"
  }

  /// Tags in which `%{` opens one; a text that holds that loses its brace.
  func polybar(_ part: LinePart) -> String {
    let text = part.text.replacing("%{", with: "%")
    guard hasColor, let color = pageColor(of: part.role) else { return text }
    return "%{F\(color)}\(text)%{F-}"
  }

  /// Escape sequences between the two characters that the line editor takes as having no width.
  ///
  /// What a command substitution prints is not decoded again, so `\[` would be seen and `$` is
  /// safe.
  func prompt(_ part: LinePart) -> String {
    guard hasColor else { return part.text }
    let own = Theme(roles: theme.roles, palette: theme.palette, appearance: theme.appearance)
    var grid = Grid(columns: columnWidth(of: part.text), rows: 1)
    grid.write(part.text, column: 0, row: 0, style: Style(part.role))
    var text = ""
    var isEscape = false
    for scalar in ANSIText(theme: own, depth: .ansi16).line(of: grid, row: 0).unicodeScalars {
      if scalar == "\u{1B}" {
        isEscape = true
        text += "\u{1}"
      }
      text.unicodeScalars.append(scalar)
      if isEscape, scalar == "m" {
        isEscape = false
        text += "\u{2}"
      }
    }
    return text
  }

  private func isBold(_ role: Role) -> Bool { theme.roles[role].isBold }

  /// The color of a role as six hexadecimal digits; `nil` for that of ordinary text.
  private func pageColor(of role: Role) -> String? {
    let hue = theme.roles[role].hue
    let scheme = theme.scheme ?? (theme.appearance == .light ? .light : .dark)
    let color = scheme.color(of: hue, palette: theme.palette)
    return color == scheme.color(of: .ink) ? nil : color.css
  }
}

/// A JSON object on one line, its values written already.
func object(_ members: [(name: String, value: String)]) -> String {
  "{\(members.map { "\(quoted($0.name)):\($0.value)" }.joined(separator: ","))}"
}

/// A JSON list of texts.
func list(_ texts: [String]) -> String { "[\(texts.map(quoted).joined(separator: ","))]" }

/// A text as JSON writes it.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\u{0}"..<" ":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
