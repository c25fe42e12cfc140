import AppGroup
import FoundationEssentials
import Gallery
import Glibc

extension GalleryFolder {
  /// Whether the path is an existing folder, or can only be one.
  var isFolder: Bool {
    var isFolder = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return path.hasSuffix("/") || isThere && isFolder
  }

  /// The bytes of every snapshot in the folder, by picture name.
  func snapshots() throws -> [String: [UInt8]] {
    let ending = ".\(ScreenshotFormat.snapshot.fileExtension)"
    var found: [String: [UInt8]] = [:]
    for file in try files() where file.hasSuffix(ending) {
      let name = String(file.dropLast(ending.count))
      found[name] = try Self.read(self.file(name, .snapshot))
    }
    return found
  }

  /// Writes pictures by name, creating the folder if needed.
  ///
  /// Writes nothing if an existing file is something else, that is, doesn't begin like a picture.
  func write(_ pictures: [String: String], as format: ScreenshotFormat) throws {
    let files = pictures.map { (path: file($0.key, format), text: $0.value) }
      .sorted { $0.path < $1.path }
    for file in files {
      guard let bytes = try Self.read(file.path) else { continue }
      guard Self.firstLine(bytes) == Self.firstLine(Array(file.text.utf8)) else {
        throw CommandFailure(
          "\(file.path) is not such a picture, so nothing was written.",
          help: "Move it away or name another folder.", .refused)
      }
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch { throw Self.failure("create the folder", path, error) }
    for file in files { try Self.write(file.text, to: file.path) }
  }

  /// Replaces a file atomically; it contains nothing private, so others may read it.
  static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch { throw failure("write", path, error) }
  }

  /// Whether a file exists and contains a text.
  static func file(_ path: String, contains text: String) throws -> Bool {
    try read(path).map { String(decoding: $0, as: UTF8.self).contains(text) } ?? false
  }

  /// Removes a file.
  static func remove(_ path: String) throws {
    guard unlink(path) == 0 else {
      throw CommandFailure(
        "Could not remove \(path): \(String(cString: strerror(errno))).", .inputOutput)
    }
  }

  private func files() throws -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw Self.failure("read the folder", path, error)
    }
  }

  /// A file's bytes; `nil` if it doesn't exist.
  private static func read(_ path: String) throws -> [UInt8]? {
    do throws(ContainerError) { return try AtomicFile.read(path) } catch .refused(
      _, _, code: ENOTDIR)
    {
      return nil
    }
  }

  private static func firstLine(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.prefix { $0 != UInt8(ascii: "\n") }
  }

  private static func failure(
    _ action: String, _ path: String, _ error: any Error
  ) -> CommandFailure {
    let cause = (error as? CocoaError)?.underlying as? POSIXError
    let reason = cause.map { ": \(String(cString: strerror($0.code.rawValue)))" } ?? ""
    return CommandFailure("Could not \(action) \(path)\(reason).", .inputOutput)
  }
}
