/// A protocol for pixel graphics in a terminal.
public enum PictureProtocol: Hashable, Sendable {
  /// Kitty's graphics protocol: kitty, Ghostty, WezTerm, Konsole and others.
  case kitty
  /// DEC sixels: foot, WezTerm, xterm, Konsole, mlterm, Windows Terminal and others.
  case sixel
}

/// The user's preference for drawing charts on a terminal.
public enum ChartGraphics: String, CaseIterable, Sendable {
  /// Braille dots.
  case text
  /// Sextants, six blocks per cell.
  case sextants
  /// Pixels by Kitty's protocol if the terminal reports support, else text.
  case kitty
  /// Pixels by sixels if the terminal reports support, else text.
  case sixel
  /// The finest of these that the terminal is known to support.
  case auto

  /// The character level for charts on a terminal that can show `level`.
  ///
  /// A font may lack sextants, so they are used only if the user asks for them by name, or on
  /// terminals that draw them without a font.
  public func glyphs(_ level: GlyphLevel, environment: [String: String]) -> GlyphLevel {
    guard level == .unicode else { return level }
    switch self {
    case .sextants: return .sextants
    case .auto where Self.drawsSextants(environment): return .sextants
    case .auto, .text, .kitty, .sixel: return level
    }
  }

  /// Whether to query a terminal for picture support; a multiplexer would not pass the query on.
  public func wantsPictures(environment: [String: String]) -> Bool {
    [.kitty, .sixel, .auto].contains(self) && !Self.isMultiplexed(environment)
  }

  /// Whether a terminal is known to support Kitty's Unicode placeholders, which other terminals
  /// that support the protocol print as text.
  public func wantsPictureCells(environment: [String: String]) -> Bool {
    (self == .kitty || self == .auto) && wantsPictures(environment: environment)
      && Self.isNamed(["ghostty", "kitty"], environment)
  }

  /// The picture protocol to use; `nil` if the terminal did not report support.
  public func pictures(offered reply: TerminalReply) -> PictureProtocol? {
    if reply.hasKittyPictures, self == .kitty || self == .auto { return .kitty }
    return reply.hasSixels && (self == .sixel || self == .auto) ? .sixel : nil
  }

  private static func isMultiplexed(_ environment: [String: String]) -> Bool {
    let name = environment["TERM"] ?? ""
    return ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
      || name.hasPrefix("tmux") || name.hasPrefix("screen")
  }

  /// Whether the terminal draws sextants itself, independent of the font.
  private static func drawsSextants(_ environment: [String: String]) -> Bool {
    !isMultiplexed(environment) && isNamed(["foot", "ghostty", "kitty", "wezterm"], environment)
  }

  private static func isNamed(_ families: Set<String>, _ environment: [String: String]) -> Bool {
    let names = [environment["TERM"], environment["TERM_PROGRAM"]].compactMap { $0?.lowercased() }
    return names.contains { name in
      let own = name.hasPrefix("xterm-") ? name.dropFirst("xterm-".count) : name[...]
      let known = own.prefix { $0.isLetter }
      return families.contains(String(known))
    }
  }
}
