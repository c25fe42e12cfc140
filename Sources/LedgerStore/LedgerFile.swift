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

  /// The file's length in bytes, or `nil` when nothing has that name.
  static func size(of path: String) throws -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw refusal(path) }
      return nil
    }
    return status.st_size
  }

  /// Makes an empty file of mode 0600 beside `path`, and returns its path.
  ///
  /// It is closed before SQLite opens it: closing a file drops all locks of the process on it.
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

  /// Moves a damaged file, and what SQLite keeps beside it, to a name not yet taken.
  static func setAside(_ path: String) throws {
    var number = 1
    while link(path, "\(path).damaged-\(number)") != 0 {
      guard errno == EEXIST else { throw refusal(path) }
      number += 1
    }
    guard unlink(path) == 0 else { throw refusal(path) }
    // Left in place, the old journal would be taken for one of the file that gets the name next.
    for tail in ["-wal", "-shm"] {
      guard rename(path + tail, "\(path).damaged-\(number)\(tail)") == 0 || errno == ENOENT
      else { throw refusal(path) }
    }
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

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func refusal(_ path: String) -> LedgerStoreError {
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
