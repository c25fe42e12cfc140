import Glibc

extension Console {
  /// Asks for a line without showing what is typed; reads it silently where nobody is asked.
  static func askSecretly(_ question: String) -> String? {
    guard canAsk else { return readLine() }
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return ask(question) }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      writeError("")
    }
    return ask(question)
  }
}
