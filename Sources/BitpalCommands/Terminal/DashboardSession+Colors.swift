import CellGrid
import NcursesScreen

extension DashboardSession {
  /// The colors of a terminal, which may be opened under another name than `TERM`.
  static func colorDepth(
    _ terminal: ScreenTerminal, _ look: OutputAppearance, _ context: AppContext
  ) -> ColorDepth {
    guard let name = terminal.name, !look.isColorRefused else { return look.depth }
    let traits = TerminalTraits.detect(
      environment: context.environment, isTerminal: true, knownAs: name, codeset: "")
    return max(look.depth, traits.colorDepth)
  }
}
