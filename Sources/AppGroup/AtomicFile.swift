public import FoundationEssentials
import Glibc
import Portfolio
import Synchronization

/// Atomic file replacement: readers, and crashes at any instant, find the old bytes or the new
/// ones.
public enum AtomicFile {
  /// The default limit of ``read(_:limit:)``: 16 MB.
  public static let sizeLimit = 16 * 1_048_576

  /// The bytes of a file, or `nil` if it does not exist.
  ///
  /// - Throws: ``ContainerError/tooLarge(path:limit:)`` above `limit` bytes, or the system's error.
  ///   Anything but a regular file is refused, so that a pipe cannot block the reader.
  public static func read(
    _ path: String, limit: Int = sizeLimit
  ) throws(ContainerError) -> [UInt8]? {
    do throws(ContainerError) {
      let file = try Descriptor(path, O_RDONLY | O_NONBLOCK, for: .read)
      let kind = try file.status(of: path, for: .read).st_mode & S_IFMT
      guard kind == S_IFREG else {
        throw .refused(.read, path: path, code: kind == S_IFDIR ? EISDIR : EINVAL)
      }
      return try file.read(path: path, limit: limit)
    } catch .refused(.read, _, code: ENOENT) {
      return nil
    }
  }

  /// Up to `count` bytes of a file; `nil` if it does not exist.
  ///
  /// - Throws: ``ContainerError`` if the file cannot be read.
  public static func read(
    _ path: String, at offset: Int, count: Int
  ) throws(ContainerError) -> [UInt8]? {
    do throws(ContainerError) {
      let file = try Descriptor(path, O_RDONLY | O_NONBLOCK, for: .read)
      var failure: ContainerError?
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
        while length < count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[length...])
          let found = retrying {
            pread(file.number, rest.baseAddress, rest.count, off_t(offset + length))
          }
          if found < 0 { failure = .last(.read, path) }
          guard found > 0 else { break }
          length += found
        }
      }
      if let failure { throw failure }
      return bytes
    } catch .refused(.read, _, code: ENOENT) {
      return nil
    }
  }

  /// Replaces a file with these bytes, with mode 0600; a symbolic link is itself replaced.
  ///
  /// - Parameters:
  ///   - bytes: The new bytes.
  ///   - path: The file.
  ///   - isDurable: Whether they survive a power cut; caches need not, because they can be rebuilt.
  /// - Throws: ``ContainerError``; the old file then remains, unless only making the folder durable
  ///   failed.
  public static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool = true
  ) throws(ContainerError) {
    try write(bytes, to: path, isDurable: isDurable) { (_) throws(ContainerError) in }
  }

  /// The file changed after it was read.
  public struct Changed: Error {}

  /// Replaces a file with these bytes if it still has the bytes that were read from it.
  ///
  /// - Parameters:
  ///   - bytes: The new bytes.
  ///   - path: The file.
  ///   - old: The bytes that were read; `nil` if there was no file.
  ///   - mode: The mode of the new file.
  /// - Throws: ``Changed`` if another program changed the file meanwhile, otherwise
  ///   ``ContainerError``; nothing is written in that case.
  public static func write(
    _ bytes: [UInt8], to path: String, replacing old: [UInt8]?, mode: UInt32
  ) throws {
    try replace(
      path, mode: mode, as: { $0 as any Error },
      reached: { step in
        guard step == .synced else { return }
        let isSame: Bool
        do throws(ContainerError) { isSame = try read(path) == old } catch .tooLarge {
          isSame = false
        }
        guard isSame else { throw Changed() }
      },
      filling: { (file: borrowing Descriptor) throws in try file.write(bytes, path: path) })
  }

  /// The steps of writing a file.
  enum Step: CaseIterable { case created, written, synced, renamed }

  /// As ``write(_:to:)``; `reached` is called at each step and can throw to simulate a failure.
  static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool = true,
    reached: (Step) throws(ContainerError) -> Void
  ) throws(ContainerError) {
    try replace(path, isDurable: isDurable, as: \.self, reached: reached) {
      (file: borrowing Descriptor) throws(ContainerError) in
      try file.write(bytes, path: path)
    }
  }

  /// Replaces a file with the pieces that `body` appends, as durably as ``write(_:to:)``, without
  /// holding them all in memory.
  ///
  /// - Throws: ``ContainerError``, and what `body` throws; the old file then remains.
  public static func write(
    to path: String, isDurable: Bool = true,
    _ body: (_ append: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    try replace(path, isDurable: isDurable, as: { $0 as any Error }, reached: { _ in }) {
      (file: borrowing Descriptor) throws in
      // Buffer small pieces to save system calls.
      var pieces: [UInt8] = []
      let size = 65_536
      try body { piece in
        pieces += piece
        guard pieces.count >= size else { return }
        try file.write(pieces, path: path)
        pieces.removeAll(keepingCapacity: true)
      }
      try file.write(pieces, path: path)
    }
  }

  /// Replaces a file with what `fill` writes; `failure` converts the system's errors.
  private static func replace<Failure: Error>(
    _ path: String, mode: mode_t = 0o600, isDurable: Bool = true,
    as failure: (ContainerError) -> Failure,
    reached: (Step) throws(Failure) -> Void,
    filling fill: (borrowing Descriptor) throws(Failure) -> Void
  ) throws(Failure) {
    let folder = parent(of: path)
    removeLeftovers(in: folder)
    let temporary = try makeTemporary(in: folder, as: failure)
    do throws(Failure) {
      try reached(.created)
      try fill(temporary.file)
      keepAccess(of: path, in: folder, on: temporary.file, mode: mode)
      try reached(.written)
      if isDurable {
        guard retrying({ fsync(temporary.file.number) }) == 0 else {
          throw failure(.last(.write, path))
        }
        try reached(.synced)
      }
      guard rename(temporary.path, path) == 0 else { throw failure(.last(.write, path)) }
    } catch {
      unlink(temporary.path)
      throw error
    }
    try reached(.renamed)
    guard isDurable else { return }
    do throws(ContainerError) { try syncFolder(folder) } catch { throw failure(error) }
  }
}

extension AtomicFile {
  /// Gives a new file the owner, group and mode of the one it replaces, as far as the system
  /// allows.
  ///
  /// A new file of root gets the owner and group of its folder, because under sudo it would lock
  /// users out of their own files. No group gets the permissions of another.
  private static func keepAccess(
    of path: String, in folder: String, on file: borrowing Descriptor, mode: mode_t
  ) {
    var old = stat()
    var new = stat()
    let isKnown = lstat(path, &old) == 0 || geteuid() == 0 && stat(folder, &old) == 0
    guard fstat(file.number, &new) == 0 else { return }
    if isKnown, (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid),
      fchown(file.number, old.st_uid, old.st_gid) != 0
    {
      _ = fchown(file.number, new.st_uid, old.st_gid)
    }
    guard mode != 0o600, fstat(file.number, &new) == 0 else { return }
    _ = fchmod(file.number, new.st_gid == old.st_gid ? mode : mode & ~0o070)
  }

  private static let prefix = ".bitpal-"
  private static let suffix = ".tmp"
  private static let counter = Atomic<Int>(0)

  /// A new file next to the one to be replaced, locked while its writer lives.
  private struct Temporary: ~Copyable {
    let path: String
    let file: Descriptor

    init(in folder: String) throws(ContainerError) {
      while true {
        let number = counter.add(1, ordering: .relaxed).newValue
        let file: Descriptor
        let path = "\(folder)/\(prefix)\(getpid())-\(number)\(suffix)"
        do throws(ContainerError) {
          file = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, for: .write)
        } catch .refused(.write, _, code: EEXIST) {
          continue
        }
        // Another writer may clean up between the two calls, so the file may be gone already. On
        // file systems without locks nothing is cleaned up either.
        let isOurs = file.tryLock() || errno != EWOULDBLOCK
        guard isOurs, try file.status(of: path, for: .write).st_nlink > 0 else { continue }
        guard fchmod(file.number, 0o600) == 0 else {
          let refusal = ContainerError.last(.protect, path)
          unlink(path)
          throw refusal
        }
        self.path = path
        self.file = file
        return
      }
    }
  }

  private static func makeTemporary<Failure: Error>(
    in folder: String, as failure: (ContainerError) -> Failure
  ) throws(Failure) -> Temporary {
    do throws(ContainerError) { return try Temporary(in: folder) } catch { throw failure(error) }
  }

  /// Removes what dead writers left: temporary files that are not locked.
  ///
  /// Locks work across containers and hosts, unlike process ids.
  private static func removeLeftovers(in folder: String) {
    guard let list = opendir(folder) else { return }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = entry.name
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
      let path = "\(folder)/\(name)"
      let number = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard number >= 0 else { continue }
      if flock(number, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(number)
    }
  }

  /// Makes a new or changed directory entry durable.
  static func syncFolder(_ path: String) throws(ContainerError) {
    let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY, for: .write)
    // Some network file systems do not support this call; whether their renames are durable is up
    // to them.
    guard retrying({ fsync(folder.number) }) == 0 || errno == EINVAL else {
      throw .last(.write, path)
    }
  }
}

extension UnsafeMutablePointer<dirent> {
  var name: String {
    withUnsafeBytes(of: &pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension AtomicFile {
  /// How many copies of a file are kept.
  private static let copiesKept = 3

  /// Keeps the bytes of an unreadable file as `<path>.corrupt-<time>` before it is replaced, and
  /// removes all but its last three copies.
  ///
  /// A taken name is never overwritten: the next one is `<path>.corrupt-<time>-2`. The file also
  /// keeps its own name until it is replaced, so that a crash in between loses nothing. On file
  /// systems without links it is moved.
  ///
  /// - Returns: The path of the copy.
  /// - Throws: ``ContainerError``, with the code `ENOENT` if the file is gone.
  public static func setAside(_ path: String, at now: Date) throws(ContainerError) -> String {
    try setAside(path, at: now, link: { link($0, $1) })
  }

  /// As ``setAside(_:at:)``, with the system call that creates the link.
  static func setAside(
    _ path: String, at now: Date, link: (String, String) -> CInt
  ) throws(ContainerError) -> String {
    let kept = try keep(path, as: "\(path).corrupt-\(compactUTC(now))", link)
    removeOldCopies(of: path, but: kept)
    try syncFolder(parent(of: path))
    return kept
  }

  /// A sentence that says where a file was set aside.
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

  /// Reserves a free name with an empty file, which the rename then replaces; unlike hard links,
  /// every file system supports this.
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

  /// Removes the oldest copies, so that repeated damage does not fill the disk.
  ///
  /// Copies are ordered by the file system's time, because their names have the time the clock
  /// showed.
  private static func removeOldCopies(of path: String, but newest: String) {
    let (folder, prefix) = (parent(of: path), "\(path).corrupt-")
    let names: [String]
    do throws(ContainerError) { names = try entries(of: folder).map(\.name) } catch {
      // The next call tries again.
      return
    }
    let others = names.map { "\(folder)/\($0)" }
      .filter { $0.hasPrefix(prefix) && $0 != newest && isTime($0.dropFirst(prefix.count)) }
    let oldestFirst = others.map { (path: $0, kept: changed($0)) }
      .sorted { ($0.kept, $0.path) < ($1.kept, $1.path) }
    for old in oldestFirst.dropLast(copiesKept - 1) { unlink(old.path) }
  }

  /// Whether a name ends in a time and optionally a number, so that no other file is removed.
  private static func isTime(_ text: Substring) -> Bool {
    let form = "00000000T000000Z"
    let time = text.prefix(form.count)
    let number = text.dropFirst(form.count)
    return time.count == form.count && number.allSatisfy { "-0123456789".contains($0) }
      && zip(time.utf8, form.utf8).allSatisfy { found, form in
        form == UInt8(ascii: "0") ? (0x30...0x39).contains(found) : found == form
      }
  }

  /// When a file was last renamed, in nanoseconds.
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
