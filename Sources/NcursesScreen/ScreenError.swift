import CScreen
import Glibc

/// Why the screen could not be opened; nothing was written to the terminal then.
public enum ScreenError: Error, Equatable {
  /// Input or output is not a terminal.
  case notATerminal
  /// `TERM` is not set.
  case missingTerminalName
  /// The terminal cannot place a cursor, as `TERM=dumb` cannot.
  case dumbTerminal(name: String)
  /// The system knows no terminal of that name.
  case unknownTerminal(name: String)
  /// Another screen is open in this program.
  case alreadyOpen
  /// The system refused; the number is its `errno`.
  case system(errno: Int32)
}

extension ScreenError {
  /// What an attempt to open a screen came to.
  ///
  /// - Parameter terminal: The terminfo name.
  init(_ outcome: bitpal_outcome, terminal: String) {
    switch outcome {
    case BITPAL_NOT_A_TERMINAL: self = .notATerminal
    case BITPAL_NO_TERMINAL_NAME: self = .missingTerminalName
    case BITPAL_DUMB_TERMINAL: self = .dumbTerminal(name: terminal)
    case BITPAL_UNKNOWN_TERMINAL: self = .unknownTerminal(name: terminal)
    case BITPAL_ALREADY_OPEN: self = .alreadyOpen
    default: self = .system(errno: errno)
    }
  }
}
