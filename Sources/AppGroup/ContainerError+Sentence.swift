import Glibc

extension ContainerError {
  /// What is wrong and what to do about it, in one line.
  public var sentence: String {
    switch self {
    case .refused(let action, let path, let code):
      "Could not \(action.words) \(path): \(Self.advice(code, action))"
    case .tooLarge(let path, let limit):
      "\(path) is larger than \(limit / 1_048_576) MB and was not read. "
        + "Move it away and bitpal writes it anew."
    case .noHome:
      "No folder for the portfolio: neither BITPAL_HOME nor HOME is set. Set one of them."
    }
  }

  private static func advice(_ code: CInt, _ action: Action) -> String {
    switch code {
    case EACCES, EPERM:
      "permission denied. Check who owns it, or set BITPAL_HOME to a folder of yours."
    case EROFS:
      "the file system is read-only. Set BITPAL_HOME to a folder that can be written."
    case ENOSPC where action == .watch, EMFILE where action == .watch:
      "the system's limit on watched files is reached. Raise fs.inotify.max_user_watches and "
        + "fs.inotify.max_user_instances."
    case ENOSPC: "the disk is full. Free some space and try again."
    case EDQUOT: "the disk quota is used up. Free some space and try again."
    case EFBIG: "the system's limit on file size is reached. Raise it (ulimit -f) and try again."
    case ENOENT: "it does not exist. Check BITPAL_HOME."
    case ENOTDIR, EEXIST: "something that is not a folder is in the way. Move it and try again."
    case EISDIR: "a folder is in its place. Move it and try again."
    case ENAMETOOLONG: "the path is too long. Set BITPAL_HOME to a shorter one."
    case ELOOP: "a symbolic link is in its place. Replace it by what it points to."
    case EMFILE, ENFILE: "too many files are open. Close some programs and try again."
    case EIO: "the disk reports an error. Check the disk and your backups."
    default: "system error \(code)."
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
