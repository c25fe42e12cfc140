/// Terminal capabilities according to the environment, before any query.
public struct TerminalTraits: Hashable, Sendable {
  /// The supported color depth.
  public var colorDepth: ColorDepth
  /// The supported characters.
  public var glyphs: GlyphLevel
  /// The background according to `COLORFGBG`.
  public var appearance: Appearance

  /// Creates traits.
  public init(colorDepth: ColorDepth, glyphs: GlyphLevel, appearance: Appearance) {
    self.colorDepth = colorDepth
    self.glyphs = glyphs
    self.appearance = appearance
  }

  /// Reads the environment.
  ///
  /// Color depends on the first that applies: `NO_COLOR`, `CLICOLOR=0`, `FORCE_COLOR` or
  /// `CLICOLOR_FORCE`, whether the output is a terminal, then `COLORTERM` and `TERM`. An empty
  /// value counts as unset. A `FORCE_COLOR` of 2 or 3 also sets the depth, and 0 means none, as in
  /// the tools that introduced it.
  ///
  /// - Parameters:
  ///   - environment: The environment variables.
  ///   - isTerminal: Whether the output is a terminal.
  ///   - knownName: The name under which the system knows the terminal, if it does not know `TERM`;
  ///     the deeper color of the two names applies.
  ///   - codeset: The locale's character set, such as `UTF-8`.
  /// - Returns: The traits.
  public static func detect(
    environment: [String: String], isTerminal: Bool, knownAs knownName: String? = nil,
    codeset: String
  ) -> TerminalTraits {
    let variables = environment.filter { !$0.value.isEmpty }
    let depth = colorDepth(variables, isTerminal: isTerminal)
    let knownDepth = knownName.map { name in
      colorDepth(variables.merging(["TERM": name]) { $1 }, isTerminal: isTerminal)
    }
    return TerminalTraits(
      colorDepth: max(depth, knownDepth ?? depth),
      glyphs: glyphs(isTerminal ? environment["TERM"] ?? "" : "", codeset: codeset),
      appearance: appearance(environment["COLORFGBG"] ?? ""))
  }

  /// The characters supported by the locale; the Linux console font has no braille.
  private static func glyphs(_ name: String, codeset: String) -> GlyphLevel {
    guard ["utf-8", "utf8"].contains(codeset.lowercased()) else { return .ascii }
    return name == "linux" ? .blocks : .unicode
  }

  private static func colorDepth(
    _ environment: [String: String], isTerminal: Bool
  ) -> ColorDepth {
    if environment["NO_COLOR"] != nil || environment["CLICOLOR"] == "0" { return .none }
    let offered = offeredDepth(environment)
    switch environment["FORCE_COLOR"] {
    case "0", "false": return .none
    case "2": return .ansi256
    case "3": return .trueColor
    case .some: return max(offered, .ansi16)
    case nil: break
    }
    if environment["CLICOLOR_FORCE", default: "0"] != "0" { return max(offered, .ansi16) }
    return isTerminal ? offered : .none
  }

  private static func offeredDepth(_ environment: [String: String]) -> ColorDepth {
    let name = environment["TERM"] ?? ""
    if ["", "dumb", "unknown"].contains(name) || name.hasPrefix("vt") || name.hasSuffix("-mono") {
      return .none
    }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"]) { return .trueColor }
    if name.hasSuffix("-direct") || TerminalFamily(of: name)?.isDeep == true { return .trueColor }
    if name.hasSuffix("-256color") { return .ansi256 }
    return ["linux", "screen", "ansi", "cygwin"].contains(name) ? .ansi8 : .ansi16
  }

  /// `COLORFGBG` is `foreground;background` in ANSI colors, sometimes with a word between.
  private static func appearance(_ value: String) -> Appearance {
    guard value.contains(";"), let last = value.split(separator: ";").last,
      let color = Int(last)
    else { return .unknown }
    switch color {
    case 0...6, 8: return .dark
    case 7, 9...15: return .light
    default: return .unknown
    }
  }
}
