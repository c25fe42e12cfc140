import AppGroup
import Foundation
import Testing

/// A container in its own folder, which is removed when the container is freed.
final class TemporaryContainer {
  /// The folder around the group folder.
  let home: String
  let container: AppGroupContainer

  init(created: Bool = true) throws {
    home = try temporaryFolder()
    container = try AppGroupContainer(environment: ["BITPAL_HOME": home], currentFolder: "/")
    if created { try container.create() }
  }

  deinit { removeTree(home) }
}

func temporaryFolder() throws -> String {
  let template = FileManager.default.temporaryDirectory.path + "/bitpal-XXXXXX"
  var name = Array(template.utf8CString)
  try #require(mkdtemp(&name) != nil)
  return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

func removeTree(_ path: String) {
  do { try FileManager.default.removeItem(atPath: path) } catch {
    Issue.record("could not remove \(path): \(error)")
  }
}

func mode(of path: String) throws -> mode_t {
  var found = stat()
  try #require(lstat(path, &found) == 0, "\(path) is missing")
  return found.st_mode & 0o7777
}

func names(in folder: String) throws -> Set<String> {
  Set(try FileManager.default.contentsOfDirectory(atPath: folder))
}

/// Writes without the safeguards of the code under test, as another program would.
func put(_ text: String, at path: String) throws {
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}

func text(at path: String) throws -> String? {
  try AtomicFile.read(path).map { String(decoding: $0, as: UTF8.self) }
}
