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
