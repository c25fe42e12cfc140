import Testing

/// Everything that opens a screen, one test after another: ncurses has one at a time.
@Suite(.serialized)
struct ScreenTests {
  /// A colour terminal of today, one of 16 colours, a console, one without colour, a multiplexer.
  static let terminals = ["xterm-256color", "xterm", "linux", "vt100", "tmux-256color"]
}
