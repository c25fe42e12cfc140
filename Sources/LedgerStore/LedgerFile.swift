import Glibc

/// The names and modes of database files; what is inside them is SQLite's.
enum LedgerFile {
  /// What tells one file from another that took its name.
  struct Identity: Equatable {
    let device: dev_t
    let number: ino_t
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

  /// Makes an empty file of mode 0600 beside `path`, and returns its path.
  ///
  /// It is closed again before SQLite opens it: closing a file drops all locks of the process on it.
  static func makeTemporary(beside path: String) throws -> String {
    var name = Array("\(path).new-XXXXXX".utf8CString)
    let number = mkstemp(&name)
    guard number >= 0 else { throw refusal(path) }
    close(number)
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Gives a finished file its name, durably, unless the name is taken.
  static func publish(_ temporary: String, asNew path: String) throws {
    try sync(temporary)
    guard link(temporary, path) == 0 || errno == EEXIST else { throw refusal(path) }
    try sync(folder(of: path))
  }

  /// Gives a finished file its name, durably; a file that has the name is replaced.
  static func publish(_ temporary: String, replacing path: String) throws {
    try sync(temporary)
    guard rename(temporary, path) == 0 else { throw refusal(path) }
    try sync(folder(of: path))
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func refusal(_ path: String) -> LedgerStoreError {
    guard errno != ENOENT, errno != ENOTDIR else { return .folderMissing(folder(of: path)) }
    return .io(path, detail: String(cString: strerror(errno)))
  }

  private static func sync(_ path: String) throws {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw refusal(path) }
    defer { close(number) }
    // Some network file systems know no such call for folders.
    guard fsync(number) == 0 || errno == EINVAL else { throw refusal(path) }
  }
}
