import Glibc

/// The names and modes of database files; what is inside them is SQLite's.
enum LedgerFile {
  /// Distinguishes one file from another that took its name.
  struct Identity: Equatable {
    let device: dev_t
    let number: ino_t
  }

  /// What changes whenever a database is written.
  struct Stamp: Equatable {
    private let identity: Identity?
    private let modified: [Int]
    private let sizes: [Int?]

    init(of path: String) throws {
      identity = try LedgerFile.identity(of: path)
      var status = stat()
      let isThere = stat(path, &status) == 0
      modified = isThere ? [status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : []
      // Opening a ledger can leave a log without content.
      sizes = [try size(of: path), try size(of: path + "-wal") ?? 0]
    }
  }

  /// The file's identity, or `nil` when nothing has that name.
  static func identity(of path: String) throws -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw refusal(path) }
      return nil
    }
    return Identity(device: status.st_dev, number: status.st_ino)
  }

  /// The file's length in bytes, or `nil` when nothing has that name.
  static func size(of path: String) throws -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw refusal(path) }
      return nil
    }
    return status.st_size
  }

  /// Whether there is a folder of that name.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Refuses what is there and is not a file: opening a named pipe would wait for ever.
  static func requireFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw LedgerStoreError.notAFile(path) }
  }

  /// Makes an empty file of mode 0600 next to `path`, and returns its path.
  ///
  /// What killed programs left there is removed.
  ///
  /// It is closed before SQLite opens it: closing a file drops all locks of the process on it.
  static func makeTemporary(beside path: String) throws -> String {
    removeLeftovers(beside: path)
    var name = Array("\(path).new-XXXXXX".utf8CString)
    let number = mkstemp(&name)
    guard number >= 0 else { throw refusal(path) }
    close(number)
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Gives a finished file its name, durably unless it need not be, where the name is not taken.
  ///
  /// - Returns: Whether the file has it now.
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

  /// Gives a finished file the name, or the name with the first number that is free, durably.
  ///
  /// - Returns: The name.
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

  /// Gives a finished file its name, durably; a file that has the name is replaced.
  static func publish(_ temporary: String, replacing path: String) throws {
    try sync(temporary)
    guard rename(temporary, path) == 0 else { throw refusal(path) }
    try sync(folder(of: path))
  }

  /// The names of what is in a folder.
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

  /// The last part of a path.
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
    // Some network file systems know no such call for folders.
    guard fsync(number) == 0 || errno == EINVAL else { throw refusal(path) }
  }
}
