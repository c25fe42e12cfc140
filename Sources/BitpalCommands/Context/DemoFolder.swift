import FoundationEssentials
import Glibc
import LedgerStore

/// A demo's folder, locked for the life of its process.
///
/// An unlocked folder is left from a killed demo and may be removed.
struct DemoFolder: ~Copyable {
  let path: String
  private let descriptor: Int32

  private static let prefix = "bitpal-demo."
  /// A marker file in every demo folder; nothing without it is removed.
  private static let mark = ".bitpal-demo"

  /// The folder for temporary files.
  static func parent(_ environment: [String: String]) -> String {
    let named = environment["TMPDIR"] ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// Creates a folder, after removing those of killed demos.
  ///
  /// - Throws: A refusal if it cannot be created.
  init(in parent: String) throws {
    Self.sweep(parent)
    var made = try Self.make(in: parent)
    // Another demo's cleanup may have run before the lock was taken.
    while access(made.path, F_OK) != 0 {
      close(made.descriptor)
      made = try Self.make(in: parent)
    }
    (path, descriptor) = made
  }

  private static func make(in parent: String) throws -> (path: String, descriptor: Int32) {
    guard let path = makePrivateFolder(in: parent, prefix: prefix) else {
      throw CommandFailure(
        "No folder for the demo could be made in \(parent).",
        help: "Set TMPDIR to a folder you can write to.",
        .inputOutput)
    }
    let descriptor = open(path)
    // Other processes don't lock a folder without the marker.
    flock(descriptor, LOCK_EX | LOCK_NB)
    let mark = Glibc.open("\(path)/\(mark)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard mark >= 0 else {
      throw CommandFailure(
        "\(String(cString: strerror(errno))): the demo's folder \(path) could not be marked.",
        .inputOutput)
    }
    close(mark)
    return (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Removes the folder; a refresh that is just ending may still briefly write to it.
  func remove() {
    for _ in 0..<100 {
      if Self.remove(path) { return }
      usleep(5_000)
    }
    Console.writeError("The demo's folder \(path) could not be removed.")
  }

  private static func sweep(_ parent: String) {
    // A folder that cannot be listed is reported on creating one in it.
    guard let names = names(in: parent) else { return }
    for name in names where name.hasPrefix(prefix) {
      let descriptor = open("\(parent)/\(name)")
      guard descriptor >= 0 else { continue }
      var found = stat()
      if fstat(descriptor, &found) == 0, found.st_uid == geteuid(), isMarked(descriptor),
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      {
        _ = remove("\(parent)/\(name)")
      }
      close(descriptor)
    }
  }

  /// Whether a folder contains the marker, as a regular file owned by the user.
  private static func isMarked(_ folder: Int32) -> Bool {
    var found = stat()
    return fstatat(folder, mark, &found, AT_SYMLINK_NOFOLLOW) == 0
      && found.st_mode & S_IFMT == S_IFREG && found.st_uid == geteuid()
  }

  private static func open(_ path: String) -> Int32 {
    Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  private static func names(in folder: String) -> [String]? {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return nil }
  }

  private static func remove(_ folder: String) -> Bool {
    do { try FileManager.default.removeItem(atPath: folder) } catch { return false }
    return true
  }
}
