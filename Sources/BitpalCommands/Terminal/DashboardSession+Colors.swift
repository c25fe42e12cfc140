import CellGrid
import ConfigurationFile
import NcursesScreen

extension DashboardSession {
  /// The colors of a terminal that is opened under another name than `TERM`, whose own name may
  /// say more than the one it answers.
  static func colorDepth(_ terminal: ScreenTerminal, _ context: AppContext) -> ColorDepth {
    guard let name = terminal.name, context.configuration.color != .never else { return .none }
    return [context.environment, context.environment.merging(["TERM": name]) { $1 }].map {
      TerminalTraits.detect(environment: $0, isTerminal: true, codeset: "").colorDepth
    }.max() ?? .none
  }
}
