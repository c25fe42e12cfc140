import Glibc

/// Operations on database files as files: names, modes, copies.
///
/// SQLite handles the content.
enum LedgerFile {
  /// Distinguishes a file from another that replaced it.
  struct Identity: Equatable {
    let device: dev_t
    let number: ino_t
  }

  /// Changes whenever the database is written.
  struct Stamp: Equatable {
    private let identity: Identity?
    private let modified: [Int]
    private let sizes: [Int?]

    init(of path: String) throws {
      identity = try LedgerFile.identity(of: path)
      var status = stat()
      let isThere = stat(path, &status) == 0
      modified = isThere ? [status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : []
      // Opening a ledger can leave an empty log.
      sizes = [try size(of: path), try size(of: tail("-wal", of: path)) ?? 0]
    }
  }

  /// The file's identity; `nil` if there is no such file.
  ///
  /// - Throws: ``LedgerStoreError/brokenLink(_:)`` for a link to a missing file, which is not an
  ///   empty ledger.
  static func identity(of path: String) throws -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw refusal(path) }
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
      throw LedgerStoreError.brokenLink(path)
    }
    return Identity(device: status.st_dev, number: status.st_ino)
  }

  /// Whether it is certain that there is no such file.
  static func isMissing(_ path: String) -> Bool {
    do { return try identity(of: path) == nil } catch { return false }
  }

  /// The file's size in bytes; `nil` if there is no such file.
  static func size(of path: String) throws -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw refusal(path) }
      return nil
    }
    return status.st_size
  }

  /// Whether the path is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Refuses anything but a regular file: opening a named pipe would block forever.
  static func requireFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw LedgerStoreError.notAFile(path) }
  }

  /// Makes the files that SQLite keeps next to a writable database writable.
  ///
  /// They have the mode that the database had when they were made, which may have been read-only.
  static func repairModesOfTails(of path: String) {
    guard isWritable(path) else { return }
    for file in ["-wal", "-shm"].map({ tail($0, of: path) }) where !isWritable(file) {
      chmod(file, 0o600)
    }
  }

  /// The path of a file that SQLite keeps next to a database, which is where a link leads.
  static func tail(_ ending: String, of path: String) -> String { resolved(path) + ending }

  /// The path without links; the path itself if there is no such file.
  static func resolved(_ path: String) -> String {
    guard let name = realpath(path, nil) else { return path }
    defer { free(name) }
    return String(cString: name)
  }

  /// Whether this process may write the file.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Makes an empty file of mode 0600 next to `path`, and returns its path.
  ///
  /// Leftovers of killed programs are removed. The file is closed before SQLite opens it, because
  /// closing a file drops all locks the process holds on it.
  static func makeTemporary(beside path: String) throws -> String {
    removeLeftovers(beside: path)
    var name = Array("\(path).new-XXXXXX".utf8CString)
    let number = mkstemp(&name)
    guard number >= 0 else { throw refusal(path) }
    close(number)
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Links a finished file to the name if it is free, by default durably.
  ///
  /// - Returns: Whether the name was free.
  @discardableResult
  static func publish(
    _ temporary: String, asNew path: String, isDurable: Bool = true
  ) throws -> Bool {
    if isDurable { try sync(temporary) }
    let isFirst = link(temporary, path) == 0
    guard isFirst || errno == EEXIST else { throw refusal(path) }
    if isDurable { try sync(folder(of: path)) }
    return isFirst
  }

  /// Publishes a finished file under the name, or its first free numbered variant, durably.
  ///
  /// - Returns: The new name.
  static func publish(_ temporary: String, numbered path: String) throws -> String {
    try sync(temporary)
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    var (free, number) = (path, 1)
    while link(temporary, free) != 0 {
      guard errno == EEXIST else { throw refusal(path) }
      number += 1
      free = "\(path[..<dot])-\(number)\(path[dot...])"
    }
    try sync(folder(of: path))
    return free
  }

  /// Renames a finished file durably, replacing any file of that name.
  static func publish(_ temporary: String, replacing path: String) throws {
    try sync(temporary)
    guard rename(temporary, path) == 0 else { throw refusal(path) }
    try sync(folder(of: path))
  }

  /// The names of the entries of a folder.
  static func names(in folder: String) throws -> [String] {
    guard let list = opendir(folder) else {
      guard errno != ENOENT, errno != ENOTDIR else {
        throw LedgerStoreError.folderMissing(folder)
      }
      throw refusal(folder)
    }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// The last component of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func refusal(_ path: String) -> LedgerStoreError {
    guard errno != ENOENT, errno != ENOTDIR else { return .folderMissing(folder(of: path)) }
    return .io(path, detail: String(cString: strerror(errno)))
  }

  static func sync(_ path: String) throws {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw refusal(path) }
    defer { close(number) }
    // Some network file systems do not support this call for folders.
    guard fsync(number) == 0 || errno == EINVAL else { throw refusal(path) }
  }
}

extension LedgerFile {
  /// Seconds after which an unfinished file counts as abandoned by a killed program.
  private static let secondsUntilAbandoned = 60

  /// Removes unfinished files next to `path` that have not been written for a minute.
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
      // The next call tries again.
      return
    }
  }

  /// Removes a temporary file and SQLite's files next to it.
  static func removeWithTails(_ path: String) {
    for tail in ["", "-journal", "-wal", "-shm"] { unlink(path + tail) }
  }

  /// Replaces a damaged file with a finished one; the damaged file is kept under a name that ends
  /// in `.damaged-1`, `.damaged-2` and so on.
  ///
  /// A kill at any instant leaves one of the two under the name.
  ///
  /// - Returns: The new name of the damaged file.
  static func publish(_ temporary: String, keepingDamaged path: String) throws -> String {
    try sync(temporary)
    var number = 1
    while link(path, "\(path).damaged-\(number)") != 0 {
      guard errno == EEXIST else { throw refusal(path) }
      number += 1
    }
    let kept = "\(path).damaged-\(number)"
    // If it stayed, SQLite would apply the old log to the new file.
    for tail in ["-wal", "-shm"] {
      guard rename(path + tail, kept + tail) == 0 || errno == ENOENT else { throw refusal(path) }
    }
    guard rename(temporary, path) == 0 else { throw refusal(path) }
    try sync(folder(of: path))
    return kept
  }

  /// Makes a file share the blocks of another.
  ///
  /// - Returns: `false` if the file system cannot.
  static func clone(_ path: String, to copy: String) throws -> Bool {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw refusal(path) }
    // Never closed: closing it would drop the locks that SQLite holds on the same file.
    let target = open(copy, O_WRONLY | O_CLOEXEC)
    guard target >= 0 else { throw refusal(copy) }
    defer { close(target) }
    return ioctl(target, ficlone, source) == 0
  }

  /// Whether files in a folder can share blocks, tested with two empty files.
  static func canClone(in folder: String) -> Bool {
    let first = open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
    let second = open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
    defer { for file in [first, second] where file >= 0 { close(file) } }
    return first >= 0 && second >= 0 && ioctl(second, ficlone, first) == 0
  }

  /// `O_TMPFILE`, a compound macro that Swift does not import.
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  /// `FICLONE` from `linux/fs.h`, which the C library's headers do not define.
  private static let ficlone: UInt = 0x4004_9409

  /// Runs `body` unless another process holds the folder's lock.
  ///
  /// - Returns: `nil` if another process holds it.
  static func whileHolding<Value>(_ folder: String, _ body: () throws -> Value) rethrows -> Value? {
    let number = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if number >= 0 { close(number) } }
    // If the folder cannot be opened, `body` reports why.
    if number >= 0, flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
    return try body()
  }

  /// Runs `body` under a lock on the folder, shared by all processes.
  ///
  /// - Throws: ``LedgerStoreError/busy(_:)`` if the lock is held for longer than SQLite would wait.
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
