/// Terminals that are known by their names, whether or not the system's terminfo describes them.
///
/// A server that someone logs in to over ssh often lacks the description of a new terminal.
public struct TerminalFamily: Hashable, Sendable {
  /// What their names begin with, after `xterm-` where that stands before.
  let names: [String]
  /// Whether they show 24-bit colors.
  let isDeep: Bool
  /// The descriptions that fit them, best first.
  let fallbacks: [String]

  /// The description that most terminals of today follow.
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

  /// The family of a terminal's name, as in `TERM`; `nil` for a name that is not known.
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

  /// Descriptions to open a terminal by whose own the system lacks, best first.
  public static func fallbacks(for name: String) -> [String] {
    TerminalFamily(of: name)?.fallbacks ?? []
  }

  /// Whether a name is that of a family or a variant of it, such as `foot-extra` of `foot`.
  private static func isName(_ name: Substring, of family: String) -> Bool {
    name.hasPrefix(family) && !(name.dropFirst(family.count).first?.isLetter ?? false)
  }
}
