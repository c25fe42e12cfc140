/// Terminals known by name, independent of the system's terminfo database.
///
/// Servers reached over ssh often lack the description of a new terminal.
public struct TerminalFamily: Hashable, Sendable {
  /// Name prefixes, optionally preceded by `xterm-`.
  let names: [String]
  /// Whether the terminals support 24-bit color.
  let isDeep: Bool
  /// Suitable terminfo descriptions, best first.
  let fallbacks: [String]

  /// The description that most modern terminals follow.
  public static let plainFallback = "xterm-256color"

  private static let all = [
    TerminalFamily(
      names: ["alacritty", "foot", "ghostty", "kitty", "rio", "wezterm"], isDeep: true,
      fallbacks: [plainFallback, "xterm"]),
    TerminalFamily(
      names: ["tmux", "screen"], isDeep: false,
      fallbacks: ["tmux-256color", "screen-256color", "screen", plainFallback]),
    TerminalFamily(names: ["xterm"], isDeep: false, fallbacks: [plainFallback, "xterm"]),
  ]

  /// The family of a terminal name, as in `TERM`; `nil` for unknown names.
  public init?(of name: String) {
    let own = name.hasPrefix("xterm-") ? name.dropFirst("xterm-".count) : name[...]
    let family =
      Self.all.first { $0.names.contains { Self.isName(own, of: $0) } }
      ?? Self.all.first { $0.names.contains { Self.isName(name[...], of: $0) } }
    guard let family else { return nil }
    self = family
  }

  private init(names: [String], isDeep: Bool, fallbacks: [String]) {
    self.names = names
    self.isDeep = isDeep
    self.fallbacks = fallbacks
  }

  /// Descriptions to use if the system lacks the terminal's own, best first.
  public static func fallbacks(for name: String) -> [String] {
    TerminalFamily(of: name)?.fallbacks ?? []
  }

  /// Whether a name is that of a family or a variant of it, such as `foot-extra` of `foot`.
  private static func isName(_ name: Substring, of family: String) -> Bool {
    name.hasPrefix(family) && !(name.dropFirst(family.count).first?.isLetter ?? false)
  }
}
