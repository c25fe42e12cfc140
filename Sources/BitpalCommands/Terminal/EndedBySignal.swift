import Glibc

/// A signal asked the program to end, and it has put its things in order.
struct EndedBySignal: Error {
  let number: Int32

  /// Ends the process as the signal would have done without us, so that its parent can see it.
  func end() -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
