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
