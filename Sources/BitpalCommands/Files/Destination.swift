import AppGroup
import Glibc

/// The path of an output file: the file named, or a default name in the folder named.
///
/// - Throws: A refusal if the path is something else, such as a device, which the file would
///   replace.
func destination(_ path: String, named name: String) throws -> String {
  guard !path.isEmpty else {
    throw CommandFailure(
      "The name of the file is empty.",
      help: "Name a file or a folder.", .usage)
  }
  let kind = try fileKind(path)
  if kind == nil { try requireFolder(of: path) }
  guard kind == S_IFDIR || path.hasSuffix("/") else {
    guard kind == nil || kind == S_IFREG else {
      throw CommandFailure(
        "\(path) is not a file.",
        help: "Name a file or a folder.", .inputOutput)
    }
    return path
  }
  return path.hasSuffix("/") ? "\(path)\(name)" : "\(path)/\(name)"
}

/// Asks before replacing a file that the user named; a script must pass an option.
///
/// - Throws: A refusal if the file is not to be replaced.
func confirmReplacing(_ file: String, force: Bool) throws {
  guard !force, try fileKind(file) == S_IFREG else { return }
  guard Console.canAsk else {
    throw CommandFailure(
      "\(file) exists.",
      help: "Use --force to replace it.", .refused)
  }
  let answer = Console.ask("Replace \(file)? [y/N]")
  guard ["y", "yes"].contains(answer?.lowercased() ?? "") else {
    throw CommandFailure.declined("Nothing was written.")
  }
}

extension AppGroupContainer {
  /// Refuses to replace a file in which bitpal keeps its data.
  ///
  /// - Parameter isBackup: Whether a backup is written, which may replace another; the ledger
  ///   itself has its own refusal.
  /// - Throws: A refusal that names the file.
  func refuseOwnFile(_ path: String, isBackup: Bool = false) throws {
    guard try fileKind(path) == S_IFREG else { return }
    let (ledger, own) = (resolved(database), resolved(folder))
    let unfollowed = "\(resolved(parent(of: path)))/\(lastComponent(of: path))"
    let files = Set([resolved(path), unfollowed])
    let isLedger = !files.isDisjoint(with: ["", "-wal", "-shm"].map { ledger + $0 })
    let isOwn = files.contains { $0.hasPrefix("\(own)/") }
    let isOtherBackup = files.contains { $0.hasPrefix("\(resolved(backups))/") }
    guard isLedger || isOwn, !isBackup || !isLedger && !isOtherBackup else { return }
    throw CommandFailure(
      "\(path) is one of bitpal's own files.", help: "Choose another file.", .refused)
  }
}

/// The absolute path without links; the path itself if there is no such file.
private func resolved(_ path: String) -> String {
  guard let name = realpath(path, nil) else { return path }
  defer { free(name) }
  return String(cString: name)
}

/// The last component of a path.
private func lastComponent(of path: String) -> Substring {
  path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
}

/// The file type at a path, masked by `S_IFMT`; `nil` if there is no file.
func fileKind(_ path: String) throws -> mode_t? {
  var found = stat()
  guard stat(path, &found) == 0 else {
    guard errno == ENOENT else {
      throw CommandFailure("\(path): \(String(cString: strerror(errno))).", .inputOutput)
    }
    return nil
  }
  return found.st_mode & S_IFMT
}

/// Refuses a file in a missing folder, naming the folder as the user typed it.
private func requireFolder(of path: String) throws {
  let parts = path.split(separator: "/", omittingEmptySubsequences: false)
  let folder = parts.dropLast().joined(separator: "/")
  guard !folder.isEmpty, try fileKind(folder) == nil else { return }
  throw CommandFailure(
    "There is no folder \(folder), so nothing was written.",
    help: "Make it: mkdir -p '\(folder)'",
    .inputOutput)
}
