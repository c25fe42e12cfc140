import Testing

/// Everything that opens a screen, serialized: ncurses supports one screen at a time.
@Suite(.serialized)
struct ScreenTests {
  /// A modern color terminal, one with 16 colors, a console, one without color, and a multiplexer.
  static let terminals = ["xterm-256color", "xterm", "linux", "vt100", "tmux-256color"]
}
