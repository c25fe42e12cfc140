import Glibc

/// The lock between processes and threads that every writer of the widget files takes.
///
/// Readers need none, because files are replaced atomically. The system releases the lock when its
/// holder dies, but not when the holder is stopped, so waiting has a deadline. Hold it for
/// milliseconds and never while waiting for a server; taking it twice on one thread fails at the
/// deadline.
public struct ContainerLock: Sendable {
  /// How long and how to wait for a lock.
  struct Patience: Sendable {
    /// How long one holder may keep the lock before waiters give up.
    var ofHolder = Duration.seconds(5)
    /// The total time a caller waits; hundreds of others may take the lock first.
    var inAll = Duration.seconds(60)
    /// The time that has passed since some instant.
    var clock: @Sendable () -> Duration = Self.elapsed
    /// Sleeps between two attempts.
    var pause: @Sendable (Duration) -> Void = { usleep(useconds_t($0 / .microseconds(1))) }

    private static let start = ContinuousClock.now
    fileprivate static let interval = Duration.milliseconds(10)

    private static func elapsed() -> Duration { ContinuousClock.now - start }
  }

  private let path: String
  private let patience: Patience

  /// The lock for a container.
  public init(_ container: AppGroupContainer) { self.init(container, Patience()) }

  init(_ container: AppGroupContainer, _ patience: Patience) {
    path = container.lockFile
    self.patience = patience
  }

  /// Waits for the lock, some seconds per holder, and holds it while `body` runs.
  ///
  /// - Throws: ``ContainerError`` if the lock file cannot be opened or locked, with `EWOULDBLOCK`
  ///   if another process keeps it, otherwise what `body` throws.
  public func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    let start = patience.clock()
    var holder: (taken: timespec, since: Duration)?
    while true {
      let file = try Descriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, for: .lock)
      while try !file.lock(path) {
        let (taken, now) = (try file.status(of: path, for: .lock).st_mtim, patience.clock())
        let since = holder.flatMap { $0.taken == taken ? $0.since : nil } ?? now
        holder = (taken, since)
        guard now - since < patience.ofHolder, now - start < patience.inAll else {
          throw ContainerError.refused(.lock, path: path, code: EWOULDBLOCK)
        }
        patience.pause(Patience.interval)
      }
      // If the container was recreated, the lock file is a different one: retry.
      guard try file.isStill(at: path) else { continue }
      // Waiters recognize a new holder by the file's time.
      _ = futimens(file.number, nil)
      return try body()
    }
  }
}

extension timespec {
  fileprivate static func == (left: timespec, right: timespec) -> Bool {
    left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec
  }
}

extension Descriptor {
  /// Takes the lock of the open file unless another holds it.
  fileprivate borrowing func lock(_ path: String) throws(ContainerError) -> Bool {
    if tryLock() { return true }
    guard errno == EWOULDBLOCK else { throw .last(.lock, path) }
    return false
  }

  fileprivate borrowing func isStill(at path: String) throws(ContainerError) -> Bool {
    let held = try status(of: path, for: .lock)
    var named = stat()
    guard lstat(path, &named) == 0 else { return false }
    return held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }
}
