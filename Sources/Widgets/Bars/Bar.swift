public import CellGrid
public import FoundationEssentials
import Portfolio
public import WidgetTimeline

/// A status bar or prompt with its own markup.
public enum BarFormat: String, CaseIterable, Sendable {
  /// One JSON object with text, tooltip and class, for a custom module.
  case waybar
  /// A block of the i3bar protocol, which swaybar and i3blocks read too.
  case i3bar
  /// Text with `#[…]` styles for a status line.
  case tmux
  /// Text with `%{…}` tags.
  case polybar
  /// Text for bash's `PS1`, with zero-width parts marked for the line editor.
  case ps1
}

/// The one-line portfolio for a status bar or prompt.
public struct Bar: Sendable {
  /// The markup format.
  public var format: BarFormat
  /// The colors: those of a scheme, otherwise of the dark one, or in tmux and prompts the
  /// terminal's.
  public var theme: Theme
  /// Whether to use colors and bold.
  public var hasColor: Bool
  /// The maximum width of the text.
  public var width: Int

  /// Creates an encoder.
  public init(format: BarFormat, theme: Theme, hasColor: Bool = true, width: Int = lineColumns) {
    self.format = format
    self.theme = theme
    self.hasColor = hasColor
    self.width = width
  }

  /// Encodes the portfolio on one line, without a newline.
  ///
  /// - Parameters:
  ///   - entry: The portfolio to show.
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

  /// CSS classes: the direction, the freshness and what is missing.
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

  /// The large widget without its frame, in monospaced text.
  private func tooltip(_ entry: PortfolioEntry, isPrivate: Bool, now: Date) -> String {
    let grid = panel(entry, family: .large, isPrivate: isPrivate, now: now)
    var rows = (1..<(grid.rows - 1)).map { row in
      var text = grid.text(row: row).unicodeScalars.dropFirst(2).dropLast(2)
      while text.last == " " { text.removeLast() }
      return String(text)
    }
    // Collapse consecutive blank rows.
    rows = rows.indices.filter { $0 == 0 || !rows[$0].isEmpty || !rows[$0 - 1].isEmpty }
      .map { rows[$0] }
    return "<tt>\(markupEscaped(rows.joined(separator: "\n")))</tt>"
  }
}

extension Bar {
  /// Encodes a part as Pango markup, used by waybar and i3bar.
  func pango(_ part: LinePart) -> String {
    let text = markupEscaped(part.text)
    guard hasColor else { return text }
    let color = pageColor(of: part.role).map { " color=\"\($0)\"" } ?? ""
    let weight = isBold(part.role) ? " weight=\"bold\"" : ""
    return color.isEmpty && weight.isEmpty ? text : "<span\(color)\(weight)>\(text)</span>"
  }

  /// Encodes a part with tmux styles; a literal `#` is doubled.
  func tmux(_ part: LinePart) -> String {
    let text = part.text.replacing("#", with: "##")
    guard hasColor else { return text }
    let own: [Hue: String] = [.green: "green", .red: "red", .amber: "yellow"]
    let isOwn = theme.scheme == nil && theme.palette == .default
    let color = isOwn ? own[theme.roles[part.role].hue] : pageColor(of: part.role)
    let style = [color.map { "fg=\($0)" }, isBold(part.role) ? "bold" : nil].compactMap { $0 }
    return style.isEmpty ? text : "#[\(style.joined(separator: ","))]\(text)#[default]"
  }

  /// Encodes a part with polybar tags, which `%{` opens; in text, that sequence loses its brace.
  func polybar(_ part: LinePart) -> String {
    let text = part.text.replacing("%{", with: "%")
    guard hasColor, let color = pageColor(of: part.role) else { return text }
    return "%{F\(color)}\(text)%{F-}"
  }

  /// Encodes a part with escape sequences between the two characters that mark zero-width text for
  /// the line editor.
  ///
  /// Bash does not decode the output of a command substitution again, so `\[` would be visible and
  /// `$` is safe.
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

  /// A role's color as six hexadecimal digits; `nil` for the ordinary text color.
  private func pageColor(of role: Role) -> String? {
    let hue = theme.roles[role].hue
    let scheme = theme.scheme ?? (theme.appearance == .light ? .light : .dark)
    let color = scheme.color(of: hue, palette: theme.palette)
    return color == scheme.color(of: .ink) ? nil : color.css
  }
}

/// A JSON object on one line from encoded values.
func object(_ members: [(name: String, value: String)]) -> String {
  "{\(members.map { "\(quoted($0.name)):\($0.value)" }.joined(separator: ","))}"
}

/// A JSON array of strings.
func list(_ texts: [String]) -> String { "[\(texts.map(quoted).joined(separator: ","))]" }

/// A JSON string.
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
