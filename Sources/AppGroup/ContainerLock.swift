import Glibc

/// The lock between processes (and threads) that every writer of the widget files takes.
///
/// Readers need none: files are replaced whole. The system lets go of the lock when its holder
/// dies. Waiting has no deadline, so hold it for milliseconds and never while waiting for a server;
/// taking it twice on one thread waits for ever.
public struct ContainerLock: Sendable {
  private let path: String

  /// The lock of a container.
  public init(_ container: AppGroupContainer) { path = container.lockFile }

  /// Waits for the lock, and holds it while `body` runs.
  ///
  /// - Throws: ``ContainerError`` when the lock file cannot be opened or locked, else what `body`
  ///   throws.
  public func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    while true {
      let file = try Descriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, for: .lock)
      guard file.lock(LOCK_EX) else {
        throw ContainerError.last(.lock, path)
      }
      // Who removed the container and made it anew waits at another file of the same name.
      if try file.isStill(at: path) { return try body() }
    }
  }
}

extension Descriptor {
  fileprivate borrowing func isStill(at path: String) throws(ContainerError) -> Bool {
    let held = try status(of: path, for: .lock)
    var named = stat()
    guard lstat(path, &named) == 0 else { return false }
    return held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }
}
