import Glibc
public import Portfolio

/// An error of the shared container.
///
/// Paths are user data and are not altered: sanitize them before display.
public enum ContainerError: Error, Equatable, Sendable {
  /// The operation that failed.
  public enum Action: Equatable, Sendable {
    /// Making a folder.
    case createFolder
    /// Making a folder or file private (mode 0700 or 0600).
    case protect
    /// Reading a file or a folder.
    case read
    /// Writing a file, including its rename.
    case write
    /// Moving a damaged file out of the way.
    case setAside
    /// Taking the interprocess lock.
    case lock
    /// Watching for changes.
    case watch
  }

  /// The system refused; `code` is its `errno`.
  case refused(Action, path: String, code: CInt)
  /// The file is larger than any file of bitpal's.
  case tooLarge(path: String, limit: Int)
  /// `BITPAL_HOME`, `XDG_DATA_HOME` and `HOME` name no folder.
  case noHome

  static func last(_ action: Action, _ path: String) -> ContainerError {
    .refused(action, path: path, code: errno)
  }
}

extension ContainerError {
  /// What is wrong and what to do about it; the reason is first, so that it survives truncation.
  public var message: ErrorMessage {
    switch self {
    case .refused(let action, let path, let code):
      let (reason, cure) = Self.advice(code, action)
      return ErrorMessage("\(reason): could not \(action.words) \(path).", help: cure)
    case .tooLarge(let path, let limit):
      return ErrorMessage(
        "Larger than \(limit / 1_048_576) MB and not read: \(path).",
        help: "Move it away and bitpal rewrites it.")
    case .noHome:
      return ErrorMessage(
        "No folder for the portfolio: neither BITPAL_HOME nor HOME is set.",
        help: "Set one of them.")
    }
  }

  /// The same in one line.
  public var sentence: String { message.sentence }

  /// Whether the advice is to set `BITPAL_HOME` to another folder.
  public var isCuredByOtherFolder: Bool {
    guard case .refused(_, _, let code) = self else { return false }
    return [EACCES, EPERM, EROFS, ENOENT, ENAMETOOLONG].contains(code)
  }

  private static func advice(_ code: CInt, _ action: Action) -> (reason: String, cure: String?) {
    switch code {
    case EACCES, EPERM:
      ("Permission denied", "Check who owns it, or set BITPAL_HOME to a folder of your own.")
    case EROFS:
      ("Read-only file system", "Set BITPAL_HOME to a folder that can be written.")
    case ENOSPC where action == .watch, EMFILE where action == .watch:
      (
        "System limit on watched files reached",
        "Raise fs.inotify.max_user_watches and fs.inotify.max_user_instances."
      )
    case ENOSPC: ("Disk full", "Free some space and try again.")
    case EDQUOT: ("Disk quota used up", "Free some space and try again.")
    case EFBIG:
      ("System limit on file size reached", "Raise it (ulimit -f) and try again.")
    case ENOENT: ("Does not exist", "Check BITPAL_HOME.")
    case ENOTDIR, EEXIST: ("Not a folder", "Move what is in the way and try again.")
    case EISDIR: ("A folder is in its place", "Move it and try again.")
    case ENAMETOOLONG: ("Path too long", "Set BITPAL_HOME to a shorter one.")
    case ELOOP: ("A symbolic link is in its place", "Replace it with what it points to.")
    case EMFILE, ENFILE: ("Too many open files", "Close some programs and try again.")
    case EWOULDBLOCK where action == .lock:
      ("Kept locked by another bitpal", "End the one that hangs.")
    case EIO: ("Disk error", "Check the disk and your backups.")
    default: ("System error \(code)", nil)
    }
  }
}

extension ContainerError.Action {
  fileprivate var words: String {
    switch self {
    case .createFolder: "create the folder"
    case .protect: "make private"
    case .read: "read"
    case .write: "write"
    case .setAside: "set aside the damaged file"
    case .lock: "lock"
    case .watch: "watch"
    }
  }
}
