public import FoundationEssentials
import Glibc
import Portfolio

extension AtomicFile {
  /// The copies kept of one file.
  private static let copiesKept = 3

  /// Keeps the bytes of a file that cannot be understood as `<path>.corrupt-<time>`, before another
  /// takes its name, and removes all but the last three kept of it.
  ///
  /// A name already taken is never overwritten: the next one is `<path>.corrupt-<time>-2`. The file
  /// keeps its own name, too, until it is replaced, so that a crash in between loses nothing. Where
  /// the file system has no links it is moved.
  ///
  /// - Returns: The path of the file kept.
  /// - Throws: ``ContainerError``; when the file is gone, with the code `ENOENT`.
  public static func setAside(_ path: String, at now: Date) throws(ContainerError) -> String {
    try setAside(path, at: now, link: { link($0, $1) })
  }

  /// As ``setAside(_:at:)``, with the system call that gives a file a second name.
  static func setAside(
    _ path: String, at now: Date, link: (String, String) -> CInt
  ) throws(ContainerError) -> String {
    let kept = try keep(path, as: "\(path).corrupt-\(compactUTC(now))", link)
    removeOldCopies(of: path, but: kept)
    try syncFolder(parent(of: path))
    return kept
  }

  /// What to say of a file that was set aside, in one sentence.
  public static func noteOfKept(_ kept: String) -> String {
    "A damaged file was replaced; it is kept as \(kept)."
  }

  private static func keep(
    _ path: String, as name: String, _ link: (String, String) -> CInt
  ) throws(ContainerError) -> String {
    var attempt = 1
    while true {
      let candidate = attempt == 1 ? name : "\(name)-\(attempt)"
      if link(path, candidate) == 0 { return candidate }
      switch errno {
      case EEXIST: attempt += 1
      case ENOENT: throw .last(.setAside, path)
      default: return try move(path, to: name)
      }
    }
  }

  private static func move(_ path: String, to name: String) throws(ContainerError) -> String {
    let kept = try reserve(name, for: path)
    guard rename(path, kept) == 0 else {
      let refusal = ContainerError.last(.setAside, path)
      unlink(kept)
      throw refusal
    }
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

  /// Removes the oldest copies, so that a file that is damaged again and again does not fill the
  /// disk.
  ///
  /// The file system knows when a copy was kept; its name has what the clock showed.
  private static func removeOldCopies(of path: String, but newest: String) {
    let (folder, prefix) = (parent(of: path), "\(path).corrupt-")
    let names: [String]
    do throws(ContainerError) { names = try entries(of: folder).map(\.name) } catch {
      // What cannot be removed now is removed another time.
      return
    }
    let others = names.map { "\(folder)/\($0)" }
      .filter { $0.hasPrefix(prefix) && $0 != newest && isTime($0.dropFirst(prefix.count)) }
    let oldestFirst = others.map { (path: $0, kept: changed($0)) }
      .sorted { ($0.kept, $0.path) < ($1.kept, $1.path) }
    for old in oldestFirst.dropLast(copiesKept - 1) { unlink(old.path) }
  }

  /// Whether a name ends in a time and perhaps a number, so that no other file is removed.
  private static func isTime(_ text: Substring) -> Bool {
    let form = "00000000T000000Z"
    let time = text.prefix(form.count)
    let number = text.dropFirst(form.count)
    return time.count == form.count && number.allSatisfy { "-0123456789".contains($0) }
      && zip(time.utf8, form.utf8).allSatisfy { found, form in
        form == UInt8(ascii: "0") ? (0x30...0x39).contains(found) : found == form
      }
  }

  /// When a file got its newest name, in nanoseconds.
  private static func changed(_ path: String) -> Int {
    var found = stat()
    guard lstat(path, &found) == 0 else { return 0 }
    return found.st_ctim.tv_sec * 1_000_000_000 + found.st_ctim.tv_nsec
  }

  /// The instant as `20260428T120000Z`.
  private static func compactUTC(_ date: Date) -> String {
    date.utcText.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
