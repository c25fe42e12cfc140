import Glibc

extension LedgerFile {
  /// Seconds after which an unfinished file is one that a killed program left.
  private static let secondsUntilAbandoned = 60

  /// Removes the unfinished files next to `path` that have not been written for a minute.
  static func removeLeftovers(beside path: String) {
    let (folder, prefix) = (folder(of: path), "\(name(of: path)).new-")
    guard let list = opendir(folder) else { return }
    closedir(list)
    let oldest = time(nil) - secondsUntilAbandoned
    do {
      for name in try names(in: folder) where name.hasPrefix(prefix) {
        var status = stat()
        let file = "\(folder)/\(name)"
        if lstat(file, &status) == 0, status.st_mtim.tv_sec < oldest { unlink(file) }
      }
    } catch {
      // What cannot be removed now is removed another time.
      return
    }
  }

  /// Removes a temporary file and what SQLite may have left next to it.
  static func removeWithTails(_ path: String) {
    for tail in ["", "-journal", "-wal", "-shm"] { unlink(path + tail) }
  }

  /// Puts a finished file in the place of a damaged one, which is kept under a name that ends in
  /// `.damaged-1`, `.damaged-2` and so on.
  ///
  /// A kill at any instant leaves the damaged file or the finished one under the name.
  ///
  /// - Returns: The name of what was damaged.
  static func publish(_ temporary: String, keepingDamaged path: String) throws -> String {
    try sync(temporary)
    var number = 1
    while link(path, "\(path).damaged-\(number)") != 0 {
      guard errno == EEXIST else { throw refusal(path) }
      number += 1
    }
    let kept = "\(path).damaged-\(number)"
    // Left in place, the old log would be taken for one of the file that gets the name next.
    for tail in ["-wal", "-shm"] {
      guard rename(path + tail, kept + tail) == 0 || errno == ENOENT else { throw refusal(path) }
    }
    guard rename(temporary, path) == 0 else { throw refusal(path) }
    try sync(folder(of: path))
    return kept
  }

  /// Makes a file share the blocks of another.
  ///
  /// - Returns: `false` where the file system cannot.
  static func clone(_ path: String, to copy: String) throws -> Bool {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw refusal(path) }
    // Closing it would drop the locks that SQLite holds on the same file: it stays open.
    let target = open(copy, O_WRONLY | O_CLOEXEC)
    guard target >= 0 else { throw refusal(copy) }
    defer { close(target) }
    return ioctl(target, ficlone, source) == 0
  }

  /// Whether files of a folder can share blocks, tried with two files of nothing.
  static func canClone(in folder: String) -> Bool {
    let first = open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
    let second = open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
    defer { for file in [first, second] where file >= 0 { close(file) } }
    return first >= 0 && second >= 0 && ioctl(second, ficlone, first) == 0
  }

  /// `O_TMPFILE`, a compound that Swift does not import.
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  /// `FICLONE` of `linux/fs.h`, which the C library's headers do not name.
  private static let ficlone: UInt = 0x4004_9409

  /// Runs `body` while no other process that asks for the same does so in that folder.
  ///
  /// - Throws: ``LedgerStoreError/busy(_:)`` where another keeps it as long as SQLite would wait.
  static func locking<Value>(
    _ folder: String, patience: Duration = .seconds(LedgerSchema.secondsToWait),
    _ body: () throws -> Value
  ) throws -> Value {
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw refusal(folder + "/") }
    defer { close(number) }
    let deadline = ContinuousClock.now + patience
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw refusal(folder + "/") }
      guard ContinuousClock.now < deadline else { throw LedgerStoreError.busy(folder) }
      usleep(10_000)
    }
    return try body()
  }
}
