import ArgumentParser
public import CellGrid
public import ConfigurationFile
import FoundationEssentials
import Glibc
import NcursesScreen
import Widgets

extension ColorChoice: NamedChoice {}

/// The background a person names.
enum GroundChoice: String, NamedChoice {
  case auto, light, dark

  /// The background, unknown for `auto`.
  var appearance: Appearance {
    switch self {
    case .auto: .unknown
    case .light: .light
    case .dark: .dark
    }
  }
}

extension Palette: NamedChoice {
  /// Reads a palette's name in either spelling.
  public init?(argument: String) {
    guard let word = Setting.word(argument, among: Self.allCases.map(\.rawValue)) else {
      return nil
    }
    self.init(rawValue: word)
  }
}

/// The theme a person names: a scheme, or the terminal's own colors.
struct ThemeChoice: ExpressibleByArgument {
  /// The colors, `nil` for the terminal's own.
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

  /// The theme that the user made under a name.
  private static func own(_ name: String) -> ColorScheme? {
    guard Setting.isThemeName(name) else { return nil }
    do {
      return try ConfigurationPlace(ProcessInfo.processInfo.environment)?.configuration()
        .scheme(named: name)
    } catch { return nil }
  }

  static let allValueStrings =
    [Configuration.terminalTheme] + ColorScheme.all.map(\.name)
}

/// What the command line says about looks; what it leaves out is left to the configuration.
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

/// How results look here: the terminal's colors, its background and the characters it can show.
struct OutputAppearance {
  let depth: ColorDepth
  private(set) var theme: Theme
  let glyphs: GlyphLevel
  let isTerminal: Bool
  /// Whether this is a terminal that what is shown already can be rewritten on.
  let canMoveCursor: Bool
  /// How charts are drawn.
  private let graphics: ChartGraphics
  /// Whether the terminal is to be asked for pictures.
  private let wantsPictures: Bool
  /// Whether the dashboard may show pictures in its cells, if the terminal says that it has them.
  let wantsPictureCells: Bool
  /// Whether a person wants no colors anywhere.
  let isColorRefused: Bool
  /// Whether the command line names the theme.
  let isThemeAsked: Bool
  /// The background as a person named it, so that the terminal need not be asked.
  let namedGround: Appearance
  /// The name that the system knows the terminal by, where that is not its own.
  private let knownName: String?

  /// Reads the environment and what the user asked for: on the command line, else in the
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
    // What the system does not know is given no sequence it may not understand.
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
    // A file holds what the theme is made of; a terminal shows what it can.
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

  /// What a command's options and the program's configuration say.
  init(_ context: AppContext, _ options: AppearanceOptions) {
    self.init(context.environment, context.configuration, options)
  }

  /// Whether a person said what the background is.
  var isGroundNamed: Bool { namedGround != .unknown || theme.scheme != nil }

  /// How long a picture waits for the terminal to name its background.
  static let answerPatience = Duration.milliseconds(40)

  /// Asks the terminal for its background, where that changes anything; the probe must be closed.
  func askBackground() -> TerminalProbe? {
    guard isTerminal, depth > .none, theme.palette != .mono, !isGroundNamed else { return nil }
    return TerminalProbe.askBackground(terminal)
  }

  /// Output that comes from a pipe is shown on a terminal all the same, which also has the keys.
  private var terminal: ScreenTerminal {
    ScreenTerminal(name: knownName, input: STDOUT_FILENO, output: STDOUT_FILENO)
  }

  /// Asks the terminal for the pictures that a person wants; the probe must be closed.
  ///
  /// - Parameter grid: What is drawn, which all of the screen must have room for.
  func askPictures(for grid: Grid) -> TerminalProbe? {
    guard wantsPictures, Console.cellSize != nil, let room = Console.size,
      grid.columns <= room.columns, grid.rows < room.rows
    else { return nil }
    return TerminalProbe.askPictures(terminal)
  }

  /// What draws a grid's lines in pixels over its text; empty where the terminal did not say that
  /// it can.
  func picture(over grid: Grid, _ reply: TerminalReply) -> String {
    guard let pictures = graphics.pictures(offered: reply), let cell = Console.cellSize else {
      return ""
    }
    let look = isGroundNamed ? self : on(reply.appearance)
    return PictureOverlay(look.encoder(), pictures, cell: cell, glyphs: glyphs).text(over: grid)
  }

  /// The same on a background that the terminal named; on the one known before where it did not.
  func on(_ background: Appearance) -> OutputAppearance {
    guard background != .unknown else { return self }
    var look = self
    look.theme.appearance = background
    return look
  }

  /// The theme of a page, which follows its reader's background and not that of the terminal here.
  var pageTheme: Theme {
    Theme(palette: theme.palette, appearance: namedGround, scheme: theme.scheme)
  }

  /// The colors of text with escape sequences that was asked for by name.
  var fileDepth: ColorDepth {
    max(depth, theme.scheme == nil || isTerminal ? .ansi16 : .trueColor)
  }

  /// The encoder for a bar or a prompt, which shows colors though this is a pipe.
  func bar(_ format: BarFormat, width: Int?) -> Bar {
    Bar(format: format, theme: theme, hasColor: !isColorRefused, width: width ?? lineColumns)
  }

  /// The encoder of text for here: colors and links on a terminal, neither in a pipe.
  func encoder(hasLinks: Bool = false) -> ANSIText {
    ANSIText(theme: theme, depth: depth, hasLinks: hasLinks && isTerminal && depth > .none)
  }

  /// A grid as text for here: colored on a terminal, plain in a pipe.
  func text(of grid: Grid, hasLinks: Bool = false) -> String {
    let drawn = grid.drawn(with: glyphs)
    guard depth > .none else { return PlainText.text(of: drawn) }
    return encoder(hasLinks: hasLinks).text(of: drawn)
  }
}
