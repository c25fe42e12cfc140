import Glibc

/// A signal ended the program after it cleaned up.
struct EndedBySignal: Error {
  let number: Int32

  /// Ends the process by the signal's default action, so that its parent can see the cause.
  func end() -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
