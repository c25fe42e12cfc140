public import ArgumentParser
public import CellGrid
public import ConfigurationFile
import NcursesScreen
import Widgets

extension ColorChoice: ExpressibleByArgument {}

/// The ground a person names.
enum GroundChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, light, dark

  /// The ground, unknown for `auto`.
  var appearance: Appearance {
    switch self {
    case .auto: .unknown
    case .light: .light
    case .dark: .dark
    }
  }
}

extension Palette: ExpressibleByArgument {
  /// Reads a palette's name in either spelling.
  public init?(argument: String) {
    self.init(rawValue: argument == "color-blind" ? Self.colorBlind.rawValue : argument)
  }
}

/// What the command line says about looks; what it leaves out is left to the configuration.
struct AppearanceOptions: ParsableArguments {
  @Option(name: .long, help: "When to use colours.")
  var color: ColorChoice?

  @Option(name: .long, help: "The terminal's ground.")
  var appearance: GroundChoice?

  @Option(name: .long, help: "The colours of gain and loss.")
  var palette: Palette?
}

/// How results look here: the terminal's colours, its ground and the characters it can show.
struct OutputAppearance {
  let depth: ColorDepth
  let theme: Theme
  let glyphs: GlyphLevel
  let isTerminal: Bool
  /// Whether this is a terminal that what is shown already can be rewritten on.
  let canMoveCursor: Bool
  /// The ground as a person named it, so that the terminal need not be asked.
  let namedGround: Appearance

  /// Reads the environment and what the user asked for: on the command line, else in the
  /// configuration.
  init(
    _ environment: [String: String], _ configuration: Configuration,
    _ options: AppearanceOptions? = nil
  ) {
    isTerminal = Console.isTerminal
    let name = environment["TERM"] ?? ""
    canMoveCursor = isTerminal && NcursesScreen.refusal(of: name) == nil
    // What the system does not know is given no sequence it may not understand.
    let environment = environment.merging(
      isTerminal && !canMoveCursor ? ["TERM": "unknown"] : [:]
    ) { $1 }
    let traits = TerminalTraits.detect(
      environment: environment, isTerminal: isTerminal, codeset: NcursesScreen.codeset())
    switch options?.color ?? configuration.color {
    case .auto: depth = traits.colorDepth
    case .always: depth = max(traits.colorDepth, .ansi16)
    case .never: depth = .none
    }
    // A file or a pipe is read by programs of today: only a terminal's locale limits characters.
    glyphs = isTerminal ? traits.glyphs : .unicode
    namedGround = options?.appearance?.appearance ?? configuration.appearance ?? .unknown
    theme = Theme(
      palette: options?.palette ?? configuration.palette,
      appearance: namedGround == .unknown ? traits.appearance : namedGround)
  }

  /// What a command's options and the program's configuration say.
  init(_ context: AppContext, _ options: AppearanceOptions) {
    self.init(context.environment, context.configuration, options)
  }

  /// Whether a person said what the ground is.
  var isGroundNamed: Bool { namedGround != .unknown }

  /// The theme of a page, which follows its reader's ground and not that of the terminal here.
  var pageTheme: Theme { Theme(palette: theme.palette, appearance: namedGround) }

  /// The encoder of text for here: colours and links on a terminal, neither in a pipe.
  func encoder(hasLinks: Bool = false) -> ANSIText {
    ANSIText(theme: theme, depth: depth, hasLinks: hasLinks && isTerminal && depth > .none)
  }

  /// A grid as text for here: coloured on a terminal, plain in a pipe.
  func text(of grid: Grid, hasLinks: Bool = false) -> String {
    let drawn = grid.drawn(with: glyphs)
    guard depth > .none else { return PlainText.text(of: drawn) }
    return encoder(hasLinks: hasLinks).text(of: drawn)
  }
}
