import NcursesScreen

extension ScreenError {
  /// Why there is no dashboard, and what there is instead.
  var sentence: String {
    let instead = "`bitpal --size medium` prints a widget without one."
    switch self {
    case .notATerminal: return "The dashboard needs a terminal. \(instead)"
    case .missingTerminalName:
      return "The dashboard needs to know the terminal: TERM is not set. \(instead)"
    case .dumbTerminal(let name):
      return "The dashboard needs a terminal that can place its cursor; \(name) cannot. \(instead)"
    case .unknownTerminal(let name):
      return "The system does not know the terminal \"\(name)\"; set TERM, perhaps to "
        + "xterm-256color. \(instead)"
    case .alreadyOpen: return "The dashboard is open already."
    case .system(let code): return "The terminal could not be taken over: system error \(code)."
    }
  }
}
