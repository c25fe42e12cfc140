public import ArgumentParser
import CellGrid
public import ConfigurationFile
import NcursesScreen

extension ColorChoice: ExpressibleByArgument {}

/// How results look here: the terminal's colours, its ground and the characters it can show.
struct OutputAppearance {
  let depth: ColorDepth
  let theme: Theme
  let glyphs: GlyphLevel
  let isTerminal: Bool

  /// Reads the environment and what the user asked for.
  init(_ environment: [String: String], color: ColorChoice = .auto, ground: Appearance? = nil) {
    isTerminal = Console.isTerminal
    let traits = TerminalTraits.detect(
      environment: environment, isTerminal: isTerminal, codeset: NcursesScreen.codeset())
    switch color {
    case .auto: depth = traits.colorDepth
    case .always: depth = max(traits.colorDepth, .ansi16)
    case .never: depth = .none
    }
    // A file or a pipe is read by programs of today: only a terminal's locale limits characters.
    glyphs = isTerminal && traits.glyphs == .ascii ? .ascii : .unicode
    theme = Theme(appearance: ground ?? traits.appearance)
  }

  /// A grid as text for here: coloured on a terminal, plain in a pipe.
  func text(of grid: Grid, hasLinks: Bool = false) -> String {
    let drawn = grid.drawn(with: glyphs)
    guard depth > .none else { return PlainText.text(of: drawn) }
    return ANSIText(theme: theme, depth: depth, hasLinks: hasLinks && isTerminal).text(of: drawn)
  }
}
