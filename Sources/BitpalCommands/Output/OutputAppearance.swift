import ArgumentParser
public import CellGrid
public import ConfigurationFile
import FoundationEssentials
import Glibc
import NcursesScreen
import Widgets

extension ColorChoice: NamedChoice {}

/// The background chosen by the user.
enum GroundChoice: String, NamedChoice {
  case auto, light, dark

  /// The background; unknown for `auto`.
  var appearance: Appearance {
    switch self {
    case .auto: .unknown
    case .light: .light
    case .dark: .dark
    }
  }
}

extension Palette: NamedChoice {
  /// Parses a palette's name in either spelling.
  public init?(argument: String) {
    guard let word = Setting.word(argument, among: Self.allCases.map(\.rawValue)) else {
      return nil
    }
    self.init(rawValue: word)
  }
}

/// The theme chosen by the user: a scheme, or the terminal's own colors.
struct ThemeChoice: ExpressibleByArgument {
  /// The color scheme; `nil` for the terminal's own colors.
  let scheme: ColorScheme?

  init?(argument: String) {
    if let word = Setting.word(argument, among: Self.allValueStrings) {
      scheme = ColorScheme.named(word)
    } else if let own = Self.own(argument) {
      scheme = own
    } else {
      return nil
    }
  }

  /// A user-defined theme with a name.
  private static func own(_ name: String) -> ColorScheme? {
    guard Setting.isThemeName(name) else { return nil }
    do {
      return try SettingsFile(ProcessInfo.processInfo.environment)?.configuration()
        .scheme(named: name)
    } catch { return nil }
  }

  static let allValueStrings =
    [Configuration.terminalTheme] + ColorScheme.all.map(\.name)
}

/// Appearance options on the command line; omitted ones are taken from the configuration.
struct AppearanceOptions: ParsableArguments {
  @Option(name: .long, help: "The color theme (default: the terminal's own colors).")
  var theme: ThemeChoice?

  @Option(name: .long, help: "When to use colors.")
  var color: ColorChoice?

  @Option(name: .long, help: "The terminal's background.")
  var appearance: GroundChoice?

  @Option(name: .long, help: "The colors of gains and losses.")
  var palette: Palette?
}

/// The appearance of output: colors, background and available characters.
struct OutputAppearance {
  let depth: ColorDepth
  private(set) var theme: Theme
  let glyphs: GlyphLevel
  let isTerminal: Bool
  /// Whether this is a terminal on which output can be rewritten.
  let canMoveCursor: Bool
  /// How charts are drawn.
  private let graphics: ChartGraphics
  /// Whether to ask the terminal for picture support.
  private let wantsPictures: Bool
  /// Whether the dashboard may show pictures in its cells, if the terminal supports it.
  let wantsPictureCells: Bool
  /// Whether the user disabled colors.
  let isColorRefused: Bool
  /// Whether the command line sets the theme.
  let isThemeAsked: Bool
  /// The background specified by the user, so that the terminal need not be asked.
  let namedGround: Appearance
  /// The name under which the system knows the terminal, if different from its own.
  private let knownName: String?

  /// Reads the environment and the user's choices, from the command line or else from the
  /// configuration.
  init(
    _ environment: [String: String], _ configuration: Configuration,
    _ options: AppearanceOptions? = nil
  ) {
    isTerminal = Console.isTerminal
    let name = environment["TERM"] ?? ""
    let isOwnName = isTerminal && NcursesScreen.refusal(of: name) == nil
    knownName = isTerminal && !isOwnName ? NcursesScreen.knownName(for: name) : nil
    canMoveCursor = isOwnName || knownName != nil
    // Send no escape sequences to a terminal unknown to the system.
    let environment = environment.merging(
      isTerminal && !canMoveCursor ? ["TERM": "unknown"] : [:]
    ) { $1 }
    let traits = TerminalTraits.detect(
      environment: environment, isTerminal: isTerminal, knownAs: knownName,
      codeset: NcursesScreen.codeset())
    isThemeAsked = options?.theme != nil
    let scheme = options?.theme.map(\.scheme) ?? configuration.scheme
    let choice = options?.color ?? configuration.color
    isColorRefused =
      choice == .never || choice == .auto && environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    switch choice {
    case .auto: depth = traits.colorDepth
    // A file can use every color of the theme; a terminal shows what it can.
    case .always:
      depth = max(traits.colorDepth, scheme == nil || isTerminal ? .ansi16 : .trueColor)
    case .never: depth = .none
    }
    graphics = isTerminal ? configuration.chartGraphics : .text
    glyphs = graphics.glyphs(traits.glyphs, environment: environment)
    wantsPictures =
      canMoveCursor && depth > .none && graphics.wantsPictures(environment: environment)
    wantsPictureCells =
      canMoveCursor && depth >= .ansi256 && traits.glyphs == .unicode
      && graphics.wantsPictureCells(environment: environment)
    namedGround = options?.appearance?.appearance ?? configuration.appearance ?? .unknown
    theme = Theme(
      palette: options?.palette ?? configuration.palette,
      appearance: namedGround == .unknown ? traits.appearance : namedGround, scheme: scheme)
  }

  /// Combines a command's options with the configuration.
  init(_ context: AppContext, _ options: AppearanceOptions) {
    self.init(context.environment, context.configuration, options)
  }

  /// Whether the user specified the background.
  var isGroundNamed: Bool { namedGround != .unknown || theme.scheme != nil }

  /// How long to wait for the terminal to report its background.
  static let answerPatience = Duration.milliseconds(40)

  /// Asks the terminal for its background if that makes a difference; the caller must close the
  /// probe.
  func askBackground() -> TerminalProbe? {
    guard isTerminal, depth > .none, theme.palette != .mono, !isGroundNamed else { return nil }
    return TerminalProbe.askBackground(terminal)
  }

  /// The terminal on standard output, also read for replies: standard input may be a pipe.
  private var terminal: ScreenTerminal {
    ScreenTerminal(name: knownName, input: STDOUT_FILENO, output: STDOUT_FILENO)
  }

  /// Asks the terminal for picture support if the user wants pictures; the caller must close the
  /// probe.
  ///
  /// - Parameter grid: The content, which must fit the screen.
  func askPictures(for grid: Grid) -> TerminalProbe? {
    guard wantsPictures, Console.cellSize != nil, let terminalSize = Console.size,
      grid.columns <= terminalSize.columns, grid.rows < terminalSize.rows
    else { return nil }
    return TerminalProbe.askPictures(terminal)
  }

  /// An overlay that draws a grid's lines in pixels; empty if the terminal doesn't support it.
  func picture(over grid: Grid, _ reply: TerminalReply) -> String {
    guard let pictures = graphics.pictures(offered: reply), let cell = Console.cellSize else {
      return ""
    }
    let look = isGroundNamed ? self : on(reply.appearance)
    return PictureOverlay(look.encoder(), pictures, cell: cell, glyphs: glyphs).text(over: grid)
  }

  /// The same on the reported background; unchanged if it is unknown.
  func on(_ background: Appearance) -> OutputAppearance {
    guard background != .unknown else { return self }
    var look = self
    look.theme.appearance = background
    return look
  }

  /// The theme of a page, which follows the reader's background rather than this terminal's.
  var pageTheme: Theme {
    Theme(palette: theme.palette, appearance: namedGround, scheme: theme.scheme)
  }

  /// The color depth of explicitly requested text with escape sequences.
  var fileDepth: ColorDepth {
    max(depth, theme.scheme == nil || isTerminal ? .ansi16 : .trueColor)
  }

  /// The encoder of a bar or prompt, which shows colors although the output is a pipe.
  func bar(_ format: BarFormat, width: Int?) -> Bar {
    Bar(format: format, theme: theme, hasColor: !isColorRefused, width: width ?? lineColumns)
  }

  /// The text encoder for this output: colors and links on a terminal, neither in a pipe.
  func encoder(hasLinks: Bool = false) -> ANSIText {
    ANSIText(theme: theme, depth: depth, hasLinks: hasLinks && isTerminal && depth > .none)
  }

  /// A grid as text for this output: colored on a terminal, plain in a pipe.
  func text(of grid: Grid, hasLinks: Bool = false) -> String {
    let drawn = grid.drawn(with: glyphs)
    guard depth > .none else { return PlainText.text(of: drawn) }
    return encoder(hasLinks: hasLinks).text(of: drawn)
  }
}
