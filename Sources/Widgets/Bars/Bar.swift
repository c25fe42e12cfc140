public import CellGrid
public import FoundationEssentials
import Portfolio
public import WidgetTimeline

/// A status bar or a prompt that has markup of its own.
public enum BarFormat: String, CaseIterable, Sendable {
  /// One JSON object with text, tooltip and class, for a custom module.
  case waybar
  /// A block of the i3bar protocol, which swaybar and i3blocks read too.
  case i3bar
  /// Text with `#[…]` styles for a status line.
  case tmux
  /// Text with `%{…}` tags.
  case polybar
  /// Text for bash's `PS1`, with what has no width marked for the line editor.
  case ps1
}

/// The one line of the portfolio as a status bar or a prompt reads it.
public struct Bar: Sendable {
  /// Whose markup is written.
  public var format: BarFormat
  /// The colors; a scheme's, else those of the dark one, or in tmux and prompts the terminal's own.
  public var theme: Theme
  /// Whether anything is colored or bold.
  public var hasColor: Bool
  /// The most columns of the text.
  public var width: Int

  /// Makes an encoder.
  public init(format: BarFormat, theme: Theme, hasColor: Bool = true, width: Int = lineColumns) {
    self.format = format
    self.theme = theme
    self.hasColor = hasColor
    self.width = width
  }

  /// Encodes what is known, on one line without its end.
  ///
  /// - Parameters:
  ///   - entry: What to show.
  ///   - isPrivate: Whether amounts are masked.
  ///   - now: The instant that ages are relative to.
  public func text(_ entry: PortfolioEntry, isPrivate: Bool, now: Date) -> String {
    let parts = lineParts(entry, fitting: width, isPrivate: isPrivate, now: now)
    switch format {
    case .waybar:
      return object([
        ("text", quoted(parts.map(pango).joined(separator: " "))),
        ("tooltip", quoted(tooltip(entry, isPrivate: isPrivate, now: now))),
        ("class", list(classes(entry, isPrivate: isPrivate, now: now))),
      ])
    case .i3bar:
      let short = lineParts(entry, fitting: 14, isPrivate: isPrivate, now: now)
      return object([
        ("name", quoted("bitpal")), ("full_text", quoted(parts.map(pango).joined(separator: " "))),
        ("short_text", quoted(short.map(pango).joined(separator: " "))),
        ("markup", quoted("pango")),
      ])
    case .tmux: return parts.map(tmux).joined(separator: " ")
    case .polybar: return parts.map(polybar).joined(separator: " ")
    case .ps1: return parts.map(prompt).joined(separator: " ")
    }
  }

  /// What a style sheet can distinguish: the direction, how current it is, what is missing.
  private func classes(_ entry: PortfolioEntry, isPrivate: Bool, now: Date) -> [String] {
    guard let data = entry.data else { return ["unknown"] }
    if data.isEmpty { return ["empty"] }
    let trend =
      switch data.totalPnL.map({
        Trend($0, minorDigits: NumberFormat(code: data.currency).minorDigits)
      }) {
      case .gain: "gain"
      case .loss: "loss"
      case .neutral, nil: "neutral"
      }
    let freshness: String? =
      switch entry.freshness(at: now) {
      case .fresh: nil
      case .stale: "stale"
      case .offline: "offline"
      case .unableToRefresh: "unable-to-refresh"
      }
    let others = [
      freshness, data.isPartlyPriced ? "partly-priced" : nil, isPrivate ? "private" : nil,
    ]
    return [trend] + others.compactMap { $0 }
  }

  /// The large widget without its frame, in letters of one width.
  private func tooltip(_ entry: PortfolioEntry, isPrivate: Bool, now: Date) -> String {
    let grid = panel(entry, family: .large, isPrivate: isPrivate, now: now)
    var rows = (1..<(grid.rows - 1)).map { row in
      var text = grid.text(row: row).unicodeScalars.dropFirst(2).dropLast(2)
      while text.last == " " { text.removeLast() }
      return String(text)
    }
    // One blank row is enough to set parts off.
    rows = rows.indices.filter { $0 == 0 || !rows[$0].isEmpty || !rows[$0 - 1].isEmpty }
      .map { rows[$0] }
    return "<tt>\(markupEscaped(rows.joined(separator: "\n")))</tt>"
  }
}

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
