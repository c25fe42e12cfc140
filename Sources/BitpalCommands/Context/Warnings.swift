import Synchronization

/// What works less well than it could, said once by a command, however often it is met.
///
/// They go to standard error; while the dashboard has the terminal they wait until it shows them.
final class Warnings: Sendable {
  private struct State {
    var said: Set<String> = []
    var waiting: [String]?
  }

  private let state = Mutex(State())

  /// Says a sentence, unless it was said before.
  func say(_ sentence: String) {
    let isNow = state.withLock { state in
      guard state.said.insert(sentence).inserted else { return false }
      state.waiting?.append(sentence)
      return state.waiting == nil
    }
    if isNow { Console.writeError(sentence) }
  }

  /// Keeps what is said from here on for ``take()``.
  func hold() { state.withLock { $0.waiting = $0.waiting ?? [] } }

  /// Whether what is said waits, because the dashboard has the terminal.
  var isHeld: Bool { state.withLock { $0.waiting != nil } }

  /// What was said since the last call.
  func take() -> [String] {
    state.withLock { state in
      defer { state.waiting = state.waiting.map { _ in [] } }
      return state.waiting ?? []
    }
  }

  /// Writes to standard error what still waits, and all that is said from here on.
  func release() {
    let rest = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting ?? []
    }
    for sentence in rest { Console.writeError(sentence) }
  }
}
