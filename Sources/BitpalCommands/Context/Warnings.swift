import Synchronization

/// Warnings, each reported once per command.
///
/// They are written to standard error, or held until the dashboard shows them.
final class Warnings: Sendable {
  private struct State {
    var said: Set<String> = []
    var waiting: [String]?
  }

  private let state = Mutex(State())

  /// Reports a sentence, unless already reported.
  func say(_ sentence: String) {
    let isNow = state.withLock { state in
      guard state.said.insert(sentence).inserted else { return false }
      state.waiting?.append(sentence)
      return state.waiting == nil
    }
    if isNow { Console.writeError(sentence) }
  }

  /// Holds warnings from now on for ``drain()``.
  func hold() { state.withLock { $0.waiting = $0.waiting ?? [] } }

  /// Whether warnings are held because the dashboard owns the terminal.
  var isHeld: Bool { state.withLock { $0.waiting != nil } }

  /// Returns the warnings since the last call.
  func drain() -> [String] {
    state.withLock { state in
      defer { state.waiting = state.waiting.map { _ in [] } }
      return state.waiting ?? []
    }
  }

  /// Writes held warnings to standard error, and stops holding them.
  func release() {
    let rest = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting ?? []
    }
    for sentence in rest { Console.writeError(sentence) }
  }
}
