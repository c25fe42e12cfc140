import Glibc

/// What can go wrong in the shared container.
///
/// Paths are the user's own data and are kept as they are: sanitize them before they are shown.
public enum ContainerError: Error, Equatable, Sendable {
  /// What was being done when the system refused.
  public enum Action: Equatable, Sendable {
    /// Making a folder.
    case createFolder
    /// Closing a folder or file to other users (mode 0700 or 0600).
    case protect
    /// Reading a file or a folder.
    case read
    /// Writing a file, up to and with its new name.
    case write
    /// Moving a damaged file out of the way.
    case setAside
    /// Taking the lock between processes.
    case lock
    /// Watching for changes.
    case watch
  }

  /// The system refused; `code` is its `errno`.
  case refused(Action, path: String, code: CInt)
  /// The file holds more bytes than any file of bitpal's could.
  case tooLarge(path: String, limit: Int)
  /// `BITPAL_HOME`, `XDG_DATA_HOME` and `HOME` name no folder.
  case noHome

  static func last(_ action: Action, _ path: String) -> ContainerError {
    .refused(action, path: path, code: errno)
  }
}
