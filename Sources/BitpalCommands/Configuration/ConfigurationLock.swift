import Glibc

/// The lock that every change of the settings takes, so that two at once are both kept.
///
/// The folder itself is locked: no lock file remains, and the system lets go of it when
/// its holder ends.
struct ConfigurationLock {
  /// How often, ten milliseconds apart, the lock is tried: five seconds in all.
  private static let attempts = 500

  private let folder: String
  private let attempts: Int

  init(_ folder: String, attempts: Int = Self.attempts) {
    self.folder = folder
    self.attempts = attempts
  }

  /// Holds the lock while `body` runs.
  ///
  /// - Throws: A refusal where another process keeps it too long, else what `body` throws.
  func hold<Result>(_ body: () throws -> Result) throws -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(
        "\(String(cString: strerror(errno))): could not open the folder \(folder).",
        help: "Check who owns "
          + "it, or set BITPAL_CONFIG to a file of your own.", .inputOutput)
    }
    defer { close(descriptor) }
    for _ in 0..<attempts {
      // A file system without locks has none to wait for.
      guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) else {
        return try body()
      }
      poll(nil, 0, 10)
    }
    throw CommandFailure(
      "Another program is changing the settings: the folder \(folder) stays locked. "
        + "Nothing was written.",
      help: "Try again.", .inputOutput)
  }
}
