public import FoundationEssentials
import Glibc
import Portfolio

extension AtomicFile {
  /// Moves a file that cannot be understood to `<path>.corrupt-<time>`, so that its bytes are kept.
  ///
  /// A name already taken is never overwritten: the next one is `<path>.corrupt-<time>-2`.
  ///
  /// - Returns: The path of the file kept.
  /// - Throws: ``ContainerError``; when the file is gone, with the code `ENOENT`.
  public static func setAside(_ path: String, at now: Date) throws(ContainerError) -> String {
    let kept = try reserve("\(path).corrupt-\(compactUTC(now))", for: path)
    guard rename(path, kept) == 0 else {
      let refusal = ContainerError.last(.setAside, path)
      unlink(kept)
      throw refusal
    }
    try syncFolder(parent(of: path))
    return kept
  }

  /// Takes a free name by an empty file, over which the rename then goes; unlike a hard link, every
  /// file system can do that.
  private static func reserve(_ name: String, for path: String) throws(ContainerError) -> String {
    var attempt = 1
    while true {
      let candidate = attempt == 1 ? name : "\(name)-\(attempt)"
      let number = open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if number >= 0 {
        close(number)
        return candidate
      }
      guard errno == EEXIST else { throw .last(.setAside, path) }
      attempt += 1
    }
  }

  /// The instant as `20260428T120000Z`.
  private static func compactUTC(_ date: Date) -> String {
    date.utcText.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
