public import Foundation
import Testing

/// A folder of its own, which is removed when the object is freed.
public final class TemporaryFolder: Sendable {
  /// The folder's path.
  public let path: String

  /// Makes a folder.
  ///
  /// - Throws: An error if that fails.
  public init() throws {
    let template = FileManager.default.temporaryDirectory.path + "/bitpal-XXXXXX"
    var name = Array(template.utf8CString)
    try #require(mkdtemp(&name) != nil)
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      Issue.record("could not remove \(path): \(error)")
    }
  }

  /// The path of a ledger in it.
  public var ledgerPath: String { path + "/BitpalShared.sqlite" }

  /// The names of its files, sorted.
  ///
  /// - Throws: An error if the folder cannot be read.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// The permissions of a file or folder itself, not of what a link leads to.
///
/// - Throws: An error if there is none.
public func mode(of path: String) throws -> mode_t {
  var found = stat()
  try #require(lstat(path, &found) == 0, "\(path) is missing")
  return found.st_mode & 0o7777
}
