import NcursesScreen
import Portfolio

extension ScreenError {
  /// Why the dashboard cannot run, and what to use instead.
  var message: ErrorMessage {
    let instead = "`bitpal --size medium` prints a widget without one."
    return switch self {
    case .notATerminal: ErrorMessage("The dashboard needs a terminal.", help: instead)
    case .missingTerminalName:
      ErrorMessage(
        "The dashboard needs to know the terminal: TERM is not set.", help: instead)
    case .dumbTerminal(let name):
      ErrorMessage(
        "The dashboard needs a terminal that can place its cursor; \(name) cannot.", help: instead)
    case .unknownTerminal(let name):
      ErrorMessage(
        "The system does not know the terminal \"\(name)\".",
        help: "Set TERM, perhaps to xterm-256color.")
    case .alreadyOpen: ErrorMessage("The dashboard is open already.")
    case .system(let code):
      ErrorMessage("The terminal could not be taken over: system error \(code).")
    }
  }
}
