import Glibc

/// Checks that the process can open as many files as a command may need at once.
///
/// SQLite, the terminal, connections and change notices handle failures individually. The dispatch
/// library doesn't: its event loop traps if it gets no descriptor.
enum DescriptorReserve {
  /// More than any command has open at once.
  private static let needed = 32

  /// Refuses to start if too few files can be opened.
  ///
  /// - Throws: The reason, with exit code 74.
  static func require() throws(CommandFailure) {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let next = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      guard next >= 0 else {
        throw CommandFailure(
          "Only \(opened.count) more files may be open at once, and bitpal needs \(needed).",
          help: "Raise the limit (ulimit -n 256) and try again.", .inputOutput)
      }
      opened.append(next)
    }
  }
}
