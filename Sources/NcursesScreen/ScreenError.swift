import CScreen
import Glibc

/// Why a screen could not be opened; nothing was written to the terminal.
public enum ScreenError: Error, Equatable {
  /// Input or output is not a terminal.
  case notATerminal
  /// `TERM` is not set.
  case missingTerminalName
  /// The terminal cannot position the cursor, as with `TERM=dumb`.
  case dumbTerminal(name: String)
  /// The system does not know a terminal of that name.
  case unknownTerminal(name: String)
  /// This program already has an open screen.
  case alreadyOpen
  /// A system call failed.
  case system(errno: Int32)
}

extension ScreenError {
  /// Maps the outcome of opening a screen to an error.
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
