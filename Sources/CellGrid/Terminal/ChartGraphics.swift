/// A way of terminals to show pixels.
public enum PictureProtocol: Hashable, Sendable {
  /// Kitty's graphics protocol: kitty, Ghostty, WezTerm, Konsole and others.
  case kitty
  /// DEC's sixels: foot, WezTerm, xterm, Konsole, mlterm, Windows Terminal and others.
  case sixel
}

/// How a person wants charts to be drawn on a terminal.
public enum ChartGraphics: String, CaseIterable, Sendable {
  /// In braille dots.
  case text
  /// In sextants, six blocks to a cell.
  case sextants
  /// In pixels, by Kitty's protocol where the terminal says that it has it, else as text.
  case kitty
  /// The same by sixels.
  case sixel
  /// In the finest of these that the terminal is known to have.
  case auto

  /// The characters of charts on a terminal that can show a level of them.
  ///
  /// A font may lack sextants: they are drawn where a person asks for them by name, and on
  /// terminals that draw them without a font.
  public func glyphs(_ level: GlyphLevel, environment: [String: String]) -> GlyphLevel {
    guard level == .unicode else { return level }
    switch self {
    case .sextants: return .sextants
    case .auto where Self.drawsSextants(environment): return .sextants
    case .auto, .text, .kitty, .sixel: return level
    }
  }

  /// Whether a terminal is to be asked for pictures; a multiplexer would lose them.
  public func wantsPictures(environment: [String: String]) -> Bool {
    [.kitty, .sixel, .auto].contains(self) && !Self.isMultiplexed(environment)
  }

  /// Whether a terminal is known to show Kitty's pictures in cells of text, which others that have
  /// the protocol print as letters.
  public func wantsPictureCells(environment: [String: String]) -> Bool {
    (self == .kitty || self == .auto) && wantsPictures(environment: environment)
      && Self.isNamed(["ghostty", "kitty"], environment)
  }

  /// How pictures are drawn on a terminal, `nil` where it did not say that it can.
  public func pictures(offered reply: TerminalReply) -> PictureProtocol? {
    if reply.hasKittyPictures, self == .kitty || self == .auto { return .kitty }
    return reply.hasSixels && (self == .sixel || self == .auto) ? .sixel : nil
  }

  private static func isMultiplexed(_ environment: [String: String]) -> Bool {
    let name = environment["TERM"] ?? ""
    return ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
      || name.hasPrefix("tmux") || name.hasPrefix("screen")
  }

  /// Whether the terminal is one of those that draw sextants themselves, whatever the font.
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
