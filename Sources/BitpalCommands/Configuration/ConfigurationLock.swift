import Glibc

/// A lock held during every settings change, so that concurrent changes don't overwrite each other.
///
/// It locks the folder itself: no lock file remains, and the system releases it when its holder
/// exits.
struct ConfigurationLock {
  /// How often to try the lock, ten milliseconds apart: five seconds in total.
  private static let attempts = 500

  private let folder: String
  private let attempts: Int

  init(_ folder: String, attempts: Int = Self.attempts) {
    self.folder = folder
    self.attempts = attempts
  }

  /// Holds the lock while `body` runs.
  ///
  /// - Throws: A refusal if another process holds the lock too long, or errors from `body`.
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
      // A file system without lock support has no lock to wait for.
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
