import CellGrid
import Testing

/// Colors and glyphs follow the terminal's name, the environment and the locale.
///
/// - `NO_COLOR`, `CLICOLOR` and `FORCE_COLOR` have a fixed order; a pipe has colors only if forced.
/// - Only UTF-8 gets box drawing; the Linux console gets blocks.
/// - `COLORFGBG` says whether the background is light or dark.
struct TerminalTraitsTests {
  private func depth(_ environment: [String: String], isTerminal: Bool = true) -> ColorDepth {
    TerminalTraits.detect(environment: environment, isTerminal: isTerminal, codeset: "UTF-8")
      .colorDepth
  }

  @Test(arguments: [
    ("xterm-256color", ColorDepth.ansi256), ("tmux-256color", .ansi256), ("xterm", .ansi16),
    ("xterm-16color", .ansi16), ("linux", .ansi8), ("screen", .ansi8), ("vt100", .none),
    ("dumb", .none), ("unknown", .none), ("", .none), ("xterm-kitty", .trueColor),
    ("alacritty", .trueColor), ("foot-extra", .trueColor), ("rio", .trueColor),
    ("xterm-ghostty", .trueColor), ("footless", .ansi16), ("xterm-direct", .trueColor),
  ])
  func `the name of the terminal says how many Colours`(name: String, expected: ColorDepth) {
    #expect(depth(["TERM": name]) == expected)
    #expect(depth(["TERM": name], isTerminal: false) == .none)
  }

  @Test(arguments: ["truecolor", "24bit"])
  func `colorterm says that there is any colour`(value: String) {
    #expect(depth(["TERM": "xterm-256color", "COLORTERM": value]) == .trueColor)
    #expect(depth(["TERM": "dumb", "COLORTERM": value]) == .none)
    #expect(depth(["TERM": "xterm-256color", "COLORTERM": "yes"]) == .ansi256)
  }

  /// Each line: the variables other than `TERM`, then the result on a terminal and in a pipe.
  @Test(arguments: [
    (["NO_COLOR": "1", "FORCE_COLOR": "3"], ColorDepth.none, ColorDepth.none),
    (["NO_COLOR": "0"], .none, .none),
    (["NO_COLOR": ""], .ansi256, .none),
    (["CLICOLOR": "0", "FORCE_COLOR": "1"], .none, .none),
    (["CLICOLOR": "1"], .ansi256, .none),
    (["FORCE_COLOR": "1"], .ansi256, .ansi256),
    (["FORCE_COLOR": ""], .ansi256, .none),
    (["FORCE_COLOR": "0"], .none, .none),
    (["FORCE_COLOR": "2"], .ansi256, .ansi256),
    (["FORCE_COLOR": "3"], .trueColor, .trueColor),
    (["CLICOLOR_FORCE": "1"], .ansi256, .ansi256),
    (["CLICOLOR_FORCE": "0"], .ansi256, .none),
  ])
  func `the first variable that speaks decides`(
    environment: [String: String], onTerminal: ColorDepth, inPipe: ColorDepth
  ) {
    let environment = environment.merging(["TERM": "xterm-256color"]) { one, _ in one }
    #expect(depth(environment) == onTerminal)
    #expect(depth(environment, isTerminal: false) == inPipe)
  }

  @Test func `forced colour without a terminal is that of sixteen`() {
    #expect(depth(["FORCE_COLOR": "1"], isTerminal: false) == .ansi16)
    #expect(depth(["CLICOLOR_FORCE": "1", "TERM": "dumb"], isTerminal: false) == .ansi16)
  }

  @Test(arguments: [
    ("UTF-8", GlyphLevel.unicode), ("utf8", .unicode), ("ANSI_X3.4-1968", .ascii),
    ("ISO-8859-1", .ascii), ("", .ascii),
  ])
  func `only UTF 8 has boxes and arrows`(codeset: String, glyphs: GlyphLevel) {
    let traits = TerminalTraits.detect(environment: [:], isTerminal: true, codeset: codeset)
    #expect(traits.glyphs == glyphs)
  }

  @Test func `in a pipe the locale alone decides`() {
    func glyphs(_ name: String, _ codeset: String, isTerminal: Bool) -> GlyphLevel {
      TerminalTraits.detect(
        environment: ["TERM": name], isTerminal: isTerminal, codeset: codeset
      ).glyphs
    }
    #expect(glyphs("linux", "UTF-8", isTerminal: true) == .blocks)
    #expect(glyphs("linux", "UTF-8", isTerminal: false) == .unicode)
    #expect(glyphs("xterm", "ANSI_X3.4-1968", isTerminal: false) == .ascii)
  }

  @Test func `the name that the system knows may tell of more colors`() {
    func depth(_ name: String, knownAs knownName: String) -> ColorDepth {
      TerminalTraits.detect(
        environment: ["TERM": name], isTerminal: true, knownAs: knownName, codeset: "UTF-8"
      ).colorDepth
    }
    #expect(depth("xterm-of-tomorrow", knownAs: "xterm-256color") == .ansi256)
    #expect(depth("xterm-ghostty", knownAs: "xterm-256color") == .trueColor)
  }

  @Test(arguments: [
    ("15;0", Appearance.dark), ("0;15", .light), ("0;default;15", .light), ("12;8", .dark),
    ("0;7", .light), ("0;default", .unknown), ("15", .unknown), ("", .unknown), ("0;99", .unknown),
  ])
  func `colorfgbg names the ground`(value: String, appearance: Appearance) {
    let traits = TerminalTraits.detect(
      environment: ["COLORFGBG": value], isTerminal: true, codeset: "")
    #expect(traits.appearance == appearance)
  }
}
