import AppGroup
import BitpalTesting
import Foundation
import Testing

/// A container in its own folder, which is removed when the container is freed.
final class TemporaryContainer {
  private let folder: TemporaryFolder
  let container: AppGroupContainer

  init(created: Bool = true) throws {
    folder = try TemporaryFolder()
    container = try AppGroupContainer(environment: ["BITPAL_HOME": folder.path], currentFolder: "/")
    if created { try container.create() }
  }

  /// The folder around the group folder.
  var home: String { folder.path }
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
